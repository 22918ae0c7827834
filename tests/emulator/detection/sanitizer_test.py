#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sanitizer.py with a simulated compute-sanitizer: racecheck finds every defect, the others none."""
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
        self.tried = [p for p in programs.read_programs() if p.check == "GLOBAL_RACES"]
        for program in self.tried:
            for broken in (True, False):
                self.write(pathlib.Path(program.command(self.folder, broken)[0]), "")

    def write(self, path: pathlib.Path, text: str) -> str:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def run_with(self, tool: str, *options: str) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, "-B", HERE / "sanitizer.py", self.folder, "--only", "GLOBAL_RACES",
                               "--out", self.folder / "out.csv", *options],
                              env={**os.environ, "COMPUTE_SANITIZER": tool, "PATH": ""},
                              capture_output=True, text=True, check=False)

    def rows(self) -> list[dict[str, str]]:
        with open(self.folder / "out.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_each_program_and_tool_has_a_line(self) -> None:
        done = self.run_with(self.write(self.folder / "compute-sanitizer", PLAYED))
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = self.rows()
        self.assertEqual(len(rows), 4 * len(self.tried))
        for row in rows:
            self.assertEqual(row["defect"], "found" if row["tool"] == "racecheck" else "clean")
            wrong = row["tool"] == "synccheck" and row["case"] == "flag"
            self.assertEqual(row["correct"], "exit status 3" if wrong else "clean")

    def test_a_resumed_run_keeps_what_is_known(self) -> None:
        self.run_with(self.write(self.folder / "compute-sanitizer", PLAYED))
        done = self.run_with(self.write(self.folder / "compute-sanitizer", "#!/bin/sh\n"), "--resume")
        flags = [p.name for p in self.tried if p.case == "flag"]
        self.assertEqual([line.split() for line in done.stdout.splitlines()],
                         [["synccheck", "clean", "clean", *name.split()] for name in flags])
        self.assertEqual(len(self.rows()), 4 * len(self.tried))
        self.assertEqual({row["defect"] for row in self.rows() if row["tool"] == "racecheck"}, {"found"})

    def test_a_resumed_run_keeps_the_lines_of_other_programs(self) -> None:
        other = "defects/residence,by_hand,memcheck,timed out,clean"
        self.write(self.folder / "out.csv", f"program,case,tool,defect,correct\n{other}\n")
        self.run_with(self.write(self.folder / "compute-sanitizer", PLAYED), "--resume")
        self.assertIn(dict(zip(("program", "case", "tool", "defect", "correct"), other.split(","))), self.rows())

    def test_programs_that_are_not_built_are_named(self) -> None:
        one = pathlib.Path(self.tried[0].command(self.folder, True)[0])
        one.unlink()
        done = self.run_with(self.write(self.folder / "compute-sanitizer", PLAYED))
        self.assertEqual((done.returncode, done.stderr), (1, f"not built: {one}\n"))
        self.assertFalse((self.folder / "out.csv").exists())

    def test_without_the_tool_nothing_is_written(self) -> None:
        self.assertEqual(self.run_with("").returncode, 1)
        self.assertFalse((self.folder / "out.csv").exists())

    def test_the_table_counts_what_a_tool_found_in_vain(self) -> None:
        tally = table.Tally()
        self.assertEqual(tally.tool_cells(), ["*not run*"] * 4)
        tally.note_tools({"memcheck": ("found", "clean"), "racecheck": ("clean", "found")})
        self.assertEqual(tally.tool_cells(), ["1 found, 0 false", "0 found, 1 false", "*not run*", "*not run*"])

    def test_programs_that_a_tool_has_not_seen_are_told(self) -> None:
        tally = table.Tally()
        tally.found, tally.missed = 2, 1
        tally.note_tools({"memcheck": ("found", "clean")})
        self.assertEqual(tally.tool_cells(), ["1 found, 0 false, 2 *not run*", "*not run*", "*not run*", "*not run*"])

    def test_a_program_that_ended_otherwise_is_no_finding_and_is_named(self) -> None:
        said = {"memcheck": ("found", "exit status 255"), "racecheck": ("clean", "found"), "initcheck": ("clean", "clean")}
        tally = table.Tally()
        tally.note_tools(said)
        self.assertEqual(tally.tool_cells(), ["1 found, 0 false", "0 found, 1 false", "0 found, 0 false", "*not run*"])
        one, other = self.tried[:2]
        self.assertEqual(table.told_of_correct([one, other], {(one.program, one.case): said}),
                         [[f"`{one.name}`", "`GLOBAL_RACES`", "memcheck (exit status 255), racecheck"]])


if __name__ == "__main__":
    unittest.main()
