# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shell code nowhere pipes into what stops reading early, and every shell script can be parsed.

Such a reader (grep -q, grep -m, head) ends at its match, and the writer then ends in SIGPIPE or not, by chance. Under
pipefail that is a failure of the pipe. A text in a variable, or a file, has no such race.
"""

import re
import shutil
import subprocess

from rules.finding import Finding, nothing
from rules.text import read

EARLY = re.compile(
    r"(?<!\|)\|&?\s*(?:\w+=\S*\s+|command\s+|exec\s+)*"
    r"(?:head\b|\w*grep\b(?:[^|;&\n]*?\s)?(?:-[A-Za-z]*[qm]|--quiet|--silent|--max-count))"
)
PLACES = (".ci", ".github", "compat", "legacy", "migration-notes", "modern", "tests")
LANGUAGES = (".sh", ".bash", ".cmake", ".py", ".yml", ".yaml")
OWN_TEST = "tests/tools/structure/rules/scripts_test.py"  # has such pipes, to see the rule find them


def interpreter(path):
    """The program that a script's first line names."""
    with open(path, "rb") as file:
        first = file.readline(200)
    return first.decode(errors="replace").strip() if first.startswith(b"#!") else ""


def scripts(root):
    """The files of the project that may hold shell code."""
    files = list(root.iterdir())
    for place in PLACES:
        files += (root / place).rglob("*")
    for path in sorted(files):
        if path.is_file() and not path.name.startswith(".") and path.relative_to(root).as_posix() != OWN_TEST:
            if path.suffix in LANGUAGES or path.name == "CMakeLists.txt" or interpreter(path):
                yield path


def early_readers(text):
    """The numbers of the lines on which a pipe into such a reader begins. Comments hold none."""
    # A continued line is one line for the shell, but two for a search.
    text = re.sub(r"(?m)^[ \t]*#.*$", "", text).replace("\\\n", " \v")
    return [len(re.findall("[\n\v]", text[: found.start()])) + 1 for found in EARLY.finditer(text)]


def pipes(root):
    """No shell code pipes into what stops reading early."""
    for path in scripts(root):
        for line in early_readers(read(path)):
            yield Finding(path.relative_to(root).as_posix(), line, "a pipe into what stops reading early")
    if not (root / "run").is_file():
        yield nothing("run, the command of the project,")


def shell_syntax(root):
    """Every shell script can be parsed."""
    looked = False
    for path in scripts(root):
        shell = re.search(r"\b(bash|sh)$", interpreter(path))
        looked = looked or bool(shell)
        if shell and shutil.which(shell[1]):
            done = subprocess.run([shell[1], "-n", path], capture_output=True, text=True, check=False)
            if done.returncode or done.stderr:
                line = re.search(r"line (\d+):|: (\d+): ", done.stderr)
                yield Finding(path.relative_to(root).as_posix(), int(line[1] or line[2]) if line else None,
                              "cannot be parsed: " + " ".join(done.stderr.split()))
    if not looked:
        yield nothing("shell scripts")
