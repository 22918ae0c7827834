# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The headers for Spack 1.0 and later: README.md of the recipes says how."""

from spack.package import depends_on, license, version
from spack_repo.builtin.build_systems.cmake import CMakePackage


class CudaLegacy(CMakePackage):
    """Old CUDA sources on CUDA 12 and 13: one header to force-include."""

    license("Apache-2.0 WITH LLVM-exception")

    # A release adds version("1.2.3", sha256=...) with the archive's sum.
    version("develop")

    depends_on("cmake@3.25:", type="build")
    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cuda@12:", type=("build", "run"))

    def cmake_args(self):
        return [self.define("CUDA_LEGACY_BUILD_PAIRS", False), self.define("CUDA_LEGACY_INSTALL", True)]
