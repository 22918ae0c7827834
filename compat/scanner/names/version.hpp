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

// The releases that there were.
inline constexpr version releases[] = {
    1000,  1010,  2000,  2010,  2020,  2030,  3000,  3010,  3020,  4000,  4010,  4020,  5000,
    5050,  6000,  6050,  7000,  7050,  8000,  9000,  9010,  9020,  10000, 10010, 10020, 11000,
    11010, 11020, 11030, 11040, 11050, 11060, 11070, 11080, 12000, 12010, 12020, 12030, 12040,
    12050, 12060, 12080, 12090, 13000, 13010, 13020, 13030, 13040, 13050,
};

// The next one: today's headers announce some of the names that it takes away.
inline constexpr version next_release = 14000;

inline bool is_release(version one)
{
    for (const version known : releases)
        if (one == known) return true;
    return one == next_release;
}

inline std::string list_of_releases()
{
    std::string result;
    for (const version one : releases)
        result += (result.empty() ? "" : ", ") + text_of(one);
    return result + ", and the next one, " + text_of(next_release);
}

} // namespace scanner
