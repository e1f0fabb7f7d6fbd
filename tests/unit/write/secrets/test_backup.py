"""Backup codes and the seeds of authenticator apps; the codes of doors stay."""

from __future__ import annotations

import pytest

from recollect.write.secrets import mask
from recollect.write.secrets.backup import ITEMS_MAX


@pytest.mark.parametrize("sign", [", ", "; ", "\n", " and ", "\n- ", "\n1. "])
def test_backup_codes_are_masked_however_they_are_listed(sign: str) -> None:
    masked = mask(f"backup codes: a1b2-c3d4{sign}e5f6-g7h8{sign}i9j0-k1l2")
    assert masked.text == f"backup codes: [secret: code]{sign}[secret: code]{sign}[secret: code]"


def test_a_list_ends_where_something_else_stands() -> None:
    masked = mask("recovery codes: 1234-5678, 2345-6789. I printed 3456 pages")
    assert masked.text == "recovery codes: [secret: code], [secret: code]. I printed 3456 pages"
    assert mask("backup code 4821 lines long").found == ()


def test_a_list_has_a_limit() -> None:
    codes = [f"a{number:03}-b{number:03}" for number in range(ITEMS_MAX + 5)]
    assert mask("backup codes: " + ", ".join(codes)).text.count("[secret: code]") == ITEMS_MAX


def test_the_seed_of_an_authenticator_is_masked_in_groups_or_in_one() -> None:
    for seed in ("JBSWY3DP" + "EHPK3PXP", "jbsw y3dp " + "ehpk 3pxp"):
        assert mask(f"my TOTP secret is {seed}").text == "my TOTP secret is [secret: secret]"
    assert mask("my 2fa key is in the vault, floor 2").found == ()


@pytest.mark.parametrize(
    "text",
    ["the gate code is 1234", "the safe combination is 36-22-14", "lockbox code: 3344", "der Türcode ist 4711"],
)
def test_what_opens_a_door_is_remembered(text: str) -> None:
    assert mask(text) == (text, ())
