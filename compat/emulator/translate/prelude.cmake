# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes OUTPUT, a C++ file with the text that precedes every translated kernel. The lane functions are the interpreter's
# own: their files are stripped of includes and put into one anonymous namespace.
set(parts isa/integers.h isa/lane/traits.h isa/lane/float_value.h isa/lane/integer.h isa/lane/logic.h isa/lane/compare.h
    isa/lane/float.h isa/lane/approximate.h isa/lane/convert.h isa/lane/half.h isa/lane/exchange.h)
list(TRANSFORM parts PREPEND "${CMAKE_CURRENT_LIST_DIR}/../")
set(kernel_parts state addresses registers divergence memory copies gathers shared_gathers exchanges comparisons loops paths local)
list(TRANSFORM kernel_parts PREPEND "${CMAKE_CURRENT_LIST_DIR}/prelude/")
list(TRANSFORM kernel_parts APPEND .hpp)
set(prelude_parts ${parts} ${kernel_parts})

# Without OUTPUT this file only lists the source files of the text.
if(OUTPUT)
    set(text "#include <cstdint>\n#include <cstring>\nnamespace {\n")
    foreach(part IN LISTS parts)
        file(READ "${part}" one)
        string(REGEX REPLACE "(^|\n)#(pragma once|include [^\n]*)" "\\1" one "${one}")
        string(APPEND text "${one}")
    endforeach()
    string(APPEND text "} // namespace\n")
    foreach(part IN LISTS kernel_parts)
        file(READ "${part}" one)
        string(APPEND text "${one}")
    endforeach()
    # C++ limits a string literal to 65,536 characters; adjacent literals are concatenated.
    string(LENGTH "${text}" length)
    set(literals "")
    set(at 0)
    while(at LESS length)
        string(SUBSTRING "${text}" ${at} 16000 piece)
        string(APPEND literals "R\"prelude(${piece})prelude\"\n")
        math(EXPR at "${at} + 16000")
    endwhile()
    file(WRITE "${OUTPUT}"
        "extern const char* const cuda_emulator_translation_prelude;\nconst char* const cuda_emulator_translation_prelude =\n${literals};\n")
endif()
