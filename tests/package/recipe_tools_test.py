# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recipes by Conan and rattler-build themselves, from PyPI. Without a network the test is skipped.

No channel of conda is asked: stand_in_channel.py makes one.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import installed
import stand_in_channel

WHEEL = NVCC = None
TOOLS = ["conan==2.34.0", "py-rattler-build==0.73.0"]
RECIPES = installed.ROOT / "compat/recipes"
RATTLER = """
import sys, warnings
warnings.simplefilter("ignore")
import rattler_build
rattler_build.build_recipes([sys.argv[1]], channel=[sys.argv[2]], output_dir=sys.argv[3], test="native")
"""


class Tools(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="recipes-")
        cls.addClassCleanup(folder.cleanup)
        cls.place = pathlib.Path(folder.name)
        installed.tools.made_environment(cls.place / "tools").check_returncode()
        cls.bin = cls.place / "tools" / "bin"
        try:
            installed.tools.fetched(cls.bin / "python", TOOLS)
        except installed.tools.Unreachable as reason:
            print(f"skipped: {reason}")
            sys.exit(77)

    def run_tool(self, *words, **variables):
        toolkit = pathlib.Path(NVCC).resolve().parents[1]
        environment = {**os.environ, "HOME": str(self.place), "CONAN_HOME": str(self.place / "conan"), "CUDAToolkit_ROOT": str(toolkit), **variables}
        done = subprocess.run(list(map(str, words)), cwd=self.place, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_conan(self):
        self.run_tool(self.bin / "conan", "profile", "detect")
        said = self.run_tool(self.bin / "conan", "create", RECIPES / "conan", "-c", f"tools.cmake.cmake_layout:test_folder={self.place}/user")
        number = installed.version_of_cmake().split(".")
        self.assertIn(f"cuda_legacy {1000 * int(number[0]) + 10 * int(number[1]) + int(number[2])}\n", said)
        self.assertFalse((RECIPES / "conan/test_package/CMakeUserPresets.json").exists())

    def test_conda(self):
        recipe = self.place / "tree/compat/recipes/conda"
        shutil.copytree(RECIPES / "conda", recipe)
        (self.place / "tree/dist").mkdir()
        shutil.copy(WHEEL, self.place / "tree/dist")
        channel = stand_in_channel.make(self.place / "channel")
        script = self.place / "rattler.py"
        script.write_text(RATTLER, encoding="utf-8")
        self.run_tool(self.bin / "python", script, recipe / "recipe.yaml", channel, self.place / "conda")
        self.assertEqual(len(list((self.place / "conda/noarch").glob(f"cuda-legacy-{installed.version()}-*.conda"))), 1)


if __name__ == "__main__":
    installed.main(globals())
