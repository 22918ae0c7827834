# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# NPP itself carries machine code, for a GPU alone. Where it is not installed, a stand-in has the one function that is called.
if(TARGET CUDA::nppif)
  set(condition ON_GPU_ALONE)
  foreach(program IN LISTS programs)
    target_link_libraries(${program} PRIVATE CUDA::nppif CUDA::nppc)
  endforeach()
else()
  foreach(program IN LISTS programs)
    target_sources(${program} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/stand_in.cu)
    target_include_directories(${program} SYSTEM PRIVATE ${PROJECT_SOURCE_DIR}/tests/compat/libraries/stand_in)
  endforeach()
endif()
