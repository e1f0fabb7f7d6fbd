"""Who imports whom: the table in pyproject.toml holds, and the table itself has no cycle."""

from __future__ import annotations

import tomllib
from graphlib import TopologicalSorter

from importlinter.application.use_cases import create_report, read_user_options
from importlinter.configuration import configure
from importlinter.domain.contract import registry

from tests.house.may_import import MayImportContract, allowed_table, part_of
from tests.house.source import ROOT, SOURCE


def table() -> dict[str, set[str]]:
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    return allowed_table(contract[0]["allowed"])


def test_every_import_is_one_the_architecture_allows() -> None:
    configure()
    registry.register(MayImportContract, name="may_import")
    report = create_report(read_user_options(str(ROOT / "pyproject.toml")), cache_dir=None)
    problems = [check.metadata for contract, check in report.get_contracts_and_checks() if not check.kept]
    assert not report.could_not_run
    assert problems == []


def test_the_table_of_allowed_imports_has_no_cycle() -> None:
    order = list(TopologicalSorter(table()).static_order())
    assert order.index("errors") < order.index("engine") < order.index("surfaces")


def test_every_part_of_the_package_is_in_the_table() -> None:
    parts = {path.stem for path in SOURCE.glob("*.py")}
    parts |= {path.name for path in SOURCE.iterdir() if path.is_dir() and list(path.rglob("*.py"))}
    assert parts - set(table()) == set()


def test_parts_are_named_by_their_first_step_below_the_package() -> None:
    assert part_of("recollect.read.channels.keyword", "recollect") == "read"
    assert part_of("recollect", "recollect") == "__init__"
