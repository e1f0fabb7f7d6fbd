"""Code and its comments, logs, patches and commits: nothing in them is the speaker's own."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 5, 6, tzinfo=UTC)


def _told(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "text",
    [
        "diff --git a/x b/x\nindex 1234567..89abcde 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-We use"
        " MySQL\n+We use Postgres\n I live in Rome",
        "Author: Jane <jane@x.org>\nDate:   Mon May 6 10:00:00 2026 +0200\n\n    I live in Rome\n\n    I"
        " work at Initech",
        "commit 9fceb02 (HEAD -> main)\nAuthor: J <j@x.org>\n\n    We use Kafka\n\ncommit 1fceb02d\nAuthor:"
        " J <j@x.org>\n\n    I live in Rome",
        "/*\n * I live in Rome\n */\nint x = 1;",
        "<!-- I live in Rome -->",
        "<!--\nI live in Rome\n-->\n<p>hi</p>",
        "x = 1  # I own two houses",
        "def f():\n    # I live in Rome\n    return 1",
        "; I live in Rome\n[core]\neditor = vim",
        "int y = 2; // I live in Rome",
        "# I live in Rome\n# I own two houses\nimport os",
        "const x = 1;\n# We use Kafka",
        "May  6 10:00:00 host sshd[123]: I am out of memory",
        "fatal: I am not a git repository",
        "yarn error I am out of memory",
        "[error] I am out of memory",
        "app[1234]: I live in Rome",
        "level=info msg=x I live in Rome",
        "[2026-05-06 10:00:01] I live in Rome",
        "10:00:01 INFO I live in Rome",
        "feat(auth): we always require MFA",
        "chore(deps): we use pnpm",
        "review this patch\n\n@@ -10,6 +10,7 @@\n-# We use MySQL\n+# We use Postgres\n+We always deploy on Fridays.",
        "npm ERR! I am out of memory",
        "```sql\nSELECT 1;\n```\n size \n------\n 214 GB",
        " total \n-------\n 180 cm\n(1 row)",
        " id | name \n----+------\n  1 | bob\n  2 | I live in Rome",
    ],
)
def test_what_a_program_reads_or_prints_teaches_nothing(text: str) -> None:
    assert _told(text) == []


@pytest.mark.parametrize(
    "text, told",
    [
        ("# About me\nI live in Rome\nI have two dogs", ["User lives in Rome", "User has two dogs"]),
        ("- I live in Rome\n- I have two dogs", ["User lives in Rome", "User has two dogs"]),
        ("style: I prefer short answers", ["User prefers short answers"]),
        ("chore: I do the dishes on Mondays", ["User does the dishes on Mondays"]),
        ("Error in my profile: I live in Rome, not Berlin", ["User lives in Rome, not Berlin"]),
        ("Author: Ana Lima\nI write novels", ["User writes novels"]),
        ("commit to running daily\n  I live in Rome", ["User lives in Rome"]),
        ("Me\n---\n180 cm, 82 kg", ["User: 180 cm, 82 kg"]),
        ("Title\n------\nI live in Rome", ["User lives in Rome"]),
        ("; I live in Rome", ["User lives in Rome"]),
        ("Warning: I'm allergic to peanuts", ["User is allergic to peanuts"]),
    ],
)
def test_headings_lists_and_remarks_are_no_code(text: str, told: list[str]) -> None:
    assert _told(text) == told
