#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""beside_cpu.py on a program that stands in for the benchmark: its times are made up, and depend on its arguments."""

import contextlib
import io
import os
import pathlib
import stat
import sys
import tempfile
import unittest
from unittest import mock

import beside_cpu

# 12 ms of the device with checks off, 24 with them on; the loop takes half a millisecond, or its share of it.
PROGRAM = f"""#!{sys.executable}
import os, sys
threads = int(sys.argv[1])
if os.environ["CUDA_EMULATOR_THREADS"] != sys.argv[1] or "CUDA_EMULATOR_CHECK_RACES" in os.environ:
    sys.exit(3)
device = 12.0 * (1 + int(os.environ["CUDA_EMULATOR_CHECK"])) / threads / (1 + int(os.environ["CUDA_EMULATOR_TRANSLATE"]))
print(f"saxpy\\t2^20\\t{{device}}\\t{{0.5 / threads}}")
print(f"a sort\\t7\\t{{200 * device}}\\t{{0.5 / threads}}")
"""


class BesideCpu(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = self.folder / "program"
        self.program.write_text(PROGRAM, encoding="utf-8")
        self.program.chmod(stat.S_IRWXU)
        cpu = mock.patch.object(beside_cpu, "processor", return_value=("A CPU", 4))
        cpu.start()
        self.addCleanup(cpu.stop)

    def main(self, *arguments):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()), \
                mock.patch.dict(os.environ, {"CUDA_EMULATOR_CHECK_RACES": "0"}):
            beside_cpu.main(list(arguments), self.folder)
        return printed.getvalue()

    def test_a_row_has_both_sides_with_one_thread_and_with_all_checks_off_and_on(self):
        row = self.main(str(self.program), str(self.folder)).splitlines()[-2]
        self.assertEqual(row, "| saxpy | 2^20 | 0.50 | 12.0 (24 ×) | 24.0 (48 ×) | 3.00 (24 ×) | 6.00 (48 ×) |")

    def test_translated_kernels_are_told_to_be(self):
        lines = self.main(str(self.program), str(self.folder), "--translated").splitlines()
        self.assertEqual(lines[-2], "| saxpy | 2^20 | 0.50 | 4.00 (8 ×) | 8.00 (16 ×) | 1.00 (8 ×) | 2.00 (16 ×) |")
        self.assertIn("Kernels are translated.", lines[0])

    def test_the_readme_has_the_interpreters_table_alone(self):
        with self.assertRaises(SystemExit):
            self.main(str(self.program), str(self.folder), "--translated", "--write")

    def test_the_best_of_all_rounds_counts(self):
        # The second of three rounds is the fast one.
        self.program.write_text(PROGRAM.replace(
            "device =", "with open(__file__ + sys.argv[1] + os.environ['CUDA_EMULATOR_CHECK'], 'a') as rounds:\n"
            "    rounds.write('x')\n    slow = 1 if rounds.tell() == 2 else 10\ndevice = slow *"), encoding="utf-8")
        row = self.main(str(self.program), str(self.folder), "--rounds", "3").splitlines()[-2]
        self.assertEqual(row, "| saxpy | 2^20 | 0.50 | 12.0 (24 ×) | 24.0 (48 ×) | 3.00 (24 ×) | 6.00 (48 ×) |")

    def test_what_was_written_gives_the_same_table_and_the_readme_has_it(self):
        readme = self.folder / beside_cpu.README
        readme.parent.mkdir(parents=True)
        begin = beside_cpu.generated.BEGIN.format(beside_cpu.COMMAND)
        readme.write_text(f"before\n{begin}\nold\n{beside_cpu.generated.END}\nafter\n", encoding="utf-8")
        first = self.main(str(self.program), str(self.folder), "--json", str(self.folder / "x.json"))
        self.assertEqual(self.main("--from", str(self.folder / "x.json"), "--write"), first)
        text = readme.read_text(encoding="utf-8")
        self.assertIn(first.strip(), text)
        self.assertNotIn("old", text)
        self.assertTrue(text.startswith("before\n") and text.endswith("after\n"))

    def test_a_program_that_fails_gives_no_table(self):
        self.program.write_text(f"#!{sys.executable}\nimport sys\nsys.exit(1)\n", encoding="utf-8")
        with self.assertRaises(SystemExit) as ended:
            self.main(str(self.program), str(self.folder))
        self.assertIn("status 1", str(ended.exception))

    def test_either_a_program_or_a_file(self):
        with self.assertRaises(SystemExit):
            self.main()


if __name__ == "__main__":
    unittest.main()
