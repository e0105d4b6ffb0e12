"""Who is who, over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from grognard.server.desk import COOKIE, Asker, Desk, TheDesk
from grognard.server.people import SESSION_LASTS, Person
from grognard.server.problem import sign_in
from grognard.server.wire import (
    Claim,
    Credentials,
    Introduction,
    Leave,
    Me,
    NewToken,
    PersonCard,
    Renaming,
    TokenCard,
    VacationCard,
)


def _card(person: Person) -> PersonCard:
    return PersonCard(person.id, person.name, person.guest, person.admin)


def _welcome(desk: Desk, person: Person, token: str) -> Response[Me]:
    return Response(Me(_card(person)), cookies=[_cookie(desk, token)])


def _cookie(desk: Desk, token: str) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=int(SESSION_LASTS),
        httponly=True,
        samesite="lax",
        secure=desk.settings.secure,
        path="/",
    )


@post("/api/session", status_code=200, sync_to_thread=True)
def enter(desk: TheDesk, data: JSONBody[Introduction]) -> Response[Me]:
    """Come in as a guest, with just a name."""
    return _welcome(desk, *desk.people.guest(data.name, data.invite or ""))


@post("/api/account", status_code=200, sync_to_thread=True)
def register(desk: TheDesk, me: Asker, data: JSONBody[Credentials]) -> Response[Me]:
    """Open an account; a guest keeps everything."""
    return _welcome(desk, *desk.people.register(data.name, data.password, data.invite or "", me))


@post("/api/login", status_code=200, sync_to_thread=True)
def login(desk: TheDesk, data: JSONBody[Credentials]) -> Response[Me]:
    """Come back."""
    return _welcome(desk, *desk.people.login(data.name, data.password))


@post("/api/logout", status_code=200, sync_to_thread=True)
def logout(request: Request[Any, Any, Any], desk: TheDesk) -> Response[Me]:
    """End this session."""
    token = request.cookies.get(COOKIE)
    if token:
        desk.people.logout(token)
    response = Response(Me(None))
    response.delete_cookie(COOKIE)
    return response


@post("/api/admin", status_code=200, sync_to_thread=True)
def claim(desk: TheDesk, me: Asker, data: JSONBody[Claim]) -> Me:
    """Use the admin link printed on the first start."""
    if me is None:
        raise sign_in()
    return Me(_card(desk.people.claim(me, data.token)))


@get("/api/me", sync_to_thread=False)
def myself(me: Asker) -> Me:
    """Who am I?"""
    return Me(None if me is None else _card(me))


@post("/api/me", status_code=200, sync_to_thread=True)
def rename(desk: TheDesk, me: Asker, data: JSONBody[Renaming]) -> Me:
    """Be called otherwise, as a guest."""
    if me is None:
        raise sign_in()
    return Me(_card(desk.people.rename(me, data.name)))


@get("/enter/{ticket:str}", include_in_schema=False, sync_to_thread=True)
def redeem(desk: TheDesk, ticket: FromPath[str]) -> Redirect:
    """Come in by a link that works once."""
    token, address = desk.people.redeem(ticket)
    return Redirect(address, status_code=303, cookies=[_cookie(desk, token)], headers={"Cache-Control": "no-store"})


@post("/api/tokens", sync_to_thread=True)
def issue_token(desk: TheDesk, me: Asker, data: JSONBody[NewToken]) -> TokenCard:
    """A token for a program: “look” sees what one sees, “play” also plays."""
    return desk.tokens.issue(me, data.name, data.scope)


@get("/api/tokens", sync_to_thread=True)
def list_tokens(desk: TheDesk, me: Asker) -> list[TokenCard]:
    """One's tokens, without what makes them work."""
    return desk.tokens.listed(me)


@delete("/api/tokens/{token:str}", status_code=200, sync_to_thread=True)
def revoke_token(desk: TheDesk, me: Asker, token: FromPath[str]) -> None:
    """Take a token back."""
    desk.tokens.revoke(me, token)


@get("/api/vacation", sync_to_thread=True)
def vacation(desk: TheDesk, me: Asker) -> VacationCard:
    """One's vacation, now or planned, and the days one has left this year."""
    return desk.play.vacations.card(me)


@post("/api/vacation", status_code=200, sync_to_thread=True)
def plan_vacation(desk: TheDesk, me: Asker, data: JSONBody[Leave]) -> VacationCard:
    """Be away: no clock of one's games by letter runs."""
    return desk.play.vacations.plan(me, data.begins, data.days)


@post("/api/vacation/end", status_code=200, sync_to_thread=True)
def end_vacation(desk: TheDesk, me: Asker) -> VacationCard:
    """Be back before its end, or think better of it."""
    return desk.play.vacations.end(me)


HANDLERS = [
    vacation,
    plan_vacation,
    end_vacation,
    issue_token,
    list_tokens,
    revoke_token,
    redeem,
    enter,
    register,
    login,
    logout,
    claim,
    myself,
    rename,
]
