// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings of JSON.
#pragma once

#include <string>
#include <string_view>

namespace scanner {

// In quotation marks. Bytes that are no UTF-8 become U+FFFD, since JSON has no other way to say them.
std::string json_string(std::string_view text);

} // namespace scanner
