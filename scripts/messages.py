"""The message catalogues: collects every text of the program, brings the languages up to date, compiles them.

python scripts/messages.py            after a text has changed, and after translating it in src/noughts/locale
python scripts/messages.py --check    says what is stale or not translated, and changes nothing
"""

from __future__ import annotations

import sys
from datetime import datetime, timezone
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parents[1] / "src" / "noughts"
LOCALE = SOURCE / "locale"
LANGUAGES = ("bg", "mn")
METHODS = [("web/templates/**.html", "jinja2"), ("**.py", "python")]
# The classes of messages that `language.said` and `language.translated` translate.
MESSAGES = ["Message", "Busy", "GameError", "IllegalMove", "MisuseError", "NotationError", "NoughtsError"]
MESSAGES += ["PictureError", "SearchStopped", "UnreachablePosition"]
KEYWORDS = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "Plural": (1, 2), **dict.fromkeys(MESSAGES)}
_NEVER = datetime(2026, 1, 1, tzinfo=timezone.utc)  # a date that changed with every run would be noise


def template() -> Catalog:
    """Every text, as it stands in the code."""
    made = _catalogue()
    found = extract_from_dir(str(SOURCE), METHODS, {}, KEYWORDS)
    for _file, _line, text, _comments, context in found:
        made.add(text, context=context)
    return made


def _catalogue(language: str | None = None) -> Catalog:
    return Catalog(
        language,
        project="noughts",
        version="",
        copyright_holder="",
        msgid_bugs_address="",
        last_translator="",
        language_team="",
        header_comment="# Written by scripts/messages.py; translate here and run it again.",
        creation_date=_NEVER,
        revision_date=_NEVER,
        fuzzy=False,
    )


def translated(language: str, texts: Catalog) -> Catalog:
    """The texts in a language, as far as they are translated."""
    made, path = _catalogue(language), po_path(language)
    known = None
    if path.exists():
        with path.open("rb") as file:
            known = read_po(file, locale=language)
    for message in texts:
        if message.id:
            before = known.get(message.id, message.context) if known is not None else None
            made.add(message.id, before.string if before is not None else "", context=message.context)
    return made


def po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "noughts.po"


def files(language: str, texts: Catalog) -> dict[Path, bytes]:
    """What the two files of a language should hold."""
    made = translated(language, texts)
    text, compiled = BytesIO(), BytesIO()
    write_po(text, made, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
    write_mo(compiled, made)
    return {po_path(language): text.getvalue(), po_path(language).with_suffix(".mo"): compiled.getvalue()}


def problems() -> list[str]:
    """What is stale, and what is not translated."""
    found, texts = [], template()
    for language in LANGUAGES:
        for path, content in files(language, texts).items():
            if not path.exists() or path.read_bytes() != content:
                found.append(f"{path.relative_to(SOURCE)} is stale: run scripts/messages.py")
        for message in translated(language, texts):
            strings = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
            if message.id and not all(strings):
                found.append(f"{language}: not translated: {message.id!r}")
    return found


def main() -> None:
    texts = template()
    if "--check" not in sys.argv[1:]:
        for language in LANGUAGES:
            for path, content in files(language, texts).items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
    found = problems()
    print("\n".join(found) or f"{len(texts)} texts in {', '.join(LANGUAGES)}: complete")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
