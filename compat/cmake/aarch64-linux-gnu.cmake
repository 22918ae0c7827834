# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Toolchain file: builds for aarch64 Linux on another machine, and runs what was built with qemu-user.
#
#   apt-get install g++-aarch64-linux-gnu qemu-user
#   cmake -S compat/scanner -B build-aarch64 --toolchain $PWD/compat/cmake/aarch64-linux-gnu.cmake
#
# CUDA_LEGACY_AARCH64_ROOT is a folder with libraries for aarch64 beside the compiler's own, below its usr/.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(CUDA_LEGACY_AARCH64_ROOT "" CACHE PATH "A folder with more libraries for aarch64, below usr/")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CUDA_LEGACY_AARCH64_ROOT)
# Libraries are those of aarch64 alone. Headers may be the machine's: those of Boost and CUDA are the same for both.
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu ${CUDA_LEGACY_AARCH64_ROOT})
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)

find_program(CUDA_LEGACY_QEMU NAMES qemu-aarch64 qemu-aarch64-static DOC "Runs programs for aarch64")
if(CUDA_LEGACY_QEMU)
  # -R: qemu before 8.0 keeps a record of each reserved page, and the emulated device reserves as much as there is.
  set(CMAKE_CROSSCOMPILING_EMULATOR ${CUDA_LEGACY_QEMU} -L /usr/aarch64-linux-gnu -R 64G)
endif()
