"""Why a player chose as it did, in the language of whoever asks."""

from __future__ import annotations

from typing import Any

from grognard.engine.decision import Action
from grognard.engine.judgement import Opinion
from grognard.engine.words import as_name, catalogue
from grognard.players.player import Situation

TEXT = catalogue("grognard.players")


def reason(situation: Situation, opinion: Opinion) -> str:
    """An opinion in words. It is formed in English; other languages have it by its format."""
    if not opinion.why:
        return ""
    source, *words = opinion.why
    told = _told(situation, source)
    return opinion.words if told is None else told.format(*(_said(situation, word) for word in words))


def chosen(situation: Situation, action: Action, why: str) -> str:
    """An action with its reason, if there is one."""
    what = situation.describe(action)
    return TEXT.say("chosen.why", action=what, why=why) if why else TEXT.say("chosen", action=what)


def _told(situation: Situation, source: str) -> str | None:
    """A text of the game or of the players in the language that is spoken; None where it is as it was written."""
    for words in (situation.rulebook.words.words(), TEXT.words()):
        if source in words.opinions:
            return words.opinions[source]
    return None


def _said(situation: Situation, word: Any) -> Any:
    """What fills a place: numbers as they are, names as the reader calls them, turns of phrase in the language."""
    if not isinstance(word, str):
        return word
    for kind, things in situation.setting.vocabulary.kinds.items():
        if word in things.names:
            return as_name(situation.rulebook.label(situation.world, kind, things.names.index(word), situation.seat))
    return _told(situation, word) or word
