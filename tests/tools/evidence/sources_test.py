#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which files count for a record; and that no test for a GPU stands in a folder that does not.

  sources_test.py BUILD    the configured build folder, whose tests ctest lists
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import sources

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Counted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def counted(self, *names):
        for name in names:
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(name)
        return sources.source_files(self.root)

    def test_what_a_gpu_runs(self):
        names = ["compat/include/cuda_legacy.h", "compat/scanner/recorder/a.cpp", "legacy/a/b.cu", "modern/a/b.cu", "tests/emulator/opcodes/a.cpp",
                 "tests/notes/a/after.cu", "tests/pairs/a/b_test.cpp", "tests/scanner/recorder/a.cu", "tests/summary.py"]
        self.assertEqual(self.counted(*names), names)

    def test_what_none_runs(self):
        self.assertEqual(
            self.counted("compat/emulator/a.cpp", "compat/emulator/CMakeLists.txt", "compat/python/CMakeLists.txt",
                         "compat/recipes/conan/test_package/CMakeLists.txt", "compat/scanner/CMakeLists.txt", "tests/package/a.py", "tests/single/a.py",
                         "migration-notes/a.md", "tests/compile_fail/a.cu", "tests/emulator/a.cpp", "tests/evidence/gpu.json", "tests/tools/evidence/record.py",
                         "tests/notes/a.md", "tests/tools/mutants/mutants.py", "tests/scanner/a.cpp", "tests/tools/structure/lint.py"), [])

    def test_a_name_that_begins_alike(self):
        self.assertEqual(self.counted("tests/emulators/a.cpp"), ["tests/emulators/a.cpp"])


class Tests(unittest.TestCase):
    def test_none_for_a_gpu_where_nothing_counts(self):
        listed = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], stdout=subprocess.PIPE, check=True)
        value = json.loads(listed.stdout)
        files, nodes = value["backtraceGraph"]["files"], value["backtraceGraph"]["nodes"]
        found = 0
        for test in value["tests"]:
            labels = next((one["value"] for one in test.get("properties", []) if one["name"] == "LABELS"), [])
            if "gpu" not in labels:
                continue
            found += 1
            node = test["backtrace"]
            while "parent" in nodes[node]:  # from the function that adds it to the list that calls that
                node = nodes[node]["parent"]
            where = pathlib.Path(files[nodes[node]["file"]])
            relative = where.resolve().relative_to(ROOT)
            self.assertTrue(sources.below(relative, sources.WITH_GPU) or not sources.below(relative, sources.WITHOUT_GPU),
                            f"{test['name']} is for a GPU, and added by {relative}, which does not count for a record")
        self.assertGreater(found, 0)


if __name__ == "__main__":
    BUILD = sys.argv.pop(1)
    unittest.main()
