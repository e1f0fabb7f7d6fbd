"""A memory for the Studio to show: people, conversations, profiles, conflicts, a graph, jobs, and texts that attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice

from recollect import Memory
from recollect.contracts.store import Batch
from recollect.model.job import DEAD, Job
from recollect.model.scope import Scope
from tests.clock import Clock

HOSTILE = (
    "<img src=x onerror=\"window.attacked='img'\">",
    "<script>window.attacked='script'</script>",
    "\"><svg onload=window.attacked='svg'>",
    "javascript:window.attacked='url'//",
    "</textarea></title><iframe srcdoc=\"<script>parent.attacked='frame'</script>\">",
    "{{constructor.constructor('window.attacked=1')()}} ${window.attacked='template'}",
    "\u202egnp.exe\u202c mirrored, \u0007 bell, e\u0301\u0301\u0301 stacked",
)
"""Texts that do something where a page takes them for markup or for a program."""
PEOPLE = ("Ana", "Ben", "Chloe", "Dmitri", "Emeka", "Farah", "Goran", "Hana", "Ivo", "Jun")
CITIES = ("Lisbon", "Berlin", "Osaka", "Lagos", "Quito", "Oslo", "Tunis", "Hanoi", "Porto", "Lyon")
FIRMS = ("Acme", "Northstar", "Globex", "Initech", "Umbrella", "Hooli", "Vandelay", "Stark", "Wayne", "Tyrell")
LIKES = ("hiking in the mountains", "black coffee", "jazz records", "sourdough bread", "chess", "cold swimming")
STATEMENTS = (
    "{person} works at {firm}",
    "{person} lives in {city}",
    "{person} is married to {other}",
    "{firm} is based in {city}",
    "{person} knows {other}",
    "{person} likes {like}",
    "{person} visited {city} with {other}",
)
DAYS = 18
STORY = (
    ("fact", "Ana is a paediatric nurse at Hospital de São João in Porto"),
    ("preference", "Ana likes to be answered in short sentences"),
    ("relationship", "Ana is married to Tom, who plays the cello"),
    ("fact", "Ana has a daughter, Inês, who started school in September"),
    ("skill", "Ana speaks Portuguese, English and a little German"),
    ("preference", "Ana prefers tea to coffee in the afternoon"),
    ("fact", "Ana wants to run the Porto half marathon in under two hours"),
    ("preference", "Ana goes swimming every Tuesday before her shift"),
    ("fact", "Ana's shift plan comes out on the 20th of each month"),
    ("event", "Ana moved from Lisbon to Porto in May"),
    ("commitment", "Ana promised to send Tom the kiln booking by Friday"),
    ("preference", "Ana does not eat fish"),
    ("fact", "Ana is restoring an old rowing boat with her brother Rui"),
    ("decision", "Ana decided to take the ceramics course instead of pilates"),
    ("fact", "Rui lives in Coimbra and works at Acme as an engineer"),
    ("event", "Ana and Tom visited Osaka with Hana last spring"),
    ("fact", "The rowing boat is called Andorinha and lies in Aveiro"),
    ("fact", "Ana cannot work nights before Inês turns eight"),
    ("preference", "Ana likes jazz records from the sixties"),
    ("fact", "Ana plans to read one novel in German this year"),
)
"""What is known of Ana, as (kind, text)."""
DECISION = {
    "role": "user",
    "name": "Ana",
    "content": "We decided to use stoneware clay for the ceramics course in Porto.",
}
TALK = (
    {"role": "user", "name": "Ana", "content": "The ceramics workshop in Porto starts on June 12."},
    {"role": "assistant", "content": "Which clay will you use in the ceramics workshop?"},
    DECISION,
    {"role": "user", "name": "Ana", "content": "I need to book the kiln in Porto before Friday."},
)


def statements(count: int) -> list[str]:
    """So many different sentences about the same people, places and firms, always the same ones."""
    made: dict[str, None] = {}
    number = 0
    while len(made) < count:
        person, other = PEOPLE[number % 10], PEOPLE[(number // 7 + 3) % 10]
        words = {
            "person": person,
            "other": other,
            "firm": FIRMS[(number // 3) % 10],
            "city": CITIES[(number // 5) % 10],
            "like": LIKES[(number // 2) % 6],
        }
        text = STATEMENTS[number % 7].format(**words)
        made[text if text not in made else f"{text}, as said on day {number}"] = None
        number += 1
    return list(made)


def batched(story: Sequence[tuple[str, str]], size: int) -> Iterator[list[tuple[str, str]]]:
    left = iter(story)
    while part := list(islice(left, size)):
        yield part


def fill(memory: Memory, clock: Clock, *, tenant: str, count: int = 240) -> None:
    """Fill the memory of a tenant over the last weeks: a few users and what is shared."""
    end = clock.now
    clock.forward(days=-DAYS)
    texts = statements(count)
    for week, part in enumerate(batched(STORY, 5)):
        memory.add_many([{"content": text, "tags": ["seed"]} for text in texts[week * 10 : week * 10 + 10]], user="ana")
        memory.add_many([{"content": text, "kind": kind} for kind, text in part], user="ana", agent="tutor")
        clock.forward(days=4)
    memory.add_many([{"content": text} for text in texts[count // 2 :]], user="ben")
    memory.add_many([{"content": f"Hostile text {i}: {text}"} for i, text in enumerate(HOSTILE)], user="mallory")
    memory.add("Ana lives in Berlin", user="dana")
    clock.forward(days=2)
    memory.add("Ana lives in Lisbon now, no longer in Berlin", user="dana")
    memory.add(list(TALK), user="ana", session="ceramics", agent="tutor")
    memory.sync(user="ana", timeout_s=30)
    memory.override("Ana is allergic to walnuts", user="ana")
    profile = memory.rebuild_profile(user="ana")
    assert profile.record is not None
    memory.update(profile.record.id, content=profile.text + "\nAna is learning Portuguese.")
    disagree(memory)
    bury(memory, tenant=tenant, now=clock())
    clock.now = max(clock.now, end)


def disagree(memory: Memory) -> None:
    """A shared truth that would change, and a person's statement that is unsure."""
    memory.add("The office closes at 6pm")
    memory.add("The office closes at 5pm")
    doubt(memory)
    assert len(memory.conflicts(everyone=True)) == 2


def doubt(memory: Memory) -> None:
    """A statement that is less sure than what is known of a person."""
    memory.add("Chloe works at Acme", user="chloe")
    memory.add("Chloe works at Northstar", user="chloe", confidence=0.5)


def bury(memory: Memory, *, tenant: str, now: datetime, id: str = "job-without-luck") -> None:
    """A job that failed for good."""
    scope = Scope(tenant=tenant, user="ana")
    job = Job(
        id=id,
        kind="graph",
        scope=scope,
        state=DEAD,
        attempts=5,
        created_at=now - timedelta(seconds=62),
        run_at=now - timedelta(seconds=2),
        finished_at=now,
        error=f"ModelFailed: the model said {HOSTILE[0]}",
    )
    memory._running.store.write(scope, Batch(jobs=(job,)))
