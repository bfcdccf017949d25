"""Writing SVG: elements with classes and the attributes that go with them.

There are no style attributes, so that a strict content security policy has nothing to object to.
"""

from __future__ import annotations

from . import palette

Attribute = str | int | float | None


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def escape(text: str) -> str:
    """Text between tags. What the standard library has for this imports its clients of the web as well."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(value: str) -> str:
    """The value of an attribute, in quotes that are not in it."""
    text = escape(value)
    return f"'{text}'" if '"' in text and "'" not in text else '"' + text.replace('"', "&quot;") + '"'


def element(name: str, *children: str, cls: str = "", **attributes: Attribute) -> str:
    """`<name …>children</name>`; an underscore in an attribute's name is written as a hyphen.

    The attributes that the classes wear come first, those that are given replace them.
    """
    written: dict[str, Attribute] = {"class": cls or None, **palette.attributes(cls)}
    written.update({key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()})
    text = "".join(
        f" {key}={_quoted(value if isinstance(value, str) else number(value))}"
        for key, value in written.items()
        if value is not None
    )
    return f"<{name}{text}>{''.join(children)}</{name}>" if children else f"<{name}{text}/>"


def group(*children: str, cls: str = "", **attributes: Attribute) -> str:
    return element("g", *children, cls=cls, **attributes) if children else ""


def path(cls: str, d: str, width: float | None = None, **attributes: Attribute) -> str:
    return element("path", cls=cls, d=d, stroke_width=width, **attributes)


def rectangle(
    cls: str, x: float, y: float, width: float, height: float, radius: float = 0, **attributes: Attribute
) -> str:
    return element("rect", cls=cls, x=x, y=y, width=width, height=height, rx=radius or None, **attributes)


def circle(cls: str, x: float, y: float, radius: float, width: float | None = None, **attributes: Attribute) -> str:
    return element("circle", cls=cls, cx=x, cy=y, r=radius, stroke_width=width, **attributes)


def label(
    cls: str, x: float, y: float, size: float, content: str, weight: int | None = None, anchor: str = "middle"
) -> str:
    """A text on the baseline `y`."""
    aligned = None if anchor == "start" else anchor
    return element("text", escape(content), cls=cls, x=x, y=y, font_size=size, font_weight=weight, text_anchor=aligned)


def centred(cls: str, x: float, y: float, size: float, content: str, weight: int | None = None) -> str:
    """A text whose capitals and figures are centred on a point."""
    return label(cls, x, y + 0.355 * size, size, content, weight)


def document(
    body: str,
    *,
    box: tuple[float, float, float, float],
    size: tuple[float, float],
    title: str,
    description: str,
    cls: str,
    background: bool,
) -> str:
    """The whole picture. `box` is what is seen, in the picture's own units; `size` is in pixels.

    With a background the picture can be looked at by itself; without, it takes the colour of the page around it.
    """
    paper = rectangle("paper", *box) if background else ""
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)),
        paper,
        body,
        cls=cls,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, map(float, box))),
        width=round(size[0], 1),
        height=round(size[1], 1),
        role="img",
        font_family=palette.SANS,
    )
