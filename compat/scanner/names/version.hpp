// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Versions of CUDA, as CUDART_VERSION has them: 12.5 is 12050. 0 is none.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

namespace scanner {

using version = int;

// Of "12" or "12.5"; 0 of anything else.
inline version version_of(std::string_view text)
{
    int parts[2] = {0, 0}, part = 0, digits = 0;
    for (char c : text) {
        if (c == '.') {
            if (part || !digits) return 0;
            part = 1;
            digits = 0;
        } else if (c >= '0' && c <= '9' && digits < 2) {
            parts[part] = parts[part] * 10 + (c - '0');
            ++digits;
        } else {
            return 0;
        }
    }
    return digits ? parts[0] * 1000 + parts[1] * 10 : 0;
}

inline std::string text_of(version one)
{
    return one ? std::to_string(one / 1000) + "." + std::to_string(one % 1000 / 10) : std::string();
}

} // namespace scanner
