# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cuda_legacy_unity_build(<target>)
#
# Compiles up to eight sources of one folder as one, so that a whole build parses common headers less often. A name in an
# unnamed namespace then stands once in a folder. -DCMAKE_UNITY_BUILD=OFF compiles each source alone.
function(cuda_legacy_unity_build target)
    if(DEFINED CMAKE_UNITY_BUILD AND NOT CMAKE_UNITY_BUILD)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(GET source PARENT_PATH folder)
        string(MAKE_C_IDENTIFIER "${folder}" folder)
        if(NOT DEFINED count_of_${folder})
            set(count_of_${folder} 0)
        endif()
        math(EXPR batch "${count_of_${folder}} / 8")
        math(EXPR count_of_${folder} "${count_of_${folder}} + 1")
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_${batch}")
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
