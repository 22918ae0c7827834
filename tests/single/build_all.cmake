# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configures the project with CUDA_LEGACY_SINGLE_HEADER in a folder of its own, and builds all of it.
# The semicolon is escaped: it would part the list of options, and CMake ignores what it then takes for another path.
set(options -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CUDA_ARCHITECTURES=75-virtual\\;90" -DCUDA_LEGACY_SINGLE_HEADER=ON -DCMAKE_CUDA_COMPILER=${NVCC})
if(HOST_COMPILER)
  list(APPEND options -DCMAKE_CUDA_HOST_COMPILER=${HOST_COMPILER})
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G ${GENERATOR} ${options} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} COMMAND_ERROR_IS_FATAL ANY)
