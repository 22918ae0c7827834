# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# do: Write `project(NAME LANGUAGES CXX CUDA)`, `add_executable` and, for the libraries, `find_package(CUDAToolkit)`.
# note: find_cuda.md
# drop: Could NOT find CUDA
cmake_minimum_required(VERSION 3.5)
project(old LANGUAGES CXX)
find_package(CUDA)
