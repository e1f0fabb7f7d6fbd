"""A PDF from Chromium, printed once a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents import PAGE, printed
from tests.services import ServiceMissing, services_required


@pytest.fixture(scope="session")
def printed_pdf(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder: Path = tmp_path_factory.mktemp("printed")
    try:
        return printed(PAGE, folder)
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(f"Chromium is required here (RECOLLECT_REQUIRE_SERVICES): {missing}", pytrace=False)
        pytest.skip(f"no Chromium: {missing}")
