"""The colours keep what the design promises: contrast, results that anyone can tell apart, one table."""

from __future__ import annotations

from itertools import combinations

import pytest

from noughts.explain.palette import DARK, LIGHT, PAINT, attributes, stylesheet

THEMES = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
# Text that pictures set, and what lies behind it.
TEXT_PAIRS = [(text, ground) for text in ("ink", "ink-2", "ink-3") for ground in ("paper", "surface", "sunken")] + [
    ("nought", "paper"),
    ("nought", "surface"),
    ("ink-2", "last"),
    ("win", "paper"),
    ("draw", "paper"),
    ("loss", "paper"),
    ("win", "sunken"),
    ("draw", "sunken"),
    ("loss", "sunken"),
]
# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
VISIONS = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

Colour = tuple[float, ...]


def linear(colour: str) -> Colour:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


def luminance(colour: str) -> float:
    return sum(weight * channel for weight, channel in zip((0.2126, 0.7152, 0.0722), linear(colour)))


def contrast(one: str, other: str) -> float:
    """As WCAG defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(rgb: Colour) -> Colour:
    """CIE Lab of a linear RGB colour, white D65."""
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    ratios = [sum(a * min(max(b, 0.0), 1.0) for a, b in zip(row, rgb)) / w for row, w in zip(to_xyz, white)]
    x, y, z = (ratio ** (1 / 3) if ratio > 0.008856 else 7.787 * ratio + 16 / 116 for ratio in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, vision: str) -> Colour:
    return lab(tuple(sum(a * b for a, b in zip(row, linear(colour))) for row in VISIONS[vision]))


@THEMES
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS, ids=lambda name: name)
def test_text_can_be_read(colours: dict[str, str], text: str, ground: str) -> None:
    assert contrast(colours[text], colours[ground]) >= 4.5


@THEMES
@pytest.mark.parametrize("result", ["win", "draw", "loss"])
def test_a_result_can_be_read_on_its_tint(colours: dict[str, str], result: str) -> None:
    assert contrast(colours[result], colours[f"{result}-tint"]) >= 5.0


@THEMES
@pytest.mark.parametrize("line", ["grid", "edge"])
def test_lines_that_matter_can_be_seen(colours: dict[str, str], line: str) -> None:
    assert min(contrast(colours[line], colours[ground]) for ground in ("paper", "surface")) >= 3.0


def test_ink_on_paper_is_as_dark_as_the_design_says() -> None:
    assert round(contrast(LIGHT["ink"], LIGHT["paper"]), 1) == 14.7


@THEMES
@pytest.mark.parametrize("vision", VISIONS)
def test_results_stay_apart_for_every_colour_vision(colours: dict[str, str], vision: str) -> None:
    for one, other in combinations(("win", "draw", "loss"), 2):
        pairs = zip(seen(colours[one], vision), seen(colours[other], vision))
        assert sum((a - b) ** 2 for a, b in pairs) ** 0.5 >= 23, (one, other)


def test_both_themes_have_every_token() -> None:
    assert LIGHT.keys() == DARK.keys()


def test_a_page_can_replace_every_colour_that_a_picture_has() -> None:
    rules = stylesheet()
    for name, worn in PAINT.items():
        for attribute, value in worn.items():
            if value in LIGHT:
                assert f".{name}{{" in rules
                assert f"{attribute}:var(--{value});" in rules
                assert attributes(name)[attribute] == LIGHT[value]
