// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a copy moved: the hash of its bytes, and the bytes of a small one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuda_emulator {

//! Puts the hash of each of so many whole chunks into `hashes`.
using hashes_chunks = void (*)(const unsigned char* chunks, std::size_t count, std::uint64_t* hashes);

//! A copy, row by row. The rows' lengths do not count in the hash.
class copied_bytes {
public:
    //! `many` may hash the chunks of a long row by several threads; null: this thread does.
    void add(const void*, std::size_t, hashes_chunks many = nullptr);
    std::uint64_t hash();
    std::uint64_t count() const { return count_; }
    //! The bytes, of a small copy or of one that is to be kept; else empty.
    const std::vector<unsigned char>& kept() const { return kept_; }
    std::size_t most_kept = 64;

private:
    void end_chunk();

    std::vector<unsigned char> part_, kept_;
    std::uint64_t hash_ = 0, count_ = 0;
};

} // namespace cuda_emulator
