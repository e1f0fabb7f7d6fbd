"""Addresses as people may see them."""

from __future__ import annotations

import pytest

from recollect.rules.addresses import password_of, shown_address, shown_addresses

SECRET = "s3cr3t"


@pytest.mark.parametrize(
    "url, shown",
    [
        (f"postgresql://ana:{SECRET}@db.example:5433/memory", "postgresql://ana@db.example:5433/memory"),
        (f"postgres://:{SECRET}@db/memory", "postgres://db/memory"),
        (f"postgresql://db/memory?user=ana&password={SECRET}", "postgresql://db/memory?user=ana"),
        (f"postgresql://a:{SECRET}@h1,h2:5/m?sslmode=require", "postgresql://a@h1,h2:5/m?sslmode=require"),
        (f"postgresql://a:{SECRET}%40x@[::1]:5/m", "postgresql://a@[::1]:5/m"),
        (f"postgresql://a:{SECRET}@[::1/m", "postgresql://"),
        (f"redis://:{SECRET}@cache:6379/0", "redis://cache:6379/0"),
        (f"https://host/v1?api_key={SECRET}", "https://host/v1"),
        ("sqlite:///home/ana@work/memory.db", "sqlite:///home/ana@work/memory.db"),
        ("/home/ana@work/memory.db?x", "/home/ana@work/memory.db?x"),
        ("postgresql://db/m?options=-csearch_path%3Dx", "postgresql://db/m?options=-csearch_path%3Dx"),
    ],
)
def test_the_address_is_shown_without_its_secrets(url: str, shown: str) -> None:
    assert shown_address(url) == shown


@pytest.mark.parametrize(
    "text, shown",
    [
        (f"http://a:{SECRET}@one, http://b:{SECRET}@two/x", "http://a@one, http://b@two/x"),
        (f"see 'https://host/v1?token={SECRET}' there", "see 'https://host/v1' there"),
        ("no address: a@b", "no address: a@b"),
    ],
)
def test_every_address_in_a_text_is_shown_without_its_secrets(text: str, shown: str) -> None:
    assert shown_addresses(text) == shown


@pytest.mark.parametrize(
    "address, password",
    [(f"http://ana:{SECRET}@llm/v1", SECRET), ("http://llm/v1", None), ("http://ana@llm", None), (None, None)],
)
def test_the_password_of_an_address_is_known_so_that_it_can_be_taken_out(
    address: str | None, password: str | None
) -> None:
    assert password_of(address) == password
