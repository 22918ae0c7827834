// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page that shows a trace: CMake makes a string of page.html, page.css and the scripts.
#pragma once

#include <string>

namespace cuda_emulator {

//! The page without a trace: "@trace@" stands where the JSON belongs.
extern const char* const trace_page;

//! The page with this trace in it. Nothing in the JSON can end the element that it is in.
std::string page_of(const std::string& json);

} // namespace cuda_emulator
