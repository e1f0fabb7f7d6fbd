"""Whose memory it is: what "everyone" means where one memory is needed, and what is pasted for the chosen user."""

from __future__ import annotations

import ast
import json
import shlex
from typing import Any

import pytest

from tests.browser import expect
from tests.e2e.studio.conftest import EVERYONE, Opened, Studio

pytestmark = pytest.mark.feature("DB-01")
ODD = 'Zoë O\'Neil "x" $(id)'
"""A name that ends a string of every language, where it is not quoted."""


@pytest.mark.parametrize(
    "name, does", [("playground", "This asks"), ("files", "It goes into"), ("start", "It goes into"), ("profile", "")]
)
def test_everyone_is_told_to_mean_the_shared_memory_where_one_is_needed(
    own_studio: Studio, name: str, does: str
) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("Ana keeps bees", user="ana")
    own_studio.watch.expect("501 GET /v1/documents")
    for user, told in ((None, "everybody sees. Choose a user above"), (EVERYONE, "“everyone” means that one. Choose")):
        own_studio.see(user)
        own_studio.go(name)
        if name == "profile":
            own_studio.button("Fix something").click()
        note = page.locator("main, dialog").locator(".hint").filter(has_text=told).first
        expect(note).to_contain_text(f"{does or 'It goes into'} the shared memory")
        page.keyboard.press("Escape")
    own_studio.see("ana")
    own_studio.go(name)
    page.locator("main :is(section, form)").first.wait_for()
    expect(page.get_by_text("the shared memory, which everybody sees")).to_have_count(0)


@pytest.mark.parametrize("name", ["timeline", "graph", "profile"])
def test_a_page_of_one_memory_says_whose_it_is_where_everyone_is_chosen(studio: Studio, name: str) -> None:
    page = studio.page
    studio.go(name)
    if name == "timeline":
        studio.button("When it happened").click()
    page.locator(".note").get_by_text("Choose a user above").wait_for()
    studio.see("ana")
    if name == "timeline":
        studio.button("When it happened").click()
    page.locator("main :is(section, ol, .empty)").first.wait_for()
    expect(page.locator(".note").get_by_text("Choose a user above")).to_have_count(0)


def test_the_jobs_are_told_to_be_everybodys_and_each_names_its_user(studio: Studio) -> None:
    page = studio.page
    studio.see("ben")
    studio.go("jobs")
    page.get_by_text("The work for everybody, whoever is chosen above.").wait_for()
    for user in ("ana", "ben"):
        page.get_by_role("cell", name=user, exact=True).first.wait_for()
    failed = page.get_by_role("row").filter(has_text="the model said")
    failed.get_by_role("button", name="graph").click()
    expect(page.get_by_role("dialog").locator("dd").nth(1)).to_have_text("ana")


# --- what is pasted elsewhere ---------------------------------------------------------------------------------------


def pasted(studio: Studio, way: str) -> str:
    """What the first steps show to paste."""
    studio.page.get_by_role("tab", name=way).click()
    shown = studio.page.get_by_role("group", name=f"To paste: {way}").locator("code")
    shown.wait_for()
    return str(shown.text_content())


def words(program: str) -> dict[str, set[Any]]:
    """What the calls of a program are given, by the names of arguments and keys."""
    found: dict[str, set[Any]] = {}
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.keyword) and isinstance(node.value, ast.Constant):
            found.setdefault(node.arg or "", set()).add(node.value.value)
        if isinstance(node, ast.keyword) and isinstance(node.value, ast.Dict):
            found.setdefault(node.arg or "", set()).update(ast.literal_eval(node.value).values())
    return found


@pytest.mark.parametrize("user", ["ana", ODD, None])
def test_what_is_pasted_speaks_for_the_chosen_user(own_studio: Studio, user: str | None) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("Ana moved to Lisbon in May", user=user)
    own_studio.see(user)
    own_studio.go("start")
    whom = {user} if user else None
    program = pasted(own_studio, "Python")
    assert words(program).get("user") == whom
    assert program.count("Lisbon") == 1
    header = whom if user and user.isascii() else None
    gateway = pasted(own_studio, "Gateway")
    assert words(gateway).get("default_headers") == header
    if user == ODD:
        assert f"with user={json.dumps(ODD, ensure_ascii=False)} in every call" in gateway
    command = shlex.split(pasted(own_studio, "REST"))
    body = json.loads(command[command.index("-d") + 1])
    assert body.get("user") == user
    answer = own_studio.server.client(own_studio.tenant).post("/v1/search", json=body)
    assert [hit["content"] for hit in answer.json()["hits"]] == ["Ana moved to Lisbon in May"]
    page.get_by_role("tab", name="MCP").click()
    installing = page.locator("code").filter(has_text="recollect mcp install").text_content()
    assert shlex.split(installing)[4:] == (["--user", user] if user else [])
    if user:
        expect(page.get_by_role("tabpanel")).to_contain_text(f"a key that speaks for {user}")
    else:
        expect(page.get_by_role("tabpanel")).to_contain_text("about the shared memory")


def test_what_is_remembered_and_asked_in_the_first_steps_is_the_chosen_users(own_studio: Studio) -> None:
    page, memory = own_studio.page, own_studio.memory
    memory.add("Ana keeps bees", user="ana")
    own_studio.see("ana")
    own_studio.go("start")
    page.get_by_text("It goes into the memory of ana.").wait_for()
    page.get_by_label("Something to remember").fill("Bob is allergic to peanuts")
    own_studio.button("Remember").click()
    page.get_by_text("Remembered:").wait_for()
    assert memory.count(user="ana", contains="peanuts") == 1
    page.get_by_label("A question").fill("who keeps bees?")
    own_studio.button("Ask").click()
    page.locator(".answers").get_by_text("Ana keeps bees").wait_for()


def test_somebody_who_only_reads_is_offered_nothing_that_would_write(opened: Opened) -> None:
    with opened(tenant="reading", role="read", user="ana") as studio:
        page = studio.page
        studio.memory.add("Ana keeps bees", user="ana")
        studio.go("start")
        page.get_by_text("Your key only reads").wait_for()
        expect(studio.button("Remember")).to_have_count(0)
        expect(page.get_by_label("Something to remember")).to_have_count(0)
        page.get_by_label("A question").fill("who keeps bees?")
        studio.button("Ask").click()
        page.locator(".answers").get_by_text("Ana keeps bees").wait_for()
        program = pasted(studio, "Python")
        assert "memory.search(" in program
        assert "memory.add(" not in program
        page.get_by_role("tab", name="MCP").click()
        expect(page.get_by_role("tabpanel")).to_contain_text("recollect mcp install claude --user ana --read-only")
        expect(page.get_by_role("tabpanel")).not_to_contain_text("remembers by itself")
