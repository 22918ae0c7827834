// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Free ranges of addresses, or of offsets: where each begins, and its bytes. Adjacent ranges are one.
#pragma once

#include <cstddef>
#include <iterator>
#include <map>

namespace cuda_emulator {

//! Adds a range, which must be outside of all others.
template <class Place>
void add_free_range(std::map<Place, std::size_t>& ranges, Place at, std::size_t size)
{
    auto after = ranges.lower_bound(at);
    if (after != ranges.end() && after->first == at + size) {
        size += after->second;
        after = ranges.erase(after);
    }
    if (after != ranges.begin()) {
        const auto before = std::prev(after);
        if (before->first + before->second == at) {
            before->second += size;
            return;
        }
    }
    ranges[at] = size;
}

} // namespace cuda_emulator
