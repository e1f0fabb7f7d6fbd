"""Cutting documents into passages."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.errors import InvalidInput
from recollect.ingest.chunk import passages
from recollect.model.document import Section

PARAGRAPH = "The router stands in the hall and the access point hangs under the roof of the shed."


def cut(text: str, place: str = "", **sizes: int) -> list[tuple[str, str, str]]:
    return [(one.text, one.place, one.heading) for one in passages([Section(text=text, place=place)], **sizes)]


def rows_of(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.startswith("| item")]


TABLE = ["| Item | Owner |", "| :--- | ---: |", *(f"| item {number} | person {number} |" for number in range(150))]
HEADS = "\n".join(TABLE[:2])


def test_a_short_text_is_one_passage_with_its_lines() -> None:
    assert cut("# Network\n\nVLAN 10 is for IoT.\n") == [("# Network\n\nVLAN 10 is for IoT.", "L1-L3", "Network")]


def test_nothing_to_read_gives_no_passage() -> None:
    assert cut("\n  \n\n") == []


@pytest.mark.feature("FI-01")
def test_passages_have_about_400_tokens_and_share_about_80() -> None:
    text = "\n".join(f"{number}. {PARAGRAPH}" for number in range(1, 101))
    made = cut(text)
    assert all(len(passage) <= 1600 for passage, _, _ in made)
    assert all(len(passage) >= 1300 for passage, _, _ in made[:-1])
    for (before, _, _), (after, _, _) in itertools.pairwise(made):
        shared = [line for line in after.split("\n") if line in before.split("\n")]
        assert 0 < len("\n".join(shared)) <= 320
    lines = [tuple(map(int, re.findall(r"\d+", place))) for _, place, _ in made]
    assert lines[0][0] == 1
    assert lines[-1][1] == 100
    assert all(after[0] <= before[1] + 1 for before, after in itertools.pairwise(lines)), "no line is left out"


SENTENCES = [f"Sentence {number} tells about the walrus in some detail." for number in range(240)]


@pytest.mark.feature("FI-01")
@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(" ".join(SENTENCES[at : at + 8]) for at in range(0, 240, 8)),
        " ".join(SENTENCES),
        "".join(f"第{number}句讲海象的故事很长很长。" for number in range(300)),
        " ".join(f"word{number}" for number in range(1500)),
    ],
    ids=["a paragraph a line", "one endless line", "without spaces", "without sentences"],
)
def test_long_lines_share_their_last_sentences(text: str) -> None:
    made = [passage for passage, _, _ in cut(text)]
    assert all(len(passage) <= 1600 for passage in made)
    for before, after in itertools.pairwise(made):
        shared = next(size for size in range(320, -1, -1) if before.rstrip().endswith(after[:size].rstrip()))
        assert shared >= 200
        assert after.startswith(("Sentence", "第", "word")), "from the beginning of a sentence, or of a word"


def test_a_heading_begins_a_passage_and_small_sections_stay_together() -> None:
    long = "\n\n".join([PARAGRAPH] * 6)
    made = cut(f"# House\n\n{long}\n\n## Network\n\n{long}\n\n### Router\n\nIt is an Omada.\n", tokens_max=200)
    assert made[0][0].startswith("# House")
    assert [heading for text, _, heading in made if text.startswith("## Network")] == ["House > Network"]
    small = cut("# A\n\none\n\n# B\n\ntwo\n\n# C\n\nthree")
    assert len(small) == 1


def test_a_code_block_is_kept_whole_and_a_heading_in_it_is_none() -> None:
    code = "```sh\n# not a heading\n" + "\n".join(f"step {n}" for n in range(40)) + "\n```"
    text = "\n\n".join([PARAGRAPH] * 12) + f"\n\n{code}\n\nAfter the code."
    holding = [passage for passage, _, _ in cut(text) if "step 0" in passage]
    assert len(holding) == 1
    assert code in holding[0]
    assert all(heading == "" for _, _, heading in cut(text))


LONG = "\n\n".join([PARAGRAPH] * 8)


@pytest.mark.feature("FI-01")
@pytest.mark.parametrize(
    "before",
    [
        "```inline``` stands alone in this line",
        "```md\n```python\n# a remark\n```",
        "````md\n```\n# a remark\n```\n````",
        "~~~\n```\n# a remark\n~~~",
        "- a list\n\n    ```\n    # a remark\n    ```",
        "---\ntitle: a house\n# a remark\n---",
    ],
)
def test_headings_after_code_and_front_matter_of_any_form_are_seen_and_remarks_in_it_are_not(before: str) -> None:
    made = cut(f"{before}\n\n# One\n\n{LONG}\n\n# Two\n\n{LONG}")
    assert [heading for _, _, heading in made] == ["", "Two"]
    assert made[1][0].startswith("# Two\n")


@pytest.mark.parametrize(
    "one, two", [("One\n===", "Two\n---"), ("  # One", " ## Two"), ("# One #", "## Two ##"), ("#\tOne", "##\tTwo  ")]
)
def test_a_heading_may_be_written_in_every_way_there_is(one: str, two: str) -> None:
    made = cut(f"{one}\n\n{LONG}\n\n{two}\n\n{LONG}")
    assert [heading for _, _, heading in made] == ["One", "One > Two"]


@pytest.mark.parametrize(
    "line, title",
    [
        ("# C#", "C#"),
        ("# The # of it ##\t", "The # of it"),
        ("## ##", ""),
        ("#", ""),
        ("# # one", "# one"),
        ("###### six ######", "six"),
    ],
)
def test_the_signs_around_a_title_are_no_part_of_it(line: str, title: str) -> None:
    assert cut(f"{line}\n\ntext")[0][2] == title


def test_a_heading_full_of_blanks_is_read_at_once() -> None:
    made = cut("# a" + " " * 200_000 + "x\n\nThe code word is heron.")
    assert made[-1][0].endswith("heron.")


@pytest.mark.parametrize("below", ["-", "--", "-- ", "=", "=="])
def test_fewer_than_three_signs_underline_nothing(below: str) -> None:
    assert {heading for _, _, heading in cut(f"Regards\n{below}\nBen\n\n{LONG}")} == {""}


def test_where_nothing_is_underlined_a_line_of_dashes_is_a_rule() -> None:
    text = f"# Log\n\n2026-01-01 start\n----\n{LONG}\n\n2026-01-02 end\n====\n{LONG}"
    made = passages([Section(text=text)], underlined=False)
    assert {one.heading for one in made} == {"Log"}


def test_slides_between_rules_are_no_front_matter() -> None:
    made = cut(f"---\n# Intro\n\n{LONG}\n\n{LONG}\n\n{LONG}\n\n---\n# Second\n\n{LONG}")
    assert [heading for _, _, heading in made] == ["", "Intro", "Second"], "the first begins with a rule"


@pytest.mark.parametrize(
    "below", ["money " * 600, "\n".join(["money " * 26 + "or"] * 10)], ids=["one line", "fits without the heading"]
)
def test_a_heading_stays_with_a_paragraph_that_does_not_fit(below: str) -> None:
    made = cut(f"# House\n\n{LONG}\n\n## Budget\n\n{below}")
    [budget] = [text for text, _, _ in made if text.startswith("## Budget")]
    assert len(budget) > 1200
    assert all(heading == "House > Budget" for text, _, heading in made if "money" in text)


@pytest.mark.parametrize(
    "text", ["- item\n---", "| a |\n---", "> said\n---", "1. first\n===", "***\n---", "\n---\n---"]
)
def test_what_stands_over_a_rule_is_no_heading(text: str) -> None:
    assert {heading for _, _, heading in cut(f"{text}\n\n{LONG}")} == {""}


def test_a_heading_stays_with_what_stands_below_it() -> None:
    code = "```\n" + "\n".join([PARAGRAPH] * 17) + "\n```"
    made = cut(f"{PARAGRAPH}\n\n{PARAGRAPH}\n\n# House\n\n## Hall\n\n{code}\n")
    assert [(text[:7], place, heading) for text, place, heading in made] == [
        ("The rou", "L1-L3", ""),
        ("# House", "L5-L27", "House > Hall"),
    ]


@pytest.mark.feature("IG-01")
@pytest.mark.parametrize(
    "sizes", [{}, {"tokens_max": 100, "overlap_tokens": 20}, {"tokens_max": 50, "overlap_tokens": 0}]
)
def test_a_passage_that_begins_inside_a_table_says_its_heads_again_and_cites_its_rows(sizes: dict[str, int]) -> None:
    made = cut("\n".join(["# Stock", "What we have:", *TABLE, "", "After the table."]), **sizes)
    assert all(len(text) <= 4 * sizes.get("tokens_max", 400) for text, _, _ in made)
    inside = [(text, place) for text, place, _ in made if rows_of(text)]
    assert len(inside) >= 3
    assert all(text.count(HEADS) == 1 for text, _ in inside)
    assert all(text.startswith(HEADS) for text, _ in inside[1:])
    for text, place in inside[1:-1]:
        rows = rows_of(text)
        assert place == f"L{TABLE.index(rows[0]) + 3}-L{TABLE.index(rows[-1]) + 3}"
    assert {row for text, _ in inside for row in rows_of(text)} == set(TABLE[2:])


@pytest.mark.parametrize("at", [1, 2, 5])
def test_rows_that_are_shared_with_the_text_after_a_table_have_their_heads(at: int) -> None:
    made = cut("\n".join([*TABLE[: 2 + at], "", PARAGRAPH * 3, "", PARAGRAPH * 3]), tokens_max=100, overlap_tokens=20)
    assert len(made) > 1
    assert all(HEADS in text for text, _, _ in made if rows_of(text))


def test_heads_that_take_half_a_passage_are_said_once_and_a_row_of_any_length_is_cut() -> None:
    wide = ["| " + " | ".join(f"column {n}" for n in range(40)) + " |", "|" + " --- |" * 40, *TABLE[2:20]]
    made = cut("\n".join(wide), tokens_max=100, overlap_tokens=20)
    assert all(len(text) <= 400 for text, _, _ in made)
    assert {row for text, _, _ in made for row in rows_of(text)} == set(TABLE[2:20])
    long = cut(
        "\n".join([*TABLE[:3], "| item x | " + "word " * 300 + " |", TABLE[4]]), tokens_max=100, overlap_tokens=20
    )
    assert all(len(text) <= 400 for text, _, _ in long)
    assert all(text.startswith(HEADS) for text, _, _ in long)


def test_bars_without_a_line_of_dashes_are_no_table_and_a_rule_of_blanks_is_read_at_once() -> None:
    made = cut("\n".join(["a | b", *TABLE[2:]]))
    assert not any(text.startswith("a | b") for text, _, _ in made[1:])
    assert cut("a | b\n| ---" + " " * 100_000 + "x\n\nThe code word is heron.")[-1][0].endswith("heron.")


def test_a_section_that_knows_its_lines_gives_each_passage_its_own() -> None:
    section = Section(text="\n".join(TABLE), place="attachment=a.csv&L3-L303", lines=(3, 0, *range(5, 305, 2)))
    made = passages([section], tokens_max=100, overlap_tokens=0)
    assert made[0].place.startswith("attachment=a.csv&L3-L")
    for one in made[1:]:
        first, last = (TABLE.index(rows_of(one.text)[at]) * 2 + 1 for at in (0, -1))
        assert one.place == f"attachment=a.csv&L{first}-L{last}"


def test_remarks_in_a_program_are_no_headings() -> None:
    program = "\n\n".join(f"# step {number}\nrun({PARAGRAPH!r})" for number in range(40))
    made = passages([Section(text=program)], markdown=False)
    assert {one.heading for one in made} == {""}
    assert all(len(one.text) >= 1300 for one in made[:-1])


def test_an_endless_line_is_cut_and_keeps_its_number() -> None:
    made = cut("first\n" + "word " * 3000 + "\nlast")
    assert all(len(text) <= 1600 for text, _, _ in made)
    assert {place for _, place, _ in made[1:-1]} == {"L2"}


def test_a_section_with_a_place_gives_it_to_its_passages() -> None:
    assert {place for _, place, _ in cut("\n\n".join([PARAGRAPH] * 30), "page=3")} == {"page=3"}


@pytest.mark.parametrize("tokens, overlap", [(0, 0), (15, 0), (100_000, 0), (400, 201), (400, -1)])
def test_sizes_that_make_no_sense_are_refused(tokens: int, overlap: int) -> None:
    with pytest.raises(InvalidInput):
        cut("text", tokens_max=tokens, overlap_tokens=overlap)


@given(
    st.lists(
        st.sampled_from(
            ["# Head", "## Sub", "```", "```py", "~~~", "---", "===", "", "word", "x " * 40, "y" * 150, "- item"]
        )
        | st.sampled_from(["| a | b |", "| --- | --- |", "| " + "cell " * 30 + "|"]),
        max_size=60,
    ),
    st.integers(16, 64),
    st.integers(0, 8),
)
def test_every_line_that_says_something_is_in_a_passage(lines: list[str], tokens: int, overlap: int) -> None:
    made = cut("\n".join(lines), tokens_max=tokens, overlap_tokens=overlap)
    covered = set()
    for text, place, _ in made:
        assert len(text) <= tokens * 4
        numbers = [int(found) for found in re.findall(r"\d+", place)]
        covered.update(range(numbers[0], numbers[-1] + 1))
    assert {number for number, line in enumerate(lines, 1) if line.strip()} <= covered
