# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the drop_in target needs of this machine's toolkit, and a target of CMake's that went with CUDA 13. The build folder
# and the installed package share it.
#
# Host sources of old programs include <thrust/...> and <cub/...>. Since CUDA 13 these lie in a folder that only nvcc knows.
# Behind compat's own headers of these names, which pass on to them.
function(cuda_legacy_add_toolkit target)
  foreach(folder IN LISTS CUDAToolkit_INCLUDE_DIRS)
    if(EXISTS ${folder}/cccl/thrust/version.h)
      set_property(TARGET ${target} APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES
        "$<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:C,CXX>:${folder}/cccl>>")
      set_property(TARGET ${target} APPEND PROPERTY INTERFACE_SYSTEM_INCLUDE_DIRECTORIES
        "$<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:C,CXX>:${folder}/cccl>>")
    endif()
  endforeach()
  # nvcc knows the toolkit's headers. In this project's own commands for nvcc they would be one option more than the README
  # names, and CMake leaves them out only for a toolkit of the system.
  if(PROJECT_NAME STREQUAL "cuda_legacy" AND TARGET CUDA::toolkit)
    set(folders "$<$<NOT:$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>>:${CUDAToolkit_INCLUDE_DIRS}>")
    set_target_properties(CUDA::toolkit PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${folders}" INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${folders}")
  endif()
endfunction()

# CUDA::nvToolsExt, which old projects link: NVTX 3 is headers alone, and compat has the old header's name. For every folder
# of the project, as the project's own call of find_package has it.
function(cuda_legacy_add_nvtools_ext headers)
  if(TARGET CUDA::nvToolsExt OR NOT CUDAToolkit_FOUND)
    return()
  endif()
  add_library(CUDA::nvToolsExt INTERFACE IMPORTED GLOBAL)
  target_link_libraries(CUDA::nvToolsExt INTERFACE ${headers} ${CMAKE_DL_LIBS})
endfunction()
