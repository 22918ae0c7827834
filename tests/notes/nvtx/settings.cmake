foreach(program IN LISTS programs)
  target_link_libraries(${program} PRIVATE ${CMAKE_DL_LIBS})
endforeach()
