"""SVG to PNG: by `resvg_py` if it is installed, otherwise by a Chromium on this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from ..errors import PictureError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SCALE = 2  # pixels of the file for one of the picture: text stays sharp when it is printed or shown large
_LARGEST = 32_000


def png(svg: str) -> bytes:
    """The picture as a PNG file."""
    if find_spec("resvg_py") is not None:
        return _by_resvg(svg)
    for name in BROWSERS:
        if (browser := shutil.which(name)) is not None:
            return _by_browser(browser, svg)
    raise PictureError(
        "a PNG needs resvg_py or Chromium, and neither is here; "
        "pip install 'noughts[png]', or write .svg, which needs nothing"
    )


def size(svg: str) -> tuple[int, int]:
    """Width and height of a picture in pixels."""
    root = ElementTree.fromstring(svg)
    return round(float(root.attrib["width"])), round(float(root.attrib["height"]))


def _by_resvg(svg: str) -> bytes:
    import resvg_py

    width, height = size(svg)
    if max(width, height) * SCALE > _LARGEST:
        raise PictureError(
            f"a picture of {width} × {height} pixels is too large for a PNG; draw less of it, or write .svg"
        )
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width * SCALE, height=height * SCALE))


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _by_browser(browser: str, svg: str) -> bytes:
    width, height = size(svg)
    with tempfile.TemporaryDirectory() as directory:
        source, target = Path(directory, "picture.svg"), Path(directory, "picture.png")
        source.write_text(svg, encoding="utf-8")
        command = [
            browser,
            "--headless",
            *(["--no-sandbox"] if _is_root() else []),  # Chromium refuses to start otherwise; the picture is our own
            "--disable-gpu",
            "--hide-scrollbars",
            f"--force-device-scale-factor={SCALE}",
            f"--window-size={width},{height}",
            f"--user-data-dir={directory}/profile",
            f"--screenshot={target}",
            source.as_uri(),
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        except subprocess.TimeoutExpired:
            raise PictureError(f"{browser} did not draw the picture within two minutes") from None
        if not target.exists():
            raise PictureError(f"{browser} could not draw the picture: {done.stderr.strip()[-200:]}")
        return target.read_bytes()
