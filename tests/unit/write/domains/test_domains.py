"""A domain is a file: the shipped one works, the one of the how-to page works, a bad one is explained."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.errors import ConfigError
from recollect.write.domains import SHIPPED, context_lines, load, overlay, parse, recognise, values

AT = datetime(2026, 3, 1, tzinfo=UTC)
EDTECH = load("edtech")
PAGE = Path(__file__).parents[4] / "docs" / "howto" / "domains.md"


@pytest.mark.parametrize(
    "text, field, found",
    [
        ("I'm in 9th grade", "grade_level", ["9"]),
        ("I am in grade 10.", "grade_level", ["10"]),
        ("I’m now in the ninth grade", "grade_level", ["9"]),
        ("I'm a 7th grader", "grade_level", ["7"]),
        ("I'm in year 11", "grade_level", ["11"]),
        ("Ich gehe in die 8. Klasse", "grade_level", ["8"]),
        ("estoy en 4º grado", "grade_level", ["4"]),
        ("estou no 6º ano", "grade_level", ["6"]),
        ("मैं कक्षा 9 में हूँ", "grade_level", ["9"]),
        ("I'm in 50th grade", "grade_level", []),
        ("she is in 9th grade", "grade_level", []),
        ("I struggle with fractions and word problems", "weak_topics", ["fractions", "word problems"]),
        ("I don't understand quadratic equations", "weak_topics", ["quadratic equations"]),
        ("I find trigonometry hard", "weak_topics", ["trigonometry"]),
        ("my weakest subject is chemistry", "weak_topics", ["chemistry"]),
        ("Me cuestan las fracciones", "weak_topics", ["fracciones"]),
        ("Ich habe Probleme mit Bruchrechnung", "weak_topics", ["Bruchrechnung"]),
        ("j'ai du mal avec les fractions", "weak_topics", ["fractions"]),
        ("Tenho dificuldade em matemática", "weak_topics", ["matemática"]),
        ("我不擅长几何", "weak_topics", ["几何"]),
        ("数学が苦手です", "weak_topics", ["数学"]),
        ("मुझे गणित में दिक्कत होती है", "weak_topics", ["गणित"]),
        ("I don't struggle with algebra", "weak_topics", []),
        ("Do I struggle with algebra?", "weak_topics", []),
        ("If I struggle with algebra, tell me", "weak_topics", []),
        ("I need help with this", "weak_topics", []),
        ("I learn best by watching videos", "learning_style", ["visual"]),
        ("I'm a visual learner", "learning_style", ["visual"]),
        ("I learn better with worked examples", "learning_style", ["practice"]),
        ("I learn best by magic", "learning_style", []),
        ("I'm studying for the SAT in May", "exam_context", ["SAT in May"]),
        ("I have a chemistry exam on Friday", "exam_context", ["chemistry"]),
        ("我在准备高考", "exam_context", ["高考"]),
        ("I'm bad at maths, but I'm good at English", "weak_topics", ["maths"]),
        ("I struggle with fractions, algebra and I live in Oslo", "weak_topics", ["fractions", "algebra"]),
        ("I struggle with fractions and algebra, and my teacher is mean", "weak_topics", ["fractions", "algebra"]),
        ("Ich bin schlecht in Mathe, aber gut in Deutsch", "weak_topics", ["Mathe"]),
        ("我不擅长几何但我喜欢代数", "weak_topics", ["几何"]),
        ("I struggle with nothing", "weak_topics", []),
        ("I don't understand you", "weak_topics", []),
        ("I don't understand why you say that", "weak_topics", []),
        ("I need help with what comes next", "weak_topics", []),
        ("I need help with my homework", "weak_topics", ["homework"]),
        ("I struggle with US history and World War I", "weak_topics", ["US history", "World War I"]),
        (
            "I'm bad at EU law, butter chemistry and Calculus I",
            "weak_topics",
            ["EU law", "butter chemistry", "Calculus I"],
        ),
        ("My exam is on 12 June 2026", "exam_context", []),
        ("My test is tomorrow", "exam_context", []),
        ("My final is hard", "exam_context", []),
        ("I have a big test tomorrow", "exam_context", []),
        ("I have a blood test on Monday", "exam_context", []),
        ("I've got a driving test on Monday", "exam_context", ["driving"]),
        ("I'm studying for my finals next week", "exam_context", ["finals next week"]),
        ("I'm preparing for the SAT but I hate it", "exam_context", ["SAT"]),
        ("I'm preparing for the SAT and I live in Oslo", "exam_context", ["SAT"]),
    ],
)
def test_the_education_domain_recognises_its_fields(text: str, field: str, found: list[str]) -> None:
    assert [one.value for one in recognise(EDTECH, text) if one.field.name == field] == found


def test_ordinary_talk_has_no_fields() -> None:
    assert recognise(EDTECH, "I moved to Porto last week. The flat has three rooms and the cats like it.") == ()


def test_what_is_found_becomes_claims_with_tags() -> None:
    (claim,) = overlay(EDTECH, "Well, I'm in 9th grade.", at=AT, who="Dana")
    assert (claim.content, claim.kind, claim.valid_from) == ("Dana is in grade 9", "fact", AT)
    assert claim.tags == ("domain:edtech", "field:grade_level")
    assert claim.quote == "Well, I'm in 9th grade."


def test_later_values_hold_and_lists_add_up() -> None:
    said = ["I'm in 8th grade. I struggle with fractions.", "I'm in 9th grade. I struggle with proofs."]
    remembered = [(claim.tags, claim.content) for text in said for claim in overlay(EDTECH, text, at=AT)]
    known = values(EDTECH, [*remembered, (("note",), "nothing of this"), (("field:grade_level",), "edited by hand")])
    assert known == {"grade_level": ("9",), "weak_topics": ("fractions", "proofs")}
    assert context_lines(EDTECH, known) == ("Learner:", "- Grade level: 9", "- Needs help with: fractions, proofs")
    assert context_lines(EDTECH, {}) == ()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.feature("CF-07")
def test_the_schema_of_the_how_to_page_does_what_the_page_says(tmp_path: Path) -> None:
    file = tmp_path / "travel.toml"
    file.write_text(blocks("toml")[1], encoding="utf-8")
    schema = load(str(file))
    said = re.search(r"Said by Dana, `([^`]+)`", PAGE.read_text(encoding="utf-8"))
    assert said is not None
    claims = overlay(schema, said[1], at=AT, who="Dana")
    memories, context, _ = blocks("text")
    assert [claim.content for claim in claims] == memories.splitlines()
    assert list(context_lines(schema, values(schema, [(claim.tags, claim.content) for claim in claims]))) == (
        context.splitlines()
    )


def test_the_page_shows_the_error_that_is_raised() -> None:
    bad = blocks("toml")[1].replace('type = "choice"', 'type = "word"')
    with pytest.raises(ConfigError) as caught:
        parse(bad, where="travel.toml")
    assert str(caught.value) == blocks("text")[2].strip()


GOOD = 'name = "x"\n[[field]]\nname = "a"\ntype = "text"\n[field.phrases]\nen = ["I say {value}"]\n'


@pytest.mark.parametrize(
    "old, new, says",
    [
        ("[[field]]", "[[field", "not TOML"),
        ('name = "x"', "", "name must be text"),
        ('name = "x"', 'name = "X Y"', "small letters"),
        ('name = "x"', 'name = "x"\nfoo = 1', "unknown key 'foo'"),
        ('name = "a"', 'name = "a"\nbar = 1', "unknown key 'bar'"),
        ('"text"', '"word"', "type must be one of"),
        ('"text"', '"choice"', "needs \\[field.choices\\]"),
        ('"text"', '"text"\nkind = "thing"', "kind must be one of"),
        ('"text"', '"text"\nsays = "no value"', "says must hold {value} once"),
        ('"text"', '"text"\nshows = "{value} {other}"', "shows must hold"),
        ('"text"', '"text"\norder = "1"', "order must be a number"),
        ('"text"', '"text"\nlow = "1"', "low must be a number"),
        ("{value}", "nothing", "exactly once"),
        ('["I say {value}"]', '"I say {value}"', "list of texts"),
        ('["I say {value}"]', "[1]", "list of texts"),
        ("I say {value}", "I (say {value}", "not a regular expression"),
        ("[field.phrases]", "[field.patterns]", "needs a group"),
        ('[field.phrases]\nen = ["I say {value}"]', "phrases = 1", "table by language"),
    ],
)
def test_a_mistake_is_named_with_its_place(old: str, new: str, says: str) -> None:
    parse(GOOD)
    with pytest.raises(ConfigError, match=says):
        parse(GOOD.replace(old, new, 1), where="my.toml")


def test_two_fields_cannot_share_a_name() -> None:
    with pytest.raises(ConfigError, match="two fields"):
        parse(GOOD + GOOD[GOOD.index("[[") :])


def test_a_schema_without_fields_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"\[\[field\]\]"):
        parse('name = "x"')


def test_an_unknown_place_says_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="edtech"):
        load(str(tmp_path / "none.toml"))
    big = tmp_path / "big.toml"
    big.write_text("#" * 300_000)
    with pytest.raises(ConfigError, match="larger"):
        load(str(big))


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_schema_loads(name: str) -> None:
    assert load(name).name == name


@given(st.text(max_size=300))
def test_any_text_is_accepted(text: str) -> None:
    for claim in overlay(EDTECH, "I struggle with " + text, at=AT):
        assert claim.tags[0] == "domain:edtech"
