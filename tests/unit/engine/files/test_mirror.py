"""A folder that mirrors memories: what changes on one side is carried to the other, and nothing is ever lost."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recollect import Memory
from recollect.errors import InvalidState
from recollect.model.record import STATUSES
from tests.clock import Clock

ANA = "ana"


class Mirrored:
    """A memory and its folder."""

    def __init__(self, memory: Memory, folder: Path) -> None:
        self.memory = memory
        self.folder = folder

    def run(self, **options: bool) -> dict[str, int]:
        """What a run did, without what is nothing."""
        report = self.memory.mirror(self.folder, user=ANA, **options)
        names = ("written", "updated", "edited", "archived", "added", "removed", "conflicts", "problems", "unchanged")
        return {name: getattr(report, name) for name in names if getattr(report, name)}

    def add(self, text: str, **fields: object) -> str:
        return self.memory.add(text, user=ANA, **fields).records[0].id

    def path(self, id: str) -> Path:
        (found,) = [path for path in self.files() if f"\nid: {id}\n" in path.read_text().replace("\r\n", "\n")]
        return found

    def files(self) -> list[Path]:
        return sorted(self.folder.rglob("*.md"))

    def edit(self, path: Path, old: str, new: str) -> None:
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def active(self) -> list[str]:
        return sorted(record.content for record in self.memory.list(user=ANA, limit=10_000))


@pytest.fixture
def mirrored(tmp_path: Path, memory: Memory) -> Mirrored:
    return Mirrored(memory, tmp_path / "notes")


@pytest.fixture
def three(mirrored: Mirrored) -> tuple[Mirrored, list[str]]:
    ids = [
        mirrored.add("Prefers concise answers", kind="preference", tags=["style"]),
        mirrored.add("Lives in Lisbon", kind="fact"),
        mirrored.memory.override("Always answer in English", user=ANA).records[0].id,
    ]
    assert mirrored.run() == {"written": 3}
    return mirrored, ids


def test_memories_are_written_one_file_each_under_their_kind(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    assert (
        mirrored.path(ids[0]).relative_to(mirrored.folder).as_posix()
        == f"preference/prefers-concise-answers-{ids[0][-4:]}.md"
    )
    assert mirrored.path(ids[0]).read_text().endswith("\nPrefers concise answers\n")
    assert mirrored.run() == {"unchanged": 3}
    mirrored.memory.add("of somebody else", user="bob")
    mirrored.memory.add("of everybody")
    assert mirrored.run() == {"unchanged": 3}


def test_an_edited_text_is_a_new_version(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    path = mirrored.path(ids[1])
    mirrored.edit(path, "Lisbon", "Porto")
    assert mirrored.run() == {"edited": 1, "unchanged": 2}
    assert [record.content for record in mirrored.memory.history(ids[1])] == ["Lives in Lisbon", "Lives in Porto"]
    assert "version: 2" in path.read_text()
    assert mirrored.run() == {"unchanged": 3}


def test_edited_fields_are_taken_over(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    path = mirrored.path(ids[0])
    mirrored.edit(path, "tags: [style]", "tags: [style, short]\nvalid_until: 2030-01-01")
    mirrored.edit(path, "kind: preference", "kind: correction")
    mirrored.edit(path, "confidence: 1.0", "confidence: 0.5")
    assert mirrored.run() == {"edited": 1, "unchanged": 2}
    record = mirrored.memory.get(ids[0])
    assert (record.kind, record.tags, record.confidence) == ("correction", ("style", "short"), 0.5)
    assert record.valid_until is not None
    assert record.valid_until.year == 2030
    assert mirrored.path(ids[0]) == path, "the name of a file stays"


def test_a_changed_memory_is_written_again(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    mirrored.memory.update(ids[1], content="Lives in Faro")
    assert mirrored.run() == {"updated": 1, "unchanged": 2}
    assert "Lives in Faro" in mirrored.path(ids[1]).read_text()


def test_a_deleted_file_archives_and_a_file_that_comes_back_brings_it_back(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    path = mirrored.path(ids[1])
    text = path.read_text()
    path.unlink()
    assert mirrored.run() == {"archived": 1, "unchanged": 2}
    assert mirrored.memory.get(ids[1]).status == "archived"
    assert mirrored.run() == {"unchanged": 2}
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert mirrored.run() == {"added": 1, "unchanged": 2}
    assert mirrored.memory.get(ids[1]).status == "active"
    assert mirrored.run() == {"unchanged": 3}


def test_an_archived_or_deleted_memory_takes_its_file_with_it(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    mirrored.memory.archive(ids[0])
    mirrored.memory.delete(ids[1])
    assert mirrored.run() == {"removed": 2, "unchanged": 1}
    assert len(mirrored.files()) == 1
    mirrored.memory.unarchive(ids[0])
    assert mirrored.run() == {"written": 1, "unchanged": 1}


def test_a_new_file_becomes_a_memory(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, _ = three
    path = mirrored.folder / "decision" / "my own name.md"
    path.parent.mkdir()
    path.write_text("We chose PostgreSQL.\r\n\r\nFor good.\r\n")
    (mirrored.folder / "tagged.md").write_text("---\nkind: skill\ntags: [hobby]\n---\nPlays the oud")
    assert mirrored.run() == {"added": 2, "unchanged": 3}
    decision, skill = (next(r for r in mirrored.memory.list(user=ANA, kinds=[kind])) for kind in ("decision", "skill"))
    assert decision.content == "We chose PostgreSQL.\n\nFor good."
    assert (skill.content, skill.tags) == ("Plays the oud", ("hobby",))
    assert f"id: {decision.id}" in path.read_text()
    assert mirrored.run() == {"unchanged": 5}


def test_what_changed_on_both_sides_is_kept_on_both_and_shown(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    path = mirrored.path(ids[1])
    mirrored.memory.update(ids[1], content="Lives in Faro")
    mirrored.edit(path, "Lisbon", "Braga")
    assert mirrored.run() == {"conflicts": 1, "unchanged": 2}
    assert "Lives in Faro" in path.read_text()
    assert "Lives in Braga" in path.with_name(path.name.replace(".md", ".conflict.md")).read_text()
    (conflict,) = mirrored.memory.conflicts(user=ANA)
    assert conflict.old_id == ids[1]
    assert mirrored.run() == {"unchanged": 3}
    mirrored.memory.resolve(conflict.id, "new")
    assert mirrored.run() == {"removed": 1, "written": 1, "unchanged": 2}
    assert "Lives in Braga" in mirrored.active()


def test_changes_of_different_things_on_both_sides_are_joined(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    mirrored.memory.update(ids[0], content="Prefers short answers")
    mirrored.edit(mirrored.path(ids[0]), "tags: [style]", "tags: [style, mine]")
    assert mirrored.run() == {"edited": 1, "unchanged": 2}
    record = mirrored.memory.get(ids[0])
    assert (record.content, record.tags) == ("Prefers short answers", ("style", "mine"))


def test_the_same_change_on_both_sides_is_no_conflict(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    mirrored.memory.update(ids[1], content="Lives in Porto")
    mirrored.edit(mirrored.path(ids[1]), "Lisbon", "Porto")
    assert mirrored.run() == {"edited": 1, "unchanged": 2}
    assert mirrored.memory.get(ids[1]).version == 2


def test_deleted_here_and_changed_there_is_kept(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    mirrored.path(ids[1]).unlink()
    mirrored.memory.update(ids[1], content="Lives in Faro")
    assert mirrored.run() == {"conflicts": 1, "unchanged": 2}
    assert "Lives in Faro" in mirrored.path(ids[1]).read_text()


def test_edited_here_and_archived_there_keeps_the_text_aside(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    path = mirrored.path(ids[1])
    mirrored.edit(path, "Lisbon", "Braga")
    mirrored.memory.archive(ids[1])
    assert mirrored.run() == {"conflicts": 1, "unchanged": 2}
    assert not path.exists()
    assert "Braga" in path.with_name(path.name.replace(".md", ".conflict.md")).read_text()


def test_a_renamed_file_is_followed_and_a_copy_is_a_memory_of_its_own(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    new = mirrored.folder / "places" / "home.md"
    new.parent.mkdir()
    mirrored.path(ids[1]).rename(new)
    assert mirrored.run() == {"unchanged": 3}
    new.with_name("a copy.md").write_text(new.read_text())
    assert mirrored.run() == {"added": 1, "unchanged": 3}
    assert mirrored.active().count("Lives in Lisbon") == 2
    assert mirrored.path(ids[1]) == new
    assert mirrored.run() == {"unchanged": 4}


def test_a_file_that_was_written_over_is_still_the_same_memory(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    mirrored.path(ids[0]).write_text("Prefers long answers\n")
    assert mirrored.run() == {"edited": 1, "unchanged": 2}
    record = mirrored.memory.get(ids[0])
    assert (record.content, record.tags, record.kind) == ("Prefers long answers", ("style",), "preference")


@pytest.mark.parametrize("text", ["Prefers short answers", "Prefers long answers"])
def test_a_file_that_lost_its_id_is_still_the_same_memory(three: tuple[Mirrored, list[str]], text: str) -> None:
    mirrored, ids = three
    path = mirrored.path(ids[0])
    before = mirrored.memory.get(ids[0])
    lines = path.read_text().replace(before.content, text).splitlines()
    path.write_text("\n".join(line for line in lines if not line.startswith("id: ")) + "\n")
    assert mirrored.run() == {"edited": 1, "unchanged": 2}
    assert mirrored.memory.get(ids[0]).content == text
    assert mirrored.path(ids[0]) == path, "it has its id again"
    assert mirrored.run() == {"unchanged": 3}


def test_front_matter_that_was_written_anew_changes_what_it_says_and_nothing_else(
    three: tuple[Mirrored, list[str]],
) -> None:
    mirrored, ids = three
    path = mirrored.path(ids[0])
    path.write_text("---\nkind: fact\n---\nPrefers long answers\n")
    assert mirrored.run() == {"edited": 1, "unchanged": 2}
    record = mirrored.memory.get(ids[0])
    assert (record.content, record.tags, record.kind) == ("Prefers long answers", ("style",), "fact")
    path.write_text("---\ntags: []\n---\nPrefers long answers\n")
    assert mirrored.run() == {"edited": 1, "unchanged": 2}
    assert (mirrored.memory.get(ids[0]).tags, mirrored.memory.get(ids[0]).kind) == ((), "fact")


@pytest.mark.parametrize("first", ["", "\n---\n", "----\n", "- --\n", "\n\n"])
def test_front_matter_that_lost_its_first_line_does_not_become_the_memory(
    three: tuple[Mirrored, list[str]], first: str
) -> None:
    mirrored, ids = three
    path = mirrored.path(ids[0])
    before = mirrored.memory.get(ids[0])
    whole = path.read_text()
    path.write_text(whole.replace("---\n", first, 1))
    assert mirrored.run() == {"problems": 1, "unchanged": 2}
    path.rename(path.with_name("elsewhere.md"))
    assert mirrored.run() == {"problems": 1, "unchanged": 2}, "it is not taken for deleted either"
    assert mirrored.memory.get(ids[0]) == before
    path.with_name("elsewhere.md").write_text(whole)
    assert mirrored.run() == {"unchanged": 3}


def test_a_file_that_cannot_be_understood_is_named_and_left_alone_and_the_others_go_on(
    three: tuple[Mirrored, list[str]], tmp_path: Path
) -> None:
    mirrored, ids = three
    broken, other = mirrored.path(ids[0]), mirrored.path(ids[1])
    mirrored.edit(broken, "kind: preference", "kind: !!python/object:os.system x")
    mirrored.edit(other, "Lisbon", "Porto")
    mirrored.edit(mirrored.path(ids[2]), f"user: {ANA}", "user: bob")
    (mirrored.folder / "latin.md").write_bytes(b"caf\xe9")
    (mirrored.folder / "empty.md").write_bytes(b"")
    (mirrored.folder / "stranger.md").write_text("---\nid: nobody\n---\ntext")
    (tmp_path / "secret.md").write_text("outside")
    os.symlink(tmp_path / "secret.md", mirrored.folder / "link.md")
    os.symlink(tmp_path, mirrored.folder / "linked")
    os.mkfifo(mirrored.folder / "pipe.md")
    before = broken.read_bytes()
    report = mirrored.memory.mirror(mirrored.folder, user=ANA)
    assert (report.problems, report.edited, report.archived, report.added) == (7, 1, 0, 0)
    assert any("line 5" in one.note and one.path.startswith("preference/") for one in report.of("problem"))
    assert broken.read_bytes() == before
    assert mirrored.memory.get(ids[0]).status == mirrored.memory.get(ids[2]).status == "active"
    assert "outside" not in "".join(mirrored.active())


def test_secrets_in_a_file_do_not_stay_there(mirrored: Mirrored) -> None:
    mirrored.folder.mkdir()
    path = mirrored.folder / "wifi.md"
    path.write_text("my password is hunter2-Xy7!q")
    assert mirrored.run() == {"added": 1}
    assert "hunter2" not in path.read_text() + "".join(mirrored.active())
    assert mirrored.run() == {"unchanged": 1}


def test_many_deleted_files_are_asked_about(mirrored: Mirrored) -> None:
    mirrored.memory.add_many([f"note number {number}" for number in range(12)], user=ANA)
    mirrored.run()
    for path in mirrored.files()[:6]:
        path.unlink()
    with pytest.raises(InvalidState, match="--force"):
        mirrored.run()
    assert len(mirrored.active()) == 12
    assert mirrored.run(dry_run=True) == {"archived": 6, "unchanged": 6}
    assert len(mirrored.active()) == 12
    assert mirrored.run(force=True) == {"archived": 6, "unchanged": 6}


def test_an_empty_folder_archives_nothing(mirrored: Mirrored, tmp_path: Path) -> None:
    mirrored.memory.add_many([f"note number {number}" for number in range(12)], user=ANA)
    mirrored.run()
    mirrored.folder.rename(tmp_path / "unmounted")
    mirrored.folder.mkdir()
    assert mirrored.run() == {"written": 12}


def test_another_memory_or_user_does_not_empty_a_folder(mirrored: Mirrored, tmp_path: Path) -> None:
    mirrored.memory.add_many([f"note number {number}" for number in range(12)], user=ANA)
    mirrored.run()
    with pytest.raises(InvalidState, match="another folder"):
        mirrored.memory.mirror(mirrored.folder, user="bob")
    with Memory(tmp_path / "other.db", clock=Clock(), worker="off") as other, pytest.raises(InvalidState):
        other.mirror(mirrored.folder, user=ANA)
    assert len(mirrored.files()) == 12


def test_without_its_manifest_a_folder_is_taken_up_again(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    mirrored.memory.update(ids[0], content="Prefers short answers")
    mirrored.edit(mirrored.path(ids[1]), "Lisbon", "Porto")
    (mirrored.folder / ".recollect" / "mirror.json").unlink()
    assert mirrored.run() == {"updated": 1, "edited": 1, "unchanged": 1}
    (mirrored.folder / ".recollect" / "mirror.json").write_text("{")
    with pytest.raises(InvalidState, match=r"mirror\.json"):
        mirrored.run()


def test_a_dry_run_writes_nothing_anywhere(mirrored: Mirrored) -> None:
    mirrored.add("Lives in Lisbon")
    assert mirrored.run(dry_run=True) == {"written": 1}
    assert not mirrored.folder.exists()


def test_two_runs_at_once_are_refused(mirrored: Mirrored) -> None:
    mirrored.add("Lives in Lisbon")

    def meanwhile(_: int, __: int) -> None:
        with pytest.raises(InvalidState, match="somebody else"):
            mirrored.memory.mirror(mirrored.folder, user=ANA)

    mirrored.memory.mirror(mirrored.folder, user=ANA, progress=meanwhile)
    assert mirrored.run() == {"unchanged": 1}


def test_a_file_that_changes_while_it_is_mirrored_is_not_written_over(three: tuple[Mirrored, list[str]]) -> None:
    mirrored, ids = three
    for id in ids:
        mirrored.memory.update(id, tags=["changed"])
    paths = [mirrored.path(id) for id in ids]

    def meanwhile(done: int, _: int) -> None:
        if done == 1:
            for path in paths:
                path.write_text(path.read_text().replace("English", "French").replace("Lisbon", "Porto"))

    mirrored.memory.mirror(mirrored.folder, user=ANA, progress=meanwhile)
    mirrored.run()
    assert {"Lives in Porto", "Always answer in French"} & set(mirrored.active())
    assert "Lisbon" not in mirrored.path(ids[1]).read_text() or "Lives in Lisbon" in mirrored.active()


# --- nothing is ever lost -------------------------------------------------------------------------------------------


class World:
    """Both sides, and every text that anybody wrote: a text may be replaced by who wrote it, and by nobody else."""

    def __init__(self, mirrored: Mirrored, choose: random.Random) -> None:
        self.mirrored = mirrored
        self.choose = choose
        self.written: set[str] = set()
        self.count = 0

    def text(self) -> str:
        self.count += 1
        text = f"statement number {self.count} about subject {self.choose.randrange(100)}"
        self.written.add(text)
        return text

    def record(self) -> str | None:
        found = [record.id for record in self.mirrored.memory.list(user=ANA, limit=1000)]
        return self.choose.choice(found) if found else None

    def file(self) -> Path | None:
        files = [path for path in self.mirrored.files() if ".conflict" not in path.name]
        return self.choose.choice(files) if files else None

    def free_name(self, what: str, file: Path) -> Path:
        """One that no file has: what a person overwrites himself, nobody else loses."""
        self.count += 1
        return file.with_name(f"{what}-{self.count}-{file.name[-40:]}")

    def step(self, what: str) -> None:
        memory, record, file = self.mirrored.memory, self.record(), self.file()
        if what == "add":
            self.mirrored.add(self.text())
        elif what == "update" and record:
            memory.update(record, content=self.text())
        elif what == "tag" and record:
            memory.update(record, tags=[f"t{self.choose.randrange(5)}"])
        elif what == "archive" and record:
            memory.archive(record)
        elif what == "new file":
            name = self.mirrored.folder / f"file{self.choose.randrange(6)}-{self.count}.md"
            name.parent.mkdir(exist_ok=True)
            name.write_text(self.text())
        elif what == "edit" and file:
            head, _, _ = file.read_text().rpartition("\n\n")
            file.write_text(f"{head}\n\n{self.text()}\r\n" if head else self.text())
        elif what == "delete" and file:
            file.unlink()
        elif what == "rename" and file:
            file.rename(self.free_name("renamed", file))
        elif what == "copy" and file:
            self.free_name("copy", file).write_bytes(file.read_bytes())
        elif what == "mirror":
            self.mirrored.run(force=True)

    def everything(self) -> str:
        memory = self.mirrored.memory
        records = memory.list(user=ANA, status=STATUSES, limit=10_000)
        versions = [version.content for record in records for version in memory.history(record.id)]
        return "\n".join([*versions, *(record.content for record in records), *self.on_disk()])

    def on_disk(self) -> list[str]:
        return [path.read_text() for path in self.mirrored.files()]


STEPS = ["add", "update", "tag", "archive", "new file", "edit", "delete", "rename", "copy", "mirror", "mirror"]


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(st.sampled_from(STEPS), min_size=8, max_size=30), seed=st.integers(0, 10**6))
def test_whatever_happens_on_both_sides_nothing_is_lost_and_both_agree_in_the_end(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str], seed: int
) -> None:
    folder = tmp_path_factory.mktemp("world")
    with Memory(
        folder / "m.db", clock=Clock(), worker="off", embedder="none", verification="off", synchronous="normal"
    ) as memory:
        world = World(Mirrored(memory, folder / "notes"), random.Random(seed))
        for step in steps:
            before = {text for text in world.written if text in world.everything()}
            world.step(step)
            if step in ("edit", "delete"):
                continue  # a person may throw away what he wrote before it was mirrored
            held = world.everything()
            assert [text for text in before if text not in held] == [], step
        world.mirrored.run(force=True)
        world.mirrored.run(force=True)
        last = world.mirrored.run(force=True)
        assert set(last) <= {"unchanged"}
        bodies = [text.rpartition("\n\n")[2].strip() for text in _mirrored_texts(world)]
        assert sorted(bodies) == world.mirrored.active()


def _mirrored_texts(world: World) -> list[str]:
    return [path.read_text() for path in world.mirrored.files() if ".conflict" not in path.name]
