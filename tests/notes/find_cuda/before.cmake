# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cmake_minimum_required(VERSION 2.8)
project(square)
find_package(CUDA REQUIRED)

set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS} -arch=sm_75 -use_fast_math)
include_directories(${CUDA_INCLUDE_DIRS})
cuda_add_library(square square.cu)
add_executable(program main.cpp)
target_link_libraries(program square ${CUDA_LIBRARIES})
