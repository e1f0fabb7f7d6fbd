"""The default ranking puts what answers the question first, with and without vectors, for turns and for memories."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import resources

import numpy as np
import pytest

from recollect.evals.bench_space import BenchSpace, build
from recollect.evals.datasets import Message, Space
from recollect.model.columns import NOTHING
from recollect.model.record import LAYERS, ROLES
from recollect.providers.embedders.static import StaticEmbedder
from recollect.read import candidates, learned
from recollect.read.field import Plot, Ranked
from recollect.read.plan import query_vector, understand
from recollect.read.signals import NAMES, SIGNALS, measure
from recollect.rules import temporal

START = datetime(2024, 3, 4, 18, 0, tzinfo=UTC)

SAID = [
    # session, name, text
    ("s1", "Ana", "Hey Bob, how was your week?"),
    ("s1", "Bob", "Busy! I finally sold the old sailing boat."),
    ("s1", "Ana", "Oh no. What are you going to do with the money?"),
    ("s1", "Bob", "Probably a trip with my sister."),
    ("s2", "Ana", "I started a pottery class on Tuesday."),
    ("s2", "Bob", "Nice, is it difficult?"),
    ("s2", "Ana", "My first three bowls broke in the kiln."),
    ("s3", "Bob", "Our train to Porto leaves at nine."),
    ("s3", "Ana", "Do you have the tickets?"),
    ("s3", "Bob", "Yes, and a window seat."),
]


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder()


def held(embedder: StaticEmbedder | None, said: list[tuple[str, str, str]] = SAID) -> BenchSpace:
    sessions = list(dict.fromkeys(session for session, _, _ in said))
    messages = tuple(
        Message(
            id=str(number),
            session=session,
            role="user",
            name=name,
            content=text,
            occurred_at=START + timedelta(days=30 * sessions.index(session)),
        )
        for number, (session, name, text) in enumerate(said)
    )
    return build(Space(name="talk", messages=messages, questions=()), embedder)


def plot(space: BenchSpace, question: str, embedder: StaticEmbedder | None, **changes: object) -> Plot:
    asked = understand(question, now=START + timedelta(days=90), speakers=space.columns.speakers)
    rows = embedder.embed(asked.texts) if embedder else None
    made = Plot(
        columns=space.columns,
        allowed=np.ones(len(space.columns), dtype=np.bool_),
        conditions=[],
        postings=space.postings(asked.terms),
        cosine=None if rows is None else space.columns.vectors @ query_vector(rows),
        offset=0,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("shown", [0, 1, 3, 40, 59, 200, 210])
@pytest.mark.parametrize("talks", ["few", "many"])
@pytest.mark.parametrize("question", ["What did Bob sell in March?", "Who has the tickets for the train?"])
def test_the_first_sum_is_the_same_however_many_rows_are_shown_or_have_neighbours(
    embedder: StaticEmbedder, shown: int, talks: str, question: str
) -> None:
    alone = [(f"alone {n}", "Eve", f"Note {n}: the train {n * n} sold tickets.") for n in range(200)]
    together = [(f"s{n // 20}", "Eve", text) for n, (_, _, text) in enumerate(alone)]
    space = held(embedder, [*(alone if talks == "few" else together), *SAID])
    columns = space.columns
    assert (columns.linked is None) == (talks == "many")
    allowed = np.zeros(len(columns), dtype=np.bool_)
    allowed[np.random.default_rng(shown).permutation(len(columns))[:shown]] = True
    made = plot(space, question, embedder, allowed=allowed)
    asked = understand(question, now=START + timedelta(days=90), speakers=columns.speakers)
    words = candidates.weigh(columns, made.postings, asked)
    scale = candidates.Scale(words_max=2.0, meaning_low=-0.25, meaning_span=0.5, has_meaning=True)
    assert made.cosine is not None
    own = np.append(words.scores / 2.0 + (made.cosine + 0.25) * 1.6, 0.0)
    expected = own[:-1] + 0.3 * (own[columns.before] + own[columns.after])
    if asked.intervals:
        expected += 0.5 * temporal.fit(columns.time, asked.intervals)
    if asked.names == ("Bob",):
        expected += 0.2 * (columns.speaker == columns.speakers.index("Bob"))
    sums = candidates._first_sum(made, words, scale, asked)
    if made.few_shown:
        np.testing.assert_allclose(sums, expected[made.shown], rtol=1e-5)
    else:
        np.testing.assert_allclose(sums, np.where(allowed, expected, -np.inf), rtol=1e-5)
    best = candidates.candidates([made], asked, wanted=5)[0]
    assert set(best.rows.tolist()) <= set(np.flatnonzero(allowed).tolist())
    assert len(best.rows) == shown


def rank(space: BenchSpace, question: str, embedder: StaticEmbedder | None = None, **changes: object) -> Ranked:
    asked = understand(question, now=START + timedelta(days=90), speakers=space.columns.speakers)
    words = embedder.embed(asked.texts)[2:] if embedder else None
    return learned.rank([plot(space, question, embedder, **changes)], asked, word_vectors=words)


@pytest.mark.feature("RT-09")
@pytest.mark.parametrize("vectors", [True, False])
@pytest.mark.parametrize(
    "question, answer",
    [
        ("What did Bob sell?", 1),
        ("How many bowls of Ana broke?", 6),
        ("When does the train leave?", 7),
        ("What class did Ana start?", 4),
    ],
)
def test_the_answer_comes_first(embedder: StaticEmbedder, question: str, answer: int, vectors: bool) -> None:
    used = embedder if vectors else None
    assert rank(held(used), question, used).places[0] == answer


def test_an_answer_is_found_through_the_question_before_it() -> None:
    assert 3 in rank(held(None), "What will Bob do with the money?").places[:2]


def test_a_date_in_the_question_moves_its_days_up(embedder: StaticEmbedder) -> None:
    space = held(embedder, [(f"s{month}", "Ana", "I baked bread again") for month in range(3)])
    assert rank(space, "What did Ana bake in April 2024?", embedder).places[0] == 1


def test_who_is_named_has_said_it() -> None:
    space = held(None, [("s1", "Ana", "I like my rye bread"), ("s1", "Bob", "I like my rye bread")])
    assert rank(space, "What bread does Bob like?").places[0] == 1
    assert rank(space, "What bread does Ana like?").places[0] == 0


def test_somebody_with_a_name_is_a_person_whichever_role_was_given() -> None:
    space = held(None)
    role = space.columns.role.copy()
    role[1::2] = ROLES.index("assistant")
    turned = replace(space, columns=replace(space.columns, role=role))
    question = "Where does the train of Bob go?"
    assert rank(turned, question).places.tolist() == rank(space, question).places.tolist()


def test_scores_are_probabilities_in_falling_order(embedder: StaticEmbedder) -> None:
    found = rank(held(embedder), "What did Bob sell?", embedder)
    assert found.scores[0] > 0.3
    assert ((found.scores >= 0) & (found.scores <= 1)).all()
    assert (np.diff(found.scores) <= 0).all()
    assert found.tier == "hybrid"


def test_the_components_of_a_hit_add_up_to_its_sum(embedder: StaticEmbedder) -> None:
    question = "What did Bob sell?"
    found = rank(held(embedder), question, embedder)
    components = found.components(found.keys)()
    assert set(components) == set(learned.GROUPS) == set(learned.SIGNAL_WORDS)
    weights = learned.shipped("with_vectors")
    total = np.sum(list(components.values()), axis=0)
    assert weights.probability(total.astype(np.float32)) == pytest.approx(found.scores, abs=1e-4)


def test_rows_that_are_not_allowed_do_not_come_back() -> None:
    allowed = np.ones(len(SAID), dtype=np.bool_)
    allowed[1] = False
    found = rank(held(None), "What did Bob sell?", None, allowed=allowed)
    assert 1 not in found.places
    assert len(found.places) == len(SAID) - 1
    assert len(rank(held(None), "What did Bob sell?", None, allowed=np.zeros(len(SAID), np.bool_)).places) == 0


@pytest.mark.feature("RT-09")
def test_without_a_word_or_a_vector_in_common_the_newest_come_first() -> None:
    found = rank(held(None), "xylophone quartet")
    assert found.tier == "recent"
    assert found.places[0] == len(SAID) - 1


def test_memories_rank_beside_turns() -> None:
    space = held(None, [*SAID, ("s9", "Ana", "Ana is allergic to hazelnuts")])
    columns = space.columns
    last = len(columns) - 1

    def without(values: np.ndarray, value: int) -> np.ndarray:
        changed = values.copy()
        changed[last] = value
        return changed

    memory = replace(
        columns,
        layer=without(columns.layer, LAYERS.index("memory")),
        role=without(columns.role, 0),
        speaker=without(columns.speaker, NOTHING),
        session=without(columns.session, NOTHING),
    )
    assert rank(replace(space, columns=memory), "What is Ana allergic to?").places[0] == last
    assert rank(replace(space, columns=memory), "What did Bob sell?").places[0] == 1


def test_several_spaces_are_ranked_together() -> None:
    mine, shared = held(None), held(None, [("x", "Carla", "The lighthouse key hangs in the hall")])
    question = "Where is the lighthouse key?"
    asked = understand(question, now=START, speakers=("Ana", "Bob", "Carla"))
    plots = [plot(mine, question, None), plot(shared, question, None, offset=len(SAID))]
    found = learned.rank(plots, asked)
    assert found.places[0] == len(SAID)
    assert sorted(found.places.tolist()) == list(range(len(SAID) + 1))


def test_more_than_the_pool_can_be_had_and_the_first_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "POOL_MAX", 4)
    space, question = held(None), "What did Bob sell?"
    asked = understand(question, now=START, speakers=space.columns.speakers)
    few = learned.rank([plot(space, question, None)], asked)
    many = learned.rank([plot(space, question, None)], asked, wanted=8)
    assert len(few.places) == 4
    assert len(many.places) == len(set(many.places.tolist())) == 8
    assert many.places[:4].tolist() == few.places.tolist()
    assert (np.diff(many.scores) <= 0).all()


def test_the_same_question_is_answered_the_same_way(embedder: StaticEmbedder) -> None:
    first, second = (rank(held(embedder), "Where is the train going?", embedder) for _ in range(2))
    assert first.places.tolist() == second.places.tolist()
    assert first.scores.tolist() == second.scores.tolist()


def test_no_signal_is_ever_missing_or_infinite(embedder: StaticEmbedder) -> None:
    for question in ("Where?", "What did Bob sell last March?", "ü", "What did I say yesterday about 3 bowls?"):
        asked = understand(question, now=START, speakers=("Ana", "Bob"))
        found = measure([plot(held(embedder), question, embedder)], asked, word_vectors=embedder.embed(asked.texts)[2:])
        assert found.matrix.shape == (len(NAMES), len(SAID))
        assert np.isfinite(found.matrix).all()


def test_the_shipped_file_is_small_and_names_only_known_signals() -> None:
    text = resources.files("recollect.read").joinpath("weights.json").read_text(encoding="utf-8")
    assert len(text) < 10_000
    for name in ("with_vectors", "words_only"):
        entry = json.loads(text)[name]
        assert set(entry["weights"]) <= set(SIGNALS)
        assert entry["calibration"]["slope"] > 0


def test_a_signal_without_a_weight_counts_for_nothing() -> None:
    weights = learned.parse(
        {"weights": {"words": 2.0}, "means": {"words": 0.5}, "calibration": {"slope": 1, "offset": 0}}
    )
    matrix = np.ones((len(NAMES), 1), dtype=np.float32)
    assert weights.linear(matrix).tolist() == [1.0]
