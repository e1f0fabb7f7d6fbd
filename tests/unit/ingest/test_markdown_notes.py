"""A memory as Markdown and back: whatever it says, and whatever editors and people do to a file."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recollect.errors import InvalidInput
from recollect.ingest.markdown_notes import claimed_id, digest, file_name, plain, read, slug, written

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=200)
LABEL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=30)
FIELDS = st.fixed_dictionaries(
    {"id": LABEL.filter(str.strip), "version": st.integers(1, 10**9), "kind": st.just("fact")},
    optional={
        "tags": st.lists(LABEL.filter(str.strip), min_size=1, max_size=5).map(tuple),
        "key": LABEL.filter(str.strip),
        "user": LABEL.filter(str.strip),
        "confidence": st.floats(0, 1),
        "valid_from": st.datetimes().map(lambda one: one.isoformat()),
    },
)


@settings(max_examples=60, deadline=None)
@given(FIELDS, TEXT)
def test_whatever_a_memory_says_comes_back_as_it_was(fields: dict[str, object], text: str) -> None:
    note = read(written(fields, text))
    assert {name: value for name, value in note.fields.items() if name != "hash"} == fields
    assert note.body == plain(text)
    assert note.intact


@settings(max_examples=40, deadline=None)
@given(FIELDS, TEXT, st.sampled_from(["\n", "\r\n", "\r"]), st.integers(0, 3), st.booleans())
def test_line_ends_and_empty_lines_of_editors_are_no_edit(
    fields: dict[str, object], text: str, end: str, more: int, mark: bool
) -> None:
    file = plain(written(fields, text))
    edited = ("\ufeff" if mark else "") + file.replace("\n", end) + end * more
    assert read(edited).intact


@settings(max_examples=40, deadline=None)
@given(FIELDS, TEXT, TEXT)
def test_another_text_is_an_edit(fields: dict[str, object], text: str, other: str) -> None:
    file = written(fields, text)
    head = file[: file.index("\n---\n", 4) + len("\n---\n")]
    assert read(head + "\n" + other).intact is (plain(other) == plain(text))


def test_a_change_of_a_field_is_an_edit() -> None:
    file = written({"id": "1", "version": 1, "kind": "fact", "tags": ("a",)}, "text")
    assert read(file).intact
    for old, new in [("kind: fact", "kind: note"), ("tags: [a]", "tags: [a, b]"), ("tags: [a]", "")]:
        assert not read(file.replace(old, new)).intact
    assert read(file.replace("version: 1", "version: 1 # mine")).intact, "a comment is none"


@pytest.mark.parametrize(
    "line, tags",
    [
        ("tags: [a, b c]", ("a", "b c")),
        ("tags: [\"a, b\", 'it''s']", ("a, b", "it's")),
        ("tags: a, b", ("a", "b")),
        ("tags: []", ()),
        ("tags:\n  - a\n  - 'b'\n- c", ("a", "b", "c")),
        ("tags: [a] # why", ("a",)),
    ],
)
def test_lists_are_read_as_people_write_them(line: str, tags: tuple[str, ...]) -> None:
    assert read(f"---\n{line}\nkind: fact\n---\ntext").fields.get("tags", ()) == tags


@pytest.mark.parametrize(
    "front, line",
    [
        ("nested:\n  a: 1", 2),
        ("kind: fact\nkind: note", 3),
        ("kind: &anchor fact", 2),
        ("kind: *anchor", 2),
        ("kind: !!python/object:os.system fact", 2),
        ("kind: |", 2),
        ("kind: {a: b}", 2),
        ("tags: [a", 2),
        ("tags: [[a]]", 2),
        ('key: "open', 2),
        ('key: "a" b', 2),
        ("key: 'open", 2),
        ("version: many", 2),
        ("version: 1\n\nconfidence: nan", 4),
        ("confidence: -1", 2),
        ("just words", 2),
        ("- item", 2),
        ("__class__: x", 2),
        ("kind: " + "x" * 70_000, 2),
        ("# line\n" * 600, 1),
    ],
)
def test_hostile_front_matter_is_refused_with_its_line(front: str, line: int) -> None:
    with pytest.raises(InvalidInput, match=rf"^line {line}:"):
        read(f"---\n{front}\n---\ntext")


def test_front_matter_that_does_not_end_is_refused_and_a_text_without_any_is_a_text() -> None:
    with pytest.raises(InvalidInput, match="line 1"):
        read("---\nkind: fact\n")
    assert read("# Title\n\n---\n\ntext\n").body == "# Title\n\n---\n\ntext"
    assert read("").body == ""


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="-:#\"'[]{},&*!|>\\ \n\rabtgskindver01", max_size=80))
def test_front_matter_of_any_shape_is_read_or_refused(text: str) -> None:
    problem = "line 1:"
    try:
        read(f"---\n{text}\n---\nbody")
    except InvalidInput as error:
        problem = str(error)
    assert re.match(r"line \d+:", problem)


@pytest.mark.parametrize("before", ["\n", "  \r\n", "\n\n\r"])
def test_empty_lines_above_front_matter_are_named(before: str) -> None:
    whole = written({"id": "a1", "kind": "fact"}, "Lives in Porto")
    with pytest.raises(InvalidInput, match="nothing may stand before the line ---"):
        read(before + whole)
    with pytest.raises(InvalidInput, match="lost the line ---"):
        read(before + whole.removeprefix("---\n"))


def test_blanks_in_a_list_are_passed_over_at_once() -> None:
    for _ in range(20):
        with pytest.raises(InvalidInput, match="line 2"):
            read(f'---\ntags: [a,{" " * 60_000}"]\n---\ntext')


def test_the_id_of_a_file_that_cannot_be_read_is_still_seen() -> None:
    assert claimed_id("---\nid: 1a2b\nnonsense\n---\n") == "1a2b"
    assert claimed_id('---\nkind: &x\nid: "1a2b"\n') == "1a2b"
    assert claimed_id("no front matter\nid: 1a2b") is None


@settings(max_examples=60, deadline=None)
@given(TEXT, LABEL)
def test_names_of_files_are_safe_everywhere(text: str, id: str) -> None:
    path = file_name("fact", text, id, set())
    folder, _, name = path.partition("/")
    assert folder == "fact"
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f]', name)
    assert name == name.strip(" .")
    assert name.endswith(".md")
    assert len(name.encode()) < 250
    assert not name.startswith((".", "-"))
    assert path.lower() not in {file_name("fact", text, id, {path.lower()}).lower()}


@pytest.mark.parametrize(
    "text, name",
    [
        ("Prefers concise answers", "prefers-concise-answers"),
        ("Élodie's café – São Paulo", "elodies-cafe-sao-paulo"),
        ("住在東京", "住在東京"),
        ("!?", "note"),
        ("CON", "con"),
        ("a " * 60, "a-" * 23 + "a"),
    ],
)
def test_names_can_be_read(text: str, name: str) -> None:
    assert slug(text) == name


def test_the_mark_covers_what_a_person_may_change() -> None:
    assert digest({"kind": "fact", "version": 1}, "a") == digest({"kind": "fact", "version": 2, "tags": ()}, "a\n")
    assert digest({"kind": "fact"}, "a") != digest({"kind": "note"}, "a")
