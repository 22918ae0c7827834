# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes page.html, with its style and scripts, as a C++ string: cmake -DOUTPUT=FILE -P embed_page.cmake
set(folder "${CMAKE_CURRENT_LIST_DIR}")
file(READ "${folder}/page.html" page)
foreach(part page.css page_diagrams.js page.js)
    file(READ "${folder}/${part}" text)
    string(REPLACE "/* ${part} */" "${text}" page "${page}")
endforeach()
file(WRITE "${OUTPUT}" "// Generated: trace/page.html with its style and scripts.\n#include \"trace/page.h\"\n\nnamespace cuda_emulator {\n"
    "const char* const trace_page = R\"page(${page})page\";\n}\n")
