#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A test for an architecture runs where nvcc knows it, and is skipped, with the reason, where it does not.

usage: gpu_architectures_test.py CMAKE CTEST
"""
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import summary  # noqa: E402  tests/summary.py

CMAKE, CTEST = None, None
PROJECT = """cmake_minimum_required(VERSION 3.24)
project(architectures LANGUAGES NONE)
enable_testing()
set(nvcc {nvcc} -ccbin g++)
include({script})
foreach(architecture 75 90 120)
  cuda_legacy_add_architecture_test(ptxas.sm_${{architecture}} ${{architecture}} WORKING_DIRECTORY {folder}
    COMMAND ${{CMAKE_COMMAND}} -E echo "two words, [^\\n]*")
endforeach()
"""


class Architectures(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="with space ")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def configure(self, script):
        """A project with a test for each of three architectures; its nvcc answers with what this script prints."""
        nvcc = self.folder / "nvcc"
        nvcc.write_text(f'#!/bin/sh\n[ "$*" = "-ccbin g++ --list-gpu-code" ] || exit 9\n{script}\n')
        nvcc.chmod(nvcc.stat().st_mode | stat.S_IXUSR)
        quoted = {"nvcc": nvcc, "script": Path(__file__).with_name("gpu_architectures.cmake"), "folder": self.folder}
        (self.folder / "CMakeLists.txt").write_text(
            PROJECT.format(**{name: f'"{path}"' for name, path in quoted.items()})
        )
        command = [CMAKE, "-S", self.folder, "-B", self.folder / "build"]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def outcomes(self, *known):
        configured = self.configure("\n".join(f"echo {one}" for one in known))
        self.assertEqual(configured.returncode, 0, configured.stdout)
        results = self.folder / "tests.xml"
        command = [CTEST, "--test-dir", self.folder / "build", "--output-junit", results]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return {test.name: (test.outcome, test.reason) for test in summary.read_junit(results)}

    def test_all_known(self):
        self.assertEqual(
            self.outcomes("sm_75", "sm_90", "sm_120"),
            {f"ptxas.sm_{number}": ("passed", "") for number in (75, 90, 120)},
        )

    def test_one_unknown(self):
        found = self.outcomes("sm_75", "sm_80", "sm_90", "sm_90a")
        self.assertEqual(found["ptxas.sm_90"], ("passed", ""))
        self.assertEqual(found["ptxas.sm_120"], ("skipped", "this nvcc does not know sm_120"))

    def test_a_longer_number_is_another_one(self):
        self.assertEqual(self.outcomes("sm_90a", "sm_120")["ptxas.sm_90"][0], "skipped")

    def test_an_nvcc_that_fails(self):
        result = self.configure("echo no such option; exit 3")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("--list-gpu-code", result.stdout)


if __name__ == "__main__":
    CMAKE, CTEST = sys.argv[1:3]
    del sys.argv[1:3]
    unittest.main()
