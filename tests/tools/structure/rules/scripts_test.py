# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pipes that end early, and scripts that cannot be parsed."""

import unittest

from rules.scripts import early_readers, pipes, scripts, shell_syntax
from rules.small_tree import SmallTree


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


class Scripts(SmallTree):
    def test_which_files_are_looked_at(self):
        self.empty()
        for name, text in {
            "run": "#!/usr/bin/env bash\n", ".ci/run": "#!/bin/sh\n", ".github/workflows/a.yml": "", "tests/a.py": "",
            "tests/CMakeLists.txt": "", "a.cmake": "", "README.md": "", "legacy/a.cu": "", "build/a.py": "", "venv/a.py": "",
            "tests/.hidden.py": "", "data": "", "tests/tools/structure/rules/scripts_test.py": "",
        }.items():
            self.write(name, text)
        self.assertEqual(sorted(path.relative_to(self.root).as_posix() for path in scripts(self.root)),
                         [".ci/run", ".github/workflows/a.yml", "a.cmake", "run", "tests/CMakeLists.txt", "tests/a.py"])

    def test_a_pipe_that_ends_early(self):
        self.is_content(pipes)
        self.write("tests/a.sh", "one\na | grep -q b\n")
        self.sees(pipes, "tests/a.sh:2: a pipe into what stops reading early")
        self.remove("run")
        self.sees(pipes, "no run")

    def test_a_script_that_cannot_be_parsed(self):
        self.is_content(shell_syntax)
        self.append("run", "if true; then\n")
        self.sees(shell_syntax, "run:3: cannot be parsed: ")
        self.write("tests/a", "#!/bin/sh\nfi\n")
        self.sees(shell_syntax, "tests/a:2: cannot be parsed: ")
