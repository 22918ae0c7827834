#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py detects each way in which an answer can differ."""
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[1])]
import summary  # noqa: E402  tests/summary.py
from compare import NOT_RECORDED  # noqa: E402

COMPARE = Path(__file__).with_name("compare.py")
PROGRAM = """#!/bin/sh
if [ -e "{folder}/argument" ]; then [ "$1" = "$(cat "{folder}/argument")" ] && shift || exit 9; fi
[ "$1" = --list ] && {{ {listing}; exit; }}
echo "$*" >> "{folder}/processes"
[ ! -e "{folder}/start" ] || . "{folder}/start"
for name; do
    echo "# $name"; cat "{folder}/$name.out"
    [ ! -e "{folder}/$name.end" ] || . "{folder}/$name.end"
done
"""


class Compare(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = Path(self.scratch.name)
        self.cases({"one": "a: 1\nb: 2\n", "two": "c: 3\n"})
        self.record("# one\na: 1\nb: 2\n# two\nc: 3\n")

    def cases(self, outputs, listing=None):
        """Makes a program that prints these texts, each in a process of its own, unless the listing says otherwise."""
        for name, text in outputs.items():
            (self.folder / f"{name}.out").write_text(text)
        program = self.folder / "program"
        listing = listing or "printf '%s\\n' " + " ".join(outputs)
        program.write_text(PROGRAM.format(folder=self.folder, listing=listing))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def together(self, **ends):
        """Makes three cases that share a process. Some of them end with a shell command."""
        self.cases({"one": "a: 1\nb: 2\n", "two": "c: 3\n", "three": "d: 4\n"}, listing="echo one two three")
        self.record("# one\na: 1\nb: 2\n# two\nc: 3\n# three\nd: 4\n")
        for name, command in ends.items():
            (self.folder / (name if name == "start" else f"{name}.end")).write_text(command)

    def processes(self):
        return (self.folder / "processes").read_text().splitlines()

    def record(self, text):
        (self.folder / "recorded").write_text(text)

    def compare(self, differences=None, *more, **environment):
        command = [sys.executable, COMPARE, self.folder / "program", self.folder / "recorded", *more]
        if differences is not None:
            (self.folder / "known").write_text(differences)
            command += ["--differences", self.folder / "known"]
        environment = {"CUDA_LEGACY_RECORD": "", **environment}
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})

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
                                             "b lod: of 1 at most 1 differ, by at most 0.1 of the largest, 0.1 on average\n0\n")
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

    def test_a_case_less(self):
        self.cases({"one": "a: 1\nb: 2\n"})
        result = self.compare()
        self.assertEqual(result.returncode, 1)
        self.assertIn("two: no such case any more; take its lines out of recorded\n", result.stdout)

    def test_a_case_that_is_not_recorded_yet(self):
        self.cases({"one": "a: 1\nb: 2\n", "two": "c: 3\n", "three": "d: 4\n"})
        result = self.compare()
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertEqual(summary.skipped_cases(result.stdout), {"three": NOT_RECORDED})
        self.assertNotIn("\nskipped:", result.stdout)
        self.assertIn("3 cases, 0 failed, 1 skipped", result.stdout)
        self.assertEqual(self.processes(), ["one", "two"])
        # An added case hides no failure.
        self.cases({"one": "a: 1\nb: 9\n", "two": "c: 3\n", "three": "d: 4\n"})
        self.assertEqual(self.compare().returncode, 1)

    def test_a_case_that_is_not_recorded_yet_in_a_shared_process(self):
        self.together(two="exit 3")
        self.record("# one\na: 1\nb: 2\n# three\nd: 4\n")
        result = self.compare()
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertEqual(self.processes(), ["one three"])

    def test_nothing_recorded_yet(self):
        (self.folder / "recorded").unlink()
        for known in (None, "one: because\n"):
            result = self.compare(known)
            self.assertEqual(result.returncode, 77, result.stdout)
            self.assertEqual(summary.skip_reason(result.stdout, ""), NOT_RECORDED)
        self.assertFalse((self.folder / "processes").exists())
        # Only the original's answer is recorded.
        self.assertEqual(self.compare(CUDA_LEGACY_RECORD="1").returncode, 77)
        self.assertEqual(self.compare(None, "--original").returncode, 77)
        self.assertEqual(self.compare(None, "--original", CUDA_LEGACY_RECORD="0").returncode, 77)
        self.assertFalse((self.folder / "recorded").exists())

    def test_recording(self):
        self.together(two="exit 3")
        (self.folder / "recorded").unlink()
        result = self.compare(None, "--original", CUDA_LEGACY_RECORD="1")
        self.assertEqual(result.returncode, 1)
        self.assertIn("one: recorded, 2 lines\ntwo: not recorded: ended with status 3\n", result.stdout)
        self.assertEqual((self.folder / "recorded").read_text(), "# one\na: 1\nb: 2\n# three\nd: 4\n")
        self.assertEqual(self.processes(), ["one", "two", "three"])
        # The other cases are added. The existing one is compared, and not written again.
        self.together(two="")
        self.record("# three\nd: 9\n# one\na: 1\nb: 2\n")
        result = self.compare(None, "--original", CUDA_LEGACY_RECORD="1")
        self.assertEqual(result.returncode, 1)
        self.assertIn("three: differs", result.stdout)
        self.assertEqual((self.folder / "recorded").read_text(), "# three\nd: 9\n# one\na: 1\nb: 2\n# two\nc: 3\n")
        self.record("# three\nd: 4\n# one\na: 1\nb: 2\n# two\nc: 3\n")
        self.assertEqual(self.compare(None, "--original").returncode, 0)

    def test_no_differences_are_known_yet(self):
        self.assertEqual(self.compare(None, "--differences", self.folder / "nowhere").returncode, 0)

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
        (self.folder / "one.end").write_text("exit 3")
        result = self.compare()
        self.assertEqual(result.returncode, 1)
        self.assertIn("one: ended with status 3\na: 1\nb: 2\n", result.stdout)
        self.assertIn("two: 1 lines, all the same\n2 cases, 1 failed", result.stdout)

    def test_cases_of_a_line_share_a_process(self):
        self.compare()
        self.assertEqual(self.processes(), ["one", "two"])
        (self.folder / "processes").unlink()
        self.together()
        result = self.compare()
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("3 cases, 0 failed", result.stdout)
        self.assertEqual(self.processes(), ["one two three"])

    def test_a_shared_process_without_a_case(self):
        self.together()
        self.assertEqual(self.compare(None, "--without", "two").returncode, 0)
        self.assertEqual(self.processes(), ["one three"])

    def test_another_line_in_a_shared_process(self):
        self.together()
        self.cases({"two": "c: 9\n"}, listing="echo one two three")
        result = self.compare()
        self.assertEqual(result.returncode, 1)
        self.assertIn("two: differs\n    11.8:   c: 3\n    compat: c: 9", result.stdout)
        self.assertIn("3 cases, 1 failed", result.stdout)

    def test_a_case_that_ends_the_shared_process(self):
        for end, seen in (("echo words; exit 3", "two: ended with status 3\nc: 3\nwords\n"),
                          ("kill -9 $$", "two: ended with status -9\nc: 3\n"),
                          ("exit 0", "two: ended with status 0\nc: 3\n")):
            with self.subTest(end=end):
                self.together(two=end)
                result = self.compare()
                self.assertEqual(result.returncode, 1)
                self.assertIn("one: 2 lines, all the same\n" + seen + "three: 1 lines, all the same\n", result.stdout)
                self.assertIn("3 cases, 1 failed", result.stdout)
                self.assertEqual(self.processes()[-2:], ["one two three", "three"])

    def test_the_last_case_ends_with_another_status(self):
        self.together(three="exit 3")
        result = self.compare()
        self.assertEqual(result.returncode, 1)
        self.assertIn("three: ended with status 3\nd: 4\n3 cases, 1 failed", result.stdout)
        self.assertEqual(self.processes(), ["one two three"])

    def test_a_process_that_comes_to_no_case(self):
        self.together(start="echo no library; exit 127")
        result = self.compare()
        self.assertEqual(result.returncode, 1)
        for name in ("one", "two", "three"):
            self.assertIn(f"{name}: ended with status 127\nno library\n", result.stdout)
        self.assertIn("3 cases, 3 failed", result.stdout)

    def test_a_case_that_does_not_end(self):
        self.together(two="exec sleep 60")
        result = self.compare(None, "--limit", "2")
        self.assertEqual(result.returncode, 1)
        self.assertIn("one: 2 lines, all the same\ntwo: was not done after 2 s\nc: 3\nthree: 1 lines, all the same",
                      result.stdout)

    def test_the_limit_is_for_each_case(self):
        self.together(one="sleep 1", two="sleep 1", three="sleep 1")
        result = self.compare(None, "--limit", "2.5")
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_a_case_left_out(self):
        self.cases({"one": "a: 1\nb: 9\n", "two": "c: 3\n"})
        result = self.compare(None, "--without", "one")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("one: left out", result.stdout)
        self.assertEqual(self.compare(None, "--without", "nothing").returncode, 2)

    def test_an_argument_before_the_names(self):
        (self.folder / "argument").write_text("--folder")
        self.assertEqual(self.compare().returncode, 1)
        result = self.compare(None, "--argument=--folder")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertEqual(self.processes(), ["one", "two"])

    def test_no_program(self):
        (self.folder / "program").unlink()
        result = self.compare()
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{self.folder / 'program'} is not there: build it first", result.stdout)
        result = self.compare(None, "--may-be-missing")
        self.assertEqual(result.returncode, 77)
        self.assertIn("skipped: program is not built", result.stdout)

    def test_a_program_that_may_be_missing_and_is_there(self):
        self.assertEqual(self.compare(None, "--may-be-missing").returncode, 0)
        self.cases({"one": "a: 1\nb: 9\n", "two": "c: 3\n"})
        self.assertEqual(self.compare(None, "--may-be-missing").returncode, 1)

    def test_no_device(self):
        self.cases({}, listing="echo 'skipped: no CUDA device'; exit 77")
        result = self.compare()
        self.assertEqual(result.returncode, 77)
        self.assertIn("skipped: no CUDA device", result.stdout)


if __name__ == "__main__":
    unittest.main()
