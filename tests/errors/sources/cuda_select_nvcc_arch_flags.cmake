# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# do: Set `CMAKE_CUDA_ARCHITECTURES`, as `75-virtual;90`.
# note: find_cuda.md
cmake_minimum_required(VERSION 3.10)
project(old LANGUAGES CXX)
cuda_select_nvcc_arch_flags(flags Auto)
