"""Where sentences end: a number and a full stop are the end of one in English and mostly an ordinal in German."""

from __future__ import annotations

import pytest

from recollect.write.extract.sentences import sentences


def parts(text: str) -> list[str]:
    return [text[one.start : one.end] for one in sentences(text)]


@pytest.mark.parametrize(
    "text, read",
    [
        ("I am 30. Plan a trip.", ["I am 30", "Plan a trip"]),
        ("I am 30. Plan trip", ["I am 30", "Plan trip"]),
        ("i am 30. Help me plan a trip.", ["i am 30", "Help me plan a trip"]),
        ("im 30. plan a trip to rome", ["im 30", "plan a trip to rome"]),
        ("My son is 12. Julia is 10.", ["My son is 12", "Julia is 10"]),
        ("I turned 30. March is a good month.", ["I turned 30", "March is a good month"]),
        ("I have one cat and 12. Guess what I mean!", ["I have one cat and 12", "Guess what I mean"]),
        ("I work from 9 to 5. March is our busy month.", ["I work from 9 to 5", "March is our busy month"]),
        ("I work from 9 to 5. October looks bad.", ["I work from 9 to 5", "October looks bad"]),
        ("I meet them at 9 and 11. December's full.", ["I meet them at 9 and 11", "December's full"]),
        ("My kids are 5 and 7. October was hard.", ["My kids are 5 and 7", "October was hard"]),
        ("I finished chapter 4 of 12. March was slow.", ["I finished chapter 4 of 12", "March was slow"]),
        ("I work until 5. Sep is busy.", ["I work until 5", "Sep is busy"]),
        ("I am 30. Mai is my friend.", ["I am 30", "Mai is my friend"]),
        ("Ich bin 30. Julia ist 28.", ["Ich bin 30", "Julia ist 28"]),
        ("Ich bin 30. Plane eine Reise.", ["Ich bin 30", "Plane eine Reise"]),
        ("Tengo 30. Planea un viaje.", ["Tengo 30", "Planea un viaje"]),
    ],
)
def test_a_number_ends_a_sentence(text: str, read: list[str]) -> None:
    assert parts(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "Ich habe am 12. Mai Geburtstag",
        "am 12. April Zahnarzt",
        "Urlaub vom 12. bis 15. Mai",
        "Im 19. Jahrhundert war das anders",
        "Am 30. geht es los",
        "Der 2. Platz war gut",
        "Termin am 3. Jänner in Bonn",
        "My flight is on 3. July at noon",
        "My flight on 3. July is late",
        "The 12. June is a holiday",
        "I am away from 3 to 12. June this year",
        "The delivery comes am 12. Juni and I am at home",
        "I live in Berlin, am 12. Mai ist Feiertag",
    ],
)
def test_an_ordinal_does_not(text: str) -> None:
    assert parts(text) == [text]
