"""Stand-ins for what an agent must not wait for: windows, sounds, keys, pauses and prompts. They do nothing."""

from __future__ import annotations

import builtins
import contextlib
import importlib.machinery
import os
import sys
import time
from collections import deque
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar

# Windows, drawing, sounds, keys and colours of the terminal: nothing that a move can depend on.
SCREENS = frozenset(
    [
        "tkinter",
        "Tkinter",
        "customtkinter",
        "ttkbootstrap",
        "turtle",
        "pygame",
        "pygame_gui",
        "pyglet",
        "arcade",
        "kivy",
        "wx",
        "PyQt4",
        "PyQt5",
        "PyQt6",
        "PySide2",
        "PySide6",
        "curses",
        "msvcrt",
        "winsound",
        "playsound",
        "pyttsx3",
        "keyboard",
        "pynput",
        "pyautogui",
        "colorama",
        "termcolor",
        "colored",
        "pyfiglet",
        "art",
        "emoji",
        "prettytable",
        "tabulate",
        "rich",
        "matplotlib",
        "seaborn",
        "PIL",
        "cv2",
        "streamlit",
        "graphics",
        "IPython",
        "ipywidgets",
        "google",
        "getch",
    ]
)
used: list[str] = []


_MOST_PROMPTS, _MOST_USES = 50, 50_000


class Prompt(BaseException):
    """The agent asked for input, and nobody answers. Not an error that a loop around the prompt would catch."""


class Window(BaseException):
    """The agent waits for a window, which is not there."""


class Patience:
    """How many more uses of a stand-in are answered. While an agent is loaded, a loop around a window must end.

    `prompts` is how often it has asked for input, since it was loaded or since the last question.
    """

    left = _MOST_USES
    prompts = 0


class _Kind(type):
    """Of the classes of a package that is not there: what is asked of the class itself is accepted too."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Nothing()


class Nothing(metaclass=_Kind):
    """Accepts every use and gives itself back."""

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def __call__(self, *arguments: Any, **__: Any) -> Any:
        Patience.left -= 1
        if Patience.left <= 0:
            raise Window("it waits for a window")
        # As a decorator it leaves what it decorates as it is.
        if len(arguments) == 1 and callable(arguments[0]) and hasattr(arguments[0], "__code__"):
            return arguments[0]
        return Nothing()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __mro_entries__(self, _: Any) -> tuple[type, ...]:
        return (Nothing,)

    def __getitem__(self, _: Any) -> Any:
        return Nothing()

    def __setitem__(self, *_: Any) -> None: ...

    def __iter__(self) -> Any:
        return iter(())

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None: ...

    def __len__(self) -> int:
        return 0

    def __int__(self) -> int:
        return 0

    __index__ = __int__

    def __float__(self) -> float:
        return 0.0

    def __str__(self) -> str:
        return ""

    def __bool__(self) -> bool:
        return False

    def __neg__(self, *_: Any) -> Any:
        return Nothing()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __floordiv__ = __neg__
    __mod__ = __or__ = __ror__ = __and__ = __rfloordiv__ = __neg__

    def __lt__(self, *_: Any) -> bool:
        return False

    __le__ = __gt__ = __ge__ = __lt__


class Widget(Nothing):
    """A button or label of a window that is not there. It keeps its text: for many games that is the board."""

    notes: ClassVar[deque[tuple[Any, Any]]] = deque(maxlen=20_000)  # what was written, on which of them

    def __init__(self, *_: Any, **options: Any) -> None:
        self._options = {"text": "", **options}

    @property
    def shown_text(self) -> Any:
        return self._options["text"]

    def __getitem__(self, name: Any) -> Any:
        return self._options.get(name, Nothing())

    def __setitem__(self, name: Any, value: Any) -> None:
        self._options[name] = value
        if name == "text":
            self.notes.append((self, value))

    cget = __getitem__

    def config(self, **options: Any) -> None:
        for name, value in options.items():
            self[name] = value

    configure = config

    def text(self) -> Any:
        return self.shown_text

    def setText(self, text: Any) -> None:  # noqa: N802 - as Qt has it
        self["text"] = text


_WIDGETS = ("Button", "Label")


class _Module(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if name.endswith(_WIDGETS):
            return type(name, (Widget,), {})
        return type(name, (Nothing,), {}) if name[:1].isupper() else Nothing()


class _Finder:
    """Finds stand-ins before the real packages, which would look for a screen."""

    def __init__(self, own: frozenset[str]) -> None:
        self._own = own  # modules beside the agent keep their names

    def find_spec(self, name: str, *_: Any) -> Any:
        top = name.partition(".")[0]
        if top not in SCREENS or top in self._own or _is_asked_by_the_library():
            return None
        if top not in used:
            used.append(top)
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: Any) -> ModuleType:
        module = _Module(spec.name)
        module.__dict__.update(__path__=[], __all__=[])
        if spec.name == "turtle" or spec.name.startswith("tkinter"):  # imported with a star
            names = [
                "Tk",
                "Frame",
                "Button",
                "Label",
                "Canvas",
                "Entry",
                "Toplevel",
                "StringVar",
                "IntVar",
                "PhotoImage",
                "Turtle",
                "Screen",
                "messagebox",
                "mainloop",
            ]
            module.__dict__.update({one: getattr(module, one) for one in names}, __all__=names)
        return module

    def exec_module(self, module: ModuleType) -> None: ...


def _is_asked_by_the_library() -> bool:
    """Whether a standard module imports it: `subprocess` finds out by `msvcrt` which system it is on."""
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("importlib"):
        frame = frame.f_back
    importer = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    return importer in getattr(sys, "stdlib_module_names", ())


def install(own: frozenset[str]) -> None:
    sys.meta_path.insert(0, _Finder(own))

    def no_input(*_: Any) -> str:
        Patience.prompts += 1
        if "input" not in used:
            used.append("input")
        if Patience.prompts > _MOST_PROMPTS:  # it would ask for ever
            with contextlib.suppress(OSError):
                os.write(2, b"it asks for input again and again\n")
            os._exit(3)
        raise Prompt("it asks for input")

    builtins.input = no_input
    time.sleep = lambda _: os.sched_yield()  # a pause for effect, which would be waited for at every question
