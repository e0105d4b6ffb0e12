"""Powers are told apart by every eye: by colour where the eye allows, by lightness and pattern always."""

from __future__ import annotations

import base64
import io
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from grognard.atlas import board, svg_to_png
from grognard.atlas.colours import LIVERIES, TILES, luminance, pattern_defs, swatch
from grognard.atlas.overlay import control_layer
from grognard.atlas.vision import DEFICIENCIES, apart, difference, lab, seen_by

PAIRS = list(combinations(LIVERIES, 2))


Patch = NDArray[np.float64]


@pytest.fixture(scope="module")
def painted() -> dict[str, Patch]:
    """Each power's land as it really looks: wash and pattern laid over the printed paper, in linear light."""
    b = board("coalitions", "empire")
    x, y = b.topology.space("ukraine").slots[0]
    left, top, side = round(x) - 24, round(y) - 24, 48
    sheet = Image.open(io.BytesIO(b.base(1))).convert("RGB").crop((left, top, left + side, top + side))
    png = io.BytesIO()
    sheet.save(png, "PNG")
    paper = base64.b64encode(png.getvalue()).decode()
    out = {}
    for livery in LIVERIES:
        drawn = svg_to_png(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" '
            f'viewBox="{left} {top} {side} {side}">'
            f'<image href="data:image/png;base64,{paper}" x="{left}" y="{top}" width="{side}" height="{side}"/>'
            f"{control_layer(b.topology, {'ukraine': livery})}</svg>"
        )
        v = np.asarray(Image.open(io.BytesIO(drawn)).convert("RGB"), dtype=np.float64) / 255
        out[livery] = np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)
    return out


def lightness(patch: Patch) -> Patch:
    return np.array([[lab((p[0], p[1], p[2]))[0] for p in row] for row in patch])


@pytest.mark.parametrize(("eyes", "least"), [("normal", 9.0), *((e, 6.0) for e in DEFICIENCIES), ("grey", 2.3)])
def test_lands_are_apart_as_painted_on_the_paper(painted: dict[str, Patch], eyes: str, least: float) -> None:
    """In grey 2.3 is just to be seen side by side; there the pattern must tell, see below."""
    seen = {k: lab(seen_by((v[..., 0].mean(), v[..., 1].mean(), v[..., 2].mean()), eyes)) for k, v in painted.items()}
    close = {(a, b): round(d, 1) for a, b in PAIRS if (d := difference(seen[a], seen[b])) < least}
    assert not close


def test_painted_patterns_are_seen_without_colour(painted: dict[str, Patch]) -> None:
    """Every pattern but the plain one stands out from its wash, and no two have the same texture at any shift."""
    grey = {k: lightness(v) for k, v in painted.items()}
    flat = grey["austria"].std()
    assert all(v.std() > flat + 1.5 for k, v in grey.items() if k != "austria")
    spectra = {}
    for k, v in grey.items():
        size = np.abs(np.fft.fft2(v - v.mean()))
        spectra[k] = size / np.linalg.norm(size)
    alike = {
        (a, b): round(c, 2)
        for a, b in PAIRS
        if "austria" not in (a, b) and (c := float((spectra[a] * spectra[b]).sum())) > 0.9
    }
    assert not alike


@pytest.mark.parametrize("eyes", ["normal", *DEFICIENCIES])
def test_counters_are_apart_under_every_kind_of_colour_vision(eyes: str) -> None:
    close = {(a, b): round(d, 1) for a, b in PAIRS if (d := apart(LIVERIES[a].counter, LIVERIES[b].counter, eyes)) < 8}
    assert not close


def test_counters_are_apart_in_grey() -> None:
    close = [(a, b) for a, b in PAIRS if apart(LIVERIES[a].counter, LIVERIES[b].counter, "grey") < 6]
    assert not close


def test_every_power_has_a_pattern_of_its_own() -> None:
    patterns = [lv.pattern for lv in LIVERIES.values()]
    assert len(set(patterns)) == len(patterns)
    assert set(patterns) == set(TILES)
    assert len({TILES[p] for p in patterns}) == len(patterns)


def test_what_is_written_on_a_counter_can_be_read() -> None:
    for lv in LIVERIES.values():
        light, dark = sorted((luminance(lv.counter), luminance(lv.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_patterns_are_drawn() -> None:
    defs = pattern_defs(set(LIVERIES))
    assert all(f'id="lv-{name}"' in defs for name in LIVERIES)
    assert swatch("france", 0, 0, 8, 17).startswith("<rect")


def test_the_measure_itself() -> None:
    assert apart("#ffffff", "#ffffff") == 0
    assert apart("#000000", "#ffffff") > 90
    # red and green of equal lightness fall together for a deuteranope, not for others
    assert apart("#b04a3a", "#6f7a2a", "deuteranopia") < apart("#b04a3a", "#6f7a2a") / 2
