"""Names that attack, turn the direction of a page or are longer than the screen, in every field that has one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser import DESKTOP, PHONE, expect, watched
from tests.e2e.studio.conftest import EVERYONE, Opened, Studio, sign_in
from tests.e2e.studio.test_every_page import PAGES
from tests.server import RunningServer
from tests.studio_store import HOSTILE

TURNED = "\u202e"
LONG = "very-long-name-" * 10
EVIL = f"{TURNED}{HOSTILE[0]} {LONG}"
CUT = """() => [...document.querySelectorAll("main :is(.words, .chip, .difference, bdi, p, a, li, td)")].filter((e) => {
  const style = getComputedStyle(e);
  return !e.matches(".unseen") && !["visible", "auto"].includes(style.overflowX) && style.textOverflow !== "ellipsis"
    && e.scrollWidth > e.clientWidth + 1;
}).map((e) => e.outerHTML.slice(0, 120))"""
"""Elements whose text goes on where nobody sees it."""
SCREENS = {"twice as large": {"width": 720, "height": 450}, "the narrowest": {"width": 320, "height": 640}}


def fill(server: RunningServer, tenant: str) -> str:
    """Everything that has a name, under a bad one; the id of a memory."""
    memory, client = server.memory(tenant), server.client(tenant)
    told = {"user": EVIL, "agent": EVIL, "session": EVIL, "project": EVIL}
    added = memory.add(
        f"مرحبا، أنا آنا {HOSTILE[1]} {'W' * 300}",
        **told,
        tags=[EVIL[:60]],
        metadata={EVIL: EVIL},
        key=EVIL,
        kind="fact",
    )
    memory.add([{"role": "user", "name": EVIL[:60], "content": "Ana Prado works at <img/src=x>Acme Ltd."}], **told)
    memory.add("The office closes at 6pm", user=EVIL, confidence=0.9)
    memory.add("The office closes at 5pm", user=EVIL, confidence=0.4)
    memory.override(EVIL, user=EVIL)
    memory.rebuild_profile(user=EVIL)
    memory.sync(user=EVIL, timeout_s=30)
    client.post("/v1/keys", json={"name": EVIL, "user": EVIL, "role": "read"}).raise_for_status()
    uploaded = client.post(
        "/v1/documents/upload",
        params={"name": f"{TURNED}{HOSTILE[0][:30]}.md", "user": EVIL},
        content=f"# {HOSTILE[1]}\n\n{EVIL}\n".encode(),
        headers={"Content-Type": "text/markdown"},
    )
    uploaded.raise_for_status()
    return added.ids[0]


@pytest.mark.parametrize("screen", SCREENS)
def test_names_stay_names_and_inside_the_screen(chromium: Any, studio_server: RunningServer, screen: str) -> None:
    tenant = f"names-{screen.replace(' ', '-')}"
    id = fill(studio_server, tenant)
    with watched(chromium, size=SCREENS[screen]) as (page, watch):
        page.goto(studio_server.url)
        sign_in(page, studio_server.key(tenant, name=EVIL))
        studio = Studio(page=page, watch=watch, server=studio_server, tenant=tenant, key="")
        for user in (EVERYONE, EVIL):
            studio.see(user)
            for name in (*PAGES, f"memory/{id}"):
                studio.go(name)
                page.locator("main :is(section, form, ul, ol, .empty)").first.wait_for()
                page.evaluate("new Promise(requestAnimationFrame)")
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide"
                shown = page.evaluate(
                    "document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel)"
                )
                assert TURNED not in shown, f"{name} is turned"
        page.get_by_role("heading", name="Where it comes from").wait_for()


def test_somebody_with_such_a_name_is_erased_by_writing_it(chromium: Any, studio_server: RunningServer) -> None:
    studio_server.memory("erase-evil").add("something", user=EVIL)
    with watched(chromium) as (page, watch):
        page.goto(studio_server.url)
        sign_in(page, studio_server.key("erase-evil"))
        studio = Studio(page=page, watch=watch, server=studio_server, tenant="erase-evil", key="")
        studio.go("danger")
        page.get_by_label("Whose memory").select_option(EVIL)
        studio.button("Erase this user").click()
        page.get_by_label("to go on").fill(EVIL.replace(TURNED, "⍰"))
        studio.button("Erase for good").click()
        page.get_by_role("heading", name="Erased").wait_for()
    assert studio_server.memory("erase-evil").users() == []


def test_a_user_may_be_called_by_a_sign(own_studio: Studio) -> None:
    own_studio.memory.add("Star keeps bees", user="*")
    own_studio.memory.add("Ben keeps bees", user="ben")
    page = own_studio.page
    page.reload()
    shown = page.get_by_role("list", name="Memories").get_by_role("listitem")
    expect(shown).to_have_count(2)
    page.get_by_label("Memory of").select_option("*")
    page.get_by_text("1 memory", exact=True).first.wait_for()
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("Star")
    page.reload()
    expect(shown).to_have_count(1)
    page.get_by_label("Memory of").select_option(label="everyone")
    expect(shown).to_have_count(2)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_word_is_cut_off_however_long_it_is(opened: Opened, size: dict[str, int]) -> None:
    """It is wrapped, or ends in an ellipsis; a chip that holds words shows all of them."""
    word = "Donaudampfschifffahrt" * 12
    with opened(tenant=f"words-{size['width']}", size=size) as studio:
        page, memory = studio.page, studio.memory
        memory.add(f"Ana says {word}", user="ana", tags=[word])
        memory.add(f"Ana says {word} no more", user="ana")
        id = memory.add("Ana lives in Berlin", user="ana").id
        memory.add("Ana lives in Lisbon now, no longer in Berlin", user="ana")
        long = memory.list(user="ana", contains="Donau")[0].id
        studio.see("ana")
        for name in ("memories", "timeline", f"memory/{long}", f"memory/{id}", "conflicts", "jobs"):
            studio.go(name)
            page.locator("main :is(section, form, ul, ol, .empty)").first.wait_for()
            page.evaluate("new Promise(requestAnimationFrame)")
            assert page.evaluate(CUT) == [], name
