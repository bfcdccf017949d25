"""The fonts that the page serves itself: Lora speaks, Inter operates. `scripts/fonts.py` makes the files."""

from __future__ import annotations

_LATIN = "U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215"
_CYRILLIC = "U+301,U+400-45F,U+490-491,U+4B0-4B1,U+2116"
_CYRILLIC_MORE = "U+460-48F,U+492-4AF,U+4B2-52F"
_SIGNS = ",U+3B1-3B2,U+2190-2193,U+221E,U+2260,U+2264-2265"
# The family, the style, the file and the letters in it. A file is fetched when a letter of it is on the page.
FACES = (
    ("Lora Variable", "normal", "lora-latin-wght-normal", _LATIN),
    ("Lora Variable", "italic", "lora-latin-wght-italic", _LATIN),
    ("Lora Variable", "normal", "lora-cyrillic-wght-normal", _CYRILLIC),
    ("Lora Variable", "normal", "lora-cyrillic-ext-wght-normal", _CYRILLIC_MORE),
    ("Inter Variable", "normal", "inter-latin", _LATIN + _SIGNS),
    ("Inter Variable", "normal", "inter-cyrillic", f"{_CYRILLIC},U+4AE-4AF,U+4E8-4E9"),
)
FIRST = ("lora-latin-wght-normal", "inter-latin")  # what every page needs at once


def address(file: str, version: str) -> str:
    return f"/static/{version}/fonts/{file}.woff2"


def stylesheet() -> str:
    """The faces, shown in another font until they arrive; pictures take their families from the page.

    Cyrillic has no italic here: it would double what a page fetches.
    """
    faces = [
        f"@font-face{{font-family:'{family}';font-style:{style};font-weight:400 700;font-display:swap;"
        f"src:url(fonts/{file}.woff2) format('woff2');unicode-range:{letters}}}"
        for family, style, file, letters in FACES
    ]
    faces.append(":root{--slant:italic}:root:lang(bg),:root:lang(mn){--slant:normal}")
    faces.append("svg[font-family]{font-family:var(--sans)}svg [font-family]{font-family:var(--serif)}")
    faces.append("svg .layer{font-style:var(--slant)}")
    return "\n".join(faces)
