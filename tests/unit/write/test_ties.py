"""What plain texts say about whom, by rules."""

from __future__ import annotations

import pytest

from recollect.write.ties import MENTIONS_MAX, RELATIONS_MAX, ties_of


def stated(text: str, speaker: str | None = None) -> set[tuple[str, str, str]]:
    return {(one.source, one.relation, one.target) for one in ties_of(text, speaker).relations}


def named(text: str) -> dict[str, str]:
    """Who is named for certain, with their types."""
    return {one.name: one.type for one in ties_of(text).mentions if not one.weak}


@pytest.mark.feature("GR-06")
@pytest.mark.parametrize(
    "text, relations",
    [
        ("Ines works at Orbit", {("Ines", "works at", "Orbit")}),
        ("Ines works as a senior nurse at Orbit Labs", {("Ines", "works at", "Orbit Labs")}),
        ("Paul is married to Greta", {("Paul", "married to", "Greta")}),
        ("Orbit is headquartered in Ghent", {("Orbit", "based in", "Ghent")}),
        (
            "Project Delta depends on Redis and Kafka",
            {("Project Delta", "depends on", name) for name in ("Redis", "Kafka")},
        ),
        ("Greta is the design lead on Project Delta", {("Greta", "design lead on", "Project Delta")}),
        ("Greta manages Paul", {("Greta", "manages", "Paul")}),
        ("Paul's brother is Hugo", {("Paul", "brother", "Hugo")}),
        ("Hugo is Paul's brother", {("Paul", "brother", "Hugo")}),
        ("Hugo is the brother of Paul", {("Paul", "brother", "Hugo")}),
        ("Hugo, Paul's brother, is tall", {("Paul", "brother", "Hugo")}),
        ("Orbit's CEO is Greta", {("Orbit", "ceo", "Greta")}),
        ("Paul's boss there is Greta", {("Paul", "boss", "Greta")}),
        ("Greta is Paul's boss again", {("Paul", "boss", "Greta")}),
        ("Paul attends Web Summit 2026", {("Paul", "attends", "Web Summit")}),
        ("Paul and Greta are engaged", {("Paul", "engaged to", "Greta")}),
        ("User works at Orbit and lives in Ghent", {("User", "works at", "Orbit"), ("User", "lives in", "Ghent")}),
        ("I live in Ghent with my wife Greta", {("User", "lives in", "Ghent"), ("User", "wife", "Greta")}),
        ("User left Orbit and joined Helio", {("User", "joined", "Helio")}),
        ("User has a cat named Olive", {("User", "cat", "Olive")}),
        ("The Comet service runs on Kubernetes", {("Comet", "runs on", "Kubernetes")}),
    ],
)
def test_a_sentence_says_how_two_names_are_tied(text: str, relations: set[tuple[str, str, str]]) -> None:
    assert stated(text) == relations


@pytest.mark.parametrize(
    "text",
    [
        "Ines doesn't work at Orbit",
        "Ines used to work at Orbit",
        "Ines worked at Orbit",
        "Ines might move to Ghent",
        "Ines wants to join Orbit",
        "Does Ines work at Orbit?",
        "The firm that hired Ines uses Slack",
        "Coffee keeps Ines awake",
        "Ines likes Paul's car",
    ],
)
def test_what_is_denied_over_wished_or_asked_is_no_relation(text: str) -> None:
    assert stated(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "User is in Ghent for two weeks to look after Mum",
        "Ines is in Ghent this week",
        "Ines is in Ghent until Friday",
        "Ines is in Ghent right now",
        "Ines is at Orbit today",
        "Today Ines is in Ghent",
        "I'm staying in Ghent with Paul for a few days",
    ],
)
def test_a_stay_with_a_length_or_a_time_is_no_lasting_relation(text: str) -> None:
    assert stated(text) == set()


def test_who_stays_somewhere_for_a_time_is_named_all_the_same() -> None:
    assert named("Ines is at Orbit today").keys() == named("Ines is at Orbit").keys() == {"Ines", "Orbit"}


@pytest.mark.parametrize(
    "text, relation",
    [
        ("Ines is in Ghent", ("Ines", "is in", "Ghent")),
        ("Ines is in Ghent now", ("Ines", "is in", "Ghent")),
        ("Ines has been in Ghent for two weeks", ("Ines", "is in", "Ghent")),
        ("Ines is in Ghent because this week is short", ("Ines", "is in", "Ghent")),
        ("Ines lives in Ghent this week", ("Ines", "lives in", "Ghent")),
        ("Ines works at Orbit until Friday", ("Ines", "works at", "Orbit")),
    ],
)
def test_where_somebody_is_without_an_end_stays_a_relation(text: str, relation: tuple[str, str, str]) -> None:
    assert stated(text) == {relation}


@pytest.mark.parametrize(
    "text, relations",
    [
        ("Ines works at Brandt & Kollegen", {("Ines", "works at", "Brandt & Kollegen")}),
        ("Ines likes Marks & Spencer and Ghent", {("Ines", "likes", name) for name in ("Marks & Spencer", "Ghent")}),
        ("Ines likes Orbit and Helio", {("Ines", "likes", name) for name in ("Orbit", "Helio")}),
    ],
)
def test_a_name_keeps_its_ampersand(text: str, relations: set[tuple[str, str, str]]) -> None:
    assert stated(text) == relations


@pytest.mark.parametrize(
    "text",
    [
        "Ines is moving to Ghent in January",
        "I'm visiting Kyoto in May",
        "Paul is marrying Greta in June",
        "Greta is joining Orbit next week",
        "Paul is adopting Rex",
    ],
)
def test_what_is_about_to_happen_has_not_happened(text: str) -> None:
    assert stated(text) == set()


@pytest.mark.parametrize(
    "text",
    ["Ines is working at Orbit", "Ines just started as a product manager at Orbit", "Ines started at Orbit in May"],
)
def test_who_has_begun_to_work_somewhere_works_there(text: str) -> None:
    assert stated(text) == {("Ines", "works at", "Orbit")}


def test_who_started_something_else_there_need_not() -> None:
    assert stated("Ines started a reading group at Orbit") == set()


def test_a_hedge_lowers_the_confidence() -> None:
    (sure,) = ties_of("Ines works at Orbit").relations
    (unsure,) = ties_of("Ines probably works at Orbit").relations
    assert (sure.confidence, unsure.confidence) == (0.9, 0.63)
    (month,) = ties_of("Ines moved to Ghent in May").relations
    assert month.confidence == 0.9


@pytest.mark.feature("TY-05")
@pytest.mark.parametrize(
    "text, name, type",
    [
        ("Ines works at Orbit", "Ines", "person"),
        ("Ines works at Orbit", "Orbit", "company"),
        ("We met Dr. Lund at noon", "Dr Lund", "person"),
        ("The offer came from Vega Technologies", "Vega Technologies", "company"),
        ("User lives in Ghent", "Ghent", "place"),
        ("Flew to Tokyo last week", "Tokyo", "place"),
        ("The budget of Project Delta is small", "Project Delta", "project"),
        ("We store it in PostgreSQL", "PostgreSQL", "tool"),
        ("User goes to the Nordic Summit", "Nordic Summit", "event"),
        ("We talked about Zettelkasten", "Zettelkasten", "concept"),
    ],
)
def test_names_have_one_of_seven_types(text: str, name: str, type: str) -> None:
    assert named(text)[name] == type


@pytest.mark.parametrize(
    "text",
    [
        "Coffee is good",
        "Yesterday was a long day. Everything went well on Monday in May.",
        "Everything in English, please. OK?",
        "MEETING NOTES FROM THE LAST WEEK",
        "Sales rose in Q3",
        "Actually it works",
    ],
)
def test_ordinary_words_days_and_shouting_name_nobody(text: str) -> None:
    assert named(text) == {}


def test_the_speaker_is_named_by_his_name() -> None:
    assert stated("I work at Orbit", "Ines") == {("Ines", "works at", "Orbit")}
    assert ties_of("I work at Orbit", own=False).relations == ()


def test_german_nouns_are_not_taken_for_names() -> None:
    found = ties_of("Ines wohnt in Berlin und hat eine große Wohnung mit einem Garten").mentions
    assert [one.name for one in found if not one.weak] == ["Berlin"]


@pytest.mark.parametrize(
    "text", ["", " ", "…", "🙂", "a" * 50_000, "Ana " * 20_000, "'s 's's", "我住在里斯本", "\u0130"]
)
def test_odd_texts_give_little_and_break_nothing(text: str) -> None:
    found = ties_of(text)
    assert len(found.mentions) <= MENTIONS_MAX
    assert len(found.relations) <= RELATIONS_MAX


@pytest.mark.parametrize(
    "text, relations",
    [
        ("Paul, Greta and Hugo live in Ghent", {(name, "lives in", "Ghent") for name in ("Paul", "Greta", "Hugo")}),
        ("Paul, Greta, and Hugo work at Orbit", {(name, "works at", "Orbit") for name in ("Paul", "Greta", "Hugo")}),
        ("In Ghent, Paul works at Orbit", {("Paul", "works at", "Orbit")}),
        ("Whole Foods was acquired by Amazon", {("Amazon", "acquired", "Whole Foods")}),
        ("Project Delta is maintained by Greta", {("Greta", "maintains", "Project Delta")}),
        ("Greta loves The Lord of the Rings", {("Greta", "loves", "Lord of the Rings")}),
        ("Greta likes Rust and Apple pie", {("Greta", "likes", "Rust")}),
        ("Greta uses Python daily", {("Greta", "uses", "Python")}),
        ("Greta works at Orbit full time", {("Greta", "works at", "Orbit")}),
        ("Greta is in Ghent", {("Greta", "is in", "Ghent")}),
    ],
)
def test_lists_of_subjects_passives_and_titles_are_understood(text: str, relations: set[tuple[str, str, str]]) -> None:
    assert stated(text) == relations


@pytest.mark.parametrize(
    "text",
    [
        "It is false that Greta works at Orbit",
        "It is not true that Greta's brother is Hugo",
        "Paul doubts that Greta works at Orbit",
        "Paul denies that Greta lives in Ghent",
        "I don't think Greta works at Orbit",
        "Paul and Greta are divorced",
        "Paul was married to Greta and they are divorced",
        "Greta likes Apple pie",
        "Greta likes Game of Thrones",
        "Greta is in Love",
        "Greta is in Airplane Mode",
        "Project Delta is at Risk",
        "Project Delta was maintained by Greta",
    ],
)
def test_what_is_doubted_half_read_or_a_mood_is_no_relation(text: str) -> None:
    assert stated(text) == set()


@pytest.mark.parametrize("text, name", [("My wife Julia is tall", "Julia"), ("Paul's sister is Florence", "Florence")])
def test_who_is_family_is_a_person_whatever_else_goes_by_that_name(text: str, name: str) -> None:
    assert named(text)[name] == "person"


@pytest.mark.parametrize(
    "text, name", [("The phone is in Airplane Mode", "Airplane Mode"), ("She fell in Love", "Love")]
)
def test_a_condition_is_no_place(text: str, name: str) -> None:
    assert named(text).get(name) != "place"
