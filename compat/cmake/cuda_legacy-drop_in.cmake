# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the drop_in target needs of this machine's toolkit. The build folder and the installed package share it.
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
endfunction()
