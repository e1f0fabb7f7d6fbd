"""Standing wishes in European languages, and orders that are only for the turn."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    "text, polarity",
    [
        ("Nenn mich bitte Flo", 1),
        ("Antworte bitte immer auf Englisch", 1),
        ("Keine Emojis bitte", -1),
        ("Llámame Santi, no Santiago", 1),
        ("No me hables de usted", -1),
        ("Prefiero que me respondas con listas cortas", 1),
        ("Tutoie-moi s'il te plaît", 1),
        ("Évite les anglicismes dans tes réponses", -1),
        ("Quand je te demande du code, mets toujours les types", 1),
        ("Pode me chamar de Bia", 1),
        ("Sempre responda em português europeu, por favor", 1),
        ("Rispondimi sempre in modo sintetico", 1),
        ("Dammi del tu per favore", 1),
    ],
)
def test_a_wish_with_a_sign_that_it_lasts_is_kept_in_its_own_words(text: str, polarity: int) -> None:
    (claim,) = extract(text, speaker=None, at=AT)
    assert claim.content == f"User: {text.rstrip('.')}"
    assert claim.tags == ("instruction",)
    assert claim.polarity == polarity


def test_a_refusal_that_follows_from_a_fact_is_one() -> None:
    fact, wish = extract("Sono intollerante al lattosio, quindi niente panna", speaker=None, at=AT)
    assert (fact.content, wish.content) == ("User è intollerante al lattosio", "User: niente panna")
    assert wish.polarity == -1


@pytest.mark.parametrize(
    "text",
    [
        "Antworte kurz: was ist die Hauptstadt von Peru",
        "Hazme un resumen de este artículo",
        "Écris un poème où je suis un oiseau",
        "Me explica o que é um buraco negro",
        "Scrivi questo testo senza emoji",
        "Soll ich meinen Chef duzen?",
    ],
)
def test_an_order_for_the_turn_is_not_kept(text: str) -> None:
    assert extract(text, speaker=None, at=AT) == ()
