#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""select_tests.py: each test is in one part, CI runs every part, and what is quick makes nothing first."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import select_tests  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def listed(*tests):
    """What ctest says of (name, list of CMake, properties): each list called a function of the list above it."""
    files = ["/root/tests/CMakeLists.txt", *sorted({f"/root/{where}" for _, where, _ in tests})]
    nodes = [{"file": at} for at in range(len(files))]
    nodes += [{"file": 0, "parent": at} for at in range(len(files))]  # within a function that tests/CMakeLists.txt has
    return {"tests": [{"name": name, "backtrace": len(files) + files.index(f"/root/{where}"),
                       "properties": [{"name": key, "value": value} for key, value in properties.items()]}
                      for name, where, properties in tests],
            "backtraceGraph": {"files": files, "nodes": nodes}}


class Parts(unittest.TestCase):
    def setUp(self):
        self.listed = select_tests.Listed(listed(
            ("pair.x.emulated", "tests/pairs/memory/CMakeLists.txt", {}), ("emulator.x", "tests/emulator/CMakeLists.txt", {}),
            ("compat.x", "tests/compat/CMakeLists.txt", {}), ("support.x", "tests/CMakeLists.txt", {}),
            ("site.x", "migration-notes/site/CMakeLists.txt", {})), pathlib.Path("/root"))

    def test_by_folder(self):
        self.assertEqual({part: self.listed.of_part(part) for part in ("examples", "device", "others")},
                         {"examples": {"pair.x.emulated"}, "device": {"emulator.x"}, "others": {"compat.x", "support.x", "site.x"}})

    def test_every_folder_is_in_one(self):
        folders = [folder for part in (*select_tests.PARTS, "others") for folder in select_tests.folders_of(part, ROOT)]
        self.assertEqual(sorted(folders), sorted(set(folders)))
        for folders in select_tests.PARTS.values():
            for folder in folders:
                self.assertTrue((ROOT / "tests" / folder / "CMakeLists.txt").is_file(), folder)

    def test_ci_runs_every_part(self):
        for workflow in ("ci", "thorough"):
            named = re.search(r"part: \[(.*)\]", (ROOT / f".github/workflows/{workflow}.yml").read_text())[1]
            self.assertEqual(re.findall(r"'(\w+)'", named), [*select_tests.PARTS, "others"])

    def test_the_run_script_knows_every_part(self):
        self.assertIn("(|" + "|".join([*select_tests.PARTS, "others"]) + ")$", (ROOT / "run").read_text())


class Quick(unittest.TestCase):
    def quick(self, *properties, gpu=False):
        tests = [(f"t{at}", "tests/pairs/CMakeLists.txt", one) for at, one in enumerate(properties)]
        return sorted(select_tests.Listed(listed(*tests), pathlib.Path("/root")).quick(gpu))

    def test_labels(self):
        self.assertEqual(self.quick({"LABELS": ["host"]}, {"LABELS": ["compile"]}, {"LABELS": ["host", "package"]},
                                    {"LABELS": ["emulated"]}, {}, {"LABELS": ["emulated", "thorough"]}), ["t0", "t3", "t4"])

    def test_for_a_gpu(self):
        self.assertEqual(self.quick({"LABELS": ["gpu"]}), [])
        self.assertEqual(self.quick({"LABELS": ["gpu"]}, gpu=True), ["t0"])

    def test_what_another_test_compiles(self):
        self.assertEqual(self.quick({"LABELS": ["compile"], "FIXTURES_SETUP": ["made"]},
                                    {"LABELS": ["emulated"], "FIXTURES_REQUIRED": ["made"]},
                                    {"LABELS": ["host"], "FIXTURES_SETUP": ["read"]},
                                    {"LABELS": ["emulated"], "FIXTURES_REQUIRED": ["read"]}), ["t2", "t3"])

    def test_what_is_given_long(self):
        self.assertEqual(self.quick({"TIMEOUT": 120.0}, {"TIMEOUT": 300.0}), ["t0"])


class Numbers(unittest.TestCase):
    def test_as_ctest_reads_them(self):
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder)
            (build / "CTestTestfile.cmake").write_text("".join(
                f'add_test(t{at} true)\nset_tests_properties(t{at} PROPERTIES LABELS {label} _BACKTRACE_TRIPLES "{ROOT}/tests/pairs/CMakeLists.txt;1;add_test;")\n'
                for at, label in enumerate(("host", "compile", "host"))))
            script = [sys.executable, pathlib.Path(select_tests.__file__), "--build", build, "--root", ROOT, "--quick"]
            done = subprocess.run(script, stdout=subprocess.PIPE, text=True, check=True)
            self.assertEqual(done.stdout, ",0,,1,3\n")
            (build / "chosen").write_text(done.stdout)
            names = subprocess.run(["ctest", "--test-dir", build, "-N", "-I", build / "chosen"], stdout=subprocess.PIPE, text=True, check=True)
            self.assertEqual(re.findall(r": (t\d)", names.stdout), ["t0", "t2"])
            self.assertEqual(subprocess.run([*script, "--part", "device"], stdout=subprocess.DEVNULL).returncode, 1)


if __name__ == "__main__":
    unittest.main()
