// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/block_list.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace cuda_emulator {

std::vector<std::uint64_t> parse_block_list(const std::string& text, std::size_t most)
{
    std::set<std::uint64_t> blocks;
    const char* at = text.data();
    const char* const end = at + text.size();
    auto number = [&](std::uint64_t& out) {
        const auto [behind, error] = std::from_chars(at, end, out);
        at = behind;
        return error == std::errc{};
    };
    for (;;) {
        std::uint64_t first = 0;
        if (!number(first)) return {};
        std::uint64_t last = first;
        if (at != end && *at == '-') {
            ++at;
            if (!number(last) || last < first || last - first >= most) return {};
        }
        for (std::uint64_t k = 0; k <= last - first; ++k)
            blocks.insert(first + k);
        if (blocks.size() > most) return {};
        if (at == end) return {blocks.begin(), blocks.end()};
        if (*at++ != ',') return {};
    }
}

std::vector<std::uint64_t> block_list_in(const char* variable, std::vector<std::uint64_t> otherwise, std::size_t most)
{
    const char* const text = std::getenv(variable);
    if (!text || !*text) return otherwise;
    const auto blocks = parse_block_list(text, most);
    if (!blocks.empty()) return blocks;
    std::fprintf(stderr,
                 "cuda_emulator: %s is '%s', which is no list of up to %zu blocks, as '0-3' or '0,5,17': it is "
                 "ignored\n",
                 variable, text, most);
    return otherwise;
}

} // namespace cuda_emulator
