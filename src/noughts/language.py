"""The language of texts for people: English, or one of the catalogues in `locale/`.

The texts in the code are English. `_` translates a text to the current language, which is a context variable, so that a
server can use several languages at once. The text of an error is English for programs; `said` translates it for people.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import NullTranslations, translation
from pathlib import Path

from .errors import Message, NoughtsError

# Each by its own name.
LANGUAGES = {"en": "English", "bg": "Български", "mn": "Монгол"}
LOCALE = Path(__file__).with_name("locale")

_current: ContextVar[str] = ContextVar("language", default="en")


def _(text: str) -> str:
    """The text in the current language."""
    return _catalogue(_current.get()).gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a text that goes with a number."""
    return _catalogue(_current.get()).ngettext(one, many, count)


def pgettext(context: str, text: str) -> str:
    """The text in the current language, where the same English means several things."""
    return _catalogue(_current.get()).pgettext(context, text)


def current() -> str:
    return _current.get()


def said(error: NoughtsError) -> str:
    """What an error says, in the language that was spoken where it was raised."""
    with speaking(error.language or current()):
        return translated(error.message)


def translated(text: str) -> str:
    """A message in the current language; another text as it is, unless a translation exists."""
    if not isinstance(text, Message):
        return _(text) if text else ""
    values = {name: translated(value) if isinstance(value, Message) else value for name, value in text.values.items()}
    template = ngettext(text.template, text.many, int(str(values["count"]))) if text.many else _(text.template)
    return template.format(**values) if values else template


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Inside, `_` gives this language; an error that leaves remembers it."""
    language = named(language)
    token = _current.set(language)
    try:
        yield
    except NoughtsError as error:
        error.language = error.language or language
        raise
    finally:
        _current.reset(token)


def named(language: str) -> str:
    """The code of a language we have, from `bg`, `bg_BG.UTF-8` or `bg-BG`."""
    code = language.strip().replace("-", "_").partition("_")[0].partition(".")[0].lower()
    if code not in LANGUAGES:
        raise NoughtsError(
            "no language is called {name}; there are {names}", name=f"{language!r:.40}", names=", ".join(LANGUAGES)
        )
    return code


def of_environment() -> str:
    """The language that LANGUAGE, LC_ALL, LC_MESSAGES or LANG asks for, if we have it; otherwise English."""
    preferences = [*os.environ.get("LANGUAGE", "").split(":")]
    preferences += [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return _first_available([language for language in preferences if language])


def of_browser(accept_language: str) -> str:
    """The language that a browser's Accept-Language asks for first, if we have it; otherwise English."""
    preferences: list[tuple[float, int, str]] = []
    for part in accept_language[:500].split(","):
        tag, _, quality = part.partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        preferences.append((-weight, len(preferences), tag))
    return _first_available([tag for weight, _, tag in sorted(preferences) if weight < 0])


def _first_available(languages: list[str]) -> str:
    for language in languages:
        try:
            return named(language)
        except NoughtsError:
            continue
    return "en"


@lru_cache
def _catalogue(language: str) -> NullTranslations:
    return translation("noughts", LOCALE, [language], fallback=True)
