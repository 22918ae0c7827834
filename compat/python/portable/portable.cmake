# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The emulated device, the scanner and its recorder, from the same objects as in the tests, linked so that they load on systems with
# glibc 2.28 or later: the C++ runtime and zstd are inside, and older_glibc.c asks for symbols that 2.28 has. libgcc_s
# stays outside: two unwinders in one process would not know each other's frames.
find_library(CUDA_LEGACY_STATIC_ZSTD NAMES libzstd.a DOC "The static library of zstd, for the wheel")
if(NOT CUDA_LEGACY_STATIC_ZSTD)
  if(PROJECT_IS_TOP_LEVEL)
    message(FATAL_ERROR "libzstd.a is not found: install it (Debian: libzstd-dev), or name it by -DCUDA_LEGACY_STATIC_ZSTD=FILE")
  endif()
  message(STATUS "libzstd.a is not found: the wheel's parts are not built")
  return()
endif()

add_library(cuda_legacy_older_glibc OBJECT ${CMAKE_CURRENT_LIST_DIR}/older_glibc.c)
add_library(cuda_legacy_older_start OBJECT ${CMAKE_CURRENT_LIST_DIR}/older_start.c)
set_target_properties(cuda_legacy_older_glibc cuda_legacy_older_start PROPERTIES POSITION_INDEPENDENT_CODE ON)

set(links_portably -static-libstdc++ LINKER:--gc-sections LINKER:--strip-all LINKER:--build-id=none)
# Names that glibc 2.34 moved into libc: before, they are in these.
set(older_libraries -Wl,--no-as-needed -l:libpthread.so.0 -l:libdl.so.2)
set(parts ${CMAKE_BINARY_DIR}/package)

add_library(cuda_emulator_portable SHARED $<TARGET_OBJECTS:cuda_emulator> $<TARGET_OBJECTS:cuda_emulator_core>
  $<TARGET_OBJECTS:cuda_legacy_older_glibc>)
if(TARGET cuda_emulator_processor)
  target_sources(cuda_emulator_portable PRIVATE $<TARGET_OBJECTS:cuda_emulator_processor>)
endif()
target_link_options(cuda_emulator_portable PRIVATE ${links_portably} $<TARGET_PROPERTY:cuda_emulator,LINK_OPTIONS>)
target_link_libraries(cuda_emulator_portable PRIVATE ${CUDA_LEGACY_STATIC_ZSTD} ${older_libraries})
get_target_property(version_script cuda_emulator LINK_DEPENDS)
set_target_properties(cuda_emulator_portable PROPERTIES
  LINKER_LANGUAGE CXX OUTPUT_NAME cudart SOVERSION 13 LIBRARY_OUTPUT_DIRECTORY ${parts}/emulator LINK_DEPENDS "${version_script}")

add_library(cuda_emulator_driver_portable SHARED $<TARGET_OBJECTS:cuda_emulator_driver>)
target_link_options(cuda_emulator_driver_portable PRIVATE ${links_portably} LINKER:--no-as-needed LINKER:--auxiliary=libcudart.so.13)
target_link_libraries(cuda_emulator_driver_portable PRIVATE cuda_emulator_portable)
set_target_properties(cuda_emulator_driver_portable PROPERTIES
  LINKER_LANGUAGE CXX OUTPUT_NAME cuda SOVERSION 1 LIBRARY_OUTPUT_DIRECTORY ${parts}/emulator
  BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN")

foreach(major IN ITEMS 12 13)
  set(library cuda_emulator_nvrtc_${major}_portable)
  add_library(${library} SHARED $<TARGET_OBJECTS:cuda_emulator_nvrtc_${major}> $<TARGET_OBJECTS:cuda_legacy_older_glibc>)
  target_link_options(${library} PRIVATE ${links_portably} $<TARGET_PROPERTY:cuda_emulator_nvrtc_${major},LINK_OPTIONS>)
  target_link_libraries(${library} PRIVATE ${older_libraries})
  get_target_property(version_script cuda_emulator_nvrtc_${major} LINK_DEPENDS)
  set_target_properties(${library} PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME nvrtc SUFFIX .so.${major} NO_SONAME ON
    LIBRARY_OUTPUT_DIRECTORY ${parts}/emulator LINK_DEPENDS "${version_script}")
endforeach()

# programs.cpp once more: without the path of this tree, for the headers are beside the program.
get_target_property(scanner_folder cuda_legacy_scan SOURCE_DIR)
add_executable(cuda_legacy_scan_portable $<TARGET_OBJECTS:cuda_legacy_scan> ${scanner_folder}/verify/programs.cpp
  $<TARGET_OBJECTS:cuda_legacy_older_glibc> $<TARGET_OBJECTS:cuda_legacy_older_start>)
target_compile_definitions(cuda_legacy_scan_portable PRIVATE CUDA_LEGACY_SCAN_COMPAT="")
target_link_options(cuda_legacy_scan_portable PRIVATE ${links_portably})
target_link_libraries(cuda_legacy_scan_portable PRIVATE cuda_legacy_scanner ${older_libraries})
set_target_properties(cuda_legacy_scan_portable PROPERTIES OUTPUT_NAME cuda-legacy-scan RUNTIME_OUTPUT_DIRECTORY ${parts}/bin
  POSITION_INDEPENDENT_CODE ON)

add_library(cuda_legacy_recorder_portable SHARED $<TARGET_OBJECTS:cuda_legacy_recorder_objects> $<TARGET_OBJECTS:cuda_legacy_older_glibc>)
target_link_options(cuda_legacy_recorder_portable PRIVATE ${links_portably} $<TARGET_PROPERTY:cuda_legacy_recorder,LINK_OPTIONS>)
target_link_libraries(cuda_legacy_recorder_portable PRIVATE ${older_libraries})
get_target_property(version_script cuda_legacy_recorder LINK_DEPENDS)
set_target_properties(cuda_legacy_recorder_portable PROPERTIES
  LINKER_LANGUAGE CXX OUTPUT_NAME cuda_legacy_recorder LIBRARY_OUTPUT_DIRECTORY ${parts}/recorder LINK_DEPENDS "${version_script}")

add_custom_target(package_parts DEPENDS
  cuda_emulator_portable cuda_emulator_driver_portable cuda_emulator_nvrtc_12_portable cuda_emulator_nvrtc_13_portable
  cuda_legacy_recorder_portable cuda_legacy_scan_portable)
