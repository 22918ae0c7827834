#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cases.h chooses the cases that were named, says which may share a process, and stops where the device is in error.

usage: cases_test.py PROGRAM    cases_example
"""
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)


class Cases(unittest.TestCase):
    def outcome(self, *arguments):
        result = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return result.returncode, result.stdout

    def test_a_line_for_each_process(self):
        self.assertEqual(self.outcome("one", "--list"), (0, "first spoils last\n"))
        self.assertEqual(self.outcome("one_each", "--list"), (0, "first\nspoils\nlast\n"))

    def test_those_that_are_named(self):
        self.assertEqual(self.outcome("one", "last", "first"), (0, "# first\na: 1\n# last\nb: 2\n"))
        self.assertEqual(self.outcome("one_each", "last"), (0, "# last\nb: 2\n"))
        status, output = self.outcome("one", "first", "nothing")
        self.assertEqual(status, 2)
        self.assertIn("no case is called 'nothing'", output)

    def test_a_device_in_error(self):
        stopped = 3, "# first\na: 1\n# spoils\nspoils leaves the device in error: the error's name\n"
        self.assertEqual(self.outcome("one"), stopped)
        self.assertEqual(self.outcome("one_each"), stopped)
        # The error is the case's answer, and no failure, if no other case follows.
        self.assertEqual(self.outcome("one_each", "spoils"), (0, "# spoils\n"))
        self.assertEqual(self.outcome("one", "first", "spoils"), (0, "# first\na: 1\n# spoils\n"))

    def test_no_device(self):
        self.assertEqual(self.outcome("no_device", "--list"), (77, "skipped: no CUDA device: the error's text\n"))


if __name__ == "__main__":
    unittest.main()
