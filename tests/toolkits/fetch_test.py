# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What fetch.py fetches: each file has its sum, and each version a cell in the matrix."""
import pathlib
import re
import unittest

import fetch

HERE = pathlib.Path(__file__).resolve().parent


class Fetched(unittest.TestCase):
    def test_each_wheel_has_a_version_and_a_sum(self):
        for version in fetch.versions():
            text = (HERE / "requirements" / f"{version}.txt").read_text(encoding="utf-8")
            wheels = re.findall(r"^[\w-]+==\S+ \\\n    --hash=sha256:[0-9a-f]{64}$", text, re.MULTILINE)
            self.assertEqual(len(wheels), text.count("=="), version)
            self.assertIn(f"# CUDA {version}", text)

    def test_each_compiler_belongs_to_wheels_and_has_a_sum(self):
        lines = [line for line in (HERE / "compilers.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        for line in lines:
            self.assertRegex(line, r"^\d+\.\d+ \w+ [\w-]+ \S+ [0-9a-f]{64}$")
            version = line.split()[0]
            self.assertIn(version, fetch.versions())
            suite, [package] = fetch.compiler_of(version)
            self.assertEqual((suite, len(package)), (line.split()[1], 3))
        self.assertIsNone(fetch.compiler_of("12.9"))

    def test_each_version_is_in_the_matrix(self):
        cells = re.search(r"foreach\(version ([\d. ]+)\)", (HERE / "CMakeLists.txt").read_text(encoding="utf-8")).group(1).split()
        self.assertLessEqual(set(fetch.versions()), set(cells))
        # What compat's README says was compiled.
        told = re.findall(r"^  \| (\d+\.\d+) \|", (HERE.parent.parent / "compat/README.md").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(told, cells)


if __name__ == "__main__":
    unittest.main()
