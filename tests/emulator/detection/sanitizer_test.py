#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sanitizer.py with a compute-sanitizer that only plays one: racecheck finds every defect, the others nothing."""
import csv
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

import programs
import table

HERE = pathlib.Path(__file__).resolve().parent
PLAYED = """#!/bin/sh
case "$*" in
*racecheck*broken*) exit 86 ;;
*synccheck*flag) exit 3 ;;
esac
"""


class Sanitizer(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_with(self, tool: str) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, "-B", HERE / "sanitizer.py", self.folder, "--only", "GLOBAL_RACES",
                               "--out", self.folder / "out.csv"], env={**os.environ, "COMPUTE_SANITIZER": tool, "PATH": ""},
                              capture_output=True, text=True, check=False)

    def test_each_program_and_tool_has_a_line(self) -> None:
        tool = self.folder / "compute-sanitizer"
        tool.write_text(PLAYED, encoding="utf-8")
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
        done = self.run_with(str(tool))
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "out.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        tried = [p for p in programs.read_programs() if p.check == "GLOBAL_RACES"]
        self.assertEqual(len(rows), 4 * len(tried))
        for row in rows:
            self.assertEqual(row["defect"], "found" if row["tool"] == "racecheck" else "clean")
            wrong = row["tool"] == "synccheck" and row["case"] == "flag"
            self.assertEqual(row["correct"], "exit status 3" if wrong else "clean")

    def test_without_the_tool_nothing_is_written(self) -> None:
        self.assertEqual(self.run_with("").returncode, 1)
        self.assertFalse((self.folder / "out.csv").exists())

    def test_the_table_counts_what_a_tool_found_in_vain(self) -> None:
        tally = table.Tally()
        self.assertEqual(tally.tool_cells(), ["*not run*"] * 4)
        tally.note_tools({"memcheck": ("found", "clean"), "racecheck": ("clean", "found")})
        self.assertEqual(tally.tool_cells(), ["1 found, 0 false", "0 found, 1 false", "*not run*", "*not run*"])


if __name__ == "__main__":
    unittest.main()
