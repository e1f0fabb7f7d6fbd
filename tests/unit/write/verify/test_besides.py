"""What a statement tells beside what has changed is not hidden with it."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from recollect.write.verify.besides import _JOINT
from recollect.write.verify.judge import KEEP_BOTH, SUPERSEDE, Verdict

BESIDES = """Ana lives in Lisbon and works at Acme | Ana moved to Porto
Ana lives in Lisbon and works at Acme | Ana works at Globex now
Ana works at Acme and lives in Rome | Ana lives in Oslo
Ana lives in Lisbon. She works at Acme. | Ana lives in Porto
Zoe lives in Ghent and plays the oboe | Zoe lives in Bruges
The project uses Postgres and runs on AWS | The project uses MySQL now
Ana wohnt in Berlin und arbeitet bei Siemens | Ana wohnt in Hamburg
User is 30 and diabetic | User turned 31 last week
User is 60, widowed | User is 61 now
User is 19 and from Poland | User is 20
User's son Ben is 4 and deaf | User's son Ben turned 5
Ana ist 30 und Diabetikerin | Ana ist jetzt 31""".splitlines()

ALL_OF_IT = """Ana lives in Lisbon and works at Acme | Ana moved to Porto and works at Globex
Zoe lives in Ghent | Zoe lives in Bruges and plays the oboe
Ana lives in Rome and loves it there | Ana lives in Oslo
Ana moved to Rome and bought a flat | Ana moved to Oslo
Ana quit Acme and works at Globex | Ana works at Initech
Ana has two cats and a dog | Ana has three cats and a dog
Our dishwasher is a Bosch and makes noise | Our dishwasher died
User is 30 and diabetic | User is 31 and diabetic
User is 60, not 50 | User is 61
User turned 30, last week | User is 31""".splitlines()


@pytest.mark.parametrize("line", BESIDES)
def test_a_statement_that_tells_of_something_else_too_stays(decide: Callable[..., Verdict], line: str) -> None:
    verdict = decide(*line.split(" | "))
    assert (verdict.label, verdict.guard) == (KEEP_BOTH, "besides")


@pytest.mark.parametrize("line", ALL_OF_IT)
def test_what_is_spoken_of_as_a_whole_is_replaced(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE


@pytest.mark.slow
def test_a_long_stretch_of_spaces_is_read_in_time_that_grows_with_it() -> None:
    start = time.process_time()
    assert not _JOINT.search(" " * 60_000)
    assert time.process_time() - start < 5.0
