"""`pytest tests/golden --renew-golden` writes the golden games anew, after a change of rules that was meant."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-golden", action="store_true", help="play the golden games again and keep them")


@pytest.fixture
def renew(request: pytest.FixtureRequest) -> bool:
    # The option is unknown when the whole of tests/ is collected: this conftest is then read too late to add it.
    return bool(request.config.getoption("renew_golden", default=False))
