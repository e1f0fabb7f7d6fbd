"""A whole run at a small size."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from recollect import InvalidInput
from recollect.evals.speed import SpeedOptions, run
from recollect.evals.speed.running import peer_names
from recollect.evals.speed.show import show

PEER = """
import sys
from pathlib import Path
from recollect.evals.speed.contest import Plan, Result, Times

if len(sys.argv) == 1:
    print("copycat")
    print("broken")
elif sys.argv[1] == "broken":
    sys.exit("no such package")
else:
    times = Times(p50_s=1.0, p95_s=1.0, n=1)
    sizes = Plan.from_json(sys.argv[3]).sizes
    result = Result(system="copycat", version="copycat 1", hybrid=True, add=times, search=dict.fromkeys(sizes, times))
    Path(sys.argv[4]).write_text(result.to_json())
"""


@pytest.fixture
def peers(tmp_path: Path) -> Path:
    folder = tmp_path / "peers"
    folder.mkdir()
    (folder / "__main__.py").write_text(PEER)
    return folder


@pytest.mark.slow
def test_a_small_run_measures_everything(tmp_path: Path, peers: Path) -> None:
    said: list[str] = []
    options = SpeedOptions(
        sizes=(50, 100),
        foreign_items=200,
        singles=20,
        queries=4,
        repeats=1,
        peers=peers,
        folder=tmp_path / "stores",
    )
    report = run(options, said.append)
    assert [result.system for result in report.results] == ["recollect", "copycat", "broken"]
    assert report.results[2].error == "no such package"
    assert report.beside.foreign == 200
    assert set(report.own.search) == {50, 100}
    assert report.own.bytes_per_item is not None
    assert said
    assert list((tmp_path / "stores").iterdir()) == []
    console = Console(record=True, width=160, file=(tmp_path / "tables.txt").open("w"))
    show(report, console)
    text = console.export_text()
    assert "copycat" in text
    assert "broken was not measured" in text


def test_peers_are_found_by_asking_their_folder(peers: Path) -> None:
    assert peer_names(SpeedOptions(peers=peers)) == ["copycat", "broken"]
    assert peer_names(SpeedOptions(peers=peers, only_peers=("copycat",))) == ["copycat"]
    assert peer_names(SpeedOptions(peers=peers / "nowhere")) == []


def test_a_peer_nobody_knows_is_refused(peers: Path) -> None:
    with pytest.raises(InvalidInput, match="there are copycat, broken"):
        peer_names(SpeedOptions(peers=peers, only_peers=("mystery",)))


@pytest.mark.parametrize("sizes", [(), (10, 10), (100, 10), (0,), (3_000_000,)])
def test_absurd_sizes_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInput, match="sizes must be ascending"):
        SpeedOptions(sizes=sizes)
