"""Names that are other words too ("Leo" is "I read" as well), and first persons that look like others."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.conjugation import third_of
from recollect.write.extract.rules import extract

AT = datetime(2026, 11, 18, tzinfo=UTC)


def contents(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker="Ana", at=AT)]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("Tenemos dos hijos, Mía y Leo.", "Ana tiene dos hijos, Mía y Leo"),
        ("Tengo dos hermanos, Leo y Pablo.", "Ana tiene dos hermanos, Leo y Pablo"),
        ("Mi hija Mía empezó el cole.", "Ana: su hija Mía empezó el cole"),
        ("Abbiamo due figli, Mia e Leo.", "Ana ha due figli, Mia e Leo"),
        ("Mia madre vive a Roma.", "Ana: sua madre vive a Roma"),
        ("Temos dois filhos, Mia e Leo.", "Ana tem dois filhos, Mia e Leo"),
        ("On a deux enfants, Mia et Léo.", "Ana a deux enfants, Mia et Léo"),
        ("On a deux enfants.", "Ana a deux enfants"),
        ("Leo mucho.", "Ana lee mucho"),
    ],
)
def test_a_name_is_a_name_within_a_sentence(text: str, learned: str) -> None:
    assert contents(text) == [learned]


@pytest.mark.parametrize(
    "first, third, language",
    [
        ("separé", "separó", "es"),
        ("preparé", "preparó", "es"),
        ("enteré", "enteró", "es"),
        ("compraré", "comprará", "es"),
        ("comeré", "comerá", "es"),
        ("trabajábamos", "trabajaba", "es"),
        ("vivíamos", "vivía", "es"),
        ("hablamos", "habla", "es"),
        ("separei", "separou", "pt"),
        ("retirei", "retirou", "pt"),
        ("comprarei", "comprará", "pt"),
        ("morávamos", "morava", "pt"),
        ("vivíamos", "vivia", "pt"),
    ],
)
def test_a_past_that_looks_like_a_future_and_what_several_did(first: str, third: str, language: str) -> None:
    assert third_of(first, language) == third


@pytest.mark.parametrize(
    "text, learned",
    [
        (
            "Ich habe herausgefunden, dass ich laktoseintolerant bin.",
            "Ana hat herausgefunden, dass Ana laktoseintolerant ist",
        ),
        ("Ich habe erfahren, dass ich Zöliakie habe.", "Ana hat erfahren, dass Ana Zöliakie hat"),
        ("Merk dir, dass ich kein Fleisch esse.", "Ana isst kein Fleisch"),
    ],
)
def test_what_stands_behind_dass_is_told_with_its_verb(text: str, learned: str) -> None:
    assert contents(text) == [learned]
