"""Whatever is typed, the program answers or says in one line what is wrong."""

from __future__ import annotations

import random

import pytest

from .inprocess import converse
from .programs import boxed, judge

PIECES = [
    *("JUDGE", "GAME", "TURN", "FIRST", "HUMAN", "X", "O", "_", "|", "+---+---+---+", "| X | _ | O |", "TURN X\n"),
    *(
        "\n",
        " ",
        "\r\n",
        "\t",
        "\x00",
        "é",
        "🙂",
        "²",
        "\ufeff",
        "++",
        "+",
        "1 1",
        "2 3",
        "-1",
        "-",
        "--",
        "9999999999999999999",
    ),
]


def nonsense(chance: random.Random) -> bytes:
    kind = chance.randrange(4)
    if kind == 0:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
    if kind == 1:
        return "".join(chance.choice(PIECES) for _ in range(chance.randrange(40))).encode()
    board = "/".join("".join(chance.choice("XO_") for _ in range(3)) for _ in range(3))
    text = judge(chance.choice("XO"), board)
    if kind == 2:
        moves = "\n".join(f"{chance.randrange(5)} {chance.randrange(5)}" for _ in range(12))
        start = boxed(board) if chance.random() < 0.5 else ""
        text = f"GAME\nFIRST {chance.choice('XO')}\nHUMAN {chance.choice('XO')}\n{start}{moves}\n"
    damaged = bytearray(text.encode())
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(damaged))
        match chance.randrange(3):
            case 0:
                damaged[at] = chance.randrange(256)
            case 1:
                del damaged[at : at + chance.randrange(20)]
            case _:
                damaged[at:at] = chance.choice(PIECES).encode()
        damaged = damaged or bytearray(b" ")
    return bytes(damaged)


def check(seed: int, count: int) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        text = nonsense(chance)
        reply = converse(text)
        assert reply.code in (0, 2), text
        assert "Traceback" not in reply.err, text
        if reply.code == 2:
            assert reply.err.splitlines()[-1].startswith("noughts: "), text
            if not text.lstrip(b"\xef\xbb\xbf \t\r\n").upper().startswith(b"GAME"):
                assert reply.out == "" and reply.err.count("\n") == 1, text
        elif not reply.err:
            assert reply.out.strip(), text


@pytest.mark.parametrize("seed", range(4))
def test_ten_thousand_random_inputs(seed: int) -> None:
    check(seed, 2500)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 200))
def test_a_million_random_inputs(seed: int) -> None:
    check(seed, 10_000)
