"""Personal data is taken out on every road in, before anything is written; a failing function refuses the write."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.errors import ConfigError, InvalidInput, ScrubFailed
from tests.clock import Clock
from tests.loopback import Loopback

MAIL = "ana.lopez@example.com"
Opener = Callable[..., Memory]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(
            Memory(tmp_path / "memory.db", clock=Clock(), config_file=tmp_path / "none.toml", worker="off", **settings)
        )


def everything(memory: Memory) -> str:
    """Every text of every table, and the bytes of the file and its log."""
    with memory._running.store._database.reading() as session:  # type: ignore[attr-defined]
        tables = [row[0] for row in session.all("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = "\n".join(str(row) for table in tables for row in session.all(f"SELECT * FROM {table}"))
    path = memory._running.store._database.path  # type: ignore[attr-defined]
    return rows + "".join(part.read_bytes().decode("latin-1") for part in path.parent.glob(f"{path.name}*"))


def by_every_road(memory: Memory) -> None:
    held = f"write to {MAIL} please"
    told = memory.add(held, user="ana", tags=[MAIL], metadata={MAIL: {"a": [MAIL]}}, reference=MAIL)
    memory.update(told.id, content=f"do {held}", metadata={"b": MAIL})
    memory.add_many([held, {"content": held, "metadata": {"c": MAIL}}], user="ana")
    turn = {"role": "user", "name": MAIL, "content": f"I work at Acme, {held}", "metadata": {"d": MAIL}, "tags": [MAIL]}
    memory.add([turn, {"role": "assistant", "content": held}], user="ana", session="s1", wait=True)
    memory.override(f"Ana's address is {MAIL}", user="ana")
    plain = {"content": held, "user": "ana", "speaker": MAIL, "key": MAIL, "metadata": {"e": MAIL}, "tags": [MAIL]}
    memory.import_([json.dumps({**plain, "provenance": {"reference": MAIL}})])
    memory.sync(user="ana")
    memory.rebuild_profile(user="ana")


@pytest.mark.feature("SE-03")
@pytest.mark.parametrize(
    "settings, placeholder",
    [
        ({"pii": "all"}, "[pii: email]"),
        ({"pii": "email"}, "[pii: email]"),
        ({"scrub": lambda text: text.replace(MAIL, "<mail>")}, "<mail>"),
    ],
    ids=["all", "one kind", "a function"],
)
def test_no_road_in_keeps_personal_data(opened: Opener, settings: dict[str, Any], placeholder: str) -> None:
    memory = opened(**settings)
    by_every_road(memory)
    found = everything(memory)
    assert MAIL not in found
    assert found.count(placeholder) > 10
    assert memory.doctor() == []


def test_without_the_setting_everything_is_kept_as_said(opened: Opener) -> None:
    memory = opened()
    by_every_road(memory)
    assert everything(memory).count(MAIL) > 10


@pytest.mark.feature("SE-03")
def test_what_a_language_model_makes_of_a_talk_is_looked_at_again(opened: Opener) -> None:
    """It puts words together that stood apart in the turn."""
    entry = {"type": "fact", "content": "Ana works at Acme", "confidence": 0.9, "tags": [], "valid_from": None}
    answer = {"entries": [entry], "profile_facts": [], "entities": [], "relationships": []}
    with Loopback() as server:
        server.answer = lambda text: answer
        memory = opened(
            scrub=lambda text: text.replace("works at Acme", "[employer]"),
            llm="openai",
            llm_base_urls={"openai": f"{server.url}/v1"},
            llm_retries=0,
        )
        said = {"role": "user", "name": "Ana", "content": "I work at Acme and I live in Lisbon."}
        added = memory.add([said], user="ana", wait=True)
        assert memory.job(str(added.job_id)).result["extractor"] == "llm"
        assert [record.content for record in added.memories] == ["Ana [employer]"]
    assert "works at Acme" not in everything(memory)


@pytest.mark.feature("SE-03")
@pytest.mark.parametrize("result", [ValueError(MAIL), None, 7], ids=["raises", "None", "a number"])
def test_a_function_that_fails_refuses_the_write_and_stores_nothing(opened: Opener, result: object) -> None:
    broken = True

    def hook(text: str) -> Any:
        if broken and isinstance(result, Exception):
            raise result
        return result if broken else text.replace(MAIL, "<mail>")

    memory = opened(scrub=hook)
    roads: list[Callable[[], object]] = [
        lambda: memory.add(f"mail {MAIL}", user="ana"),
        lambda: memory.add_many(["fine", MAIL], user="ana"),
        lambda: memory.add([{"role": "user", "content": MAIL}], user="ana"),
        lambda: memory.import_([json.dumps({"content": MAIL})]),
        lambda: memory.override(MAIL, user="ana"),
    ]
    for road in roads:
        with pytest.raises(ScrubFailed, match="nothing was stored") as raised:
            road()
        assert MAIL not in str(raised.value)
    assert memory.count(everyone=True) == 0
    assert MAIL not in everything(memory)
    broken = False
    memory.add(f"mail {MAIL}", user="ana")
    assert [record.content for record in memory.list(user="ana")] == ["mail <mail>"]


def test_a_key_with_personal_data_is_refused_because_two_would_become_one(opened: Opener) -> None:
    memory = opened(pii="all")
    with pytest.raises(InvalidInput, match="key"):
        memory.add("Ana", user="ana", key=f"contact {MAIL}")
    assert memory.count(everyone=True) == 0


def test_documents_whose_names_hold_personal_data_stay_apart(opened: Opener, tmp_path: Path) -> None:
    memory = opened(pii="email")
    for text, name in ((b"About the first", MAIL), (b"About the second", "ben@example.org")):
        assert memory.ingest(text, name=name, user="ana").action == "added"
    assert memory.ingest(b"About the first", name=MAIL, user="ana").action == "unchanged"
    assert memory.ingest(b"About the first, again", name=MAIL, user="ana").action == "changed"
    first, second = memory.documents(user="ana")
    assert {first.source[:13], second.source[:13]} == {"[pii: email] "}
    assert {record.content for record in memory.list(user="ana")} == {"About the first, again", "About the second"}
    folder = tmp_path / "letters"
    folder.mkdir()
    for name in ("to ana@example.com.txt", "to ben@example.com.txt"):
        (folder / name).write_text(f"A letter {name[:6]}")
    assert memory.ingest_folder(folder, user="ben").added == 2
    assert MAIL not in everything(memory)


def test_an_import_leaves_documents_with_whom_they_belong_to_and_apart(opened: Opener, tmp_path: Path) -> None:
    with Memory(tmp_path / "other.db", clock=Clock(), worker="off") as other:
        for name in ("ana@example.com", "ben@example.com"):
            other.ingest(f"About {name[:3]}".encode(), name=f"{name}.txt", user="eve@example.com")
        lines = list(other.export())
    memory = opened(pii="email")
    memory.import_(lines)
    found = memory.documents(user="eve@example.com")
    assert len(found) == 2, "a user is a name somebody chose, not a text"
    assert {document.source[:12] for document in found} == {"[pii: email]"}
    for document in found:
        assert len(memory.passages(document.id)) == 1


def test_a_function_is_named_by_a_setting(opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ourhooks.py").write_text("def clean(text):\n    return text.replace('Ana', 'A.')\nnothing = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    memory = opened(pii_hook="ourhooks:clean", scrub=lambda text: text.replace("A. plays", "Somebody plays"))
    memory.add("Ana plays the cello", user="u")
    assert [record.content for record in memory.list(user="u")] == ["Somebody plays the cello"]
    for wrong in ("ourhooks", "ourhooks:absent", "absent.module:f", "ourhooks:nothing"):
        with pytest.raises(ConfigError, match="pii_hook"):
            Memory(":memory:", config_file=tmp_path / "none.toml", pii_hook=wrong)
    sys.modules.pop("ourhooks", None)
