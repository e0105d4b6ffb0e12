"""Letters by mail, webhook and browser push: they arrive, say nothing hidden, are tried again, and can be followed."""

from __future__ import annotations

import json
import logging
import re
import time
from base64 import urlsafe_b64decode

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from receivers import Browser, mail_server, web_server
from servers import Server, fresh_database

from grognard.server import webpush
from grognard.server.couriers import next_hour
from grognard.server.postman import AGAIN
from grognard.server.schema import couriers, facts, letters, seats
from grognard.server.settings import Settings


@pytest.fixture(scope="module")
def mailbox():
    with mail_server() as box:
        yield box


@pytest.fixture(autouse=True)
def _empty(mailbox):
    mailbox.mails.clear()


@pytest.fixture
def hook():
    with web_server() as server:
        yield server


@pytest.fixture(scope="module")
def server(database, mailbox):
    running = Server(
        Settings(
            db=database,
            requests_a_minute=1_000_000,
            smtp=mailbox.url,
            mail_from="table@grognard.example",
            post_delay=0.0,
            private_couriers=True,
        )
    )
    yield running
    running.stop()


def by_letter(server, **more):
    """Ana is waited for; Bo sits opposite; the third is a bot that has nothing to do yet."""
    ana, bo = server.person("Ana"), server.person("Bo")
    table = ana.lay(seats={"france": "me", "austria": "me"}, pace="day", name="Tilsit", **more)
    bo.post(f"/api/tables/{table}/join", seat="britain")
    return ana, bo, table


def hand_over(ana, bo, table):
    """Ana acts until Bo is waited for."""
    while "britain" not in (waited := ana.view(table)["view"]["to_act"]):
        ana.act(table, waited[0])


def log(visitor):
    return visitor.get("/api/letters")


def settled(visitor):
    return bool(log(visitor)) and all(letter["state"] not in ("waiting", "held") for letter in log(visitor))


def hooked(visitor, hook, path="/hook/s3cret"):
    return visitor.post("/api/couriers", kind="webhook", target=hook.url + path)["id"]


# --- mail -----------------------------------------------------------------------------------------------------------


def test_a_mail_address_is_confirmed_by_whoever_reads_it(server, mailbox, eventually):
    ana = server.person("Ana")
    added = ana.post("/api/couriers", kind="mail", target="ana@example.org")
    assert added["confirmed"] is False
    ana.post(f"/api/couriers/{added['id']}/test", 409)
    eventually(lambda: any(m["To"] == "ana@example.org" for m in mailbox.mails))
    mail = next(m for m in mailbox.mails if m["To"] == "ana@example.org")
    assert mail["From"] == "Grognard <table@grognard.example>"
    token = re.search(r"/#/confirm/(\S+)", mail.get_content())[1]
    stranger = server.stranger()
    stranger.post("/api/letters/confirm", 403, token=token[:-1] + ("0" if token[-1] != "0" else "1"))
    stranger.post("/api/letters/confirm", token=token)
    assert [c["confirmed"] for c in ana.get("/api/couriers")["couriers"]] == [True]
    ana.post(f"/api/couriers/{added['id']}/test")
    eventually(lambda: any(m["Subject"] == "A test from Grognard" for m in mailbox.mails))
    eventually(lambda: settled(ana))
    assert [(entry["kind"], entry["state"]) for entry in log(ana)] == [("test", "sent"), ("confirm", "sent")]


def test_nobody_is_flooded_with_letters_to_confirm(server):
    for n in range(3):
        someone = server.person(f"Someone {n}")
        someone.post("/api/couriers", kind="mail", target="victim@example.org")
    server.person("One more").post("/api/couriers", 429, kind="mail", target="victim@example.org")
    for wrong in ("nobody", "a@b", "a b@example.org", "a@example.org\r\nBcc: x@example.org", "<a@example.org>"):
        server.person("Ana").post("/api/couriers", 422, kind="mail", target=wrong)


def test_a_turn_is_told_in_the_language_of_who_asked(server, mailbox, eventually):
    ana, bo, table = by_letter(server)
    bo.http.headers["Accept-Language"] = "fr"
    added = bo.post("/api/couriers", kind="mail", target="bo@example.org")
    server.desk.couriers.confirm(server.desk.couriers.token(added["id"]))
    hand_over(ana, bo, table)
    eventually(lambda: any(m["Subject"] == "On attend vos ordres : Tilsit" for m in mailbox.mails))
    mail = next(m for m in mailbox.mails if m["Subject"] == "On attend vos ordres : Tilsit")
    assert mail["To"] == "bo@example.org"
    assert f"/#/table/{table}" in mail.get_content()


def test_a_mail_server_that_is_busy_is_tried_again_and_one_that_refuses_is_not(server, mailbox, eventually):
    ana = server.person("Ana")
    added = ana.post("/api/couriers", kind="mail", target="later@example.org")
    server.desk.couriers.confirm(server.desk.couriers.token(added["id"]))
    eventually(lambda: settled(ana))
    mailbox.answer = "451 try later"
    try:
        ana.post(f"/api/couriers/{added['id']}/test")
        eventually(lambda: log(ana)[0]["error"] == "The mail server answers 451.")
        assert (log(ana)[0]["state"], log(ana)[0]["tries"]) == ("waiting", 1)
        with server.desk.store.reading() as connection:
            due = connection.execute(sa.select(letters.c.due).where(letters.c.state == "waiting")).scalars()
            assert any(abs(moment - time.time() - AGAIN[0]) < 30 for moment in due)
        mailbox.answer = "554 go away"
        ana.post(f"/api/couriers/{added['id']}/test")
        eventually(lambda: log(ana)[0]["state"] == "failed")
        assert log(ana)[0]["error"] == "The mail server answers 554."
    finally:
        mailbox.answer = "250 OK"
    with server.desk.store.writing() as connection:
        connection.execute(letters.update().where(letters.c.state == "waiting").values(due=0.0))
    eventually(lambda: log(ana)[1]["state"] == "sent")
    assert log(ana)[1]["tries"] == 2


# --- webhook --------------------------------------------------------------------------------------------------------


def test_a_webhook_is_told_of_the_turn_and_of_nothing_else(server, hook, eventually):
    ana, bo, table = by_letter(server)
    hooked(bo, hook)
    bo.post("/api/couriers", 422, kind="webhook", target="ftp://example.org")
    hand_over(ana, bo, table)
    eventually(lambda: hook.requests)
    path, headers, body = hook.requests[0]
    assert (path, headers["Content-Type"]) == ("/hook/s3cret", "application/json")
    told = json.loads(body)
    assert told["content"] == (
        f"**Your orders are awaited: Tilsit**\nThe game waits for you.\n{server.settings.address}/#/table/{table}"
    )
    assert told["allowed_mentions"] == {"parse": []}
    eventually(lambda: settled(bo))
    entry = log(bo)[0]
    assert (entry["kind"], entry["table"], entry["name"], entry["state"]) == ("turn", table, "Tilsit", "sent")
    assert entry["courier"] == "127.0.0.1/…cret"
    assert "s3cret" not in json.dumps([log(bo), bo.get("/api/couriers")])
    # Who acts before the letter is carried is not written to; nor is somebody else.
    assert log(ana) == []


def test_a_letter_that_is_not_true_any_more_is_dropped(server, hook, eventually):
    _, bo, table = by_letter(server)
    hooked(bo, hook)
    with server.desk.store.writing() as connection:
        connection.execute(seats.update().where(seats.c.table == table, seats.c.seat == "britain").values(kind="bot"))
        row = connection.execute(sa.text("SELECT * FROM tables WHERE id = :id"), {"id": table}).one()
        connection.execute(seats.update().where(seats.c.table == table, seats.c.seat == "britain").values(kind="human"))
        server.desk.couriers.post(connection, row, "turn", ["britain"])
    eventually(lambda: settled(bo))
    assert [entry["state"] for entry in log(bo)] == ["dropped"]
    assert hook.requests == []


def test_private_words_are_announced_and_not_repeated(server, hook, eventually):
    ana, bo, table = by_letter(server)
    hooked(bo, hook)
    ana.post(f"/api/tables/{table}/talk", channel="britain,france", text="Boulogne is empty")
    ana.post(f"/api/tables/{table}/talk", channel="britain,france", text="Are you there?")
    ana.post(f"/api/tables/{table}/talk", channel="table", text="Good evening")
    eventually(lambda: settled(bo))
    assert [entry["kind"] for entry in log(bo)] == ["talk"]
    assert len(hook.requests) == 1
    said = hook.requests[0][2].decode()
    assert "You have been written to: Tilsit" in said
    for secret in ("Boulogne", "Ana", "there"):
        assert secret not in said


def test_who_is_being_told_of_a_line_is_not_told_of_the_next(server, hook):
    ana, bo, table = by_letter(server)
    courier = hooked(bo, hook)
    with server.desk.store.writing() as connection:
        person = bo.get("/api/me")["person"]["id"]
        due = time.time() + 3600
        server.desk.couriers.give(connection, person, courier, "x", "talk", due, table=table, state="sending")
    ana.post(f"/api/tables/{table}/talk", channel="britain,france", text="Are you there?")
    assert [entry["kind"] for entry in log(bo)] == ["talk"]


def test_a_clock_that_runs_low_and_out_is_told(server, hook, eventually):
    ana, _bo, table = by_letter(server)
    hooked(ana, hook)
    seat = ana.view(table)["view"]["to_act"][0]
    for rest in (3600.0, 0.0):
        with server.desk.store.writing() as connection:
            change = seats.update().where(seats.c.table == table, seats.c.seat == seat)
            connection.execute(change.values(bank=rest, since=time.time()))
        server.desk.play.ring(table)
        eventually(lambda: settled(ana))
    subjects = [json.loads(body)["content"].splitlines()[0] for _, _, body in hook.requests]
    assert subjects == ["**Your clock runs low: Tilsit**", "**A bot stands in for you: Tilsit**"]


def test_failures_are_retried_with_longer_and_longer_waits_and_then_given_up(server, hook, eventually):
    ana = server.person("Ana")
    courier = hooked(ana, hook)
    hook.status = 503
    ana.post(f"/api/couriers/{courier}/test")
    mine = letters.c.courier == courier

    def row():
        with server.desk.store.reading() as connection:
            return connection.execute(sa.select(letters).where(mine)).one()

    for tries, wait in enumerate(AGAIN, 1):
        eventually(lambda tries=tries: (row().tries, row().state) == (tries, "waiting"))
        assert row().error == "It answers 503."
        assert row().due - time.time() == pytest.approx(wait, abs=30)
        with server.desk.store.writing() as connection:
            connection.execute(letters.update().where(mine).values(due=0.0))
    eventually(lambda: log(ana)[0]["state"] == "failed")
    assert len(hook.requests) == len(AGAIN) + 1


def test_redirects_to_private_places_are_refused_and_told(server, hook, eventually):
    ana = server.person("Ana")
    courier = hooked(ana, hook)
    hook.status, hook.more = 307, {"Location": "http://169.254.169.254/latest/meta-data"}
    ana.post(f"/api/couriers/{courier}/test")
    eventually(lambda: log(ana)[0]["state"] == "failed")
    assert "points elsewhere" in log(ana)[0]["error"]
    assert len(hook.requests) == 1


def test_without_the_setting_for_tests_private_addresses_are_refused(tmp_path, hook):
    careful = Server(Settings(db=f"sqlite:///{tmp_path / 'careful.db'}", requests_a_minute=1_000_000))
    try:
        ana = careful.person("Ana")
        assert "https" in ana.post("/api/couriers", 422, kind="webhook", target=hook.url)["error"]["text"]
        for target in (
            "https://127.0.0.1/x",
            "https://169.254.169.254/latest",
            "https://[::1]:8443/",
            "https://localhost/",
        ):
            refused = ana.post("/api/couriers", 422, kind="webhook", target=target)
            assert "private network" in refused["error"]["text"]
            refused = ana.post("/api/couriers", 422, kind="push", target=target, **Browser().keys)
            assert "private network" in refused["error"]["text"]
        assert ana.post("/api/couriers", 409, kind="mail", target="a@example.org")["error"]["text"]
        assert ana.get("/api/couriers")["couriers"] == []
    finally:
        careful.stop()


def test_no_secret_of_a_courier_is_logged(server, hook, eventually, caplog):
    caplog.set_level(logging.DEBUG)
    ana = server.person("Ana")
    courier = hooked(ana, hook, "/hook/very-s3cret-path")
    hook.status = 500
    ana.post(f"/api/couriers/{courier}/test")
    eventually(lambda: log(ana)[0]["error"])
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("grognard")]
    assert "very-s3cret-path" not in "\n".join(ours)


# --- browser push ---------------------------------------------------------------------------------------------------


def test_push_is_sealed_as_the_standard_says():
    """The worked example of RFC 8291, appendix A."""
    subscription = webpush.Subscription(
        "https://push.example.net/",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    key = int.from_bytes(webpush.bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealed = webpush.sealed(
        b"When I grow up, I want to be a watermelon",
        subscription,
        sender=ec.derive_private_key(key, webpush.CURVE),
        salt=webpush.bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert webpush.text_of(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl"
        "95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_is_told_sealed_and_signed(server, hook, eventually):
    ana, bo, table = by_letter(server)
    browser = Browser()
    bo.post("/api/couriers", kind="push", target=f"{hook.url}/push/1", label="Chromium", **browser.keys)
    hand_over(ana, bo, table)
    eventually(lambda: hook.requests)
    _, headers, body = hook.requests[0]
    assert headers["Content-Encoding"] == "aes128gcm"
    assert b"Tilsit" not in body
    assert browser.read(body) == {
        "title": "Your orders are awaited: Tilsit",
        "body": "The game waits for you.",
        "link": f"{server.settings.address}/#/table/{table}",
    }
    # The signature is that of the key the browser was told when it subscribed.
    token, key = re.fullmatch(r"vapid t=(\S+), k=(\S+)", headers["Authorization"]).groups()
    assert key == bo.get("/api/couriers")["push_key"]
    signing, _, signature = token.rpartition(".")
    raw = webpush.bytes_of(signature)
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(webpush.CURVE, webpush.bytes_of(key))
    public.verify(encode_dss_signature(*numbers), signing.encode(), ec.ECDSA(SHA256()))
    claims = json.loads(urlsafe_b64decode(signing.split(".")[1] + "=="))
    assert claims["aud"] == hook.url
    assert claims["sub"] == "mailto:table@grognard.example"
    assert 0 < claims["exp"] - time.time() < 24 * 3600


def test_a_browser_that_withdrew_is_forgotten(server, hook, eventually):
    ana = server.person("Ana")
    added = ana.post("/api/couriers", kind="push", target=f"{hook.url}/gone", **Browser().keys)
    hook.status = 410
    ana.post(f"/api/couriers/{added['id']}/test")
    eventually(lambda: log(ana)[0]["state"] == "failed")
    assert ana.get("/api/couriers")["couriers"] == []
    for keys in ({}, {"p256dh": "AAAA", "auth": "AAAA"}, {"p256dh": Browser().keys["p256dh"], "auth": "AA"}):
        ana.post("/api/couriers", 422, kind="push", target=f"{hook.url}/x", **keys)


def test_the_keys_are_made_once(server, database):
    again = Server(Settings(db=database))
    try:
        assert again.desk.couriers.push_key == server.desk.couriers.push_key
    finally:
        again.stop()
    with server.desk.store.reading() as connection:
        assert connection.execute(sa.select(facts.c.value).where(facts.c.name == "push key")).scalar_one()


# --- how often ------------------------------------------------------------------------------------------------------


def test_each_table_has_its_own_wish(server, hook, eventually):
    ana, bo, table = by_letter(server)
    hooked(bo, hook)
    place = f"/api/tables/{table}/letters"
    assert bo.get(place) == {"mode": "each"}
    assert bo.get(f"/api/tables/{bo.lay(seats={'france': 'me'})}/letters") == {"mode": "off"}
    bo.post(place, mode="off")
    hand_over(ana, bo, table)
    assert log(bo) == []
    bo.post(place, 400, mode="sometimes")
    server.stranger().get(place, 401)


def test_a_digest_is_one_letter_a_day(server, hook, eventually):
    ana, bo, table = by_letter(server)
    earlier = time.time()
    bo.post("/api/letters/hour", hour=5)
    assert bo.get("/api/couriers")["digest_hour"] == 5
    bo.post("/api/letters/hour", 400, hour=24)
    hooked(bo, hook)
    bo.post(f"/api/tables/{table}/letters", mode="digest")
    hand_over(ana, bo, table)
    ana.post(f"/api/tables/{table}/talk", channel="britain,france", text="Psst")
    assert [entry["state"] for entry in log(bo)] == ["held", "held"]
    with server.desk.store.writing() as connection:
        mine = letters.c.state == "held"
        due = set(connection.execute(sa.select(letters.c.due).where(mine)).scalars())
        assert due <= {next_hour(5, earlier), next_hour(5, time.time())}
        connection.execute(letters.update().where(mine).values(due=0.0))
    eventually(lambda: hook.requests)
    said = json.loads(hook.requests[0][2])["content"]
    assert "Your orders are awaited: Tilsit" in said
    assert "You have been written to: Tilsit" in said
    assert "Psst" not in said
    eventually(lambda: settled(bo))
    assert len(hook.requests) == 1
    assert [(entry["kind"], entry["state"]) for entry in log(bo)] == [("digest", "sent")]


def test_the_hour_is_always_ahead():
    noon = 1_700_049_600.0 - 1_700_049_600.0 % 86400 + 43200
    assert next_hour(13, noon) == noon + 3600
    assert next_hour(12, noon) == noon + 86400
    assert next_hour(0, noon) == noon + 43200


# --- whose they are -------------------------------------------------------------------------------------------------


def test_couriers_belong_to_one_person_and_are_few(server, hook):
    ana, bo = server.person("Ana"), server.person("Bo")
    courier = hooked(ana, hook)
    bo.post(f"/api/couriers/{courier}/test", 404)
    assert bo.http.delete(f"/api/couriers/{courier}").status_code == 404
    assert ana.http.delete(f"/api/couriers/{courier}").status_code == 200
    for _ in range(8):
        hooked(ana, hook)
    ana.post("/api/couriers", 429, kind="webhook", target=hook.url)
    server.stranger().get("/api/couriers", 401)
    server.stranger().get("/api/letters", 401)


def test_two_processes_carry_each_letter_once(postgres, hook, eventually, request):
    with fresh_database(postgres, "carriers") as url:
        both = [
            Server(Settings(db=url, requests_a_minute=1_000_000, private_couriers=True, post_delay=0.0))
            for _ in range(2)
        ]
        try:
            visitors = [both[n % 2].person(f"Person {n}") for n in range(6)]
            for visitor in visitors:
                courier = hooked(visitor, hook, f"/{visitor.get('/api/me')['person']['id']}")
                for _ in range(5):
                    visitor.post(f"/api/couriers/{courier}/test")
            eventually(lambda: all(settled(visitor) for visitor in visitors))
            assert len(hook.requests) == 30
            assert all(entry["tries"] == 1 for visitor in visitors for entry in log(visitor))
        finally:
            for server in both:
                server.stop()


def test_a_letter_whose_carrier_died_is_given_to_another(server, hook, eventually):
    ana = server.person("Ana")
    courier = hooked(ana, hook)
    with server.desk.store.writing() as connection:
        person = ana.get("/api/me")["person"]["id"]
        server.desk.couriers.give(connection, person, courier, "x", "test", time.time() - 1, state="sending")
    eventually(lambda: log(ana)[0]["state"] == "sent")
    with server.desk.store.reading() as connection:
        assert connection.execute(sa.select(couriers.c.target).where(couriers.c.id == courier)).scalar_one()
