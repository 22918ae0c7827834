# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One pip install is the whole chain: NVIDIA's wheels bring the compiler, g++ is the system's, and there is no GPU."""

import pathlib
import unittest

import installed

WHEEL = NVCC = None


class Toolkit(unittest.TestCase):
    @unittest.skipUnless(installed.has_compiler(), "/usr/bin has no g++")
    def test_install_build_run(self):
        place = installed.Installed(WHEEL, "[toolkit,fix]")
        self.addCleanup(place.close)
        place.write("old.cu", installed.OLD)
        built = place.run("cuda-legacy", "nvcc", "old.cu", "-o", "old")
        self.assertEqual((built.returncode, built.stdout, built.stderr), (0, "", ""))
        ran = place.run("cuda-legacy", "emulate", "./old")
        self.assertEqual((ran.returncode, ran.stdout), (0, installed.PRINTS), ran.stderr)
        # Not the compiler of this system: the program finds the wheels' library where there is a GPU.
        said = place.run(place.python, "-c", "from cuda_legacy import elf; print(elf.Image('old').rpath)").stdout
        self.assertIn(str(pathlib.Path("nvidia") / "cu13" / "lib"), said)
        place.write("fixed.cu", installed.OLD)
        fixed = place.run("cuda-legacy", "fix", "--fix=mechanical,textures", "fixed.cu")
        self.assertNotIn("libclang", fixed.stderr)
        self.assertIn("cudaCreateTextureObject", (place.place / "fixed.cu").read_text(encoding="utf-8"))
        kept = place.run("cuda-legacy", "verify", "--keep-compat", "--device", "emulated", "old.cu", "fixed.cu")
        self.assertEqual(kept.returncode, 0, kept.stdout + kept.stderr)
        verified = place.run("cuda-legacy", "verify", "--device", "emulated", "old.cu", "old")
        self.assertEqual(verified.returncode, 0, verified.stderr)


if __name__ == "__main__":
    installed.main(globals())
