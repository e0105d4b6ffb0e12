"""The words that fields of the data files may hold."""

from typing import Literal, TypeAlias, get_args

Empire: TypeAlias = Literal["britain", "france", "russia", "austria", "prussia", "spain", "turkey"]
Ground: TypeAlias = Literal["clear", "forest", "mountain", "small-island", "gibraltar"]
BorderTerrain: TypeAlias = Literal["clear", "river", "forest", "mountain", "marsh", "strait", "lake"]
LimitOf: TypeAlias = Literal["clear", "river", "forest", "mountain", "marsh", "strait", "lake", "coast"]
BlockKind: TypeAlias = Literal["hq", "infantry", "cavalry", "artillery", "fortress", "fleet"]
Event: TypeAlias = Literal[
    "grand-battery",
    "reverse-slope",
    "alpine-guide",
    "bayonet-charge",
    "bridge-capture",
    "cavalry-charge",
    "panic",
    "diplomacy-plus-2",
]

EMPIRE_IDS: tuple[Empire, ...] = get_args(Empire)
LIMITS: tuple[LimitOf, ...] = get_args(LimitOf)
BLOCK_KINDS: tuple[BlockKind, ...] = get_args(BlockKind)
EVENTS: tuple[Event, ...] = get_args(Event)
NARROW = ("small-island", "gibraltar")
"""Where one army and one fleet may stand (11.4, 11.5)."""
