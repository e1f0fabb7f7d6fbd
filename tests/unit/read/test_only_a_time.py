"""Questions that name a time and nothing else, in English and in other languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.read.plan import understand

NOW = datetime(2023, 8, 16, 12, 0, tzinfo=UTC)


def only_a_time(question: str) -> bool:
    return understand(question, now=NOW, speakers=["Ana"]).only_a_time


@pytest.mark.parametrize(
    "question",
    [
        "What did I do earlier today?",
        "What did we talk about on the 3rd?",
        "What happened on the first Monday of June?",
        "Was ist letzte Woche passiert?",
        "Was haben wir im Mai gemacht?",
        "Worüber haben wir letzten Freitag gesprochen?",
        "¿Qué pasó la semana pasada?",
        "¿De qué hablamos el viernes?",
        "O que fiz ontem?",
        "O que aconteceu na semana passada?",
        "Cosa ho fatto ieri?",
        "Cosa è successo la settimana scorsa?",
        "Что было на прошлой неделе?",
        "О чём мы говорили в мае?",
    ],
)
def test_nothing_but_a_time_is_named(question: str) -> None:
    assert only_a_time(question)


@pytest.mark.parametrize(
    "question",
    [
        "What happened in El Paso last week?",
        "What happened in LA last week?",
        "What did I cook earlier today?",
        "Was habe ich gestern gekocht?",
        "¿Qué comí ayer?",
        "Что я ел вчера?",
        "Was ist passiert?",
    ],
)
def test_something_else_is_named_or_no_time_at_all(question: str) -> None:
    assert not only_a_time(question)
