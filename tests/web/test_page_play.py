"""People at the table, through the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from hands import (
    READY,
    chance,
    give_an_order,
    lay_new,
    name_napoleon,
    play_now,
    serious,
    share_the_screen,
    wait_for_orders,
)
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from stand import Table

Visit = Callable[..., Page]


def test_two_clicks_from_the_first_visit_to_the_first_orders(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    expect(page.locator("#orders .who")).to_have_text("Your orders, France")
    expect(page.locator(".piece.lit")).to_have_count(5)


def test_who_has_a_player_is_ticked(table: Table, visit: Visit) -> None:
    """In one's own language, and the number of players follows."""
    page = visit(table.address, locale="fr")
    page.goto(f"{table.address}/#/new/alliance")
    page.get_by_label("Votre nom").fill("Ada")
    page.get_by_text("Règles facultatives").click()
    powers = page.locator("fieldset.line-up")
    players = page.get_by_role("combobox", name=re.compile("^Joueurs"))
    expect(players).to_have_value("4")
    ticked = powers.locator("input:checked")
    expect(ticked).to_have_count(4)
    for power in ("Grande-Bretagne", "Russie"):
        powers.get_by_label(power).uncheck()
    powers.get_by_label("Turquie").check()
    expect(players).to_have_value("3")
    page.get_by_label("Vous et vos invités").check()
    page.get_by_role("button", name="Dresser la table").click()
    seats = page.locator("dialog li")
    expect(seats).to_have_count(3)
    for power in ("France", "Autriche", "Turquie"):
        expect(seats.filter(has_text=power)).to_have_count(1)
    page.goto(f"{table.address}/#/new/alliance")
    page.get_by_text("Règles facultatives").click()
    players.select_option("2")
    expect(ticked).to_have_count(2)
    expect(ticked.first).to_be_disabled()  # nobody plays alone


def test_a_click_on_a_piece_gives_the_order(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    name_napoleon(page)
    expect(page.locator(".page .tale").first).to_have_text("Napoleon is the French General in Lorraine.")


def test_a_piece_then_a_place_marches_it(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    name_napoleon(page)
    page.wait_for_selector(".power.lit")
    page.locator(".power.lit .face").first.click()
    page.get_by_role("button", name="Done").click()
    page.locator('.piece.lit[data-piece="france-3"]').click()
    expect(page.locator(".space.lit").first).to_be_visible()
    page.locator('.space[data-space="wurttemberg"]').hover()
    expect(page.locator("#orders .hint")).to_contain_text("March Napoleon in Lorraine (3 Units) to Wurttemberg")


def test_a_refused_click_says_the_clause_and_the_rule_opens(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    page.locator('[data-piece="austria-1"] .hit').dispatch_event("click")
    refusal = page.locator("#orders .refusal")
    expect(refusal).to_contain_text("Rule 2.setup.15")
    refusal.get_by_role("button").click()
    expect(page.locator(".page article h3")).to_have_text("Rule 2.setup.15")


def test_two_people_and_bots_play_on_in_step(table: Table, visit: Visit) -> None:
    owner = visit(table.address)
    lay_new(owner)
    owner.get_by_label("Your name").fill("Ada")
    owner.get_by_label("You and people you invite").check()
    owner.get_by_role("button", name="Lay the table").click()
    owner.get_by_role("button", name="Take France").click()
    owner.wait_for_selector(READY)
    owner.locator("dialog").wait_for(state="detached")
    owner.get_by_role("button", name="Seats", exact=True).click()
    link = owner.get_by_label("Invite", exact=True).input_value()
    guest = visit(link)
    guest.get_by_label("Your name").fill("<b>Ben</b>")
    guest.get_by_role("button", name="Take Britain").click()
    guest.wait_for_selector(READY)
    owner.reload()
    owner.get_by_role("button", name="Seats", exact=True).click()
    owner.get_by_role("button", name="Bots for the empty seats").click()
    owner.locator("dialog").wait_for(state="detached")
    rng, given = chance(2), {owner: 0, guest: 0}
    for _ in range(2000):
        if min(given.values()) >= 3 and sum(given.values()) >= 12:
            break
        for page in given:
            if page.locator("#orders .who.red").count():
                given[page] += give_an_order(page, rng)
        owner.wait_for_timeout(50)  # the bots may be thinking
    assert min(given.values()) >= 3
    owner.wait_for_function(
        "version => Number(document.querySelector('#orders').dataset.version) >= version",
        arg=int(guest.locator("#orders").get_attribute("data-version") or 0),
    )
    expect(owner.locator(".page .tale").nth(10)).to_be_attached()
    guest.get_by_role("tab", name="Talk").click()
    guest.get_by_label("Say something").fill("Terms? <i>now</i>")
    guest.get_by_role("button", name="Send").click()
    owner.get_by_role("tab", name="Talk").click()
    expect(owner.locator(".page li").filter(has_text="Terms? <i>now</i>")).to_be_visible()


def test_the_page_comes_back_by_itself_after_the_server_went_away(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    table.stop()
    page.locator('[data-piece="france-3"]').click()
    expect(page.get_by_role("alert")).to_contain_text("The line is cut")
    table.start()
    expect(page.get_by_role("alert")).to_have_count(0)
    wait_for_orders(page)
    name_napoleon(page, "france-2")
    expect(page.locator(".page .tale").first).to_have_text("Napoleon is the French General in Picardie.")


def test_time_travel_follows_the_board_and_comes_back(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    rng = chance(5)
    for _ in range(6):
        give_an_order(page, rng)
    wait_for_orders(page)
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".past")).to_contain_text("You are looking at step 0")
    expect(page.locator(".bar .moment")).to_have_text("before play")
    assert serious(page) == []
    expect(page.locator(".piece.lit")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".past")).to_have_count(0)
    expect(page.locator(".bar .moment")).not_to_have_text("before play")


def test_an_order_can_be_taken_back(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    name_napoleon(page)
    page.wait_for_selector(".power.lit")
    page.locator(".power.lit .face").first.click()
    page.wait_for_selector(".space.lit, .piece.lit")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#orders .text")).to_contain_text("name an Envoy")


def test_two_tabs_of_one_person_stay_in_step(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    other = page.context.new_page()
    other.goto(page.url)
    wait_for_orders(other)
    name_napoleon(page)
    expect(other.locator(".page .tale").first).to_have_text("Napoleon is the French General in Lorraine.")


def test_hot_seat_draws_a_curtain_between_seats(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    lay_new(page)
    page.get_by_label("Your name").fill("Ada")
    share_the_screen(page, "France", "Britain")
    rng = chance(1)
    page.locator(".curtain button").click()
    for _ in range(40):
        page.wait_for_selector("#orders .who.red, .curtain")
        if page.locator(".curtain").count():
            break
        give_an_order(page, rng)
    expect(page.locator(".curtain")).to_be_visible()
    assert serious(page) == []
    expect(page.locator(".foot .card")).to_have_count(0)


def test_arranging_the_seats_moves_nobody_from_theirs(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    lay_new(page)
    page.get_by_label("Your name").fill("Ada")
    share_the_screen(page, "France", "Britain")
    page.locator(".curtain button").click()
    mine = page.locator(".power.own .name")
    expect(mine).to_have_text("France")
    page.get_by_role("button", name="Seats", exact=True).click()
    link = page.get_by_label("Invite", exact=True)
    before = link.input_value()
    page.get_by_role("button", name="New invitation").click()
    expect(link).not_to_have_value(before)  # and one may go on to copy it
    expect(mine).to_have_text("France")
    page.locator("dialog li").filter(has_text="France").get_by_role("button", name="Give to a bot").click()
    expect(mine).to_have_text("Britain")  # the other seat at this screen


def test_coming_back_tells_what_happened_since(table: Table, visit: Visit) -> None:
    page = visit(table.address)
    play_now(page)
    wait_for_orders(page)
    address = page.url
    rng = chance(5)
    for _ in range(4):
        give_an_order(page, rng)
    wait_for_orders(page)
    page.evaluate("""() => localStorage.setItem('seen-' + location.hash.split('/')[2].split('?')[0],
        String(document.querySelector('.time input').max - 3))""")
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator(".past")).to_contain_text("Since you left")
    page.locator(".past").get_by_role("button", name="Play on").click()
    expect(page.locator(".past")).to_contain_text("You are looking at step")
    expect(page.locator(".past")).to_have_count(0)
