# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# do: Raise the version that the first line asks for: `cmake_minimum_required(VERSION 3.18...4.0)`.
# note: find_cuda.md
cmake_minimum_required(VERSION 3.5)
project(old LANGUAGES CXX)
