"""Words in front of a clause that say when, in the languages of Europe."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 11, 18, tzinfo=UTC)


def contents(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker="Ana", at=AT)]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("Letztes Jahr ist mein Vater gestorben.", "Letztes Jahr ist sein Vater gestorben"),
        ("Nächste Woche besuchen mich meine Eltern.", "Nächste Woche besuchen ihn seine Eltern"),
        ("Am Freitag hat mein Vater eine Operation.", "Am Freitag hat sein Vater eine Operation"),
        ("Am 3. Mai läuft mein Vertrag aus.", "Am 3. Mai läuft sein Vertrag aus"),
        ("Seit 2019 wohnt meine Mutter bei uns.", "Seit 2019 wohnt seine Mutter bei Ana"),
        ("Heute hat meine Frau Geburtstag.", "Heute hat seine Frau Geburtstag"),
        ("Heute ist mein Hund gestorben.", "Heute ist sein Hund gestorben"),
        ("Chaque dimanche mes parents viennent.", "Chaque dimanche ses parents viennent"),
        ("Hoy es mi cumpleaños.", "Hoy es su cumpleaños"),
        ("Da due anni i miei genitori sono separati.", "Da due anni i suoi genitori sono separati"),
        ("El año pasado murió mi padre.", "El año pasado murió su padre"),
        ("La semana que viene mis padres vienen de visita.", "La semana que viene sus padres vienen de visita"),
        ("Hace dos años mi hija se casó.", "Hace dos años su hija se casó"),
        ("L'année dernière, mon père est mort.", "L'année dernière, son père est mort"),
        ("L'année dernière mon père est mort.", "L'année dernière son père est mort"),
        ("Depuis mars, ma mère habite chez nous.", "Depuis mars, sa mère habite chez Ana"),
        ("L'anno scorso è morto mio padre.", "L'anno scorso è morto suo padre"),
        ("Quest'anno mio figlio inizia la scuola.", "Quest'anno suo figlio inizia la scuola"),
        ("No ano passado, meu pai se aposentou.", "No ano passado, seu pai se aposentou"),
        ("Há dois anos a minha irmã casou.", "Há dois anos a sua irmã casou"),
        (
            "Todos os verões os meus filhos ficam com os avós.",
            "Todos os verões os seus filhos ficam com os avós",
        ),
    ],
)
def test_what_is_told_of_others_is_learned_with_its_time(text: str, learned: str) -> None:
    assert contents(text) == [f"Ana: {learned}"]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("L'année dernière, j'ai déménagé à Lyon.", "L'année dernière, Ana a déménagé à Lyon"),
        ("Il y a deux ans, j'ai déménagé à Lyon.", "Il y a deux ans, Ana a déménagé à Lyon"),
        ("El año pasado, me mudé a Madrid.", "El año pasado, Ana se mudó a Madrid"),
        ("Vor zwei Jahren bin ich nach Berlin gezogen.", "Vor zwei Jahren ist Ana nach Berlin gezogen"),
    ],
)
def test_what_the_speaker_tells_of_himself_keeps_its_time(text: str, learned: str) -> None:
    assert contents(text) == [learned]


@pytest.mark.parametrize(
    "text",
    [
        "Heute ist mein Code abgestürzt.",
        "Am Montag, sagt mein Arzt, geht es los.",
        "Hoy mi código no compila.",
        "Am Freitag, was soll mein Vater essen?",
        "Wenn letztes Jahr mein Vater umgezogen wäre, wüssten wir es.",
    ],
)
def test_a_time_in_front_makes_no_memory_of_what_is_none(text: str) -> None:
    assert contents(text) == []
