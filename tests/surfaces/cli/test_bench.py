"""bench recall on a made-up conversation in LoCoMo's format; bench speed at its smallest."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

TINY = [
    {
        "sample_id": "tiny-1",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Bo",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ana", "dia_id": "D1:1", "text": "I adopted a parrot named Kiwi."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "I started pottery classes on Tuesdays."},
            ],
            "session_2_date_time": "2:10 pm on 20 June, 2023",
            "session_2": [
                {"speaker": "Ana", "dia_id": "D2:1", "text": "Kiwi learned to whistle the anthem."},
                {"speaker": "Bo", "dia_id": "D2:2", "text": "My bowl exploded in the kiln."},
                {"speaker": "Bo", "dia_id": "D2:3", "text": ""},
            ],
        },
        "qa": [
            {"question": "What did Kiwi learn to whistle?", "answer": "x", "evidence": ["D2:1"], "category": 4},
            {
                "question": "What are Bo's pottery classes and bowl?",
                "answer": "x",
                "evidence": ["D1:2", "D2:2"],
                "category": 1,
            },
            {"question": "What exploded in the kiln?", "adversarial_answer": "x", "evidence": ["D2:2"], "category": 5},
        ],
    }
]


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    folder = tmp_path / "sets" / "locomo"
    folder.mkdir(parents=True)
    (folder / "tiny.json").write_text(json.dumps(TINY), encoding="utf-8")
    return folder


def test_recall_is_counted_for_turns_and_sessions(cli: Any, tiny: Path) -> None:
    report = cli.json("bench", "recall", "locomo", tiny)
    assert (report["dataset"], report["spaces"], report["questions"]) == ("locomo", 1, 3)
    (result,) = report["systems"]
    assert result["system"] == "recollect"
    assert result["total"]["n"] == 3
    assert result["answerable"]["n"] == 2
    assert set(result["categories"]) == {"single-hop", "multi-hop", "adversarial"}
    values = result["total"]["values"]
    assert values["turn_fraction@20"] == values["session_all@5"] == 1.0
    assert {
        f"{level}_{kind}@{cut}"
        for level in ("turn", "session")
        for kind in ("any", "all", "fraction")
        for cut in (1, 3, 5, 10, 20)
    } <= set(values)
    assert not cli.store.exists()


def test_baselines_are_measured_side_by_side(cli: Any, tiny: Path) -> None:
    report = cli.json("bench", "recall", "locomo", tiny, "--system", "all")
    assert [result["system"] for result in report["systems"]] == ["recollect", "bm25", "vector", "rrf", "weighted"]
    shown = cli.ok("bench", "recall", "locomo", tiny, "--system", "bm25", "--system", "vector")
    assert "Side by side" in shown
    assert "by category" in shown


def test_tables_for_people_have_every_category(cli: Any, tiny: Path) -> None:
    shown = cli.ok("bench", "recall", "locomo", tiny)
    for part in ("recollect: turns", "recollect: sessions", "multi-hop", "all but adversarial", "nDCG@10", "fraction"):
        assert part in shown


def test_the_folder_of_data_sets_is_a_setting(cli: Any, tiny: Path) -> None:
    report = cli.json("bench", "recall", "locomo", "--brief", RECOLLECT_BENCH_DATA=str(tiny.parent))
    assert report["questions"] == 3
    assert "RECOLLECT_BENCH_DATA" in cli.fails("bench", "recall", "locomo", code="invalid_input")


def test_data_that_is_not_there_or_not_what_it_says_is_refused(cli: Any, tiny: Path, tmp_path: Path) -> None:
    assert "locomo, longmemeval" in cli.fails("bench", "recall", "nonsense", tiny, code="unknown_name")
    assert "does not exist" in cli.fails("bench", "recall", "locomo", tmp_path / "no", code="invalid_input")
    assert "realtalk" in cli.fails("bench", "recall", "realtalk", tiny, code="invalid_input")
    assert "bm25" in cli.fails("bench", "recall", "locomo", tiny, "--system", "nonsense", code="unknown_name")
    assert "BEAM folder" in cli.fails("bench", "updates", tiny, code="invalid_input")
    (tiny / "odd.json").write_text("{", encoding="utf-8")
    cli.fails("bench", "recall", "locomo", tiny, code="invalid_input")


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="needs the extra `plots`")
@pytest.mark.slow
def test_a_plot_is_written(cli: Any, tiny: Path, tmp_path: Path) -> None:
    plot = tmp_path / "plots" / "recall.png"
    cli.ok("bench", "recall", "locomo", tiny, "--plot", plot)
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_wrong_sizes_are_refused_before_anything_is_measured(cli: Any) -> None:
    assert "--sizes" in cli.fails("bench", "speed", "--sizes", "some", code="invalid_input")
    cli.fails("bench", "speed", "--sizes", "0", code="invalid_input")


@pytest.mark.slow
def test_speed_is_measured_and_printed(cli: Any) -> None:
    done = cli.process(
        "bench",
        "speed",
        "--sizes",
        "50",
        "--foreign",
        "100",
        "--singles",
        "3",
        "--queries",
        "3",
        "--no-peers",
        "--json",
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["rows"]
    assert report["bars"]
