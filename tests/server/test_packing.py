"""What a socket is sent is packed: it says the same, and takes a fraction of the wire."""

from __future__ import annotations

import json

from table_seat import Seat

SEATS = ("britain", "france", "austria")


def views(seat):
    return [frame for frame in seat.frames if json.loads(frame)["type"] == "view"]


def boards(seat):
    """The table at every version; a process that fears it missed something shows one twice, with the whole log."""
    return {told["version"]: told["tabletop"] for told in map(json.loads, views(seat))}


def test_packed_views_say_the_same_and_refer_to_the_last_one(server):
    ana = server.person("Ana")
    table = ana.lay(seats=dict.fromkeys(SEATS, "me"))
    bare, packed = Seat(server, ana, table), Seat(server, ana, table, packed=True)
    onlookers = (bare, packed)
    for onlooker in onlookers:
        onlooker.until(lambda one: one.version >= 0)
    before = packed.wire.arrived
    for _ in range(20):
        seat = ana.get(f"/api/tables/{table}")["to_act"][0]
        version = ana.act(table, seat)["version"]
        for onlooker in onlookers:
            onlooker.until(lambda one: one.version >= version)  # noqa: B023 - done before the next
    assert boards(packed) == boards(bare)
    assert packed.log == bare.log
    sent = sum(len(frame.encode()) for frame in views(packed)[1:])
    assert packed.wire.arrived - before < sent / 10, "over a window of 4 kB it would be a sixth"
    for onlooker in onlookers:
        onlooker.close()
