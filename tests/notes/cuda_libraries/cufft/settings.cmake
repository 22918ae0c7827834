# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set(condition ON_GPU_ALONE)
if(TARGET CUDA::cufft)
  foreach(program IN LISTS programs)
    target_link_libraries(${program} PRIVATE CUDA::cufft)
  endforeach()
else()
  set(missing cuFFT)
endif()
