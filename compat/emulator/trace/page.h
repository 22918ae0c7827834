// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page that shows a trace. CMake makes a string of page.html, page.css and the scripts.
#pragma once

#include <string>

namespace cuda_emulator {

//! The page without a trace. "@trace@" stands for the JSON.
extern const char* const trace_page;

//! Gives the page with a trace. The JSON cannot end the element that contains it.
std::string page_of(const std::string& json);

} // namespace cuda_emulator
