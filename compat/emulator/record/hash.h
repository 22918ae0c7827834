// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hash of a record: 64 bits, four words at a time. It finds differences and resists no attack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cuda_emulator {

inline std::uint64_t mixed(std::uint64_t x)
{
    x ^= x >> 31;
    x *= 0x9fb21c651e98df25ull;
    x ^= x >> 35;
    x *= 0xd6e8feb86659fd93ull;
    return x ^ x >> 32;
}

inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return mixed(a * 0x9e3779b97f4a7c15ull + mixed(b)); }

inline std::uint64_t hash_of(const void* data, std::size_t bytes, std::uint64_t seed = 0)
{
    constexpr std::uint64_t factor = 0xbf58476d1ce4e5b9ull;
    const auto* p = static_cast<const unsigned char*>(data);
    std::uint64_t lane[4] = {seed ^ 1, seed ^ 2, seed ^ 3, seed ^ 4}, word[4];
    const auto add = [&](int k) {
        lane[k] = (lane[k] ^ word[k]) * factor;
        lane[k] ^= lane[k] >> 29;
    };
    std::size_t left = bytes;
    for (; left >= sizeof word; left -= sizeof word, p += sizeof word) {
        std::memcpy(word, p, sizeof word);
        add(0); // a loop would take three times as long at -O2: the compiler keeps the lanes in memory
        add(1);
        add(2);
        add(3);
    }
    std::memset(word, 0, sizeof word);
    std::memcpy(word, p, left);
    std::uint64_t h = mixed(seed, bytes);
    for (int k = 0; k < 4; ++k)
        h = mixed(h, lane[k] ^ mixed(word[k]));
    return h;
}

} // namespace cuda_emulator
