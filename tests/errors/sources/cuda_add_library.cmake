# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# do: Write `add_library`: a `.cu` file is a source as any other once the project has the language CUDA.
# note: find_cuda.md
cmake_minimum_required(VERSION 3.10)
project(old LANGUAGES CXX)
cuda_add_library(library library.cu)
