"""The words without which no sentence tells an end: none that a pattern finds may lack one of them."""

from __future__ import annotations

import random
import re
import re._parser as parser  # type: ignore[import-not-found]
from typing import Any

import pytest

from recollect.read import over
from recollect.read.said import Text

PATTERNS = {
    "end": over._END.pattern,
    "own end": over._OWN_END.pattern,
    "now": over._NOW.pattern,
    **{f"end of {slots[0]}": words.pattern for slots, words in over._ENDS_OF},
}


def sample(tree: Any, chance: random.Random) -> str:
    """A text that the parsed pattern matches."""
    made = ""
    for kind, held in tree:
        name = str(kind)
        if name == "LITERAL":
            made += chr(held)
        elif name == "BRANCH":
            made += sample(chance.choice(held[1]), chance)
        elif name == "SUBPATTERN":
            made += sample(held[3], chance)
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            low, high, inner = held
            for _ in range(chance.randint(low, min(int(high), low + 3))):
                made += sample(inner, chance)
        elif name == "IN":
            _, what = chance.choice([one for one in held if str(one[0]) in ("LITERAL", "CATEGORY")])
            made += chr(what) if isinstance(what, int) and str(what) != "CATEGORY_WORD" else chance.choice("bkzyx")
        else:
            assert name == "AT", name
    return made


@pytest.mark.parametrize("name", PATTERNS)
def test_what_a_pattern_of_an_end_finds_holds_a_word_that_turns(name: str) -> None:
    chance = random.Random(name)
    tree = parser.parse(PATTERNS[name])
    seen = set()
    for _ in range(4000):
        text = f"{chance.choice(('', 'Kim ', 'the cat '))}{sample(tree, chance)}"
        if name != "own end" and re.search(PATTERNS[name], text) is None:
            continue  # the end of a word that a made-up one ran into
        seen.add(text)
        assert Text(text).ending, text
    assert len(seen) > 10


@pytest.mark.parametrize(
    "text, ends",
    [
        ("Kim sold the red car.", True),
        ("As of May it is Bern.", True),
        ("The car is as red as a cherry.", False),
        ("It was sold-out last night.", True),
        ("Ana left Bosch.", True),
        ("Kim likes the red car.", False),
    ],
)
def test_only_a_sentence_with_a_word_that_turns_is_read_for_an_end(text: str, ends: bool) -> None:
    assert bool(Text(text).ending) is ends
