"""Makes the fonts of the page again: python scripts/fonts.py (needs npm, and fonttools and brotli of Python).

Lora is a reserved name, so its files are copied as the package has them. Inter is cut down to the letters, the signs
and the weights that the page uses.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FONTS = Path(__file__).parents[1] / "src" / "noughts" / "web" / "static" / "fonts"
LORA, INTER = "@fontsource-variable/lora@5.3.0", "inter-ui@4.1.1"
LORA_FILES = ("latin-wght-normal", "latin-wght-italic", "cyrillic-wght-normal",
              "cyrillic-ext-wght-normal")  # fmt: skip
RANGES = {
    "inter-latin": "0020-007E,00A0-00FF,0131,03B1-03B2,2010-2027,2030-203A,20AC,2122,2190-2193,2212,221E,2264-2265",
    "inter-cyrillic": "0400-045F,0490,0491,04AE,04AF,04E8,04E9,2116",
}
FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "tnum", "case")


def unpacked(package: str, into: Path) -> Path:
    """The contents of a package, as npm has it."""
    into.mkdir()
    packed = subprocess.run(["npm", "pack", "--silent", package], cwd=into, check=True, capture_output=True, text=True)
    with tarfile.open(into / packed.stdout.strip()) as archive:
        archive.extractall(into, filter="data")
    return into / "package"


def write_inter(source: Path) -> None:
    plain = BytesIO()
    instancer.instantiateVariableFont(TTFont(source), {"opsz": 14, "wght": (400, 700)}).save(plain)
    for name, ranges in RANGES.items():
        font = TTFont(BytesIO(plain.getvalue()))
        options = subset.Options(layout_features=list(FEATURES), flavor="woff2", hinting=False)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=subset.parse_unicodes(ranges))
        cutter.subset(font)
        font.flavor = "woff2"
        font.save(FONTS / f"{name}.woff2")


def main() -> None:
    FONTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        lora, inter = unpacked(LORA, Path(folder) / "lora"), unpacked(INTER, Path(folder) / "inter")
        for name in LORA_FILES:
            shutil.copy(lora / "files" / f"lora-{name}.woff2", FONTS / f"lora-{name}.woff2")
        shutil.copy(lora / "LICENSE", FONTS / "LICENSE-Lora.txt")
        shutil.copy(inter / "LICENSE.txt", FONTS / "LICENSE-Inter.txt")
        write_inter(inter / "variable" / "InterVariable.woff2")
    for path in sorted(FONTS.iterdir()):
        print(f"{path.stat().st_size:>7,}  {path.name}")


if __name__ == "__main__":
    main()
