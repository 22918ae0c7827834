# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""translated.py on a program that stands in for the benchmark: its times are made up, and depend on its arguments."""
import contextlib
import io
import json
import pathlib
import stat
import tempfile
import unittest

import translated as table

PROGRAM = """#!/usr/bin/env python3
import os
device = {"0": 1000, "2": 3}[os.environ["CUDA_EMULATOR_TRANSLATE"]]
print(f"saxpy\\t2^20\\t{device}\\t0.5")
"""


class Table(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = self.folder / "program"
        self.program.write_text(PROGRAM, encoding="utf-8")
        self.program.chmod(stat.S_IRWXU)
        self.page = self.folder / table.PAGE
        self.page.parent.mkdir(parents=True)
        self.empty = f"before\n{table.generated.BEGIN.format(table.COMMAND)}\n{table.generated.END}\nafter\n"
        self.page.write_text(self.empty, encoding="utf-8")

    def main(self, *arguments):
        printed, said = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
            status = table.main(list(arguments), self.folder)
        return status, printed.getvalue(), said.getvalue()

    def test_kernels_are_translated_and_the_page_is_as_it_was(self):
        status, printed, _ = self.main(str(self.program), str(self.folder))
        self.assertEqual(status, 0)
        self.assertIn("| saxpy | 2^20 | 0.50 | 3.00 (6 ×) |", printed)
        self.assertEqual(self.page.read_text(encoding="utf-8"), self.empty)

    def test_write_puts_the_table_between_the_markers(self):
        _, printed, _ = self.main(str(self.program), str(self.folder), "--write")
        text = self.page.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("before\n") and text.endswith("after\n"))
        self.assertIn(printed.strip(), text)

    def test_a_page_without_markers_stays_as_it_is(self):
        self.page.write_text("nothing", encoding="utf-8")
        status, _, said = self.main(str(self.program), str(self.folder), "--write")
        self.assertEqual((status, self.page.read_text(encoding="utf-8")), (1, "nothing"))
        self.assertIn("must have the lines", said)

    def test_times_of_the_interpreter_are_refused(self):
        file = self.folder / "times.json"
        self.main(str(self.program), str(self.folder), "--json", str(file))
        self.assertEqual(self.main("--from", str(file))[0], 0)
        file.write_text(json.dumps({**json.loads(file.read_text(encoding="utf-8")), "translated": False}), encoding="utf-8")
        with self.assertRaises(SystemExit):
            self.main("--from", str(file))


if __name__ == "__main__":
    unittest.main()
