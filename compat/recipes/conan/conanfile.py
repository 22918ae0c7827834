# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The headers for Conan 2: conan create compat/recipes/conan."""

import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain
from conan.tools.files import copy, load

required_conan_version = ">=2.0"


class CudaLegacy(ConanFile):
    name = "cuda-legacy"
    description = "Old CUDA sources on CUDA 12 and 13: one header to force-include"
    license = "Apache-2.0 WITH LLVM-exception"
    topics = ("cuda", "migration", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..", "..")

    def set_version(self):
        self.version = load(self, os.path.join(self._root(), "compat", "release", "VERSION")).strip()

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "compat/CMakeLists.txt", "compat/cmake/*", "compat/include/*"):
            copy(self, pattern, self._root(), self.export_sources_folder)

    def package_id(self):
        self.info.clear()

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables["CUDA_LEGACY_BUILD_PAIRS"] = False
        toolchain.variables["CUDA_LEGACY_INSTALL"] = True
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # The package's own CMake files know how a compiler forces a header in.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "cuda_legacy")]
        self.cpp_info.includedirs = [os.path.join("include", "cuda_legacy")]
        self.cpp_info.bindirs, self.cpp_info.libdirs = [], []
