# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What fetch.py fetches: each file has its sum, and each version a cell in the matrix."""
import pathlib
import re
import tempfile
import unittest
import zipfile

import fetch
import fetch_headers
import table

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


class Headers(unittest.TestCase):
    """fetch_headers.py, without a network."""

    def test_the_toolkits_of_the_index(self):
        printed = "cuda-toolkit (13.10.0)\nAvailable versions: 13.10.0, 13.5.0, 13.1.2.0, 13.1.1, 13.0.3.0, 12.9.1, 11.8.0\n"
        self.assertEqual(fetch_headers.versions_in(printed), ["13.0", "13.1", "13.5", "13.10"])

    def test_the_wheels_of_a_toolkit(self):
        names = [*fetch_headers.PACKAGES, "nvidia-cuda-sanitizer-api"]
        report = {"install": [{"metadata": {"name": name, "version": "1.2"}} for name in names]}
        self.assertEqual(fetch_headers.wheels_of(report), [f"{name}==1.2" for name in fetch_headers.PACKAGES])
        with self.assertRaisesRegex(fetch_headers.Failure, "does not name nvidia-cuda-runtime"):
            fetch_headers.wheels_of({"install": report["install"][1:]})

    def test_the_headers_of_a_wheel(self):
        with tempfile.TemporaryDirectory() as folder:
            wheel, target = pathlib.Path(folder) / "a.whl", pathlib.Path(folder) / "toolkit"
            with zipfile.ZipFile(wheel, "w") as archive:
                for name in ("nvidia/cu13/include/crt/a.h", "nvidia/cu13/lib/liba.so", "nvidia/cu13/include/b.h"):
                    archive.writestr(name, name)
            fetch_headers.unpack(wheel, target)
            self.assertEqual(sorted(one.relative_to(target).as_posix() for one in target.rglob("*.*")), ["include/b.h", "include/crt/a.h"])
            with zipfile.ZipFile(wheel, "w") as archive:
                archive.writestr("nvidia/cu13/include/../../../x.h", "")
            with self.assertRaisesRegex(fetch_headers.Failure, "leads out"):
                fetch_headers.unpack(wheel, target)


class Table(unittest.TestCase):
    def test_cells(self):
        lines = table.table({"13.5": {"headers": "compiled", "run": "run"}, "12.9": {"headers": "failed"}}, ["12.4"]).splitlines()
        self.assertEqual(lines[2:], ["| 12.4 |  |  |  |  |  |", "| 12.9 | failed | not to be had | not to be had | not to be had | not to be had |",
                                     "| 13.5 | compiled |  |  |  | run |"])

    def test_the_page(self):
        page = f"a\n{table.BEGIN}\nold\n{table.END}\nb\n"
        self.assertEqual(table.with_table(table.with_table(page, "x"), "new"), f"a\n{table.BEGIN}\n\nnew\n\n{table.END}\nb\n")
        with self.assertRaises(ValueError):
            table.with_table("a", "new")


if __name__ == "__main__":
    unittest.main()
