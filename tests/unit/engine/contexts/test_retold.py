"""What a context tells is told once, under the right name, and counts as told however it is told."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import apsw
import pytest

from recollect import Memory
from recollect.engine.contexts import retold
from recollect.model.context import Context
from recollect.model.record import Provenance, Record
from recollect.model.scope import Scope
from tests.clock import START, Clock

ANA = (
    ("preference", "Ana prefers oat milk in her coffee"),
    ("fact", "Ana is allergic to walnuts"),
    ("fact", "Ana lives in Lisbon near the old harbour"),
    ("skill", "Ana speaks Portuguese, English and some Danish"),
    ("fact", "Ana plays the cello in an amateur quartet on Tuesdays"),
    ("commitment", "Ana plans to walk the Camino with her sister Rita next spring"),
    ("preference", "Ana hates loud open-plan offices"),
    ("fact", "Ana always cycles to work, even when it rains"),
    ("decision", "Ana decided to learn Danish this winter"),
    ("preference", "Ana likes detective novels set in Iceland"),
    ("skill", "Ana is experienced with Docker and CI pipelines"),
    ("preference", "Ana prefers trains over planes for short trips"),
    ("fact", "Ana studied nursing in Coimbra"),
)
LONG = "Alexandra Konstantinopoulou-Papadopoulou"
SAID = {
    "Tom": (
        "I work as a plumber.",
        "I love opera and long walks on the beach at night.",
        "I live in Porto.",
        "I am allergic to cats and dogs and horses and hay.",
        "I hate loud open-plan offices and long meetings.",
    ),
    LONG: ("I live in Rome.", "I hate rugby."),
}


def rows(context: Context, name: str) -> list[str]:
    section = context.section(name)
    return [] if section is None else [line.text for line in section.lines]


# --- the profile ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["bullets", "markdown", "xml", "json"])
def test_a_cut_profile_tells_nothing_under_the_name_of_another(memory: Memory, format: str) -> None:
    for name, said in SAID.items():
        memory.add([{"role": "user", "name": name, "content": text} for text in said], user="u", session=name)
        memory.flush()
    profile = memory.rebuild_profile(user="u").text
    names, cut = [], False
    for tokens in range(1200, 8000, 200):
        made = memory.context("what is the weather?", user="u", tokens_max=tokens, format=format)
        section = made.section("profile")
        for line in section.lines if section else ():
            of_her = "Rome" in line.text or "rugby" in line.text
            assert line.heading == (LONG if of_her else "Tom"), (tokens, line)
            assert line.text not in SAID, "a name without anything below it"
            names.append(line.heading)
        cut = cut or (section is not None and section.left_out > 0)
    assert cut
    assert set(names) == set(SAID)
    assert profile.startswith("Tom\n"), "the profile itself is as it was"


def test_one_string_names_whom_a_profile_speaks_of(memory: Memory) -> None:
    memory.add("Ana lives in Lisbon", user="u", kind="fact")
    memory.add("Ana likes tea", user="u", kind="preference")
    memory.rebuild_profile(user="u")
    text = memory.context(user="u", layout="omniroute", base=("profile",)).text
    assert "Ana: Home: lives in Lisbon." in text


def test_of_a_profile_that_was_cut_nothing_is_told_again_but_what_is_missing(memory: Memory) -> None:
    for kind, text in ANA:
        memory.add(text, user="ana", kind=kind)
    memory.rebuild_profile(user="ana")
    cut = 0
    for tokens in (2400, 2800, 3200, 3600, 4000, 8000):
        made = memory.context("which milk does Ana prefer?", user="ana", tokens_max=tokens)
        profile, known = "\n".join(rows(made, "profile")), rows(made, "memories")
        section = made.section("profile")
        cut += section is not None and section.left_out > 0
        for _, text in ANA:
            said = text.removeprefix("Ana ")
            assert (said in profile) + (text in known) == 1, (tokens, text)
    assert cut >= 2


def test_what_two_people_have_alike_is_missing_where_one_of_them_is(memory: Memory) -> None:
    first = memory.add("Bob lives in Rome", user="u", kind="fact").id
    second = memory.add("Carl lives in Rome", user="u", kind="fact").id
    metadata = {"sources": [first, second], "lines": ["lives in Rome", "lives in Rome"]}
    profile = memory.add(
        "Bob\nHome: lives in Rome.\n\nCarl\nHome: lives in Rome.", user="u", layer="profile", metadata=metadata
    )
    record = memory.get(profile.id)
    given = retold.lines.of_profile(record)
    assert [(line.heading, line.text) for line in given] == [
        ("Bob", "Home: lives in Rome."),
        ("Carl", "Home: lives in Rome."),
    ]
    assert retold.by_profiles([record], given, given, ()) == {first, second}
    assert retold.by_profiles([record], given, given[:1], ()) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Ana is a nurse\nShe lives in: Rome",
        "- Ana\n- Work: nurse",
        "Facts:\n- is a nurse\n\nHabits:\n- rows",
    ],
)
def test_only_what_the_rules_made_has_names_above_its_lines(memory: Memory, text: str) -> None:
    id = memory.add(text, user="u", layer="profile").id
    shown = retold.lines.of_profile(memory.get(id))
    assert "Ana is a nurse" not in {line.heading for line in shown}
    assert "Ana" not in {line.heading for line in shown}


# --- relations ------------------------------------------------------------------------------------------------------


@pytest.mark.feature("CX-01")
def test_relations_stand_there_and_their_memories_not_beside_them(memory: Memory) -> None:
    added = memory.add_many(
        ["Bob works at Acme", "Annie is married to Tom", "Dora works at Beta as a nurse", "Eve likes tea"], user="u"
    )
    bob, annie, dora, eve = added.ids
    memory.sync(user="u")
    for query in (None, "where does Bob work, and whom is Annie married to?"):
        made = memory.context(query, user="u")
        assert set(rows(made, "relationships")) == {
            "Bob works at Acme",
            "Annie married to Tom",
            "Dora works at Beta",
        }
        assert made.text.count("Bob works at Acme") == 1
        assert "is married to" not in made.text
        assert "as a nurse" in made.text, "what says more stands there"
        assert {bob, annie, dora, eve} == set(made.ids)


def test_a_memory_of_a_day_is_more_than_its_relation(memory: Memory) -> None:
    memory.add("Ana is married to Tom", user="u", kind="event", occurred_at="2019-05-04")
    memory.sync(user="u")
    made = memory.context(user="u")
    assert rows(made, "relationships") == ["Ana married to Tom"]
    assert "4 May 2019" in made.text


@pytest.mark.feature("CX-05")
def test_merging_two_names_is_a_write(memory: Memory) -> None:
    memory.add_many(["Ana Silva works at Acme", "Annie is married to Tom"], user="u")
    memory.entities(user="u")
    asked = {"user": "u", "layout": "osaurus"}
    memory.context(**asked)
    assert memory.context(**asked).cached
    memory.merge_entities("Ana Silva", "Annie", user="u")
    after = memory.context(**asked)
    assert not after.cached
    assert "Ana Silva married to Tom" in rows(after, "relationships")


def test_sync_takes_plain_texts_into_the_graph(memory: Memory) -> None:
    memory.add("Bob works at Acme", user="u")
    memory.add("Dora works at Beta", user="v")
    graph, store = memory._running.graph, memory._running.store
    scopes = [Scope(tenant="default", user=user) for user in ("u", "v")]
    assert all(graph.behind(scope) for scope in scopes)
    assert memory.sync(user="u") == 0
    assert [bool(graph.behind(scope)) for scope in scopes] == [False, True]
    assert memory.sync() == 0
    assert not any(graph.behind(scope) for scope in scopes)
    assert store.entities(scopes[1], limit=9)
    done = len(memory.jobs())
    memory.sync()
    assert len(memory.jobs()) == done, "nothing is queued where nothing is new"


def test_a_context_reads_the_graph_as_it_is_and_waits_for_no_writer(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", worker="off") as memory:
        memory.add("Bob works at Acme", user="u")
        other = apsw.Connection(str(tmp_path / "m.db"))
        other.execute("BEGIN IMMEDIATE")
        assert "Bob works at Acme" in memory.context(user="u").text
        other.execute("ROLLBACK")
        other.close()
        memory.sync(user="u")
        assert rows(memory.context(user="u", layout="osaurus"), "relationships") == ["Bob works at Acme"]


# --- what counts as told --------------------------------------------------------------------------------------------


@pytest.mark.feature("LC-01")
@pytest.mark.parametrize("way", ["profile", "relation", "override", "working"])
def test_what_answers_by_way_of_the_base_was_recalled(memory: Memory, way: str) -> None:
    id = memory.add("Ana works at Acme", user="u", kind="fact").id
    memory.add("Tom likes cats", user="u", kind="preference")
    options = {}
    if way == "profile":
        memory.rebuild_profile(user="u")
    if way == "override":
        memory.add("Ana works at Acme", user="u", layer="override")
    if way == "working":
        options = {"base_when_asked": ("working",), "asked": ("memories",)}
    made = memory.context("where does Ana work?", user="u", used=True, **options)
    assert "Acme" in made.text
    assert id in made.ids
    memory.flush()
    memory._running.recall.flush()
    assert memory.get(id).access_count == 1
    assert memory.get(id).strength == pytest.approx(0.6, abs=1e-4)
    assert [one.question for one in memory.recalls(id)] == ["where does Ana work?"]


def test_what_a_profile_tells_and_nobody_asked_for_is_not_recalled(memory: Memory) -> None:
    id = memory.add("Ana works at Acme", user="u", kind="fact").id
    memory.add("Ana likes cats", user="u", kind="preference")
    memory.rebuild_profile(user="u")
    made = memory.context(user="u", used=True)
    assert "Acme" in made.text
    memory._running.recall.flush()
    assert memory.get(id).access_count == 0
    memory.context("where does Ana work?", user="u")
    memory._running.recall.flush()
    assert memory.get(id).access_count == 0, "nobody says that a model was told it"


# --- summaries that took the place of memories ----------------------------------------------------------------------


def test_a_summary_of_memories_says_what_the_profile_does_not(memory: Memory, clock: Clock) -> None:
    texts = [
        "Ana is allergic to walnuts and carries an adrenaline pen wherever she goes. It was so. She was ten. So it is.",
        "Ana works at Acme as a nurse on the third floor of the building. She likes it. The boss is kind. Pay is bad.",
        "Ana plays the cello in an amateur quartet each week. They meet in the church. It is cold. She loves it.",
    ]
    ids = [memory.add(text, user="u", kind="fact").id for text in texts]
    memory.rebuild_profile(user="u")
    told = memory.profile(user="u").record
    assert told is not None
    sources = set(told.metadata["sources"])
    assert 0 < len(sources) < 3
    clock.forward(days=40)
    (summary,) = memory.compact(user="u", older_than_days=30).summary_ids
    words = {ids[0]: "walnuts", ids[1]: "Acme", ids[2]: "cello"}
    for query in (None, "is Ana allergic, and what does she play?"):
        made = memory.context(query, user="u", base=("profile", "working"), base_when_asked=("profile",))
        for id, word in words.items():
            assert made.text.count(word) == 1, (query, id, word)
        assert summary in made.ids


def summary(content: str, parts: list[str], version: int = 1) -> Record:
    return Record(
        id="s",
        content=content,
        scope=Scope(tenant="t", user="u"),
        metadata={"parts": parts},
        strength_at=START,
        created_at=START,
        updated_at=START,
        version=version,
        provenance=Provenance(source="system", reference="compaction"),
    )


@pytest.mark.parametrize(
    "made, told, left",
    [
        (summary("fact: a\nfact: b", ["1", "2"]), set(), "fact: a\nfact: b"),
        (summary("fact: a\nfact: b", ["1", "2"]), {"1"}, "fact: b"),
        (summary("fact: a\nfact: b", ["1", "2"]), {"1", "2"}, None),
        (summary("fact: a\nfact: b", ["1", "2"]), {"s"}, None),
        (summary("my own words\nabout it", ["1", "2"], version=2), {"1", "2"}, "my own words\nabout it"),
        (summary("one line", ["1", "2"]), {"1"}, "one line"),
    ],
)
def test_what_a_summary_says_besides(made: Record, told: set[str], left: str | None) -> None:
    found = retold.besides(made, told)
    assert (None if found is None else found.content) == left


# --- the moment that is given ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", [None, "zebra"])
def test_retention_goes_by_the_moment_that_is_given(tmp_path: Path, clock: Clock, query: str | None) -> None:
    with Memory(
        tmp_path / "memory.db",
        clock=clock,
        config_file=tmp_path / "none.toml",
        worker="off",
        retention_days={"memory": 30},
    ) as memory:
        memory.add("The zebra stands", user="u")
        begun = clock.now
        late = begun + timedelta(days=31)
        assert "zebra" in memory.context(query, user="u").text
        assert "zebra" not in memory.context(query, user="u", now=late).text
        clock.now = late
        assert "zebra" not in memory.context(query, user="u").text
        assert "zebra" in memory.context(query, user="u", now=begun + timedelta(days=1)).text
