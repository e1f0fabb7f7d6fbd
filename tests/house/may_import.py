"""A contract type for import-linter: an allow-list per folder, so that a new folder is refused until it is listed.

Import-linter's own contracts name what is forbidden; the architecture says what is allowed, and this says it the same
way. Only direct imports are judged: what a folder reaches through an allowed one is that one's affair.
"""

from __future__ import annotations

from collections import defaultdict

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

ROOT = "__init__"


def allowed_table(lines: list[str]) -> dict[str, set[str]]:
    """`"read: model rules"` -> `{"read": {"model", "rules"}}`."""
    table: dict[str, set[str]] = {}
    for line in lines:
        name, _, targets = line.partition(":")
        table[name.strip()] = set(targets.split())
    return table


def part_of(module: str, package: str) -> str:
    """`recollect.read.plan` -> `read`; the package's own `__init__` -> `__init__`."""
    if module == package:
        return ROOT
    return module.removeprefix(package + ".").partition(".")[0]


class MayImportContract(Contract):
    """`package`, and `allowed`: lines of `part: part part …`."""

    type_name = "may_import"

    package = fields.StringField()
    allowed = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        package = str(self.package)
        table = allowed_table(list(self.allowed))
        unlisted: set[str] = set()
        broken: dict[str, set[str]] = defaultdict(set)
        for importer in graph.modules:
            source = part_of(importer, package)
            if source not in table:
                unlisted.add(source)
                continue
            for imported in graph.find_modules_directly_imported_by(importer):
                target = part_of(imported, package)
                if target != source and target not in table[source]:
                    broken[f"{source} -> {target}"].add(f"{importer} -> {imported}")
        return ContractCheck(
            kept=not unlisted and not broken, metadata={"unlisted": sorted(unlisted), "broken": dict(broken)}
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        for name in check.metadata["unlisted"]:
            output.print_error(f"{name} is not listed: say in pyproject.toml what it may import.")
        for rule, imports in sorted(check.metadata["broken"].items()):
            output.print_error(f"{rule} is not allowed:")
            for line in sorted(imports):
                output.print_error(f"    {line}")
