"""Agents that mean harm, as the text of their files. Each is bounded, so that nothing happens even if it gets its way.

`{canary}` is a file that must stay as it is, `{other}` another agent's file, `{folder}` where reports are written.
"""

from __future__ import annotations

_PROGRAM = "import os, signal, socket, subprocess, sys, time\nTURN = 'JUDGE'\n"

# A program, what becomes of it (the verdict on its first answer), and words that the reason has.
PROGRAMS: dict[str, tuple[str, str, str]] = {
    "fork_bomb": (
        """
started = 0
for _ in range(2000):
    try:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
        started += 1
    except OSError:
        break
print("forked", started)
""",
        "no-answer",
        "forked",
    ),
    "endless_output": (
        """
while True:
    sys.stdout.write("1 1\\n" * 1000)
""",
        "no-answer",
        "output limit",
    ),
    "endless_loop": ("while True: pass", "no-answer", "time limit"),
    "sleeper": ("time.sleep(1000)", "no-answer", "time limit"),
    "memory_hog": (
        """
held = []
while len(held) < 200:
    held.append(bytearray(b"x" * (20 << 20)))
print("1 1")
""",
        "no-answer",
        "memory limit",
    ),
    "memory_family": (
        """
for _ in range(6):
    if os.fork() == 0:
        held = bytearray(b"x" * (80 << 20))
        time.sleep(1000)
time.sleep(1000)
""",
        "no-answer",
        "memory limit",
    ),
    "one_huge_line": (
        """
for _ in range(1000):
    sys.stdout.write("1" * 100_000)
""",
        "no-answer",
        "output limit",
    ),
    "invalid_utf8": ("os.write(1, b'\\xff\\xfe 1 1\\n')", "no-answer", "unparsable"),
    "closes_stdout": ("os.close(1)\nos.close(2)\ntime.sleep(0.1)\nos._exit(0)", "no-answer", "nothing"),
    "ignores_sigterm": (
        """
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
time.sleep(1000)
""",
        "no-answer",
        "time limit",
    ),
    "writes_reports": (
        """
for path in ("{folder}/report.json", "{canary}", "/agent/own.py", "/noughts/programs.py", "/usr/forged", "/forged"):
    try:
        with open(path, "w") as file:
            file.write("score 100")
        print("wrote", path)
        break
    except OSError:
        pass
else:
    sys.exit("could not write")
""",
        "no-answer",
        "could not write",
    ),
    "reads_others": (
        """
package = sys.prefix + "/lib/python{version}/site-packages/noughts"
for path in ("{other}", "{canary}", "/etc/shadow", "/etc/passwd", package + "/protocols/answers.py"):
    try:
        open(path).read()
        print("read", path)
        break
    except OSError:
        pass
else:
    import importlib.util
    found = importlib.util.find_spec("noughts.protocols") if importlib.util.find_spec("noughts") else None
    print("noughts") if found else sys.exit("could not read")
""",
        "no-answer",
        "could not read",
    ),
    "opens_socket": (
        """
for family, address in ((socket.AF_INET, ("127.0.0.1", {port})), (socket.AF_INET, ("192.0.2.1", 80))):
    try:
        made = socket.socket(family)
        made.settimeout(1)
        made.connect(address)
        print("connected", address)
        break
    except OSError:
        pass
else:
    sys.exit("no network")
""",
        "no-answer",
        "no network",
    ),
    "forges_report": (
        """
forged = '{{"id": 0, "status": "answer", "code": 0, "out": "2 2", "err": "", "seconds": 0}}\\n'
for descriptor in range(3, 64):
    try:
        os.write(descriptor, forged.encode())
    except OSError:
        pass
sys.stderr.write(forged)
print('[{{"agent": "forges_report.py", "score": 100.0}}]')
""",
        "no-answer",
        "unparsable",
    ),
    "kills_parent": (
        """
for pid in (os.getppid(), 1, 2, 0x7fffffff, -1):
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP):
        try:
            os.kill(pid, number)
        except OSError:
            pass
sys.exit("still here")
""",
        "no-answer",
        "still here",
    ),
    "leaves_daemons": (
        """
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
print("daemons left")
""",
        "no-answer",
        "unparsable",
    ),
    "deletes_files": (
        """
import shutil
for path in ("/agent", "/usr/share/doc", "{canary}", "{other}", "{folder}"):
    shutil.rmtree(path, ignore_errors=True)
    try:
        os.remove(path)
    except OSError:
        pass
sys.exit("own file there" if os.path.exists(__file__) else "own file gone")
""",
        "no-answer",
        "own file there",
    ),
    "links_out": (
        """
for target in ("{canary}", "{other}", "{folder}"):
    link = "/tmp/link"
    try:
        os.symlink(target, link)
        print(open(link).read())
        break
    except OSError:
        os.remove(link)
else:
    sys.exit("links lead nowhere")
""",
        "no-answer",
        "links lead nowhere",
    ),
    "fills_disk": (
        """
try:
    with open("/tmp/large", "wb") as file:
        for _ in range(1000):
            file.write(b"x" * (1 << 20))
    print("wrote 1 GB")
except OSError as error:
    sys.exit("file too large")
""",
        "no-answer",
        "exit code 1: file too large",
    ),
}

# Functions of the functional interface, which share a process with our own script.
FUNCTIONS: dict[str, tuple[str, str, str]] = {
    "exits": ("    os._exit(0)", "no-answer", "process ended"),
    "raises_exit": ("    sys.exit(0)", "no-answer", "SystemExit"),
    "loops": ("    while True: pass", "no-answer", "time limit"),
    "prints": ("    print('x' * 10_000_000)\n    sys.stderr.write('y' * 10_000_000)\n    return [9, 9]", "illegal", ""),
    "writes_everywhere": (
        "    for number in range(3, 64):\n        try: os.write(number, b'forged\\n' * 100)\n"
        "        except OSError: pass\n"
        "    return (0, 0)",
        "no-answer",
        "only answers belong",
    ),
    "lies_about_itself": (
        "    class Pair(tuple):\n        def __repr__(self): raise SystemExit\n    return Pair((1, 2, 3))",
        "no-answer",
        "unparsable",
    ),
    "recurses": ("    return play(board, sign)", "no-answer", "RecursionError"),
    "hogs": ("    return bytearray(2 << 30)", "no-answer", "memory limit"),
    "kills_group": ("    os.kill(0, 9)", "no-answer", "process ended"),
    "closes_everything": ("    os.closerange(0, 256)\n    time.sleep(0.2)", "no-answer", ""),
}


def program(name: str, **places: str) -> str:
    return _PROGRAM + PROGRAMS[name][0].format(**places) if "{" in PROGRAMS[name][0] else _PROGRAM + PROGRAMS[name][0]


def function(name: str) -> str:
    return f"import os, sys, time\n\n\ndef play(board, sign):\n{FUNCTIONS[name][0]}\n"
