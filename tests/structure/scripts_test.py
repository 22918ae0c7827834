#!/usr/bin/env python3
"""Shell code nowhere pipes into what stops reading early, and every shell script can be parsed.

Such a reader (grep -q, grep -m, head) ends at its match, and the writer then ends in SIGPIPE or not, by chance. Under
pipefail that is a failure of the pipe. A text in a variable, or a file, has no such race.

usage: scripts_test.py ROOT
"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = None
EARLY = re.compile(
    r"(?<!\|)\|&?\s*(?:\w+=\S*\s+|command\s+|exec\s+)*"
    r"(?:\w*grep\b(?:[^|;&\n]*?\s)?(?:-[A-Za-z]*[qm]|--quiet|--silent|--max-count)|head\b)"
)
PLACES = (".ci", "compat", "legacy", "migration-notes", "modern", "tests")
LANGUAGES = (".sh", ".bash", ".cmake", ".py", ".yml", ".yaml")


def interpreter(path):
    """The program that a script's first line names."""
    with open(path, "rb") as file:
        first = file.readline(200)
    return first.decode(errors="replace").strip() if first.startswith(b"#!") else ""


def scripts(root):
    """The files of the project that may hold shell code, this one excepted."""
    files = list(root.iterdir())
    for place in PLACES:
        files += (root / place).rglob("*")
    for path in sorted(files):
        if path.is_file() and not path.name.startswith(".") and path.resolve() != Path(__file__).resolve():
            if path.suffix in LANGUAGES or path.name == "CMakeLists.txt" or interpreter(path):
                yield path


def early_readers(text):
    """The numbers of the lines on which a pipe into such a reader begins. Comments hold none."""
    # A continued line is one line to the shell, and still two to whoever looks for it.
    text = re.sub(r"(?m)^[ \t]*#.*$", "", text).replace("\\\n", " \v")
    return [len(re.findall("[\n\v]", text[: found.start()])) + 1 for found in EARLY.finditer(text)]


class Rule(unittest.TestCase):
    def test_pipes_that_break_it(self):
        for text in (
            "ldd program | grep -q name", "ldd program |grep -Eq name", "a | grep -i -q b", "a | egrep -q b", "a |& grep -q b",
            "a | grep --quiet b", "a | grep --silent b", "a | grep -m1 b", "a | grep -F --max-count=1 b", "a | head -n 1",
            "a | LC_ALL=C grep -q b", "a | command grep -q b", "a |\n  grep -q b", "a \\\n  | grep -q b", "$(a | head)",
        ):
            self.assertEqual(len(early_readers(text)), 1, text)
        self.assertEqual(early_readers("one\n\n# a | grep -q b\na \\\n  b\n  a | grep \\\n  -q b\na | head\n"), [6, 8])

    def test_what_keeps_to_it(self):
        for text in (
            "a | grep b", "grep -q b file", "a || grep -q b file", "a || head -n 1 file", "a | grep b && grep -q c file",
            "grep -q b <<<\"$text\"", "a | grep -E 'x|y'", "a | grep -o b; grep -q c d", "head -n 1 file | sort", "# a | grep -q b",
            "a | header", "a | grep --only-matching b",
        ):
            self.assertEqual(early_readers(text), [], text)


class Scripts(unittest.TestCase):
    def test_which_files_are_looked_at(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            for name, text in {
                "run": "#!/usr/bin/env bash\n", ".ci/run": "#!/bin/sh\n", "tests/a.py": "", "tests/CMakeLists.txt": "", "a.cmake": "",
                "README.md": "", "legacy/a.cu": "", "build/a.py": "", "venv/a.py": "", "tests/.hidden.py": "", "data": "",
            }.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text)
            found = [path.relative_to(folder).as_posix() for path in scripts(folder)]
        self.assertEqual(sorted(found), [".ci/run", "a.cmake", "run", "tests/CMakeLists.txt", "tests/a.py"])


class Repository(unittest.TestCase):
    def test_no_pipe_ends_early(self):
        found = []
        looked_at = list(scripts(ROOT))
        for path in looked_at:
            for line in early_readers(path.read_text(errors="replace")):
                found.append(f"{path.relative_to(ROOT)}:{line}: a pipe into what stops reading early")
        self.assertEqual(found, [])
        self.assertIn(ROOT / "run", looked_at)

    def test_shell_scripts_can_be_parsed(self):
        for path in scripts(ROOT):
            shell = re.search(r"\b(bash|sh)$", interpreter(path))
            if shell and shutil.which(shell[1]):
                result = subprocess.run([shell[1], "-n", path], capture_output=True, text=True)
                self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    ROOT = Path(sys.argv.pop(1)).resolve()
    unittest.main()
