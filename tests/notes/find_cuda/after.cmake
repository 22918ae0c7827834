# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cmake_minimum_required(VERSION 3.18...4.0)
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 75)
endif()
project(square LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)

add_library(square square.cu)
target_compile_options(square PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-use_fast_math>)
add_executable(program main.cpp)
target_link_libraries(program PRIVATE square CUDA::cudart)
