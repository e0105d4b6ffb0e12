"""The server is killed, again and again: twenty runs and a thousand moves on the two databases together."""

from __future__ import annotations

from crash import trial


def test_no_acknowledged_action_is_lost_when_the_server_is_killed(database):
    total, found = trial(database, runs=10, moves=500, seed=3)
    assert found == []
    assert total >= 500
