"""The page for a student, and the picture of a class: what they say, in three languages, and how they look."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree

import pytest
from explain.browser import browser
from tiers import needs_core

from noughts.games import Position, game
from noughts.grade import parts
from noughts.grade.grades import Grade
from noughts.grade.interfaces import INTERFACES
from noughts.grade.limits import Limits
from noughts.grade.part_grades import grade as part_grade
from noughts.grade.reports import advice, feedback, files
from noughts.grade.reports.class_picture import ClassPicture, common_mistakes
from noughts.grade.reports.files import ReportError
from noughts.grade.reports.instructive import examples
from noughts.grade.reports.outputs import Outputs, read_languages
from noughts.grade.rubric import Rubric
from noughts.grade.testing import grade_agent
from noughts.grade.verdicts import SEVERITY, Verdict
from noughts.language import LANGUAGES, speaking

from . import cs50
from .test_parts import here, loaded

POINTS = {"player": 10.0, "result": 10.0, "utility": 10.0, "minimax": 40.0}


def graded(name: str, **exchanged: str) -> Grade:
    module = loaded(cs50.source(**exchanged))
    function = module.minimax
    function.__name__ = name
    made = grade_agent(function, interface="cs50", quick=True)
    its_parts = tuple(here(module, parts.named(INTERFACES["cs50"], part)) for part in ("player", "result", "utility"))
    return replace(made, parts=its_parts, rubric=Rubric(points=POINTS), baseline={"random": 65.3})


@pytest.fixture(scope="module")
def flawed() -> Grade:
    return graded("<flawed>", result=cs50.FAULTS["changes-its-argument"][1])


@pytest.fixture(scope="module")
def silent() -> Grade:
    return graded("silent", minimax="def minimax(board):\n    return [][1]\n", utility="")


@pytest.fixture(scope="module")
def perfect() -> Grade:
    best = """
KNOWN = {}

def score(board):
    if terminal(board):
        return utility(board) * (1 + len(actions(board)))
    key = str(board)
    if key not in KNOWN:
        best = max if player(board) == X else min
        KNOWN[key] = best(score(result(board, action)) for action in actions(board))
    return KNOWN[key]

def minimax(board):
    best = max if player(board) == X else min
    return None if terminal(board) else best(actions(board), key=lambda action: score(result(board, action)))
"""
    return graded("perfect", minimax=best)


def test_mistakes_are_few_of_different_kinds_and_stand_for_others(flawed: Grade) -> None:
    shown = examples(flawed)
    assert [example.judged.verdict for example in shown] == [
        Verdict.WIN_TO_LOSS,
        Verdict.DRAW_TO_LOSS,
        Verdict.WIN_TO_DRAW,
    ]
    assert sum(example.alike for example in shown) <= len(flawed.mistakes)
    assert all(example.alike > example.mirrored >= 0 for example in shown)
    ranks = [SEVERITY[example.judged.verdict] for example in examples(flawed, 20)]
    assert ranks == sorted(ranks) and len(ranks) >= 3


def test_what_goes_wrong_most_often_is_shown_although_it_is_not_the_worst() -> None:
    centre = graded("centre", minimax="def minimax(board):\n    return None if terminal(board) else (1, 1)\n")
    shown = [example.judged.verdict for example in examples(centre)]
    assert shown == [Verdict.WIN_TO_LOSS, Verdict.DRAW_TO_LOSS, Verdict.ILLEGAL]
    assert 2 * centre.verdicts[Verdict.ILLEGAL] > len(centre.mistakes)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_says_what_to_mend_in_the_students_language(flawed: Grade, code: str) -> None:
    with speaking(code):
        page = feedback.write(flawed)
    assert f'<html lang="{code}">' in page and "&lt;flawed&gt;" in page and "<flawed>" not in page
    assert page.count("<article") == 3 and page.count("<svg xmlns") + page.count('class="board"') >= 3
    assert "new = [row[:] for row in board]" in page and "<script" not in page
    english = ("Open this board", "The parts", "mistakes worth a look", "of 100", "Next", "Changes the board", "best")
    text = re.sub(r"<svg.*?</svg>|<style>.*?</style>", "", page, flags=re.S)
    for words in english:
        assert (words in text) == (code == "en"), words


def test_every_board_opens_on_the_page(flawed: Grade) -> None:
    pytest.importorskip("fastapi")
    from noughts.web.page_state import read_state

    page = feedback.write(flawed, "https://play.example/")
    links = re.findall(r'class="btn" href="([^"]+)"', page)
    assert len(links) == 3
    for link, example in zip(links, examples(flawed)):
        address = urlsplit(link.replace("&amp;", "&"))
        assert (address.netloc, address.path) == ("play.example", "/understand")
        assert read_state(dict(parse_qsl(address.query))).now == example.judged.position


def test_an_address_keeps_the_game() -> None:
    position = Position("t3", "200/050/000 odd")
    assert feedback.address(position).startswith("http://127.0.0.1:8000/understand?game=t3&from=200/050/000+odd")


@pytest.mark.slow
def test_points_and_headlines(flawed: Grade, silent: Grade, perfect: Grade) -> None:
    assert "One part to fix, then nearly perfect" in feedback.write(flawed)
    assert "<b>0</b> / 10" in feedback.write(flawed) and "Copy the board in result" in feedback.write(flawed)
    page = feedback.write(silent)
    assert "One part to fix, then the search" in page and "There is no function of this name." in page
    assert "IndexError" in page and "Answer every question" in page
    page = feedback.write(perfect)
    assert perfect.score == 100 and "<b>100</b>" in page and "Every part is right." in page
    assert "<article" not in page and "Next" not in page


def test_feedback_without_parts_or_points(flawed: Grade) -> None:
    page = feedback.write(replace(flawed, parts=(), rubric=Rubric(), baseline={}))
    assert "The parts" not in page and "Nearly perfect" in page


@pytest.mark.slow
def test_nothing_is_cut_off_and_colours_follow_the_theme(tmp_path: Path, flawed: Grade) -> None:
    with speaking("mn"):
        (tmp_path / "page.html").write_text(feedback.write(flawed), encoding="utf-8")
    right = "Math.max(...[...document.querySelectorAll('main *')].map(e => e.getBoundingClientRect().right))"
    small = "[...document.querySelectorAll('.btn')].filter(e => e.offsetHeight < 44).length"
    with browser() as chromium:
        page = chromium.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        for width in (390, 1000):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.evaluate(right) <= width and page.evaluate(small) == 0
        for scheme, paper in {"light": "rgb(250, 248, 243)", "dark": "rgb(21, 24, 29)"}.items():
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
        page.close()


def test_the_class_picture_counts_agents(flawed: Grade, silent: Grade, perfect: Grade) -> None:
    grades = [flawed, silent, perfect, flawed]
    picture = ClassPicture(grades)
    root = ElementTree.fromstring(picture.svg())
    assert "Lost a won game: 2" in picture.description and root.tag.endswith("svg")
    assert sum(picture.bins.values()) == 4 and picture.bins[10] == 1
    counts = dict(common_mistakes(grades))
    assert counts["result: changes its board"] == 2 and counts["utility: missing"] == 1 and counts["No answer"] == 1
    assert list(counts.values()) == sorted(counts.values(), reverse=True)
    for half in picture.halves():
        ElementTree.fromstring(half)
    assert "None: every answer keeps the result." in ClassPicture([perfect]).svg()


def test_names_of_files_never_collide() -> None:
    names = ["a/b.py", "a_b.py", "A_B.py", "a_b.py-2", "../x", "x", "", "...", "Ө" * 300, "Ө" * 301, "é", "e\u0301"]
    made = files.unique_names(names)
    assert len({name.casefold() for name in made}) == len(names)
    assert all(name and "/" not in name and not name.startswith(".") for name in made)
    assert all(len(f"{name}.json".encode()) <= 255 for name in made)
    assert made[:2] == ["a_b.py", "a_b.py-2"]


def test_one_page_and_one_result_for_each_agent(tmp_path: Path, flawed: Grade, perfect: Grade) -> None:
    same = replace(flawed, candidate=replace(flawed.candidate, name="Анна/agent.py"))
    other = replace(perfect, candidate=replace(perfect.candidate, name="Анна_agent.py"))
    (tmp_path / "languages.csv").write_text("agent,language\nАнна/agent.py,bg\n", encoding="utf-8")
    languages = read_languages(tmp_path / "languages.csv")
    outputs = Outputs(gradescope=tmp_path / "gs", feedback=tmp_path / "fb", language="mn", languages=languages)
    outputs.check(2)
    outputs.write([same, other], Limits())
    assert sorted(path.name for path in (tmp_path / "gs").iterdir()) == ["Анна_agent.py-2.json", "Анна_agent.py.json"]
    assert 'lang="bg"' in (tmp_path / "fb" / "Анна_agent.py.html").read_text(encoding="utf-8")
    assert 'lang="mn"' in (tmp_path / "fb" / "Анна_agent.py-2.html").read_text(encoding="utf-8")


def test_bad_languages_are_explained(tmp_path: Path) -> None:
    (tmp_path / "languages.csv").write_text("name,tongue\nA,bg\n")
    with pytest.raises(ReportError, match="expected agent and language"):
        read_languages(tmp_path / "languages.csv")
    with pytest.raises(ReportError, match="cannot be read"):
        read_languages(tmp_path / "none.csv")


def test_an_interrupted_run_says_how_far_it_came(flawed: Grade) -> None:
    part = flawed.parts[0].part
    begun = part_grade(part, part.positions(), [])
    assert not begun.is_right and begun.share == 0
    page = feedback.write(replace(flawed, parts=(begun,), judged=flawed.judged[:10]))
    assert "Asked in 0 of 4,520 positions so far." in page and game("tictactoe").name in page


def test_an_agent_that_is_not_graded_has_a_reason_and_no_score(flawed: Grade, perfect: Grade) -> None:
    problem = "no known interface: it has no functions"
    unknown = replace(flawed, candidate=replace(flawed.candidate, problem=problem), judged=(), parts=(), expected=0)
    page = feedback.write(unknown)
    assert "Not graded yet" in page and problem in page and "<b>–</b>" in page and "<article" not in page
    picture = ClassPicture([unknown, perfect])
    assert sum(picture.bins.values()) == 1 and "1 not graded" in picture.svg()
    ElementTree.fromstring(ClassPicture([unknown]).svg())


@pytest.mark.parametrize(
    ("plays", "words"),
    [("O", "plays O only"), ("second", "only where the second player moves"), ("first", "the first player moves")],
)
def test_the_page_says_how_an_agent_was_asked(flawed: Grade, plays: str, words: str) -> None:
    interface = flawed.candidate.how.with_changes(plays=plays)
    page = feedback.write(replace(flawed, candidate=replace(flawed.candidate, interface=interface)))
    assert words in page and words not in feedback.write(flawed)


@needs_core
def test_a_page_about_columns_speaks_of_columns() -> None:
    def agent(board: list[list[int]], mark: int) -> int:
        return 2

    grade = grade_agent(agent, game="4,5,4+drop", interface="column")
    titles = [step.title for step in advice.steps(grade)]
    assert "Choose only columns with room" in titles and "Look further ahead" in titles
    written = feedback.write(grade)
    text = re.sub(r"<[^>]+>", " ", re.sub(r"<(svg|style).*?</\1>", "", written, flags=re.DOTALL))
    assert "This column is full, or it is not on the board." in text and "column 3" in text
    assert not re.search(r"\bcells?\b|\d,\d–", text.replace("the cell above", ""))
