"""Where two statements share no more than what a number counts, both stay."""

from __future__ import annotations

import pytest

from recollect.write.verify.judge import SUPERSEDE
from tests.unit.write.verify.conftest import Judge

OF_ITS_OWN = """User takes 5 mg of warfarin | User takes 20 mg of statin
User met Bob in room 12 | User keeps her bike in room 15
User loved season 2 | User disliked season 5""".splitlines()

OF_THE_SAME = """The server runs on port 8080. | The server listens on port 9090.
My daughter is 140 cm tall. | My daughter measures 150 cm.
Emma is 140 cm tall. | Emma has grown to 150 cm.
User takes 5 mg of warfarin | User takes 10 mg of warfarin
User's desk is in room 12 | User's desk is in room 15
User's desk is in room 12 | User's desk is now in room 15""".splitlines()


@pytest.mark.parametrize("line", OF_ITS_OWN)
def test_each_stays_that_says_a_thing_of_its_own(line: str, decide: Judge) -> None:
    assert decide(*line.split(" | ")).label == "keep_both"


@pytest.mark.parametrize("line", OF_THE_SAME)
def test_another_number_of_the_same_thing_replaces_it(line: str, decide: Judge) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE
