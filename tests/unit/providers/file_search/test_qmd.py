"""QMD against a real program: what it is asked, what is made of its answers, and what happens when it misbehaves."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from recollect.errors import Closed, ConfigError, FileSearchFailed, Forbidden, InvalidInput
from recollect.model.files import FileHit, FileHits
from recollect.providers.file_search.index import Index
from recollect.providers.file_search.qmd import Qmd, _command
from tests.qmd_program import QmdProgram
from tests.unit.providers.file_search.conftest import Open, Seconds

SEARCHES = ("search", "vsearch", "query")


def ask(search: Qmd, query: str = "router", **options: Any) -> FileHits:
    given: dict[str, Any] = {"k": None, "min_score": None, "agent": None, "session_key": None}
    return search.search(query, **(given | options))


def paths(found: FileHits) -> list[str]:
    return [hit.path for hit in found.hits]


@pytest.mark.feature("FI-10")
def test_the_usual_files_of_a_workspace_are_found_with_path_lines_and_citation(opened: Open) -> None:
    found = ask(opened())
    assert (found.backend, found.provider, found.fallback, found.denied) == ("qmd", "qmd", None, None)
    assert found.hits[0] == FileHit(
        path="MEMORY.md",
        start_line=3,
        end_line=3,
        score=1.0,
        snippet="The router is an Omada ER605.",
        source="memory",
        citation="MEMORY.md#L3",
    )
    assert paths(found) == ["MEMORY.md", "memory/2026-02-10 Notes.md"]


@pytest.mark.feature("FI-10")
@pytest.mark.parametrize("mode", SEARCHES)
def test_each_mode_is_a_command_of_the_program(mode: str, opened: Open, program: QmdProgram, workspace: Path) -> None:
    assert ask(opened(mode=mode)).hits
    assert program.called("collection") == [
        ["collection", "add", str(workspace), "--name", "memory-root", "--mask", "MEMORY.md"],
        ["collection", "add", str(workspace), "--name", "memory-alt", "--mask", "memory.md"],
        ["collection", "add", str(workspace / "memory"), "--name", "memory-dir", "--mask", "**/*.md"],
    ]
    asked = sorted(program.called(*SEARCHES))
    assert asked == [
        [mode, "router", "-c", name, "--json", "-n", "6"] for name in ("memory-alt", "memory-dir", "memory-root")
    ]


@pytest.mark.feature("FI-10")
def test_a_version_that_does_not_know_an_option_is_asked_with_query_from_then_on(
    opened: Open, program: QmdProgram
) -> None:
    program.behaves(vsearch="unsupported")
    search = opened(mode="vsearch")
    assert paths(ask(search))[0] == "MEMORY.md"
    before = len(program.called("vsearch"))
    assert ask(search).hits
    assert len(program.called("vsearch")) == before
    assert search.status()["agents"]["main"]["mode"] == "query"


def test_an_option_is_given_up_where_another_collection_found_so_meanwhile(
    opened: Open, program: QmdProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.behaves(vsearch="unsupported")
    asked = Index._query

    def meanwhile(index: Index, *query: Any) -> Any:
        ran = asked(index, *query)
        index._mode = "query"
        return ran

    monkeypatch.setattr(Index, "_query", meanwhile)
    assert paths(ask(opened(mode="vsearch")))[0] == "MEMORY.md"


@pytest.mark.feature("FI-10")
def test_every_agent_has_a_home_of_its_own(
    opened: Open, program: QmdProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "RECOLLECT_STORE", "INDEX_PATH"):
        monkeypatch.setenv(name, "not for others")
    workspaces = {"ana": tmp_path / "ana", "ben": tmp_path / "ben"}
    for name, folder in workspaces.items():
        folder.mkdir()
        (folder / "MEMORY.md").write_text(f"The router of {name}\n")
    environment = {**os.environ, "PATH": f"{program.folder}{os.pathsep}{os.environ['PATH']}"}
    search = opened(workspace=lambda agent: workspaces[agent], agent="ana", environment=environment)
    for name in workspaces:
        assert [hit.snippet for hit in ask(search, agent=name).hits] == [f"The router of {name}"]
        home = tmp_path / "state" / "agents" / name / "qmd"
        calls = [call for call in program.calls if call["cwd"] == str(home)]
        assert calls
        for call in calls:
            assert call["env"] | {"HOME": None} == {
                "XDG_CONFIG_HOME": str(home / "xdg-config"),
                "XDG_CACHE_HOME": str(home / "xdg-cache"),
                "QMD_CONFIG_DIR": str(home / "xdg-config" / "qmd"),
                "NO_COLOR": "1",
                "OPENAI_API_KEY": None,
                "RECOLLECT_STORE": None,
                "HOME": None,
            }
        assert (home.stat().st_mode & 0o777) == 0o700
    with pytest.raises(Forbidden):
        search.read("qmd/memory-root/../../ben/MEMORY.md", start=None, lines=None, agent="ana")


@pytest.mark.parametrize("agent", ["../ben", "a/b", ".", "a" * 65, "ä", "a\x00b", "-x"])
def test_an_agent_whose_name_could_lead_elsewhere_is_refused(agent: str, opened: Open) -> None:
    with pytest.raises(InvalidInput, match="cannot be the agent of a file search"):
        ask(opened(), agent=agent)


@pytest.mark.feature("FI-15")
def test_collections_outside_the_workspace_are_shown_below_qmd_and_can_be_read(
    opened: Open, tmp_path: Path, workspace: Path
) -> None:
    notes, single = tmp_path / "Notes", tmp_path / "one" / "single.txt"
    (notes / "deep").mkdir(parents=True)
    (notes / "deep" / "plan.md").write_text("one\ntwo router\nthree\n")
    (notes / "deep" / "plan.txt").write_text("router\n")
    single.parent.mkdir()
    single.write_text("a router in a text file\n")
    (workspace / "docs").mkdir()
    (workspace / "docs" / "in.md").write_text("router inside\n")
    search = opened(
        default_memory=False,
        paths=({"path": str(notes), "name": "My Notes!"}, {"path": str(single)}, {"path": "docs", "name": "my-notes"}),
    )
    assert sorted(paths(ask(search))) == ["docs/in.md", "qmd/custom-2/single.txt", "qmd/my-notes/deep/plan.md"]
    read = search.read("qmd/my-notes/deep/plan.md", start=2, lines=1, agent=None)
    assert (read.path, read.text) == ("qmd/my-notes/deep/plan.md", "two router")
    assert search.read("docs/in.md", start=None, lines=None, agent=None).text == "router inside\n"
    for path in ("qmd/my-notes/deep/plan.txt", "qmd/other/deep/plan.md", "MEMORY.md"):
        with pytest.raises(Forbidden):
            search.read(path, start=None, lines=None, agent=None)


@pytest.mark.feature("FI-15")
def test_a_collection_that_moved_or_came_later_is_told_to_the_program(
    opened: Open, program: QmdProgram, tmp_path: Path, seconds: Seconds
) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(f"router {name}\n")
    first = opened(default_memory=False, paths=({"path": str(tmp_path / "old"), "name": "notes"},))
    assert [hit.snippet for hit in ask(first).hits] == ["router old"]
    second = opened(
        default_memory=False,
        paths=({"path": str(tmp_path / "new"), "name": "notes"}, {"path": str(tmp_path / "later"), "name": "later"}),
    )
    assert [hit.snippet for hit in ask(second).hits] == ["router new"]
    assert program.called("collection")[1] == ["collection", "remove", "notes"]
    (tmp_path / "later").mkdir()
    (tmp_path / "later" / "b.md").write_text("router later\n")
    seconds.now += 301
    second.tick()
    assert {hit.snippet for hit in ask(second).hits} == {"router new", "router later"}
    third = opened(default_memory=False, paths=({"path": str(tmp_path / "new"), "name": "notes"},))
    before = len(program.called("collection"))
    assert ask(third).hits
    told = program.called("collection")[before:]
    assert told == [["collection", "remove", "later"]], "what it knows is not told again, what is gone is taken back"


def test_names_the_program_simplified_lead_to_the_files(opened: Open, program: QmdProgram) -> None:
    program.behaves(slugs=True)
    assert paths(ask(opened())) == ["MEMORY.md", "memory/2026-02-10 Notes.md"]


@pytest.mark.parametrize("how", [{"noise": True}, {"says_nothing": True}])
def test_lines_around_the_answer_do_no_harm(how: dict[str, bool], opened: Open, program: QmdProgram) -> None:
    program.behaves(**how)
    search = opened()
    assert paths(ask(search))[0] == "MEMORY.md"
    assert ask(search, "nothing like it").hits == ()


@pytest.mark.feature("SE-05")
@pytest.mark.parametrize(
    "file",
    [
        "qmd://memory-dir/../secret.txt",
        "qmd://memory-dir/../MEMORY.md",
        "memory-dir/link.md",
        "qmd://memory-dir/folder/x.md",
        "qmd://memory-dir/gone.md",
        "qmd://other/x.md",
        "secret.txt",
        "../secret.txt",
        "/etc/passwd",
        "qmd://memory-dir/",
        "",
        "\x00",
    ],
)
def test_an_answer_that_names_a_file_outside_its_collection_shows_nothing_of_it(
    file: str, opened: Open, program: QmdProgram, workspace: Path, tmp_path: Path
) -> None:
    (tmp_path / "x.md").write_text("outside\n")
    (workspace / "memory" / "link.md").symlink_to(tmp_path / "x.md")
    (workspace / "memory" / "folder").symlink_to(tmp_path, target_is_directory=True)
    row = {"file": file or "?", "score": 1, "snippet": "outside"}
    program.behaves(results={"memory-dir": [row], "memory-root": [], "memory-alt": []})
    assert ask(opened()).hits == ()


@pytest.mark.feature("SE-05")
@pytest.mark.parametrize(
    "path",
    [
        "secret.txt",
        "../workspace/MEMORY.md",
        "memory/../secret.txt",
        "memory/../MEMORY.md",
        "memory/link.md",
        "memory/folder/x.md",
        "/etc/passwd",
        "qmd/memory-dir//etc/passwd",
        "qmd/memory-dir/../secret.txt",
        "qmd/../MEMORY.md",
        "memory",
        "memory/",
        "memory/a\x00.md",
        "",
    ],
)
def test_only_files_of_the_collections_can_be_read(path: str, opened: Open, workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("outside\n")
    (workspace / "memory" / "link.md").symlink_to(tmp_path / "x.md")
    (workspace / "memory" / "folder").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(Forbidden, match="is not a file of memory"):
        opened().read(path, start=None, lines=None, agent=None)


@pytest.mark.feature("SE-05")
def test_a_memory_folder_that_is_a_link_is_not_searched(opened: Open, tmp_path: Path) -> None:
    folder = tmp_path / "linked"
    folder.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.md").write_text("router\n")
    (folder / "memory").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    search = opened(workspace=lambda _: folder)
    assert ask(search).hits == ()
    with pytest.raises(Forbidden):
        search.read("memory/x.md", start=None, lines=None, agent=None)


def test_a_file_that_is_not_there_reads_as_nothing_and_one_that_is_no_file_is_refused(
    opened: Open, workspace: Path
) -> None:
    search = opened()
    assert search.read("memory/2026-02-11.md", start=None, lines=None, agent=None).text == ""
    assert search.read("MEMORY.md", start=3, lines=1, agent=None).text == "The router is an Omada ER605."
    assert search.read("MEMORY.md", start=4, lines=100, agent=None).text == "VLAN 10 is for IoT."
    assert search.read("MEMORY.md", start=99, lines=None, agent=None).text == ""
    os.mkfifo(workspace / "memory" / "pipe.md")
    with pytest.raises(Forbidden, match="is not a file"):
        search.read("memory/pipe.md", start=None, lines=None, agent=None)


@pytest.mark.parametrize(
    "query, expected",
    [
        ("--help", "help"),
        ("-c other", "c other"),
        ("- - router", "router"),
        ("lex: a\nvec: b\n", "lex a vec: b"),
        ("Intent : buy milk", "Intent buy milk"),
        ("what does vec: mean", "what does vec: mean"),
        ("a\x00b", "a b"),
        ("\ud800router", "?router"),
        ("$(touch x); `id` 'q\"", "$(touch x); `id` 'q\""),
        ("x" * 5000, "x" * 4000),
        ("ключ 鍵 -x", "ключ 鍵 -x"),
    ],
)
def test_a_question_is_one_argument_and_never_an_option(
    query: str, expected: str, opened: Open, program: QmdProgram
) -> None:
    ask(opened(), query)
    assert {argv[1] for argv in program.called("search")} == {expected}


@pytest.mark.parametrize("query", ["", "   ", "---", "-", "\x00"])
def test_a_question_without_words_asks_nobody(query: str, opened: Open, program: QmdProgram) -> None:
    assert ask(opened(), query).hits == ()
    assert program.called() == []


@pytest.mark.feature("FI-13")
def test_limits_cut_results_snippets_and_the_sum_of_them(opened: Open, program: QmdProgram) -> None:
    rows = [
        {"file": "qmd://memory-root/MEMORY.md", "score": 0.9 - at / 100, "line": at, "snippet": "x" * 50}
        for at in range(1, 30)
    ]
    program.behaves(results={"memory-root": rows, "memory-alt": [], "memory-dir": []})
    assert [len(hit.snippet) for hit in ask(opened()).hits] == [50] * 6
    assert len(ask(opened(results_max=3), k=10).hits) == 3
    assert len(ask(opened(), k=2).hits) == 2
    assert ask(opened(), k=0).hits == ()
    assert [len(hit.snippet) for hit in ask(opened(snippet_chars_max=7)).hits] == [7] * 6
    assert [len(hit.snippet) for hit in ask(opened(injected_chars_max=120)).hits] == [50, 50, 20]
    assert len(ask(opened(results_max=20), min_score=0.87).hits) == 3


def test_scores_are_kept_between_0_and_1_and_a_passage_comes_once(opened: Open, program: QmdProgram) -> None:
    scores = [12, 10**400, -3, None, "high", True, 0.5]
    rows = [{"file": "qmd://memory-root/MEMORY.md", "score": score, "line": at} for at, score in enumerate(scores, 1)]
    program.behaves(results={"memory-root": [*rows, *rows], "memory-alt": [], "memory-dir": []})
    found = ask(opened(results_max=100))
    assert {hit.start_line: hit.score for hit in found.hits} == {1: 1, 2: 1, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0.5}
    assert len(found.hits) == 7


def test_citations_can_be_left_out(opened: Open) -> None:
    assert [hit.citation for hit in ask(opened(citations=False)).hits] == [None, None]


@pytest.mark.feature("FI-17")
@pytest.mark.parametrize(
    "how, message",
    [
        ("crash", "qmd search ended with 3: Segfault of some kind about: search … -c memory"),
        ("die", "qmd search was ended by signal 11"),
        ("rubbish", "is not JSON"),
        ("empty", "is not JSON"),
        ("flood", "printed more than 4,000,000 bytes and was ended"),
        ("flood-err", "printed more than 4,000,000 bytes and was ended"),
    ],
)
def test_a_program_that_misbehaves_fails_the_search(how: str, message: str, opened: Open, program: QmdProgram) -> None:
    program.behaves(search=how)
    with pytest.raises(FileSearchFailed, match=message):
        ask(opened(), "what was the router")


@pytest.mark.feature("FI-17")
@pytest.mark.parametrize("rows", [[{"score": 1}], [{"file": 3}]], ids=["without a file", "with a number as a file"])
def test_results_that_make_no_sense_fail_the_search(rows: Any, opened: Open, program: QmdProgram) -> None:
    program.behaves(results={"memory-root": rows})
    with pytest.raises(FileSearchFailed, match="without a file"):
        ask(opened())


@pytest.mark.slow
@pytest.mark.feature("FI-17")
def test_a_program_that_hangs_is_ended_with_its_children(opened: Open, program: QmdProgram) -> None:
    search = opened(timeout_s=4.0)
    assert ask(search).hits
    program.behaves(search="hang")
    with pytest.raises(FileSearchFailed, match="did not answer within 4 s and was ended"):
        ask(search)
    assert program.told()
    assert program.all_gone()


def test_what_a_program_leaves_behind_is_ended_too(opened: Open, program: QmdProgram) -> None:
    program.behaves(update="leave")
    search = opened(on_boot=True, thread=False)
    search.tick()
    assert program.told()
    assert program.all_gone()
    assert search.status()["agents"]["main"]["failure"] is None


@pytest.mark.feature("FI-17")
def test_closing_ends_what_runs_and_refuses_further_questions(opened: Open, program: QmdProgram) -> None:
    search = opened(timeout_s=600.0)
    assert ask(search).hits
    program.behaves(search="hang")
    seen: list[Exception] = []

    def run() -> None:
        try:
            ask(search)
        except Closed as error:
            seen.append(error)

    asking = threading.Thread(target=run)
    asking.start()
    assert program.told()
    search.close()
    asking.join(10)
    assert not asking.is_alive()
    assert len(seen) == 1
    assert program.all_gone()
    search.close()
    with pytest.raises(Closed):
        ask(search)


@pytest.mark.feature("FI-17")
@pytest.mark.parametrize(
    "command, message",
    [
        ("qmd-that-is-not-there", "the program qmd-that-is-not-there is not there; install it, or set qmd_command"),
        ("/", "cannot be started"),
    ],
)
def test_a_program_that_cannot_be_started_fails_the_search(command: str, message: str, opened: Open) -> None:
    with pytest.raises(FileSearchFailed, match=message):
        ask(opened(command=command))


def test_the_command_may_be_a_path_with_arguments(opened: Open, program: QmdProgram, tmp_path: Path) -> None:
    folder = tmp_path / "with space"
    folder.mkdir()
    (folder / "qmd").symlink_to(program.path)
    assert ask(opened(command=f"env '{folder / 'qmd'}'")).hits


@pytest.mark.parametrize(
    "text, windows, parts",
    [
        ("qmd --index my#1", False, ("qmd", "--index", "my#1")),
        (r"with\ space/qmd", False, ("with space/qmd",)),
        (r"C:\tools\node.exe C:\tools\qmd.js", True, (r"C:\tools\node.exe", r"C:\tools\qmd.js")),
        (r'"C:\Program Files\node.exe" qmd.js', True, (r"C:\Program Files\node.exe", "qmd.js")),
    ],
)
def test_a_command_is_read_as_the_system_writes_paths(text: str, windows: bool, parts: tuple[str, ...]) -> None:
    assert _command(text, windows=windows) == parts


@pytest.mark.parametrize("command", ["", "  ", "'qmd", "qmd.cmd", "C:/tools/QMD.BAT --quiet"])
def test_a_command_that_cannot_be_one_is_refused(command: str, opened: Open) -> None:
    with pytest.raises(ConfigError, match="qmd_command"):
        opened(command=command)


def test_a_home_that_cannot_be_made_fails_the_search(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileSearchFailed, match="cannot be used"):
        ask(opened(state=tmp_path / "file"))


def test_an_index_that_was_lost_is_made_again(
    opened: Open, program: QmdProgram, tmp_path: Path, seconds: Seconds
) -> None:
    search = opened()
    assert ask(search).hits
    (tmp_path / "state" / "agents" / "main" / "qmd" / "xdg-cache" / "qmd" / "index.json").unlink()
    with pytest.raises(FileSearchFailed, match="Collection not found"):
        ask(search)
    seconds.now += 1
    search.tick()
    assert ask(search).hits


def test_models_a_person_has_are_used_by_every_agent(opened: Open, program: QmdProgram, tmp_path: Path) -> None:
    models = tmp_path / "cache" / "qmd" / "models"
    models.mkdir(parents=True)
    environment = {
        "PATH": f"{program.folder}{os.pathsep}{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    assert ask(opened(environment=environment)).hits
    own = tmp_path / "state" / "agents" / "main" / "qmd" / "xdg-cache" / "qmd" / "models"
    assert own.resolve() == models


@pytest.mark.feature("FI-15")
def test_a_collection_that_is_named_anew_or_left_out_is_taken_from_the_program(
    opened: Open, program: QmdProgram, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("The router is in the attic.\n")
    ask(opened(paths=({"path": str(notes), "name": "old"},)))
    found = ask(opened(paths=({"path": str(notes), "name": "new"},)))
    assert "qmd/new/a.md" in paths(found)
    calls = program.called("collection")
    assert calls.index(["collection", "remove", "old"]) < calls.index(
        ["collection", "add", str(notes), "--name", "new", "--mask", "**/*.md"]
    )
    assert not any(path.startswith("qmd/") for path in paths(ask(opened(paths=()))))
    assert program.called("collection")[-1] == ["collection", "remove", "new"]
