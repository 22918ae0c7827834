# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is in the wheel, and that its texts agree with the project's."""

import ast
import re
import unittest
import zipfile

import installed
from installed import ROOT

WHEEL = NVCC = None
LARGEST = 8e6  # bytes of the wheel


def pins(requirements):
    text = (ROOT / "tests" / "support" / requirements).read_text(encoding="utf-8")
    return sorted(re.findall(r"^(nvidia-(?:cuda-(?:nvcc|crt|runtime|cccl)|nvvm)==[\d.]+)", text, flags=re.M))


class Contents(unittest.TestCase):
    def setUp(self):
        self.archive = zipfile.ZipFile(WHEEL)
        self.addCleanup(self.archive.close)
        self.names = set(self.archive.namelist())

    def metadata(self):
        [name] = [name for name in self.names if name.endswith(".dist-info/METADATA")]
        return self.archive.read(name).decode()

    def test_every_header_and_note_is_there(self):
        headers = {f"cuda_legacy/include/cuda_legacy/{path.relative_to(ROOT / 'compat/include')}"
                   for path in (ROOT / "compat/include").rglob("*") if path.is_file()}
        notes = {f"cuda_legacy/notes/{path.name}" for ending in ("md", "csv") for path in (ROOT / "migration-notes").glob(f"*.{ending}")}
        self.assertLessEqual(headers, self.names)
        self.assertLessEqual(notes, self.names)
        for name in ("bin/cuda-legacy-scan", "emulator/libcudart.so.13", "emulator/libcuda.so.1", "emulator/libnvrtc.so.12", "emulator/libnvrtc.so.13",
                     "recorder/libcuda_legacy_recorder.so", "include/cuda_legacy/cuda_emulator.h",
                     "lib/cmake/cuda_legacy/cuda_legacy-config.cmake", "link/libcudart.so"):
            self.assertIn(f"cuda_legacy/{name}", self.names)

    def test_licences(self):
        for name in ("LICENSE", "NOTICE", "third_party.txt"):
            self.assertTrue([one for one in self.names if one.endswith(f".dist-info/licenses/{name}")], name)

    def test_only_own_folders(self):
        self.assertEqual({re.sub(r"-[\d.]+(rc\d+)?\.dist-info", "-INFO", name.split("/")[0]) for name in self.names}, {"cuda_legacy", "cuda_legacy-INFO"})

    def test_size(self):
        self.assertLess(WHEEL.stat().st_size, LARGEST)

    def test_the_version_is_the_project_s(self):
        self.assertIn(f"\nVersion: {installed.version()}\n", self.metadata())

    def test_the_toolkits_are_those_of_the_suite(self):
        libclang = (ROOT / "tests/scanner/libclang-18.txt").read_text(encoding="utf-8")
        self.assertIn(re.search(r"^libclang==[\d.]+", libclang, flags=re.M)[0], self.metadata())
        for extra, requirements in (("toolkit", "cuda_13_0_requirements.txt"), ("toolkit-13-2", "cuda_13_2_requirements.txt")):
            found = re.findall(rf"^Requires-Dist: (\S+?); extra == ['\"]{extra}['\"]$", self.metadata(), flags=re.M)
            self.assertEqual(sorted(found), pins(requirements))

    def test_no_path_of_the_build(self):
        for name in self.names:
            self.assertNotIn(str(ROOT).encode(), self.archive.read(name), name)

    def test_modes(self):
        for one in self.archive.infolist():
            mode = one.external_attr >> 16 & 0o777
            wanted = 0o755 if one.filename.startswith(("cuda_legacy/bin/", "cuda_legacy/emulator/", "cuda_legacy/recorder/")) else 0o644
            self.assertEqual(oct(mode & 0o711), oct(wanted & 0o711), one.filename)

    def test_python_3_9(self):
        for path in (ROOT / "compat/python/src").rglob("*.py"):
            ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 9))


if __name__ == "__main__":
    installed.main(globals())
