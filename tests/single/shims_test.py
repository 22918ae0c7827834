# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cuda_legacy_shims_single.h, under the names that old sources ask for: programs of tests/compat/shims, without a warning.

usage: shims_test.py FOLDER NVCC...
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHIMS = ROOT / "tests/compat/shims"
sys.path.insert(0, str(ROOT / "compat/single"))
import amalgamate  # noqa: E402

SINGLE = NVCC = None
STRICT = ["-std=c++14", "-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra,-Werror"]
ALL = [f"-D{word}" for word in amalgamate.ON_REQUEST if not word.endswith("CUPRINTF")]


class Shims(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.place = pathlib.Path(self.folder.name)
        names = self.place / "names"
        names.mkdir()
        for path in amalgamate.SHIMS.glob("*.h"):
            shutil.copy(SINGLE / "cuda_legacy_shims_single.h", names / path.name)
        (self.place / "common").mkdir()  # programs say ../common/book.h
        shutil.copy(names / "book.h", self.place / "common")
        self.flags = [*STRICT, "-I", names, "-include", SINGLE / "cuda_legacy_single.h"]

    def compile(self, *words):
        done = subprocess.run([*NVCC, *self.flags, *words, "-o", self.place / "out"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_two_units_of_one_program(self):
        self.compile("-cudart", "shared", *ALL, SHIMS / "two_units.cu", SHIMS / "bundled/everything.cu", SHIMS / "cutil_in_c.c")

    def test_without_what_is_on_request(self):
        source = self.place / "own.cu"
        # Names of book.h, exception.h, timer.h and multithreading.h that a program may have itself
        source.write_text("#include <cutil.h>\n#include <helper_cuda.h>\n#include <helper_math.h>\nstruct Exception {};\nint HandleError;\n"
                          "int StartTimer, CUTThread;\nint main() { CUDA_SAFE_CALL(cudaThreadSynchronize()); return 0; }\n", encoding="utf-8")
        self.compile("-c", source)

    def test_each_alone(self):
        for name in ("book.h", "cutil_inline_drvapi.h", "helper_cuda_drvapi.h", "timer.h"):
            [word] = [word for word, names in amalgamate.ON_REQUEST.items() if name in names]
            source = self.place / "alone.c"
            source.write_text(f"#include <{name}>\nint used;\n", encoding="utf-8")
            self.compile(f"-D{word}", "-c", source)


if __name__ == "__main__":
    SINGLE, NVCC = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    unittest.main(argv=sys.argv[:1])
