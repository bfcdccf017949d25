"""The colours and type of every picture, and which part of a picture wears which.

Blue, grey and vermilion mean win, draw and loss and nothing else; plum is the nought and the accent. Each part of a
picture has a class, and `PAINT` gives each class its tokens. In a picture they become attributes with the light values,
so that a saved picture stands alone; in a page `stylesheet` turns the same table into rules, which outrank attributes.
"""

from __future__ import annotations

LIGHT = {
    "paper": "#FAF8F3",
    "surface": "#FFFFFF",
    "sunken": "#F2EFE7",
    "rule": "#DFDBD0",
    "edge": "#8A8981",
    "grid": "#8F8D85",
    "last": "#EFEBE0",
    "ink": "#1C2430",
    "ink-2": "#4A515D",
    "ink-3": "#626771",
    "nought": "#8A3A68",
    "nought-tint": "#F5E8EF",
    "on-nought": "#FFFFFF",
    "win": "#0067A0",
    "win-tint": "#DDEDF7",
    "draw": "#595E66",
    "draw-tint": "#EBEAE6",
    "loss": "#A84100",
    "loss-tint": "#FBE7D9",
}
DARK = {
    "paper": "#15181D",
    "surface": "#1D2128",
    "sunken": "#101317",
    "rule": "#323842",
    "edge": "#7B818B",
    "grid": "#7A808A",
    "last": "#323842",
    "ink": "#ECE9E2",
    "ink-2": "#BDBBB4",
    "ink-3": "#A4A49F",
    "nought": "#DDA3C6",
    "nought-tint": "#3A2533",
    "on-nought": "#2A1020",
    "win": "#7DC5F1",
    "win-tint": "#12344A",
    "draw": "#C3C6CB",
    "draw-tint": "#2D323A",
    "loss": "#FF9E62",
    "loss-tint": "#47250F",
}
# Not `system-ui`: on many Linux systems that is DejaVu Sans, which is too wide.
SANS = "-apple-system, 'Segoe UI', Inter, Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, P052, 'Noto Serif', Georgia, serif"

# What a class wears: an attribute, and a token or a plain value.
PAINT: dict[str, dict[str, str]] = {
    "paper": {"fill": "paper"},
    "surface": {"fill": "surface"},
    # boards
    "grid": {"fill": "none", "stroke": "grid", "stroke-linecap": "round"},
    "x": {"fill": "none", "stroke": "ink", "stroke-linecap": "round"},
    "o": {"fill": "none", "stroke": "nought"},
    "disc": {"fill": "ink"},
    "slot": {"fill": "rule"},
    "number": {"fill": "ink"},
    "number-even": {"fill": "nought"},
    "ring": {"fill": "paper", "stroke": "ink"},
    "ring-even": {"fill": "paper", "stroke": "nought"},
    "crop": {"fill": "none", "stroke": "ink-3", "stroke-linecap": "round"},
    "last": {"fill": "last"},
    "coord": {"fill": "ink-3"},
    "caption": {"fill": "ink"},
    "layer": {"fill": "ink", "font-style": "italic"},
    "dim": {"opacity": "0.3"},
    "winline": {"fill": "none", "stroke": "ink", "stroke-linecap": "round"},
    "winline-core": {"fill": "none", "stroke": "paper", "stroke-linecap": "round"},
    "order": {"fill": "ink-2"},
    "order-ring": {"fill": "surface", "stroke": "ink-2"},
    "threat": {"fill": "none", "stroke": "ink-2", "stroke-linecap": "round"},
    "target": {"fill": "none", "stroke": "ink-2"},
    "aimed": {"fill": "ink-2"},
    "pair": {"fill": "ink-2"},
    "pair-link": {"fill": "none", "stroke": "rule", "stroke-linecap": "round"},
    # values
    "tile-w": {"fill": "win-tint"},
    "tile-d": {"fill": "draw-tint"},
    "tile-l": {"fill": "loss-tint"},
    "best-w": {"stroke": "win"},
    "best-d": {"stroke": "draw"},
    "best-l": {"stroke": "loss"},
    "g-w": {"fill": "win"},
    "g-d": {"fill": "draw"},
    "g-l": {"fill": "loss"},
    "unknown": {"fill": "none", "stroke": "ink-2"},
    "unknown-t": {"fill": "ink-2"},
    "chip": {"fill": "ink-2"},
    # sums at the ends of lines
    "tick": {"fill": "none", "stroke": "grid", "stroke-linecap": "round"},
    "need": {"fill": "ink"},
    "need-dead": {"fill": "ink-3", "text-decoration": "line-through"},
    "sum": {"fill": "ink-3"},
    "finish": {"fill": "none", "stroke": "ink"},
    "finish-even": {"fill": "none", "stroke": "nought"},
    # trees
    "band": {"fill": "sunken"},
    "ply": {"fill": "ink-3"},
    "ply-who": {"fill": "ink-2"},
    "edge": {"fill": "none", "stroke": "grid"},
    "edge-best": {"fill": "none", "stroke": "ink"},
    "edge-cut": {"fill": "none", "stroke": "ink-3", "stroke-dasharray": "2.5 3"},
    "cutbar": {"fill": "none", "stroke": "ink", "stroke-linecap": "round"},
    "cut-t": {"fill": "ink-2"},
    "nodebox": {"fill": "surface", "stroke": "rule"},
    "nodebox-best": {"fill": "surface", "stroke": "ink"},
    "window": {"fill": "ink-2"},
    "note": {"fill": "ink-3"},
    "open": {"fill": "ink-3"},
    "more": {"fill": "surface", "stroke": "edge"},
    "more-t": {"fill": "ink-2"},
    "key": {"fill": "ink-2"},
    # the race
    "axis": {"fill": "none", "stroke": "rule"},
    "axis-t": {"fill": "ink-3"},
    "rung": {"fill": "ink"},
    "idea": {"fill": "ink-3"},
    "bar": {"fill": "ink-3"},
    "bar-over": {"fill": "surface", "stroke": "ink-2"},
    "count": {"fill": "ink"},
    "factor": {"fill": "ink-2"},
}


def attributes(classes: str) -> dict[str, str]:
    """What a part with these classes wears, in the light colours."""
    worn: dict[str, str] = {}
    for name in classes.split():
        worn.update({attribute: LIGHT.get(value, value) for attribute, value in PAINT.get(name, {}).items()})
    return worn


def tokens(colours: dict[str, str]) -> str:
    """The colours as custom properties of CSS."""
    return "".join(f"--{name}:{value};" for name, value in colours.items())


def stylesheet(within: str = "") -> str:
    """A rule for each class, by which a page's own tokens replace the light values, under the selector `within`."""
    rules = []
    for name, worn in PAINT.items():
        coloured = "".join(f"{attribute}:var(--{value});" for attribute, value in worn.items() if value in LIGHT)
        if coloured:
            rules.append(f"{within} .{name}{{{coloured}}}".strip())
    return "\n".join(rules)
