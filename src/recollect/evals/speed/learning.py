"""What learning costs: gate, extraction and verification of one turn, without a model, on top of storing it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

from recollect.evals.speed.contest import USER
from recollect.memory import Memory

TURNS = 200
_PEOPLE = ("Nora", "Tariq", "Mei", "Oscar", "Lucia", "Piotr", "Amina", "Jonas")
_TOWNS = ("Leeds", "Porto", "Lyon", "Graz", "Osaka", "Lima", "Oslo", "Accra")
_THINGS = ("the choir", "my bike", "the allotment", "chess", "pottery", "the night shift", "my thesis", "the dog")
_SAYINGS = (
    "My cousin {person} moved to {town} last year, so we only talk on Sundays.",
    "I really enjoy {thing}, but I don't like getting up early for it. Any tips?",
    "We decided to go to {town} in August. Can you help me plan the trip?",
    "I have to send {person} the report by Friday, otherwise {thing} has to wait.",
    "I used to live in {town}; now I work from home and spend my evenings on {thing}.",
    "From now on keep your answers short please, and call me {person}.",
    "How long does the train to {town} take, and is it worth booking early?",
    "{person} is my neighbour and looks after {thing} when I'm in {town}.",
)


@dataclass(frozen=True, kw_only=True)
class LearningCost:
    """Processor time of one turn, all threads."""

    turns: int
    plain_ms: float
    """Storing it, and no more."""
    learned_ms: float
    """Storing it, then gate, extraction and verification of what it says."""

    @property
    def on_top_ms(self) -> float:
        return self.learned_ms - self.plain_ms


def measure(folder: Path, *, turns: int = TURNS, seed: int = 7) -> LearningCost:
    """The same turns into two stores, one of which learns from them."""
    folder.mkdir(parents=True, exist_ok=True)
    said = _turns(2 * turns, seed)
    plain_ms = _spent_ms(folder / "plain.db", said, extraction="off")
    learned_ms = _spent_ms(folder / "learned.db", said, extraction="rules")
    return LearningCost(turns=turns, plain_ms=plain_ms, learned_ms=learned_ms)


def _turns(count: int, seed: int) -> list[str]:
    all_turns = [
        saying.format(person=person, town=town, thing=thing)
        for saying, person, town, thing in product(_SAYINGS, _PEOPLE, _TOWNS, _THINGS)
    ]
    Random(seed).shuffle(all_turns)
    return all_turns[:count]


def _spent_ms(path: Path, said: list[str], *, extraction: str) -> float:
    """The first half warms up and gives the second half something to be weighed against."""
    half = len(said) // 2
    with Memory(path, config_file=path.with_name("none.toml"), extraction=extraction, worker="off") as memory:
        for text in said[:half]:
            memory.add([{"role": "user", "content": text}], user=USER, wait=True)
        begun = time.process_time()
        for text in said[half:]:
            memory.add([{"role": "user", "content": text}], user=USER, wait=True)
        return (time.process_time() - begun) / half * 1000
