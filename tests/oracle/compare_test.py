#!/usr/bin/env python3
"""compare.py sees every way in which an answer can be another one."""
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMPARE = Path(__file__).with_name("compare.py")
PROGRAM = """#!/bin/sh
case $1 in
--list) {listing} ;;
*) echo "# $1"; cat "{folder}/$1.out"; exit $(cat "{folder}/$1.status" 2>/dev/null || echo 0) ;;
esac
"""


class Compare(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = Path(self.scratch.name)
        self.cases({"one": "a: 1\nb: 2\n", "two": "c: 3\n"})
        self.record("# one\na: 1\nb: 2\n# two\nc: 3\n")

    def cases(self, outputs, listing=None):
        for name, text in outputs.items():
            (self.folder / f"{name}.out").write_text(text)
        program = self.folder / "program"
        listing = listing or "printf '%s\\n' " + " ".join(outputs)
        program.write_text(PROGRAM.format(folder=self.folder, listing=listing))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def record(self, text):
        (self.folder / "recorded").write_text(text)

    def compare(self, differences=None, *more):
        command = [sys.executable, COMPARE, self.folder / "program", self.folder / "recorded", *more]
        if differences is not None:
            (self.folder / "known").write_text(differences)
            command += ["--differences", self.folder / "known"]
        return subprocess.run(command, capture_output=True, text=True)

    def test_the_same(self):
        result = self.compare()
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("2 cases, 0 failed", result.stdout)

    def test_another_line(self):
        self.cases({"one": "a: 1\nb: 9\n", "two": "c: 3\n"})
        result = self.compare()
        self.assertEqual(result.returncode, 1)
        self.assertIn("one: differs\n    11.8:   b: 2\n    compat: b: 9", result.stdout)

    def test_a_bounded_digest(self):
        (self.folder / "bounds").write_text("a grad: of 3 at most 1 differ, by at most 0.1 of the largest, 0.1 on average\n0\n"
                                             "b lod: not held: for a reason\n")
        self.record("# one\na: plain 1, grad 2\nb: 2\n# two\nc: 3\n")
        self.cases({"one": "a: plain 1, grad 9\nb: 2\n", "two": "c: 3\n"})
        self.assertEqual(self.compare().returncode, 1)
        self.assertEqual(self.compare(None, "--bounded", self.folder / "bounds").returncode, 0)
        self.record("# one\na: plain 1, grad 2\nb: lod 2\n# two\nc: 3\n")
        self.cases({"one": "a: plain 1, grad 9\nb: lod 3\n", "two": "c: 3\n"})
        self.assertEqual(self.compare(None, "--bounded", self.folder / "bounds").returncode, 0)
        self.cases({"one": "a: plain 9, grad 9\nb: 2\n", "two": "c: 3\n"})
        self.assertEqual(self.compare(None, "--bounded", self.folder / "bounds").returncode, 1)

    def test_a_line_less(self):
        self.cases({"one": "a: 1\n", "two": "c: 3\n"})
        self.assertEqual(self.compare().returncode, 1)

    def test_a_case_less_or_more(self):
        self.cases({"one": "a: 1\nb: 2\n"})
        self.assertIn("two: no such case any more", self.compare().stdout)
        self.cases({"one": "a: 1\nb: 2\n", "two": "c: 3\n", "three": ""})
        result = self.compare()
        self.assertEqual(result.returncode, 1)
        self.assertIn("three: was never recorded", result.stdout)

    def test_a_known_difference(self):
        self.cases({"one": "a: 7\nb: 2\n", "two": "c: 3\n"})
        result = self.compare("# why\none: because\n")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("one: differs as known: because", result.stdout)

    def test_a_known_difference_that_is_none(self):
        result = self.compare("one: because\n")
        self.assertEqual(result.returncode, 1)
        self.assertIn("remove it", result.stdout)

    def test_a_program_that_fails(self):
        (self.folder / "one.status").write_text("3")
        result = self.compare()
        self.assertEqual(result.returncode, 1)
        self.assertIn("one: ended with status 3", result.stdout)

    def test_a_case_left_out(self):
        self.cases({"one": "a: 1\nb: 9\n", "two": "c: 3\n"})
        result = self.compare(None, "--without", "one")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("one: left out", result.stdout)
        self.assertEqual(self.compare(None, "--without", "nothing").returncode, 2)

    def test_no_device(self):
        self.cases({}, listing="echo 'skipped: no CUDA device'; exit 77")
        result = self.compare()
        self.assertEqual(result.returncode, 77)
        self.assertIn("skipped: no CUDA device", result.stdout)


if __name__ == "__main__":
    unittest.main()
