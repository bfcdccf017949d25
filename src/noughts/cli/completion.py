"""`noughts completion`: a script that completes commands, options, games and files, without starting Python."""

from __future__ import annotations

import enum
import shlex
from typing import Annotated, NamedTuple

import typer

from ..games import EXAMPLES
from .command_tree import CHOICE, FILE, FLAG, GAME, Command, Parameter, commands


class Shell(str, enum.Enum):
    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def register(app: typer.Typer) -> None:
    def completion(shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="Shell: bash, zsh or fish.")]) -> None:
        """Print a completion script for your shell.

        \b
        noughts completion bash   # in ~/.bashrc: source <(noughts completion bash)
        noughts completion fish   # into ~/.config/fish/completions/noughts.fish
        """
        write = {Shell.BASH: bash, Shell.ZSH: zsh, Shell.FISH: fish}[shell]
        typer.echo(write(commands(app)), nl=False)

    app.command("completion")(completion)


class Offer(NamedTuple):
    """What completes a value: words, and files whose names fit a pattern."""

    words: tuple[str, ...] = ()
    files: str = ""


GAMES = Offer(tuple(EXAMPLES), "*.toml")


def offer(parameter: Parameter) -> Offer:
    if parameter.kind == CHOICE:
        return Offer(tuple(parameter.choices))
    return {GAME: GAMES, FILE: Offer(files="*")}.get(parameter.kind, Offer())


def bash(tree: list[Command]) -> str:
    lines = [
        "# Completion of noughts for bash: source <(noughts completion bash)",
        "_noughts() {",
        '    local line=${COMP_LINE:0:COMP_POINT} words current="" previous command word reply="" files=""',
        f"    local games={shlex.quote(' '.join(GAMES.words))}",
        '    read -ra words <<<"$line"',
        '    if [[ $line != *[[:space:]] ]]; then current=${words[-1]}; unset "words[-1]"; fi',
        "    previous=${words[-1]} command=${words[1]-}",
        '    case "$command $previous" in',
    ]
    for command in tree:
        for option in command.options:
            if option.kind != FLAG:
                patterns = "|".join(f'"{command.name} {name}"' for name in option.names)
                lines.append(f"        {patterns}) {_bash_values(option)} ;;")
    lines += ["        *)", '            case "$command" in', f"                '') reply={_quoted(tree)} ;;"]
    for command in tree:
        names = " ".join(name for option in command.options for name in option.names)
        values = "; ".join(_bash_values(argument) for argument in command.arguments[:1])
        on_dash = f"reply={shlex.quote(names + ' --help')}"
        lines.append(
            f"                {command.name}) if [[ $current == -* ]]; then {on_dash}; else {values or ':'}; fi ;;"
        )
    lines += [
        "            esac ;;",
        "    esac",
        '    COMPREPLY=($(compgen -W "$reply" -- "$current"))',
        '    if [[ $files ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi',
        "    # bash takes a colon for the end of a word; what is before it is there already.",
        "    if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then",
        '        local before=${current%"${current##*:}"} at',
        '        for at in "${!COMPREPLY[@]}"; do COMPREPLY[at]=${COMPREPLY[at]#"$before"}; done',
        "    fi",
        "}",
        "complete -o filenames -F _noughts noughts",
    ]
    return "\n".join(lines) + "\n"


def _quoted(tree: list[Command]) -> str:
    return shlex.quote(" ".join([*(command.name for command in tree), "--help", "--version"]))


def _bash_values(parameter: Parameter) -> str:
    offered = offer(parameter)
    words = "$games" if offered == GAMES else shlex.quote(" ".join(offered.words))
    return " ".join([*([f"reply={words}"] if offered.words else []), *(["files=yes"] if offered.files else [])]) or ":"


def zsh(tree: list[Command]) -> str:
    lines = [
        "#compdef noughts",
        "# Completion of noughts for zsh: source <(noughts completion zsh)",
        "_noughts_game() {",
        f"    local -a games=({' '.join(map(shlex.quote, GAMES.words))})",
        "    compadd -a games",
        f"    _files -g '{GAMES.files}'",
        "}",
        "_noughts() {",
        "    local -a commands=(",
        *(f"        {shlex.quote(f'{command.name}:{command.summary}')}" for command in tree),
        "    )",
        "    if (( CURRENT == 2 )); then _describe command commands; return; fi",
        "    local command=$words[2]",
        "    shift words; (( CURRENT-- ))",
        "    case $command in",
    ]
    for command in tree:
        specs = [_zsh_option(option, name) for option in command.options for name in option.names]
        specs += [f":{argument.metavar}:{_zsh_values(argument)}" for argument in command.arguments[:1]]
        lines.append(f"        {command.name}) _arguments {' '.join(map(shlex.quote, specs))} ;;")
    lines += ["    esac", "}", "compdef _noughts noughts"]
    return "\n".join(lines) + "\n"


def _zsh_option(option: Parameter, name: str) -> str:
    text = option.help.translate({ord(sign): f"\\{sign}" for sign in "[]:\\"})
    values = "" if option.kind == FLAG else f":{option.metavar.lower()}:{_zsh_values(option)}"
    return f"*{name}[{text}]{values}"


def _zsh_values(parameter: Parameter) -> str:
    offered = offer(parameter)
    if offered == GAMES:
        return "_noughts_game"
    return f"({' '.join(offered.words)})" if offered.words else "_files" if offered.files else " "


def fish(tree: list[Command]) -> str:
    lines = [
        "# Completion of noughts for fish: noughts completion fish | source",
        "complete -c noughts -f",
    ]
    for command in tree:
        lines.append(_fish("__fish_use_subcommand", ["-a", command.name, "-d", command.summary]))
        inside = f"__fish_seen_subcommand_from {command.name}"
        for option in command.options:
            names = [
                part for name in option.names for part in (["-l", name[2:]] if name[:2] == "--" else ["-s", name[1:]])
            ]
            values = [] if option.kind == FLAG else ["-x", *_fish_values(option)]
            lines.append(_fish(inside, [*names, *values, "-d", option.help]))
        for argument in command.arguments[:1]:
            if values := _fish_values(argument):
                lines.append(_fish(inside, [each for each in values if each != "-r"]))
    return "\n".join(lines) + "\n"


def _fish_values(parameter: Parameter) -> list[str]:
    offered = offer(parameter)
    files = "(__fish_complete_path)" if offered.files == "*" else f"(for file in {offered.files}; echo $file; end)"
    values = [*offered.words, *([files] if offered.files else [])]
    return ["-a", " ".join(values)] if values else []


def _fish(condition: str, words: list[str]) -> str:
    quoted = ("'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'" for word in words)
    return f"complete -c noughts -n '{condition}' " + " ".join(quoted)
