"""Addresses as people may see them."""

from __future__ import annotations

import pytest

from recollect.rules.addresses import shown_address

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
