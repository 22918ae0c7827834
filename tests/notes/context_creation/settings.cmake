# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The driver's library, by its own name: the loader's path says whether it is a GPU's or the emulated device's.
foreach(program IN LISTS programs)
  if(TARGET CUDA::cuda_driver)
    target_link_libraries(${program} PRIVATE CUDA::cuda_driver)
  else()
    target_link_libraries(${program} PRIVATE cuda_emulator_driver)
  endif()
  set_target_properties(${program} PROPERTIES SKIP_BUILD_RPATH ON)
endforeach()
