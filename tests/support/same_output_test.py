#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same_output.py detects another word and another status, and ignores only measured values."""
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("same_output.py")


class SameOutput(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def compare(self, one, other, *options):
        for name, text in (("one", one), ("other", other)):
            if text is not None:
                program = self.folder / name
                program.write_text(f"#!/bin/sh\n{text}\n")
                program.chmod(program.stat().st_mode | stat.S_IXUSR)
        command = [sys.executable, SCRIPT, *options, self.folder / "one", self.folder / "other"]
        return subprocess.run(command, capture_output=True, text=True)

    def test_the_same(self):
        self.assertEqual(self.compare("echo a", "echo a").returncode, 0)

    def test_another_word(self):
        result = self.compare("echo a 1", "echo a 2")
        self.assertEqual(result.returncode, 1)
        self.assertIn("-a 1\n+a 2", result.stdout)

    def test_another_status(self):
        self.assertEqual(self.compare("exit 3", "exit 4").returncode, 1)
        self.assertEqual(self.compare("exit 3", "exit 3").returncode, 0)

    def test_both_have_to_succeed_where_asked(self):
        self.assertEqual(self.compare("echo a", "echo a", "--succeed").returncode, 0)
        self.assertEqual(self.compare("echo a; exit 3", "echo a; exit 3", "--succeed").returncode, 1)
        self.assertEqual(self.compare("exit 0", "exit 0", "--succeed").returncode, 1)

    def test_a_line_more(self):
        self.assertEqual(self.compare("echo a", "echo a; echo b").returncode, 1)

    def test_what_is_measured_may_differ_and_nothing_else(self):
        measured = ("--measured", "[0-9.]+ ms")
        self.assertEqual(self.compare("echo sum 4, 1.5 ms", "echo sum 4, 20 ms", *measured).returncode, 0)
        self.assertEqual(self.compare("echo sum 4, 1.5 ms", "echo sum 5, 20 ms", *measured).returncode, 1)
        self.assertEqual(self.compare("echo sum 4, 1.5 ms", "echo sum 4", *measured).returncode, 1)

    def test_both_read_the_input(self):
        self.assertEqual(self.compare("cat", "echo word", "--input", "word\n").returncode, 0)

    def test_a_program_may_name_itself(self):
        self.assertEqual(self.compare('echo "$0: refused" >&2', 'echo "$0: refused" >&2').returncode, 0)

    def test_a_program_that_is_not_there(self):
        for one, other in (("echo a", None), (None, "echo a"), (None, None)):
            with self.subTest(one=one, other=other):
                for name in ("one", "other"):
                    (self.folder / name).unlink(missing_ok=True)
                result = self.compare(one, other)
                self.assertEqual(result.returncode, 1)
                for name, text in (("one", one), ("other", other)):
                    self.assertEqual(f"{self.folder / name} is not there: build it first" in result.stdout, text is None)
                may = self.compare(one, other, "--may-be-missing")
                self.assertEqual(may.returncode, 1 if one is None else 77)
                self.assertEqual("skipped: other is not built" in may.stdout, one is not None)

    def test_a_program_that_may_be_missing_and_is_there(self):
        self.assertEqual(self.compare("echo a", "echo a", "--may-be-missing").returncode, 0)
        self.assertEqual(self.compare("echo a", "echo b", "--may-be-missing").returncode, 1)


if __name__ == "__main__":
    unittest.main()
