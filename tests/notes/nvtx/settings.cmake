# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
foreach(program IN LISTS programs)
  target_link_libraries(${program} PRIVATE ${CMAKE_DL_LIBS})
endforeach()
