"""The picture of docs/solved.md: for each length of a line, the boards as a grid, win, draw or not known."""

from __future__ import annotations

from collections.abc import Mapping

CELL, GAP, LEFT, TOP, HEAD = 24, 3, 62, 64, 58
COLOURS = {"win": "#1a6b4f", "draw": "#2f5d9b", None: "#8a8a8a"}
LETTERS = {"win": "W", "draw": "D", None: "?"}
LEGEND = [
    ("win", False, "the first player wins"),
    ("draw", False, "draw"),
    ("draw", True, "draw that follows from another one"),
    (None, False, "not known"),
]
Results = Mapping[tuple[int, int, int], tuple[str | None, bool]]


def _cell(x: int, y: int, result: str | None, follows: bool, title: str) -> str:
    colour, letter = COLOURS[result], LETTERS[result]
    is_outlined = follows or result is None
    fill, ink = ("#ffffff", colour) if is_outlined else (colour, "#ffffff")
    size = CELL - GAP
    dashes = ' stroke-dasharray="3 2"' if result is None else ""
    return (
        f'<g><title>{title}</title><rect x="{x}" y="{y}" width="{size}" height="{size}" rx="3" fill="{fill}" '
        f'stroke="{colour}" stroke-width="1.5"{dashes}/><text x="{x + size / 2:g}" y="{y + size / 2 + 4:g}" '
        f'text-anchor="middle" fill="{ink}">{letter}</text></g>'
    )


def picture(results: Results) -> str:
    """One grid for each length: columns of the board go down, rows to the right."""
    lengths = sorted({length for _, _, length in results})
    most_rows, most_columns = max(rows for rows, _, _ in results), max(columns for _, columns, _ in results)
    panel = HEAD + (most_columns - 2) * CELL
    width, height = LEFT + (most_rows - 2) * CELL + 12, TOP + len(lengths) * panel
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" font-family="system-ui, sans-serif" font-size="11">',
        "<title>Every board of at most 64 cells: win, draw or not known</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (result, follows, words) in enumerate(LEGEND):
        x, y = 12 + number % 2 * 250, 10 + number // 2 * CELL
        parts.append(_cell(x, y, result, follows, words))
        parts.append(f'<text x="{x + CELL + 4}" y="{y + 15}" fill="#222222">{words}</text>')
    for number, length in enumerate(lengths):
        top = TOP + number * panel
        parts.append(
            f'<text x="12" y="{top + 18}" fill="#222222" font-size="14" font-weight="600">{length} in a row</text>'
        )
        for rows in range(3, most_rows + 1):
            middle = LEFT + (rows - 3) * CELL + (CELL - GAP) / 2
            parts.append(
                f'<text x="{middle:g}" y="{top + HEAD - 22}" text-anchor="middle" fill="#444444">{rows}</text>'
            )
        for columns in range(3, most_columns + 1):
            y = top + HEAD - 14 + (columns - 3) * CELL + 15
            parts.append(f'<text x="{LEFT - 10}" y="{y}" text-anchor="end" fill="#444444">{columns}</text>')
        for (rows, columns, k), (result, follows) in sorted(results.items()):
            if k != length:
                continue
            x, y = LEFT + (rows - 3) * CELL, top + HEAD - 14 + (columns - 3) * CELL
            parts.append(_cell(x, y, result, follows, f"{rows},{columns},{k}: {result or 'not known'}"))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
