#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a test program says of the cases that its preconditions skip, its exit status, and what a record keeps of it.

usage: skipped_cases_test.py EXAMPLE CTEST    EXAMPLE: skipped_cases_example.cpp, built
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "tools/evidence")]
import record  # noqa: E402  tests/tools/evidence/record.py
import summary  # noqa: E402  tests/summary.py

EXAMPLE, CTEST = None, None
MEMORY = "too little memory: 9 MiB needed"
ALL = {
    "wants_memory": MEMORY,
    "says_no_reason": "no reason given",
    "says_two_lines": "one two",
    "inner/wants_memory": MEMORY,
    "skipped_suite/one": "a suite's",
    "skipped_suite/other": "a suite's",
}


def run(*arguments):
    """Exit status and the lines on stdout that tell of something skipped."""
    result = subprocess.run(
        [EXAMPLE, *arguments], capture_output=True, text=True, env={**os.environ, "CUDA_LEGACY_REQUIRE_GPU": "1"}
    )
    return result.returncode, [line for line in result.stdout.splitlines() if "skipped: " in line]


class Program(unittest.TestCase):
    def test_cases_among_others(self):
        self.assertEqual(run(), (0, [f"case skipped: {name}: {reason}" for name, reason in ALL.items()]))

    def test_at_any_log_level(self):
        for level in ("error", "nothing", "unit_scope"):
            status, lines = run(f"--log_level={level}")
            self.assertEqual((status, summary.skipped_cases("\n".join(lines))), (0, ALL))

    def test_none(self):
        self.assertEqual(run("--run_test=runs"), (0, []))

    def test_deselected(self):
        self.assertEqual(run("--run_test=runs,inner"), (0, [f"case skipped: inner/wants_memory: {MEMORY}"]))
        status, lines = run("--run_test=!skipped_suite")
        self.assertEqual((status, len(lines), lines[-1]), (0, 4, f"case skipped: inner/wants_memory: {MEMORY}"))

    def test_a_failure_is_one(self):
        for case in ("fails", "cannot_begin"):
            status, lines = run(f"--run_test={case},wants_memory")
            self.assertEqual((status, lines), (201, [f"case skipped: wants_memory: {MEMORY}"]), case)

    def test_all_that_were_asked_for(self):
        self.assertEqual(
            run("--run_test=wants_memory"), (77, [f"case skipped: wants_memory: {MEMORY}", f"skipped: {MEMORY}"])
        )
        status, lines = run("--run_test=wants_memory,inner,says_two_lines")
        self.assertEqual((status, len(lines), lines[-1]), (77, 4, f"skipped: {MEMORY}; one two"))
        self.assertEqual(run("--run_test=skipped_suite/one")[0], 77)

    def test_no_case_at_all(self):
        self.assertEqual(run("--run_test=nothing"), (200, []))
        self.assertEqual(run("--list_content"), (0, []))


class ThroughCTest(unittest.TestCase):
    """CTest itself, as ./run evidence calls it: the lines stand behind 5000 bytes of a passed test's output."""

    def test_record(self):
        with tempfile.TemporaryDirectory(prefix="with space ") as folder:
            folder = pathlib.Path(folder)
            for name, arguments in (
                ("in_part", ""),
                ("failing", "--run_test=runs,fails,inner"),
                ("all", "--run_test=wants_memory"),
                ("none", "--run_test=runs"),
            ):
                with open(folder / "CTestTestfile.cmake", "a", encoding="utf-8") as file:
                    print(f"add_test({name} [[{EXAMPLE}]] {arguments})", file=file)
                    print(f"set_tests_properties({name} PROPERTIES SKIP_RETURN_CODE 77)", file=file)

            def quietly(*arguments, show, **others):  # else this test would seem to have skipped these cases
                return run_of_record(*arguments, **others)

            run_of_record = record.Run
            path = f"{pathlib.Path(CTEST).parent}{os.pathsep}{os.environ.get('PATH', '')}"
            with mock.patch.dict(os.environ, PATH=path), mock.patch.object(record, "Run", quietly):
                names = ["in_part", "failing", "all", "none"]
                recorded, failures = record.run_tests(folder, names, folder / "tests.xml", ["0"], 60)
        self.assertEqual(failures, ["test failing"])
        recorded["failing"].pop("reason", None)  # CTest's own word for a failure: some versions have one
        self.maxDiff = None
        self.assertEqual(recorded, {
            "in_part": {"outcome": "passed", "skipped_cases": ALL},
            "failing": {"outcome": "failed", "skipped_cases": {"inner/wants_memory": MEMORY}},
            "all": {"outcome": "skipped", "reason": MEMORY, "skipped_cases": {"wants_memory": MEMORY}},
            "none": {"outcome": "passed"},
        })


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    CTEST = sys.argv.pop(2)
    EXAMPLE = sys.argv.pop(1)
    unittest.main()
