"""Social security numbers are told by name and have a form."""

from __future__ import annotations

import pytest

from recollect.write.secrets import mask
from recollect.write.secrets.identity import KIND


@pytest.mark.parametrize("number", ["219-09-9999", "219 09 9999", "219099999"])
def test_a_social_security_number_is_masked(number: str) -> None:
    assert mask(f"my SSN is {number}.") == (f"my SSN is [secret: {KIND}].", (KIND,))


@pytest.mark.parametrize(
    "text",
    [
        "219-09-9999",
        "my part number is 219-09-9999",
        "social security: 1-800-772-1213",
        "my social media ID is 219099999",
        "SSN 219-09-99991",
        "social security is 1,907 dollars",
        "my insurance number is 219-09-9999",
    ],
)
def test_a_number_without_the_name_or_the_form_stays(text: str) -> None:
    assert mask(text) == (text, ())
