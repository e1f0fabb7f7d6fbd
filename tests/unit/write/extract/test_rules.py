"""What one turn gives: content in the third person, kind, polarity, certainty, tags, times, names and ties."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from recollect.model.claim import Claim, Mention, Relation
from recollect.write.extract import rules
from recollect.write.extract.rules import TEXT_BYTES_MAX, extract

AT = datetime(2025, 5, 15, 12, tzinfo=UTC)  # a Thursday


def claims(text: str, before: str | None = None, speaker: str | None = None) -> tuple[Claim, ...]:
    return extract(text, speaker=speaker, at=AT, before=before)


def contents(text: str, before: str | None = None, speaker: str | None = None) -> list[str]:
    return [claim.content for claim in claims(text, before, speaker)]


def only(text: str, before: str | None = None, speaker: str | None = None) -> Claim:
    found = claims(text, before, speaker)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    "text, content",
    [
        ("I live in Porto.", "User lives in Porto"),
        ("I'm a plumber", "User is a plumber"),
        ("I've got two cats", "User has got two cats"),
        ("I don't eat pork", "User doesn't eat pork"),
        ("my brother Idris is a pilot", "User's brother Idris is a pilot"),
        ("Our house has a flat roof", "User's house has a flat roof"),
        ("I study law and I watch my weight", "User studies law"),
        ("every Friday I cook for my parents", "Every Friday User cooks for their parents"),
        ("My birthday is May 3.", "User's birthday is May 3"),
        ("My exam is on May 9.", "User's exam is on May 9"),
        ("I sold my jam at the fair on May 29th", "User sold their jam at the fair on May 29th"),
    ],
)
def test_content_is_in_the_third_person_with_the_name_of_the_speaker(text: str, content: str) -> None:
    assert contents(text)[0] == content


def test_a_quotation_at_the_end_is_closed() -> None:
    assert contents('My favourite book is "Dune".') == ['User\'s favourite book is "Dune"']
    assert contents("I am 5'11\" tall") == ["User is 5'11\" tall"]


@pytest.mark.parametrize(
    "text, content",
    [
        ("I work at [project].", "User works at [project]"),
        ("I live in <city>.", "User lives in <city>"),
        ("My dog is called {{name}}.", "User's dog is called {{name}}"),
        ("I live in “[city]”.", 'User lives in "[city]"'),
        ("I have a dog [golden retriever].", "User has a dog [golden retriever]"),
        ("Ich wohne in [Stadt].", "User wohnt in [Stadt]"),
        ("I work at [Acme](https://acme.example).", "User works at [Acme](https://acme.example)"),
        ("I am a nurse [ICU] in Berlin.", "User is a nurse [ICU] in Berlin"),
        ("My salary is <5000 euros.", "User's salary is <5000 euros"),
        ("I love ***really*** spicy food.", "User loves ***really*** spicy food"),
    ],
)
def test_brackets_at_the_end_are_closed_where_they_were(text: str, content: str) -> None:
    assert contents(text) == [content]


@pytest.mark.parametrize("mark", ["[REDACTED]", "<PERSON_1>", "[ORG]", "{{CITY 2}}", "***", "█████"])
@pytest.mark.parametrize(
    "text",
    [
        "I work at {}.",
        "I live in {}",
        "My brother {} lives in Rome.",
        "I moved from {} to Oslo.",
        "Ich wohne in {}.",
        "J'habite à {}.",
    ],
)
def test_of_what_was_taken_out_nothing_is_learned(text: str, mark: str) -> None:
    assert contents(text.replace("{}", mark)) == []


def test_a_known_speaker_is_named() -> None:
    assert contents("I used to be a tailor", speaker="Ana") == ["Ana used to be a tailor"]
    assert contents("my wife works nights", speaker="Tom") == ["Tom's wife works nights"]


@pytest.mark.parametrize(
    "text, content",
    [
        ("I love seeing your dedication to helping others", "Ana loves seeing Ben's dedication to helping others"),
        ("I'm rooting for you!", "Ana is rooting for Ben"),
        ("I just wanted to let you know I moved last Friday", "Ana just wanted to let Ben know they moved last Friday"),
    ],
)
def test_between_two_people_you_is_the_other_one(text: str, content: str) -> None:
    assert [claim.content for claim in extract(text, speaker="Ana", at=AT, listener="Ben")] == [content]


@pytest.mark.parametrize(
    "text", ["Never give up!", "From now on call me Kit", "Taking in kids in need - you're so kind!"]
)
def test_what_one_person_asks_or_says_of_another_is_nothing_about_himself(text: str) -> None:
    assert extract(text, speaker="Ana", at=AT, listener="Ben") == ()


@pytest.mark.parametrize(
    "text, content",
    [
        ("Since we last spoke I'm still working on the dance studio", "User is still working on the dance studio"),
        ("Haven't been there", "User hasn't been there"),
        ("Gotta take chances to have a good life", "User has to take chances to have a good life"),
        ("We all moved to Berlin last year", "User moved to Berlin last year"),
        ("Been a month in Spain with my wife", "User has been a month in Spain with their wife"),
        ("Been a long time fan of Arsenal", "User has been a long time fan of Arsenal"),
        ("I live in \ue000 city", "User lives in city"),
        ("I keep a diary but am thinking of a blog", "User keeps a diary but is thinking of a blog"),
        ("I was a shy kid, I was always reading when I was young", "User was a shy kid"),
    ],
)
def test_forms_of_verbs_fit_the_third_person(text: str, content: str) -> None:
    assert contents(text)[0] == content


@pytest.mark.parametrize(
    "text, expected",
    [
        (
            "I keep bees, my knees are shot, and I'm a retired postman. What exercise is good?",
            ["User keeps bees", "User's knees are shot", "User is a retired postman"],
        ),
        ("I speak Farsi, Turkish and some Arabic", ["User speaks Farsi, Turkish and some Arabic"]),
        ("I bill in euros and hate invoicing", ["User bills in euros", "User hates invoicing"]),
        (
            "Job: tram driver. Hobbies: chess, model trains.",
            ["User's job: tram driver", "User's hobbies: chess, model trains"],
        ),
        (
            "My sister Ana lives in Turin, she has two kids",
            ["User's sister Ana lives in Turin", "User's sister Ana has two kids"],
        ),
    ],
)
def test_several_facts_of_one_turn_are_kept_apart(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


@pytest.mark.parametrize(
    "text, kept, dropped",
    [
        ("I have type 1 diabetes, can you suggest snacks", "diabetes", "snacks"),
        ("I'm left-handed. Any guitar brands that don't charge extra?", "left-handed", "guitar"),
        ("we don't have a car, so please find me a bus", "car", "bus"),
        ("Our flat is damp, what paint should I use", "damp", "paint"),
        ("If I won the lottery I'd retire, but I'm a bus driver in Hull. Ideas?", "bus driver", "lottery"),
    ],
)
def test_the_question_or_request_of_a_mixed_turn_is_left_out(text: str, kept: str, dropped: str) -> None:
    joined = " | ".join(contents(text))
    assert kept in joined
    assert dropped not in joined


@pytest.mark.parametrize(
    "text",
    [
        "hi there, how are you?",
        "thanks, that worked!",
        "can i freeze cooked rice",
        "What's the capital of Peru?",
        "If I owned a horse, where would I keep it?",
        "Suppose I sold the flat. What would I owe?",
        "oh great, another reorg, just what I needed",
        "Translate into Polish: 'I have a dog and I live in Leeds.'",
        "Proofread this: I am the owner of the flat and I live upstairs.",
        'The poster says "I want to live in Rome forever". Is that right?',
        "Let's roleplay: I'm a pirate and my ship is called Salt",
        "You are a helpful assistant. The user lives in Rome.",
        "quick version only, I have 2 minutes",
        "make it shorter and friendlier",
        "I'll try that later",
        "I'll sleep on it",
        "I moved to Mars. just kidding",
        "```python\nname = 'I live in Quito'\n```\nwhy does this fail?",
        "2025-03-04 12:00:01 ERROR I like turtles\nwhat is this",
        "editor: vim\ntheme: dark\ntabs: 4\nturn this into JSON",
        "> I live in Ghent\nwhat did she mean",
        "",
        "   \n\n ",
        "¿?",
        "я живу в Москве",
        "Having a supportive group around you can really make a difference",
        "Having people who back you makes such a difference",
        "Painting looks like a great outlet",
        "Winning felt amazing",
        "It was great. Been a busy week",
        "We all have our different paths",
        "We back each other up",
        "So much has happened since we last talked",
        "Thankfully, my son's OK",
        "Don't ever quit on what you love",
    ],
)
def test_nothing_is_kept_of_what_is_not_a_statement_of_the_speaker(text: str) -> None:
    assert contents(text) == []


@pytest.mark.parametrize(
    "text, secret",
    [
        ("my login is otto.m and the pw is Spring99?kk", "spring99"),
        ("my pin is 4821, remember it", "4821"),
        ("The card is 4111 1111 1111 1111, is that a Visa?", "4111"),
        ("I use Stripe. here's the key: abc_live_77Gh2KqTnB1z", "abc_live"),
        ("my token is [secret: api key] and I live in Rome", "secret"),
        ("postgres://ana:hunter2@db.example/x is my database and I like it", "hunter2"),
    ],
)
def test_secrets_are_never_in_a_claim(text: str, secret: str) -> None:
    for claim in claims(text):
        assert secret not in claim.content.lower()
        assert secret not in claim.quote.lower()


@pytest.mark.parametrize(
    "text, kind, polarity",
    [
        ("I love slow trains", "preference", 1),
        ("I can't stand karaoke", "preference", -1),
        ("I don't like Perl anymore", "preference", -1),
        ("my favourite colour is teal", "preference", 1),
        ("I'd rather read than watch", "preference", 1),
        ("big fan of slow horror films", "preference", 1),
        ("We decided to sell the boat", "decision", 1),
        ("we're going with the oak floor", "decision", 1),
        ("I'm not renewing the lease, decided", "decision", -1),
        ("I have to hand in the plans by 30 September", "commitment", 1),
        ("I promised my son a kite", "commitment", 1),
        ("My exam is on 3 June", "commitment", 1),
        ("Tess is my manager", "relationship", 1),
        ("Piet (my uncle) wants to know what a podcast is", "relationship", 1),
        ("I speak fluent Dutch", "skill", 1),
        ("I can weld", "skill", 1),
        ("my German is B1", "skill", 1),
        ("I'm comfortable with FastAPI and PostgreSQL", "skill", 1),
        ("I am experienced with Docker", "skill", 1),
        ("I'm an expert in Rust", "skill", 1),
        ("I'm familiar with Kubernetes", "skill", 1),
        ("I am really skilled in woodworking", "skill", 1),
        ("I'm comfortable with silence", "fact", 1),
        ("I've been feeling lonely since the move", "feeling", 1),
        ("Yesterday I passed my driving test", "event", 1),
        ("I never wear ties at work", "fact", -1),
    ],
)
def test_kind_and_polarity_follow_the_construction(text: str, kind: str, polarity: int) -> None:
    claim = only(text)
    assert (claim.kind, claim.polarity) == (kind, polarity)


@pytest.mark.parametrize(
    "text, tag",
    [
        ("I used to live in Metz", "past"),
        ("I stretch every morning", "habit"),
        ("From now on, answer me in French", "instruction"),
        ("please always call me Kit", "instruction"),
        ("no emojis in emails please", "instruction"),
        ("I'm trying to lose weight", "goal"),
    ],
)
def test_tags_tell_past_habits_goals_and_standing_wishes(text: str, tag: str) -> None:
    assert tag in only(text).tags


@pytest.mark.parametrize(
    "text", ["answer in French", "no comments here please", "never mind", "skip the intro this time"]
)
def test_an_order_for_this_turn_is_no_standing_wish(text: str) -> None:
    assert contents(text) == []


@pytest.mark.parametrize(
    "text, most",
    [
        ("I think my blood type is O negative", 0.7),
        ("We might move to Denmark next year", 0.5),
        ("apparently I'm a quarter Greek", 0.6),
        ("maybe I'm lactose intolerant", 0.5),
        ("pretty sure our boiler is a Vaillant", 0.8),
    ],
)
def test_a_hedge_lowers_confidence(text: str, most: float) -> None:
    assert 0 < only(text).confidence <= most
    assert only("I live in Rome").confidence == 1.0


@pytest.mark.parametrize(
    "text, day",
    [
        ("I have to hand in the plans by 30 September", (2025, 9, 30)),
        ("My exam is on 3 March", (2026, 3, 3)),
        ("I'm flying to Oslo next Friday", (2025, 5, 16)),
        ("I'm giving a talk in two weeks", (2025, 5, 29)),
        ("I have to tell the landlord on the 8th", (2025, 6, 8)),
        ("Tengo que entregar el informe antes del 20 de junio", (2025, 6, 20)),
        ("minha consulta é dia 9 de outubro", (2025, 10, 9)),
    ],
)
def test_a_commitment_keeps_its_words_and_gets_the_next_such_day(text: str, day: tuple[int, int, int]) -> None:
    claim = only(text)
    assert claim.kind == "commitment"
    assert claim.occurred_at == datetime(*day, tzinfo=UTC)
    assert claim.valid_until is not None
    assert claim.valid_until > claim.occurred_at
    assert text.rsplit(maxsplit=1)[-1] in claim.content


def test_what_is_past_is_dated_back() -> None:
    assert only("I broke my wrist in February").occurred_at == datetime(2025, 2, 1, tzinfo=UTC)
    assert only("I've lived in Oulu since 2011").valid_from == datetime(2011, 1, 1, tzinfo=UTC)


def test_the_quote_is_the_clause_it_rests_on() -> None:
    text = "hi! I’m a nurse in Leeds, what’s a good breakfast?"
    assert only(text).quote == "I’m a nurse in Leeds"


def test_names_and_ties_are_recognised() -> None:
    works = only("I work at Acme as a welder", speaker="Ana")
    assert Mention(name="Acme", type="company") in works.mentions
    assert Relation(source="Ana", relation="works at", target="Acme") in works.relations
    sister = only("my sister Ida lives in Bergen")
    assert Mention(name="Ida", type="person") in sister.mentions
    assert {(r.source, r.relation, r.target) for r in sister.relations} >= {
        ("User", "sister", "Ida"),
        ("Ida", "lives in", "Bergen"),
    }


def test_of_a_long_turn_the_tail_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "TEXT_BYTES_MAX", 3_000)
    filler = "The weather was mild in those days. " * 100
    assert contents(f"I live in Porto. {filler} I work as a baker.") == ["User works as a baker"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "I ",
        "I, ",
        "and I ",
        "'",
        '"',
        "(",
        "my ",
        "Ana, ",
        "¿",
        "key: ",
        "not ",
        "1-",
        "```",
        "  \n",
        "我是",
        "password is ",
        "{",
        "or ",
        "The weather was nice over there and the birds sang. ",
        "Keep your answers brief. ",
        "I quit last month. ",
        "function output: a\n\n",
        "[10:01] tim: i am\n",
        "cat 12345678 12345678 12345678 12345678 12345678 12345678 12345678 12345678 !\n",
        "- a: b\n+a: b\nthis patch\n",
        " a\n--\n",
    ],
)
def test_any_input_is_read_in_linear_time(piece: str) -> None:
    def cpu_s(size: int) -> float:
        text = (piece * (size // len(piece.encode()) + 1))[:size]
        started = time.process_time()
        extract(text, speaker=None, at=AT, before=text[:2_000])
        return time.process_time() - started

    # the first time tables are made, and a machine may be busy; what is not linear takes as long every time
    assert any(cpu_s(TEXT_BYTES_MAX) < 3.0 for _ in range(4))


@pytest.mark.parametrize(
    "text, content, kind",
    [
        ("i cant stand coriander", "User can't stand coriander", "preference"),
        ("I ran the Berlin marathon in 2019.", "User ran the Berlin marathon in 2019", "fact"),
        ("I've run four marathons so far.", "User has run four marathons so far", "fact"),
        ("I have a meeting on Monday at 9.", "User has a meeting on Monday at 9", "commitment"),
        ("I have a meeting with Priya on Tuesdays.", "User has a meeting with Priya on Tuesdays", "fact"),
        ("I owe Ben 20 euros.", "User owes Ben 20 euros", "fact"),
        ("My first job was at a kiosk.", "User's first job was at a kiosk", "fact"),
    ],
)
def test_what_looks_like_small_talk_and_is_none_is_kept(text: str, content: str, kind: str) -> None:
    assert [(claim.content, claim.kind) for claim in extract(text, speaker=None, at=AT)] == [(content, kind)]


@pytest.mark.parametrize(
    "text",
    ["I'd have married her if she hadn't moved to Chile.", "I owe you one.", "I have a meeting.", "My first is odd."],
)
def test_what_did_not_happen_or_says_nothing_is_not_kept(text: str) -> None:
    assert extract(text, speaker=None, at=AT) == ()


@pytest.mark.parametrize("text", ["We got her!", "I love it.", "I bought them yesterday, finally"])
def test_what_points_at_something_that_is_not_told_teaches_nothing_by_itself(text: str) -> None:
    assert not [claim for claim in extract(text, speaker=None, at=AT) if len(claim.content.split()) == 3]


def test_what_was_moved_to_a_day_is_an_appointment_on_it() -> None:
    (claim,) = extract("My exam was moved to Monday.", speaker=None, at=datetime(2026, 2, 5, 10, tzinfo=UTC))
    assert (claim.kind, claim.tags) == ("commitment", ())
    assert claim.occurred_at == datetime(2026, 2, 9, tzinfo=UTC)
    assert claim.valid_until == datetime(2026, 2, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "My garbage day was changed to Friday.",
        "I booked a hotel for Friday but had to cancel.",
        "We moved to Friday Bay.",
    ],
)
def test_what_is_weekly_or_over_is_no_appointment(text: str) -> None:
    (claim,) = extract(text, speaker=None, at=AT)
    assert (claim.kind, claim.valid_until) == ("fact", None)
