// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of modifiers that several memory instructions share, with blanks between the names. They concern caches and the
// order of accesses. Here all accesses are in order and in one memory, so none of these modifiers changes a result.
#pragma once

#include <string_view>

namespace cuda_emulator::modifiers {

constexpr std::string_view scopes = "cta cluster gpu sys";
constexpr std::string_view eviction =
    "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate L2::cache_hint";
constexpr std::string_view prefetch_sizes = "L2::64B L2::128B L2::256B";
constexpr std::string_view shared_spaces = "shared shared::cta shared::cluster";
constexpr std::string_view memory_types = "b8 u8 s8 b16 u16 s16 b32 u32 s32 f32 b64 u64 s64 f64 b128";

//! Tests whether `name` is a word of `list`.
constexpr bool contains(std::string_view list, std::string_view name)
{
    while (!list.empty()) {
        const std::size_t end = list.find(' ');
        if (list.substr(0, end) == name) return true;
        list.remove_prefix(end == std::string_view::npos ? list.size() : end + 1);
    }
    return false;
}

} // namespace cuda_emulator::modifiers
