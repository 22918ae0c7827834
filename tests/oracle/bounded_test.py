#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bounded.py detects each way in which values can leave their bounds."""
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BOUNDED = Path(__file__).with_name("bounded.py")
HALF, ONE, TWO = 0x3F000000, 0x3F800000, 0x40000000


class Bounded(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = Path(self.scratch.name)
        (self.folder / "recorded").write_text(
            "row a grad: of 3 at most 2 differ, by at most 0.5 of the largest, 0.3 on average\n"
            f"{ONE:x} {TWO:x}\n{ONE:x}\n")

    def outcome(self, *values, exact=False):
        samples = "\n".join(f"  0 0 0 layer 0 level 0: {bits:08x} 00000000 00000000 00000000" for bits in values)
        program = self.folder / "program"
        program.write_text(f"#!/bin/sh\n[ \"$*\" = '--values row' ] || exit 3\ncat << end\n# row\n"
                           f"row b grad: 0000000000000000 of 1\n  0 0 0 layer 0 level 0: {HALF:08x} 0 0 0\n"
                           f"row a grad: 0123456789abcdef of {len(values)}\n{samples}\nend\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        command = [sys.executable, BOUNDED, program, self.folder / "recorded", *(["--exact"] if exact else [])]
        return subprocess.run(command, capture_output=True, text=True)

    def test_within(self):
        self.assertEqual(self.outcome(TWO, TWO, ONE).returncode, 0)

    def test_too_many(self):
        self.assertEqual(self.outcome(ONE + 1, TWO + 1, ONE + 1).returncode, 1)

    def test_too_far(self):
        self.assertEqual(self.outcome(ONE, HALF, ONE).returncode, 1)

    def test_too_far_on_average(self):
        self.assertEqual(self.outcome(TWO, ONE, ONE).returncode, 1)

    def test_no_number(self):
        self.assertEqual(self.outcome(ONE, 0x7FC00000, ONE).returncode, 1)

    def test_a_sample_less(self):
        self.assertEqual(self.outcome(TWO, TWO).returncode, 1)

    def test_nothing_differs_any_more(self):
        result = self.outcome(ONE, TWO, ONE)
        self.assertEqual(result.returncode, 1)
        self.assertIn("nothing differs now", result.stdout)

    def test_a_case_that_ends_the_program(self):
        program = self.folder / "program"
        program.write_text("#!/bin/sh\necho '# one'; echo '# row'; echo words; exit 3\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        result = subprocess.run([sys.executable, BOUNDED, program, self.folder / "recorded"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("row: ended with status 3\n", result.stdout)
        self.assertIn("words", result.stdout)

    def test_exact(self):
        self.assertEqual(self.outcome(ONE, TWO, ONE, exact=True).returncode, 0)
        self.assertEqual(self.outcome(ONE, TWO, ONE + 1, exact=True).returncode, 1)


if __name__ == "__main__":
    unittest.main()
