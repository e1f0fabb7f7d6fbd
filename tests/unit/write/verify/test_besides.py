"""What a statement tells beside what has changed is not hidden with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE, Verdict

BESIDES = """Ana lives in Lisbon and works at Acme | Ana moved to Porto
Ana lives in Lisbon and works at Acme | Ana works at Globex now
Ana works at Acme and lives in Rome | Ana lives in Oslo
Ana lives in Lisbon. She works at Acme. | Ana lives in Porto
Zoe lives in Ghent and plays the oboe | Zoe lives in Bruges
The project uses Postgres and runs on AWS | The project uses MySQL now
Ana wohnt in Berlin und arbeitet bei Siemens | Ana wohnt in Hamburg""".splitlines()

ALL_OF_IT = """Ana lives in Lisbon and works at Acme | Ana moved to Porto and works at Globex
Zoe lives in Ghent | Zoe lives in Bruges and plays the oboe
Ana lives in Rome and loves it there | Ana lives in Oslo
Ana moved to Rome and bought a flat | Ana moved to Oslo
Ana quit Acme and works at Globex | Ana works at Initech
Ana has two cats and a dog | Ana has three cats and a dog
Our dishwasher is a Bosch and makes noise | Our dishwasher died""".splitlines()


@pytest.mark.parametrize("line", BESIDES)
def test_a_statement_that_tells_of_something_else_too_stays(decide: Callable[..., Verdict], line: str) -> None:
    verdict = decide(*line.split(" | "))
    assert (verdict.label, verdict.guard) == (KEEP_BOTH, "besides")


@pytest.mark.parametrize("line", ALL_OF_IT)
def test_what_is_spoken_of_as_a_whole_is_replaced(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE
