"""The `noughts` command. What a judge asks is answered before anything heavy is imported."""

import sys


def main() -> int:
    """Piped input without arguments, and plain `noughts judge`, take the short way; the rest is the command line."""
    arguments = sys.argv[1:]
    try:
        if arguments in (["judge"], ["judge", "--times"]) or (not arguments and not _at_terminal()):
            from .protocols.main import main as protocols

            return protocols(times="--times" in arguments)
        from .cli import main as command_line

        return command_line(arguments)
    except KeyboardInterrupt:
        if sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write("\n")  # the next prompt gets a line of its own
        return 130


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


if __name__ == "__main__":
    sys.exit(main())
