"""The product is the same whoever multiplies which part of it."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from recollect.read import product

RNG = np.random.default_rng(7)
VECTORS = RNG.standard_normal((product.HELP_FROM_ROWS + 3, 16), dtype=np.float32)
VECTOR = RNG.standard_normal(16, dtype=np.float32)
EXPECTED = np.vecdot(VECTORS, VECTOR)


@pytest.mark.parametrize("rows", [0, 1, 100, len(VECTORS)])
def test_every_row_is_multiplied(rows: int) -> None:
    for _ in range(20):
        scores = product.begin(VECTORS[:rows], VECTOR).scores()
        assert scores.tolist() == EXPECTED[:rows].tolist()


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> product.Product:
    """Begun, and the helper is asleep."""
    monkeypatch.setattr(product._second, "ask", lambda asked: None)
    return product.begin(VECTORS, VECTOR)


def test_what_the_helper_has_not_begun_is_done_without_it(whole: product.Product) -> None:
    assert whole.scores().tolist() == EXPECTED.tolist()
    whole.help()  # too late: there is nothing left to do
    assert whole.scores().tolist() == EXPECTED.tolist()


def test_what_the_helper_has_done_is_used(whole: product.Product, monkeypatch: pytest.MonkeyPatch) -> None:
    whole.help()
    monkeypatch.setattr(product, "multiply", None)
    assert whole.scores().tolist() == EXPECTED.tolist()


def test_a_helper_that_does_not_come_back_is_not_waited_for(
    whole: product.Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    multiply = product.multiply

    def stuck(*args: object) -> None:
        if threading.current_thread() is not threading.main_thread():
            begun.set()
            go_on.wait()
        multiply(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(product, "multiply", stuck)
    helper = threading.Thread(target=whole.help, daemon=True)
    helper.start()
    begun.wait()
    scores = whole.scores()
    whole._scores[:] = 0  # what the helper does first when it goes on
    assert scores.tolist() == EXPECTED.tolist()
    go_on.set()
    helper.join()
    assert scores.tolist() == EXPECTED.tolist()


def test_many_searches_at_once_get_their_own_answers() -> None:
    found: dict[int, bool] = {}

    def search(number: int) -> None:
        vector = VECTOR * number
        scores = product.begin(VECTORS, vector).scores()
        found[number] = bool((scores == np.vecdot(VECTORS, vector)).all())

    threads = [threading.Thread(target=search, args=(number,)) for number in range(1, 17)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 16
    assert all(found.values())
