# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recipes: their versions, and vcpkg's port file with stand-ins for vcpkg's own functions."""

import ast
import json
import pathlib
import subprocess
import tempfile
import unittest

import installed

WHEEL = NVCC = None
RECIPES = installed.ROOT / "compat/recipes"
STAND_IN = r"""
set(CURRENT_PORT_DIR "@port@")
set(CURRENT_PACKAGES_DIR "@place@/packages")
set(PORT cuda-legacy)
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 one "" "SOURCE_PATH" "OPTIONS")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${one_SOURCE_PATH} -B @place@/build -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}
    -DCMAKE_INSTALL_LIBDIR=lib ${one_OPTIONS} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
  execute_process(COMMAND ${CMAKE_COMMAND} --install @place@/build OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 one "" "PACKAGE_NAME;CONFIG_PATH" "")
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${one_CONFIG_PATH})
    message(FATAL_ERROR "nothing in ${one_CONFIG_PATH}")
  endif()
  file(MAKE_DIRECTORY ${CURRENT_PACKAGES_DIR}/share)
  file(RENAME ${CURRENT_PACKAGES_DIR}/${one_CONFIG_PATH} ${CURRENT_PACKAGES_DIR}/share/${one_PACKAGE_NAME})
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 one "" "" "FILE_LIST")
  file(INSTALL ${one_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT})
endfunction()
include("@port@/portfile.cmake")
"""


class Recipes(unittest.TestCase):
    def test_the_wheel_of_conda(self):
        conda = (RECIPES / "conda/recipe.yaml").read_text(encoding="utf-8")
        self.assertIn("cuda_legacy-${{ version }}" + WHEEL.name[len(f"cuda_legacy-{installed.version()}"):], conda)

    def test_their_form(self):
        json.loads((RECIPES / "devcontainer/devcontainer.json").read_text(encoding="utf-8"))
        for name in ("conan/conanfile.py", "conan/test_package/conanfile.py", "spack/spack_repo/cuda_legacy/packages/cuda_legacy/package.py"):
            ast.parse((RECIPES / name).read_text(encoding="utf-8"))

    def test_port_of_vcpkg(self):
        with tempfile.TemporaryDirectory() as folder:
            place, script = pathlib.Path(folder), pathlib.Path(folder) / "port.cmake"
            port = RECIPES / "vcpkg/cuda-legacy"
            script.write_text(STAND_IN.replace("@port@", str(port)).replace("@place@", str(place)), encoding="utf-8")
            done = subprocess.run(["cmake", "-P", script], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            found = {path.relative_to(place / "packages").as_posix() for path in (place / "packages").rglob("*") if path.is_file()}
            for name in ("include/cuda_legacy/cuda_legacy.h", "include/cuda_legacy/shims/cutil.h", "share/cuda-legacy/LICENSE",
                         "share/cuda-legacy/usage", "share/cuda_legacy/cuda_legacy-config.cmake"):
                self.assertIn(name, found)
            self.assertEqual([name for name in found if not name.startswith(("include/", "share/"))], [])


if __name__ == "__main__":
    installed.main(globals())
