# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What must not compile says the same with cuda_legacy_single.h: sources of tests/compile_fail, with the message of their first line.

usage: messages_test.py FOLDER NVCC...
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SINGLE = NVCC = None
SOURCES = ("array_of_textures", "bare_vote", "multi_device_launch", "wait_in_a_kernel")  # one of each kind; the rest in single.full


class Messages(unittest.TestCase):
    def test_messages(self):
        for name in SOURCES:
            source = ROOT / "tests/compile_fail" / f"{name}.cu"
            first = source.read_text(encoding="utf-8").splitlines()[0]
            back_end, message = re.match(r"// expect(?: with (objects|native))?: (.+)$", first).groups()
            flags = ["-DCUDA_LEGACY_OBJECT_REFERENCES"] if back_end == "objects" else []
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                done = subprocess.run([*NVCC, *flags, "-include", SINGLE / "cuda_legacy_single.h", "-c", source, "-o", f"{folder}/out.o"],
                                      capture_output=True, text=True, check=False)
                self.assertNotEqual(done.returncode, 0)
                self.assertRegex(" ".join((done.stdout + done.stderr).split()), message)


if __name__ == "__main__":
    SINGLE, NVCC = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    unittest.main(argv=sys.argv[:1])
