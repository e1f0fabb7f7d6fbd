"""Which rows of docs/features.md have a test that passes.

The conftest registers `FeatureReport` for a run with `--features-report FILE`; `python -m tests.features FILE` (what
`make features` calls) prints the table. A row counts when at least one test carries its ID, and all that do passed.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

TABLE = Path(__file__).parents[1] / "docs" / "features.md"
ROW = re.compile(r"^\| (?P<id>[A-Z]{2,3}-\d{2}) \| (?P<capability>.+?) \| (?P<area>.+?) \|$", re.MULTILINE)
STATES = {"passed": "green", "failed": "bold red", "skipped": "yellow", "none": "dim"}


def feature_rows(text: str) -> list[tuple[str, str, str]]:
    """(ID, capability, area) of each row, in the order of the page."""
    return [(row["id"], row["capability"], row["area"]) for row in ROW.finditer(text)]


class FeatureReport:
    """Pytest plugin: gathers the outcome of every test that carries feature marks."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.outcomes: dict[str, str] = {}
        self.features: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        features = [str(value) for key, value in report.user_properties if key == "feature"]
        if not features:
            return
        self.features[report.nodeid] = features
        so_far = self.outcomes.get(report.nodeid, "passed")
        if report.outcome != "passed" and so_far != "failed":
            self.outcomes[report.nodeid] = report.outcome
        else:
            self.outcomes[report.nodeid] = so_far

    def pytest_sessionfinish(self) -> None:
        tests = [
            {"test": test, "outcome": self.outcomes[test], "features": self.features[test]}
            for test in sorted(self.outcomes)
        ]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps({"tests": tests}, indent=1) + "\n", encoding="utf-8")


def state_of(outcomes: Iterable[str]) -> str:
    """A row is as good as its worst test: failed, then passed when any passed, then skipped, then none."""
    seen = set(outcomes)
    for state in ("failed", "passed", "skipped"):
        if state in seen:
            return state
    return "none"


def summarise(
    rows: list[tuple[str, str, str]], tests: list[dict[str, object]]
) -> tuple[dict[str, tuple[str, int]], set[str]]:
    """Per ID its state and number of tests, and the IDs that tests carry and the page lacks."""
    outcomes: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        for feature in test["features"]:  # type: ignore[attr-defined]
            outcomes[feature].append(str(test["outcome"]))
    known = {row[0] for row in rows}
    states = {feature: (state_of(outcomes[feature]), len(outcomes[feature])) for feature in known}
    return states, set(outcomes) - known


def main(report: str) -> int:
    from rich.console import Console
    from rich.table import Table

    rows = feature_rows(TABLE.read_text(encoding="utf-8"))
    tests = json.loads(Path(report).read_text(encoding="utf-8"))["tests"]
    states, unknown = summarise(rows, tests)
    console = Console()
    table = Table("ID", "capability", "area", "tests", "state", title="Features and the tests that show them")
    for feature, capability, area in rows:
        state, count = states[feature]
        table.add_row(feature, capability, area, str(count or ""), f"[{STATES[state]}]{state}[/]")
    console.print(table)

    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for feature, _, area in rows:
        totals[area][states[feature][0]] += 1
    summary = Table("area", "rows", *STATES, title="Totals")
    for area, counts in [*totals.items(), ("all", sum(totals.values(), Counter()))]:
        summary.add_row(area, str(counts.total()), *(str(counts[state]) for state in STATES))
    console.print(summary)

    for feature in sorted(unknown):
        console.print(f"[bold red]{feature}[/] is on a test and not in docs/features.md")
    failed = any(state == "failed" for state, _ in states.values())
    return 1 if unknown or failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
