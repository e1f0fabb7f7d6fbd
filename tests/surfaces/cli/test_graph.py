"""`recollect graph` and `recollect bench graph`."""

from __future__ import annotations

import pytest

from tests.surfaces.cli.conftest import Cli


@pytest.fixture
def told(cli: Cli) -> Cli:
    for text in ("Ines works at Orbit", "Orbit is based in Ghent", "Paul works at Orbit"):
        cli.ok("add", text, "--user", "ana")
    return cli


@pytest.mark.feature("GR-07")
def test_what_lies_around_somebody_is_drawn(told: Cli) -> None:
    shown = told.ok("graph", "Ines", "--user", "ana")
    assert [line.strip("├─└│ ") for line in shown.splitlines()][:4] == [
        "Ines  person",
        "works at → Orbit  company",
        "based in → Ghent  place",
        "← works at Paul  person",
    ]
    assert "Ghent" not in told.ok("graph", "Ines", "--user", "ana", "--depth", "1")


def test_it_can_be_had_as_json_and_dot(told: Cli) -> None:
    found = told.json("graph", "ines", "--user", "ana")
    assert found["start"]["name"] == "Ines"
    assert {one["name"]: one["distance"] for one in found["entities"]} == {"Ines": 0, "Orbit": 1, "Ghent": 2, "Paul": 2}
    assert {one["relation"] for one in found["relations"]} == {"works at", "based in"}
    dot = told.ok("graph", "Ines", "--user", "ana", "--dot", "-")
    assert dot.startswith("digraph recollect {")
    assert 'label="works at"' in dot
    told.ok("graph", "Ines", "--user", "ana", "--dot", told.folder / "graph.dot")
    assert (told.folder / "graph.dot").read_text(encoding="utf-8").strip() == dot.strip()


def test_without_a_name_the_best_known_are_listed(told: Cli) -> None:
    assert "Orbit" in told.ok("graph", "--user", "ana")
    (place,) = told.json("graph", "--user", "ana", "--type", "place")["entities"]
    assert (place["name"], place["mentions"]) == ("Ghent", 1)
    assert told.ok("graph", "--user", "bob").strip() == "nobody and nothing is known yet"
    assert "nobody and nothing is known yet. Name a --user." in told.ok("graph")


def test_mistakes_are_told(told: Cli) -> None:
    assert "--user" not in told.fails("graph", "Nobody", "--user", "ana", code="not_found")
    assert "Name a --user" in told.fails("graph", "Ines", code="not_found")
    told.fails("graph", "Ines", "--user", "ana", "--depth", "5", code="invalid_input")
    told.fails("graph", "--user", "ana", "--dot", "-", code="invalid_input")
    told.fails("graph", "Ines", "--user", "ana", "--dot", told.folder / "no" / "x.dot", code="invalid_input")
    told.fails("graph", "Ines", "--user", "ana", "--type", "place", code="invalid_input")
    told.fails("graph", "Ines", "--user", "ana", "--limit", "3", code="invalid_input")
    told.fails("bench", "graph", "--edges", "1", code="invalid_input")


def test_other_names_are_listed_and_not_the_same_name_folded(cli: Cli) -> None:
    cli.ok("add", "José Álvarez works at The Orbit GmbH", "--user", "ana")
    cli.ok("add", "José lives in Ghent", "--user", "ana")
    found = {one["name"]: one["aliases"] for one in cli.json("graph", "--user", "ana")["entities"]}
    assert found["José Álvarez"] == ["jose", "jose alvarez"]
    lines = cli.ok("graph", "--user", "ana").splitlines()
    (line,) = [line for line in lines if "José" in line]
    assert "jose" in line
    assert "jose alvarez" not in line
    assert not any("orbit" in line for line in lines)


def test_the_same_name_in_both_spaces_is_drawn_once(told: Cli) -> None:
    told.ok("add", "Ines lives in Ghent")
    told.ok("add", "Ines works at Orbit")
    shown = told.ok("graph", "Ines", "--user", "ana")
    assert shown.count("Ines  person") == 1
    assert "lives in" in shown


def test_walks_are_timed_beside_a_recursive_query(cli: Cli) -> None:
    report = cli.json("bench", "graph", "--edges", "300", "--walks", "2")
    assert report["edges"] == 300
    assert [(one["start"], one["depth"]) for one in report["walks"]] == [
        ("ordinary", 2), ("ordinary", 4), ("largest", 2), ("largest", 4),
    ]  # fmt: skip
    assert all(one["p50_ms"] > 0 and one["sql_p50_ms"] > 0 for one in report["walks"])
