"""The feature table and the marks on the tests speak of the same rows."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from tests.features import TABLE, FeatureReport, feature_rows, main, summarise
from tests.house.source import ROOT, name_of

AREAS = {"core", "write path", "layers", "server", "files", "studio", "scale"}


def rows() -> list[tuple[str, str, str]]:
    return feature_rows(TABLE.read_text(encoding="utf-8"))


def marks(path: Path) -> list[tuple[int, ast.expr]]:
    """Line and argument of each `mark.feature(…)` in a file."""
    return [
        (node.lineno, argument)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.feature")
        for argument in node.args
    ]


def test_every_feature_mark_names_a_row_of_the_table() -> None:
    known = {row[0] for row in rows()}
    wrong = [
        f"{name_of(path)}:{line}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line, argument in marks(path)
        if not (isinstance(argument, ast.Constant) and argument.value in known)
    ]
    assert wrong == []


def test_the_table_has_each_row_once_with_an_area() -> None:
    ids = [row[0] for row in rows()]
    assert len(ids) == len(set(ids)) == 180
    assert {row[2] for row in rows()} <= AREAS


def test_every_line_of_the_table_is_understood() -> None:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    headings = [line for line in lines if line.startswith("| ID ")]
    assert len(lines) - len(headings) == len(rows())


@pytest.mark.parametrize(
    "outcomes, state",
    [
        ([], "none"),
        (["passed"], "passed"),
        (["passed", "failed"], "failed"),
        (["skipped"], "skipped"),
        (["skipped", "passed"], "passed"),
    ],
)
def test_a_row_is_as_good_as_its_tests(outcomes: list[str], state: str) -> None:
    tests: list[dict[str, object]] = [{"features": ["RT-02"], "outcome": outcome} for outcome in outcomes]
    states, unknown = summarise([("RT-02", "fusion", "core")], tests)
    assert states["RT-02"] == (state, len(outcomes))
    assert unknown == set()


@pytest.mark.parametrize("feature, status", [("RT-02", 0), ("ZZ-99", 1)])
def test_a_mark_without_a_row_fails_the_report(
    feature: str, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "features.json"
    report.write_text(json.dumps({"tests": [{"test": "t", "outcome": "passed", "features": [feature]}]}))
    assert main(str(report)) == status
    assert ("not in docs/features.md" in capsys.readouterr().out) is bool(status)


def test_a_test_that_fails_in_any_phase_counts_as_failed(tmp_path: Path) -> None:
    plugin = FeatureReport(str(tmp_path / "report.json"))
    for phase, outcome in [("setup", "passed"), ("call", "passed"), ("teardown", "failed")]:
        plugin.pytest_runtest_logreport(
            pytest.TestReport(
                nodeid="t",
                location=("t.py", 1, "t"),
                keywords={},
                outcome=outcome,  # type: ignore[arg-type]
                longrepr=None,
                when=phase,  # type: ignore[arg-type]
                user_properties=[("feature", "RT-02")],
            )
        )
    plugin.pytest_sessionfinish()
    assert json.loads((tmp_path / "report.json").read_text())["tests"][0]["outcome"] == "failed"
