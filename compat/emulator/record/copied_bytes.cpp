// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/copied_bytes.h"

#include "record/hash.h"
#include "record/tracked_content.h"

#include <algorithm>

namespace cuda_emulator {

void copied_bytes::add(const void* data, std::size_t bytes, hashes_chunks many)
{
    const auto* p = static_cast<const unsigned char*>(data);
    if (kept_.size() == count_ && count_ + bytes <= most_kept) {
        kept_.insert(kept_.end(), p, p + bytes);
    } else {
        kept_.clear();
    }
    count_ += bytes;
    if (const std::size_t whole = bytes / chunk_bytes; part_.empty() && whole) {
        std::vector<std::uint64_t> hashes(whole);
        if (many) {
            many(p, whole, hashes.data());
        } else {
            for (std::size_t k = 0; k < whole; ++k)
                hashes[k] = hash_of(p + k * chunk_bytes, chunk_bytes);
        }
        for (const std::uint64_t one : hashes)
            hash_ = mixed(hash_, one);
        p += whole * chunk_bytes;
        bytes -= whole * chunk_bytes;
    }
    while (bytes) {
        const std::size_t n = std::min(bytes, chunk_bytes - part_.size());
        part_.insert(part_.end(), p, p + n);
        p += n;
        bytes -= n;
        if (part_.size() == chunk_bytes) end_chunk();
    }
}

void copied_bytes::end_chunk()
{
    hash_ = mixed(hash_, hash_of(part_.data(), part_.size()));
    part_.clear();
}

std::uint64_t copied_bytes::hash()
{
    if (!part_.empty()) end_chunk();
    return hash_;
}

} // namespace cuda_emulator
