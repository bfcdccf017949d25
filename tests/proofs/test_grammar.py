"""The format, rule by rule as docs/certificates.md has it: both checkers accept the same files, and refuse the same."""

from __future__ import annotations

import lzma
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.games import Result, position
from noughts.games.variants import from_file
from noughts.proofs import certificates, checker, proving as proofs
from noughts.proofs.certificates import MAGIC
from noughts.proofs.strategies import SHIPPED
from proofs import structure
from proofs.making import Verdict, file_of, file_verdicts, sealed, verdicts
from proofs.test_commands import CHECKER, noughts

SHAPE, LENGTH, SYMMETRIES = b"[3,3]", b"3", b"[[0,1,2,3,4,5,6,7,8],[6,3,0,7,4,1,8,5,2]]"
PART = b'{"kind":"guard","side":"X"}'
HEADER = (
    b'{"game":"tictactoe","shape":%b,"length":%b,"position":"___/___/___ X","result":"draw","parts":[%b],'
    b'"symmetries":%b}' % (SHAPE, LENGTH, PART, SYMMETRIES)
)
NOT_ONE: tuple[Verdict, Verdict] = (("no certificate", 0),) * 2
REFUSED: tuple[Verdict, Verdict] = (("refused", 0),) * 2
NIL = b"\x01\x00"  # a pairing without pairs: no line is open


def stands(nodes: int) -> tuple[Verdict, Verdict]:
    return (("stands", nodes),) * 2


def header(
    shape: str, length: int, board: str, result: str, parts: list[tuple[str, str]], symmetries: str = "[]"
) -> bytes:
    """A header whose symmetries are given as they are written."""
    said = ",".join(f'{{"kind":"{kind}","side":"{side}"}}' for kind, side in parts)
    return (
        f'{{"game":"","shape":[{shape}],"length":{length},"position":"{board}","result":"{result}","parts":[{said}],'
        f'"symmetries":{symmetries}}}'
    ).encode()


# ── the header ──


def with_position(text: bytes) -> bytes:
    return HEADER.replace(b"___/___/___ X", text)


def with_symmetries(text: bytes) -> bytes:
    return HEADER.replace(SYMMETRIES, text)


def with_name(text: bytes) -> bytes:
    return HEADER.replace(b'"tictactoe"', text)


def with_shape(text: bytes) -> bytes:
    return HEADER.replace(b'"shape":' + SHAPE, b'"shape":' + text)


def with_length(text: bytes) -> bytes:
    return HEADER.replace(b'"length":' + LENGTH, b'"length":' + text)


def with_parts(text: bytes) -> bytes:
    return HEADER.replace(b"[%b]" % PART, text)


WRONG: dict[str, bytes] = {
    "nothing": b"",
    "another object": b"{}",
    "cut off": HEADER[:-1],
    "a byte-order mark": b"\xef\xbb\xbf" + HEADER,
    "UTF-16": HEADER.decode().encode("utf-16"),
    "UTF-16 without a mark": HEADER.decode().encode("utf-16-le"),
    "UTF-32": HEADER.decode().encode("utf-32"),
    "a space before": b" " + HEADER,
    "a line end after": HEADER + b"\n",
    "a NUL after": HEADER + b"\0",
    "another header after": HEADER * 2,
    "spaces after colons": HEADER.replace(b":", b": "),
    "spaces after commas": HEADER.replace(b",", b", "),
    "a list of pairs": b'[["game","tictactoe"],["shape",[3,3]],["length",3],["position","___/___/___ X"],'
    b'["result","draw"],["parts",[%b]],["symmetries",[]]]' % PART,
    "keys in another order": HEADER.replace(b'"shape":[3,3],"length":3', b'"length":3,"shape":[3,3]'),
    "a key twice": HEADER.replace(b'"length":3', b'"length":3,"length":3'),
    "a key more": HEADER.replace(b'"length":3', b'"length":3,"size":3'),
    "a key less": HEADER.replace(b'"length":3,', b""),
    "a key in capitals": HEADER.replace(b'"length"', b'"LENGTH"'),
    "an escaped key": HEADER.replace(b'"length"', b'"\\u006cength"'),
    "an escaped name": with_name(b'"\\u0074ictactoe"'),
    "a quote in the name": with_name(b'"a\\"b"'),
    "a backslash in the name": with_name(b'"a\\\\b"'),
    "a tab in the name": with_name(b'"a\tb"'),
    "a NUL in the name": with_name(b'"a\0b"'),
    "a DEL in the name": with_name(b'"a\x7fb"'),
    "a letter beyond ASCII in the name": with_name('"ж"'.encode()),
    "a byte that is no UTF-8 in the name": with_name(b'"\xff"'),
    "a name that is too long": with_name(b'"%b"' % (b"a" * 201)),
    "a name that takes long to understand": with_name(b'"tictactoe%b"' % (b"+misere" * 100_000)),
    "no name": with_name(b"null"),
    "no shape": with_shape(b"null"),
    "an empty shape": with_shape(b"[]"),
    "a shape of one size": with_shape(b"[9]"),
    "a shape of four sizes": with_shape(b"[3,3,1,1]"),
    "a shape as a text": with_shape(b'"33"'),
    "a shape of nothing": with_shape(b"[0,3]"),
    "a shape with nothing before it": with_shape(b"[0,3,3]"),
    "a shape with a leading zero": with_shape(b"[03,3]"),
    "a negative shape": with_shape(b"[-3,-3]"),
    "a shape with a sign": with_shape(b"[+3,3]"),
    "a shape with a fraction": with_shape(b"[3.0,3]"),
    "a shape with an exponent": with_shape(b"[3e0,3]"),
    "a shape of truth": with_shape(b"[true,3]"),
    "a shape with a comma too many": with_shape(b"[3,3,]"),
    "a shape with a comma before": with_shape(b"[,3,3]"),
    "a shape with a comma in between": with_shape(b"[3,,3]"),
    "nested shapes": with_shape(b"[[3],3]"),
    "too many cells": with_shape(b"[8,9]"),
    "far too many cells": with_shape(b"[99,99,99]"),
    "a size of three digits": with_shape(b"[100,1]"),
    "enormous sizes": with_shape(b"[%b]" % b",".join([b"9" * 4000] * 200)),
    "a length of 0": with_length(b"0"),
    "a length that does not fit": with_length(b"4"),
    "a length of three digits": with_length(b"100"),
    "a length with a leading zero": with_length(b"03"),
    "a length of truth": with_length(b"true"),
    "a length with a fraction": with_length(b"3.0"),
    "a length as a text": with_length(b'"3"'),
    "a negative length": with_length(b"-3"),
    "a position without slashes": with_position(b"_________ X"),
    "a slash at the wrong place": with_position(b"__/____/___ X"),
    "a slash before": with_position(b"/___/___/___ X"),
    "a slash after": with_position(b"___/___/___/ X"),
    "a double slash": with_position(b"___//___/___ X"),
    "slashes alone": with_position(b"//////// X"),
    "a cell too few": with_position(b"___/___/__ X"),
    "a cell too many": with_position(b"___/___/____ X"),
    "a row too many": with_position(b"___/___/___/___ X"),
    "a mark that is none": with_position(b"___/_Z_/___ X"),
    "a small mark": with_position(b"___/_x_/___ X"),
    "no side": with_position(b"___/___/___"),
    "an empty side": with_position(b"___/___/___ "),
    "another side": with_position(b"___/___/___ Z"),
    "two sides": with_position(b"___/___/___ X O"),
    "two spaces": with_position(b"___/___/___  X"),
    "no position": HEADER.replace(b'"___/___/___ X"', b"null"),
    "another result": HEADER.replace(b'"draw"', b'"drawn"'),
    "no result": HEADER.replace(b'"draw"', b"null"),
    "no parts": with_parts(b"[]"),
    "parts as an object": with_parts(PART),
    "three parts": with_parts(b"[%b,%b,%b]" % (PART, PART, PART)),
    "a comma after the parts": with_parts(b"[%b,]" % PART),
    "no comma between the parts": with_parts(b"[%b%b]" % (PART, PART)),
    "a part the other way round": with_parts(b'[{"side":"X","kind":"guard"}]'),
    "a part as a list": with_parts(b'[["guard","X"]]'),
    "a part without a side": with_parts(b'[{"kind":"guard"}]'),
    "a part of another kind": with_parts(b'[{"kind":"watch","side":"X"}]'),
    "a part of another side": with_parts(b'[{"kind":"guard","side":"Z"}]'),
    "symmetries as an object": with_symmetries(b"{}"),
    "symmetries as a text": with_symmetries(b'""'),
    "no symmetries at all": with_symmetries(b"null"),
    "symmetries as a number": with_symmetries(b"0"),
    "a symmetry as a number": with_symmetries(b"[0]"),
    "an empty symmetry": with_symmetries(b"[[]]"),
    "a symmetry of truth": with_symmetries(b"[[false,true,2,3,4,5,6,7,8]]"),
    "a symmetry with a fraction": with_symmetries(b"[[0.0,1,2,3,4,5,6,7,8]]"),
    "a symmetry with half a cell": with_symmetries(b"[[0,1,2,3,4,5,6,7,8.5]]"),
    "a symmetry with a leading zero": with_symmetries(b"[[00,1,2,3,4,5,6,7,8]]"),
    "a symmetry with minus nothing": with_symmetries(b"[[-0,1,2,3,4,5,6,7,8]]"),
    "a symmetry that is too short": with_symmetries(b"[[0,1,2,3,4,5,6,7]]"),
    "a symmetry that is too long": with_symmetries(b"[[0,1,2,3,4,5,6,7,8,9]]"),
    "a symmetry with a cell twice": with_symmetries(b"[[0,1,2,3,4,5,6,7,7]]"),
    "a symmetry with a cell beyond the board": with_symmetries(b"[[0,1,2,3,4,5,6,7,9]]"),
    "a symmetry with a cell beyond any board": with_symmetries(b"[[0,1,2,3,4,5,6,7,64]]"),
    "a symmetry that does not keep lines": with_symmetries(b"[[1,0,2,3,4,5,6,7,8]]"),
    "nested symmetries": with_symmetries(b"[[[0,1,2,3,4,5,6,7,8]]]"),
    "very nested symmetries": with_symmetries(b"[" * 100_000 + b"]" * 100_000),
    "a comma after the symmetries": with_symmetries(b"[[0,1,2,3,4,5,6,7,8],]"),
    "no comma between symmetries": with_symmetries(b"[[0,1,2,3,4,5,6,7,8][0,1,2,3,4,5,6,7,8]]"),
    "too many symmetries": with_symmetries(b"[%b]" % b",".join([b"[0,1,2,3,4,5,6,7,8]"] * 2049)),
    "far too many symmetries": with_symmetries(b"[%b]" % b",".join([b"[]"] * 300_000)),
    "a symmetry far too long": with_symmetries(b"[[%b]]" % b",".join([b"1"] * 500_000)),
    "an enormous number": with_symmetries(b"[[%b]]" % (b"1" * 1_000_000)),
}


@pytest.fixture(scope="module")
def tictactoe() -> bytes:
    """The body of a proof that refers to the symmetries of HEADER at most."""
    _said, body = checker.read(SHIPPED / "3,3,3.proof")
    return body


@pytest.mark.parametrize("name", WRONG)
def test_headers_that_are_not_written_as_they_must_be(name: str, tictactoe: bytes) -> None:
    assert WRONG[name] != HEADER
    started = time.process_time()
    assert verdicts(WRONG[name], tictactoe) == NOT_ONE
    if len(WRONG[name]) <= 1 << 20:
        assert file_verdicts(file_of(WRONG[name], tictactoe)) == NOT_ONE
    assert time.process_time() - started < 2


ODD_BUT_RIGHT: dict[str, bytes] = {
    "an empty name": with_name(b'""'),
    "the longest name": with_name(b'"%b"' % (b"~" * 200)),
    "every character": with_name(b'"%b"' % bytes(set(range(32, 127)) - set(b'"\\'))),
    "the name of another game": with_name(b'"qubic"'),
    "the name of a file": with_name(b'"/dev/zero.toml"'),
    "a name with markup": with_name(b'"[bold]{0}%s[/bold]"'),
}


@pytest.mark.parametrize("name", ODD_BUT_RIGHT)
def test_names_decide_nothing(name: str, tictactoe: bytes, tmp_path: Path) -> None:
    whole, _body = checker.read(SHIPPED / "3,3,3.proof")
    text = ODD_BUT_RIGHT[name].replace(SYMMETRIES, str(whole["symmetries"]).replace(" ", "").encode())
    assert verdicts(text, tictactoe) == stands(43)
    file = tmp_path / "proof"
    file.write_bytes(file_of(text, tictactoe))
    for python in (False, True):
        verified = certificates.verify(file, python=python)
        assert (verified.position, verified.result) == (position("tictactoe"), Result.DRAW)


def test_no_file_is_opened_that_a_header_names(tictactoe: bytes, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)  # who opens it waits for ever
    header, body = checker.read(SHIPPED / "4,3,3.proof")
    text = (SHIPPED / "4,3,3.proof").read_bytes()
    text = text[12 : 12 + int.from_bytes(text[8:12], "little")]
    file = tmp_path / "proof"
    file.write_bytes(file_of(text.replace(header["game"].encode(), str(pipe).encode()), body))
    for python in (False, True):
        assert certificates.verify(file, python=python).position == position("4,3,3")


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "length", "cells"), [("8,8", 1, 64), ("1,64", 64, 64), ("4,4,4", 2, 64)])
def test_as_many_symmetries_as_are_allowed(shape: str, length: int, cells: int) -> None:
    """The identity 2,048 times is checked 2,048 times; that must not take long."""
    rows = {"8,8": "/".join(["_" * 8] * 8), "1,64": "_" * 64, "4,4,4": "//".join(["/".join(["____"] * 4)] * 4)}
    same = f"[{','.join(map(str, range(cells)))}]"
    text = header(shape, length, f"{rows[shape]} X", "win", [("win", "X")], f"[{','.join([same] * 2048)}]")
    started = time.process_time()
    assert verdicts(text, b"\x11\x01\x00")[0][0] in ("stands", "refused")
    assert verdicts(text, b"\x11\x01\x00")[0] == verdicts(text, b"\x11\x01\x00")[1]
    assert time.process_time() - started < 4


# ── the file ──


def file_with(packed: bytes, text: bytes = HEADER) -> bytes:
    return sealed(MAGIC + len(text).to_bytes(4, "little") + text + packed)


def packed_with(body: bytes, **options: object) -> bytes:
    return lzma.compress(body, filters=[{"id": lzma.FILTER_LZMA2, "preset": 0, **options}])


FILES: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda body: b"",
    "the beginning alone": lambda body: MAGIC,
    "another version": lambda body: sealed(b"NOUGHTS\x02" + file_of(HEADER, body)[8:-32]),
    "a header that is longer than the file": lambda body: sealed(MAGIC + b"\xff\xff\x0f\0" + HEADER),
    "a header that is longer than allowed": lambda body: file_of(HEADER + b" " * (1 << 20), body),
    "a header that reaches into the checksum": lambda body: sealed(MAGIC + b"\x10\0\0\0"),
    "no body": lambda body: file_with(b""),
    "two streams": lambda body: file_with(lzma.compress(body[:5]) + lzma.compress(body[5:])),
    "an empty stream after the body": lambda body: file_with(lzma.compress(body) + lzma.compress(b"")),
    "padding after the stream": lambda body: file_with(lzma.compress(body) + bytes(4)),
    "a byte after the stream": lambda body: file_with(lzma.compress(body) + b"\0"),
    "a byte before the stream": lambda body: file_with(b"\0" + lzma.compress(body)),
    "an incomplete stream": lambda body: file_with(lzma.compress(body)[:-4]),
    "another format of xz": lambda body: file_with(lzma.compress(body, lzma.FORMAT_ALONE)),
    "a body that is not packed": lambda body: file_with(body),
    "a stream that takes much memory": lambda body: file_with(packed_with(body, dict_size=96 << 20)),
    "a stream that grows": lambda body: file_with(lzma.compress(body + bytes(20_000_000))),
    "a stream that grows, refused at once": lambda body: file_with(lzma.compress(bytes(20_000_000))),
    "a wrong checksum": lambda body: file_of(HEADER, body)[:-1] + b"?",
    "a byte after the checksum": lambda body: file_of(HEADER, body) + b"\0",
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_no_certificates(name: str, tictactoe: bytes) -> None:
    started = time.process_time()
    assert file_verdicts(FILES[name](tictactoe)) == NOT_ONE
    assert time.process_time() - started < 2


def test_a_damaged_body_is_no_certificate_wherever_the_proof_breaks() -> None:
    """One checker sees the proof break before it sees the damage, the other after."""
    packed = bytearray(packed_with(b"\xee" + os.urandom(3_000_000)))
    assert file_verdicts(file_with(bytes(packed))) == REFUSED
    packed[-5000] ^= 1
    assert file_verdicts(file_with(bytes(packed))) == NOT_ONE


def test_how_long_a_body_may_be() -> None:
    size = 10_000
    while size != (most := 32 * len(packed_with(bytes(size))) + 4096):
        size = most
    assert file_verdicts(file_with(packed_with(bytes(size)))) == REFUSED
    assert len(packed_with(bytes(size + 1))) == len(packed_with(bytes(size)))
    assert file_verdicts(file_with(packed_with(bytes(size + 1)))) == NOT_ONE


def test_the_longest_header() -> None:
    same = ",".join(map(str, range(64)))
    text = header("1,64", 64, "_" * 64 + " X", "draw", [("hold", "X")], f"[{','.join([f'[{same}]'] * 2048)}]")
    assert file_verdicts(file_of(text, b"\x01\x01\x00\x01")) == stands(1)


# ── the body, on boards of a few cells ──

LINE_OF_TWO = header("1,2", 2, "__ X", "draw", [("hold", "X")], f"[{','.join(['[0,1]'] * 300)}]")
REFERS = b"\x02\x00\x01" + NIL + b"\x01\x00\x03%b\xfe"  # to the node before it
GUARDED = header("1,4", 3, "OO__ X", "draw", [("guard", "X"), ("hold", "O")])
AFTER = b"\x02" + NIL  # the second part of that
LOST = header("1,3", 2, "_X_ O", "loss", [("win", "X")], "[[0,1,2],[2,1,0]]")

BODIES: dict[str, tuple[bytes, bytes, tuple[Verdict, Verdict]]] = {
    "a pairing": (LINE_OF_TWO, b"\x01\x01\x00\x01", stands(1)),
    "a reference": (LINE_OF_TWO, REFERS % b"\x00\x00", stands(3)),
    "a long number": (LINE_OF_TWO, REFERS % b"\x00\xab\x02", stands(3)),
    "the number of a symmetry that is not there": (LINE_OF_TWO, REFERS % b"\x00\xac\x02", REFUSED),
    "the number of a node that is not there": (LINE_OF_TWO, REFERS % b"\x01\x00", REFUSED),
    "a number in two bytes that has capacity in one": (LINE_OF_TWO, REFERS % b"\x80\x00\x00", REFUSED),
    "a number in three bytes that has capacity in two": (LINE_OF_TWO, REFERS % b"\x00\xab\x82\x00", REFUSED),
    "a number in nine bytes, the last empty": (LINE_OF_TWO, REFERS % (b"\x80" * 8 + b"\0\0"), REFUSED),
    "a number in nine bytes": (LINE_OF_TWO, REFERS % (b"\x80" * 8 + b"\x01\0"), REFUSED),
    "a number in nine bytes of which none is the last": (LINE_OF_TWO, REFERS % (b"\x80" * 9 + b"\0"), REFUSED),
    "a number in ten bytes": (LINE_OF_TWO, REFERS % (b"\x80" * 9 + b"\x01\0"), REFUSED),
    "a number in ten bytes that overflows to nothing": (LINE_OF_TWO, REFERS % (b"\x80" * 9 + b"\x02\0"), REFUSED),
    "a move": (LINE_OF_TWO, b"\x02\x00\x01" + NIL + b"\x01\x00" + NIL + b"\xfe", stands(3)),
    "a move twice": (LINE_OF_TWO, b"\x02" + (b"\x00\x01" + NIL) * 2 + b"\x01\x00" + NIL + b"\xfe", REFUSED),
    "a pass": (LINE_OF_TWO, b"\x02\xff\x01" + NIL + b"\x01\x00" + NIL + b"\xfe", stands(3)),
    "a pass twice": (LINE_OF_TWO, b"\x02" + (b"\xff\x01" + NIL) * 2 + b"\x01\x00" + NIL + b"\xfe", REFUSED),
    "no reply": (LINE_OF_TWO, b"\x02\xfe", REFUSED),
    "something after the proof": (LINE_OF_TWO, b"\x01\x01\x00\x01\x00", REFUSED),
    "a node of a guard in a hold": (LINE_OF_TWO, b"\x04\x00\x01\x04\xfe\x01\x00\x04\xfe\xfe", REFUSED),
    "a guard": (GUARDED, b"\x04\x02\x03\x04\xfe\xfe" + AFTER, stands(3)),
    "a move of a guard twice": (GUARDED, b"\x04" + b"\x02\x03\x04\xfe" * 2 + b"\xfe" + AFTER, REFUSED),
    "a reply that completes a line": (GUARDED, b"\x04\x02\x03\x04\xfe\x03\x02\x04\xfe\xfe" + AFTER, REFUSED),
    "a pass in a guard": (GUARDED, b"\x04\x02\x03\x04\xfe\xff\x02\x04\xfe\xfe" + AFTER, REFUSED),
    "a move of a guard that is not met": (GUARDED, b"\x04\xfe" + AFTER, REFUSED),
    "a loss": (LOST, b"\x21\x02\x01\x00\x01\x02\xfe", stands(1)),
    "a loss move by move": (LOST, b"\x21\x00\x00\x11\x01\x02\x02\x11\x01\x00\xfe", stands(3)),
    "a defence twice": (LOST, b"\x21\x00\x00\x11\x01\x02\x00\x11\x01\x02\x02\x11\x01\x00\xfe", REFUSED),
    "a pass in a defence": (LOST, b"\x21\x02\x01\x00\x01\x02\xff\x11\x01\x00\xfe", REFUSED),
    "a move of a sequence beyond the board": (LOST, b"\x21\x02\x02\x00\x03\x01\x02\xfe", REFUSED),
    "moves after the winning one": (LOST, b"\x21\x02\x02\x00\x01\x01\x02\xfe", stands(1)),
    "a defence after a line": (
        header("1,4", 2, "X___ X", "win", [("win", "X")]),
        b"\x12\x01\x21\x01\x01\x02\x02\x11\x01\x03\xfe",
        REFUSED,
    ),
    "a defence on a full board": (header("1,3", 3, "XO_ X", "win", [("win", "X")]), b"\x12\x02\x21\x00\xfe", REFUSED),
    "a defender who completes a line": (
        header("1,5", 2, "_X_O_ O", "loss", [("win", "X")]),
        b"\x21\x02\x01\x00\x01\x02\xfe",
        REFUSED,
    ),
    "a line in the position": (header("1,3", 2, "XX_ O", "loss", [("win", "X")]), b"\x21\x01\x01\x02\xfe", REFUSED),
    "a line of the other's in the position": (
        header("1,5", 2, "X_OO_ X", "win", [("win", "X")]),
        b"\x11\x01\x01",
        REFUSED,
    ),
    "a full board": (header("1,2", 2, "XO X", "draw", [("hold", "X"), ("hold", "O")]), NIL + b"\x00" + NIL, REFUSED),
    "any number of stones": (
        header("1,3", 2, "O_O X", "draw", [("hold", "X"), ("hold", "O")]),
        NIL + b"\x01" + NIL,
        stands(2),
    ),
    "a board of one cell": (header("1,1", 1, "_ X", "win", [("win", "X")]), b"\x11\x01\x00", stands(1)),
    "the other side's part": (header("1,2", 2, "__ X", "draw", [("hold", "O")]), b"\x01\x01\x00\x01", REFUSED),
    "both parts on the empty board": (
        header("1,2", 2, "__ X", "draw", [("hold", "X"), ("hold", "O")]),
        b"\x01\x01\x00\x01" + b"\x00" + NIL,
        stands(2),
    ),
    "one part on another board": (header("1,3", 3, "X__ O", "draw", [("hold", "O")]), NIL, REFUSED),
    "the parts the other way round": (
        header("1,2", 2, "__ X", "draw", [("hold", "O"), ("hold", "X")]),
        b"\x00" + NIL + b"\x01\x01\x00\x01",
        REFUSED,
    ),
    "a win in a draw": (header("1,1", 1, "_ X", "draw", [("win", "X")]), b"\x11\x01\x00", REFUSED),
    "two wins": (header("1,1", 1, "_ X", "win", [("win", "X"), ("win", "X")]), b"\x11\x01\x00" * 2, REFUSED),
    "a breaker who begins and wins": (
        header("1,2", 1, "__ X", "draw", [("guard", "X"), ("guard", "O")]),
        b"\x04\xfe\x00",
        REFUSED,  # because of the first part: Maker completes a line
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_the_rules_of_the_body(name: str) -> None:
    text, body, expected = BODIES[name]
    assert verdicts(text, body) == expected
    assert file_verdicts(file_of(text, body)) == expected


def test_every_first_byte_counts_as_a_node() -> None:
    kinds = set()
    for name in ("3,3,3", "4,4,4", "5,4,4", "6,5,4", "5,5,4", "6,4,4", "8,8,4"):
        _header, body = checker.read(SHIPPED / f"{name}.proof")
        nodes = [node.kind for node in structure.nodes(structure.read(body))]
        assert file_verdicts((SHIPPED / f"{name}.proof").read_bytes()) == stands(len(nodes))
        kinds |= {*nodes}
    assert kinds == {0x01, 0x02, 0x03, 0x04, 0x05, 0x12, 0x21, 0x22}


# ── rules that have no name ──


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ('name = "Ünterwegs \\"[red]\\""\nshape = [2, 2, 3]\nlength = 2', "2x2x3, 2 in a row"),
        ('name = "corridor"\nshape = [3, 5]\nlength = 3', "3,5,3"),
        ('name = "qubic"\nshape = [3, 3]\nlength = 3', "tictactoe"),
        ('name = "flat"\nshape = [1, 3, 3]\nlength = 3', "1x3x3, 3 in a row"),
    ],
)
def test_variants_from_files(rules: str, shown: str, tmp_path: Path) -> None:
    variant, file = tmp_path / "own.toml", tmp_path / "proof"
    variant.write_text(rules, encoding="utf-8")
    game = from_file(variant)
    proof = proofs.prove(game.start(), certificate=file)
    assert proof.certificate == file
    for python in (False, True):
        verified = certificates.verify(file, python=python)
        assert (verified.position.game.name, verified.result) == (shown, proof.result)
        assert verified.position.text == game.start().text
    done = noughts("verify", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"in {shown}, " in done.stdout
    done = noughts("explain", str(variant), "--certificate", str(file))
    assert (done.returncode, done.stderr) == (0, "")


# ── memory ──

LITTLE = """
import resource, sys
def little():
    size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + {margin}, size + {margin}))
"""
COMMAND = """
from noughts.__main__ import main
main_file, small = sys.argv[2:4]
sys.argv[1:] = ["verify", *sys.argv[4:], small]
assert main() == 0
little()
sys.argv[-1] = main_file
sys.exit(main())
"""
ALONE = """
import runpy
source = sys.argv[1]
runpy.run_path(source)
little()
sys.argv[1:] = sys.argv[2:3]
runpy.run_path(source, run_name="__main__")
"""


@pytest.mark.parametrize(
    ("program", "options"), [(COMMAND, []), (COMMAND, ["--python"]), (ALONE, [])], ids=["compiled", "python", "alone"]
)
def test_too_little_memory_is_exit_code_3(program: str, options: list[str]) -> None:
    large, small = SHIPPED / "7,4,4.proof", SHIPPED / "3,3,3.proof"
    command = [sys.executable, "-c", LITTLE.format(margin=3 << 20) + program, CHECKER, large, small, *options]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1), done.stderr
    assert "out of memory" in done.stderr
    assert "Traceback" not in done.stderr
