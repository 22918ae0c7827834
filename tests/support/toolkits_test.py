# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which toolkits toolkits.py finds, in each of the layouts that they have."""
import pathlib
import tempfile
import unittest

import toolkits


def put(path, text=""):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def header(version):
    return f"#define CUDART_VERSION  {version}\n"


class Layouts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)

    def test_a_whole_toolkit(self):
        put(self.top / "include/cuda_runtime_api.h", header(13000))
        put(self.top / "bin/nvcc")
        put(self.top / "bin/ptxas")
        put(self.top / "lib64/libcudart.so.13")
        found = toolkits.look_at(self.top)
        self.assertEqual((found.version, found.nvcc, found.ptxas), ("13.0", self.top / "bin/nvcc", self.top / "bin/ptxas"))
        self.assertEqual(found.runtime_library(), self.top / "lib64/libcudart.so.13")

    def test_wheels_without_nvcc(self):
        put(self.top / "nvidia/cuda_runtime/include/cuda_runtime_api.h", header(12090))
        put(self.top / "nvidia/cuda_nvcc/include/crt/host_config.h")
        put(self.top / "nvidia/cuda_nvcc/bin/ptxas")
        found = toolkits.look_at(self.top)
        self.assertEqual((found.version, found.nvcc), ("12.9", None))
        self.assertTrue(found.header("crt/host_config.h"))
        self.assertIsNone(found.header("cub/cub.cuh"))
        self.assertIsNone(found.runtime_library())

    def test_wheels_with_nvcc(self):
        put(self.top / "nvidia/cu13/include/cuda_runtime_api.h", header(13050))
        put(self.top / "nvidia/cu13/bin/nvcc")
        found = toolkits.look_at(self.top)
        self.assertEqual((found.version, found.nvcc), ("13.5", self.top / "nvidia/cu13/bin/nvcc"))

    def test_debians_packages(self):
        put(self.top / "usr/include/cuda_runtime_api.h", header(11080))
        put(self.top / "usr/lib/nvidia-cuda-toolkit/bin/nvcc")
        self.assertEqual(toolkits.look_at(self.top).version, "11.8")

    def test_nothing(self):
        self.assertIsNone(toolkits.look_at(self.top))

    def test_the_build_folder_by_version_and_the_whole_one_first(self):
        put(self.top / "cuda-a/include/cuda_runtime_api.h", header(99010))
        put(self.top / "cuda-b/include/cuda_runtime_api.h", header(99010))
        put(self.top / "cuda-b/bin/nvcc")
        put(self.top / "cuda-c/include/cuda_runtime_api.h", header(99000))
        found = [one for one in toolkits.installed(self.top, compilers=False) if one.version.startswith("99.")]
        self.assertEqual([one.version for one in found], ["99.0", "99.1"])
        self.assertEqual(found[1].nvcc, self.top / "cuda-b/bin/nvcc")


if __name__ == "__main__":
    unittest.main()
