// Reads of shared memory that nobody wrote: the block keeps a byte for each byte.
#pragma once

#include "execute/block.h"

namespace cuda_emulator {

//! Notes a write of the mask's lanes, or finds a read of bytes not written. `at` are addresses inside shared memory.
template <class Address>
inline void note_shared_access(warp& w, const instruction& i, std::uint32_t mask, const Address* at, std::uint64_t base,
                               std::uint32_t bytes, bool writes);

//! Reports a read once per instruction, and goes on.
void report_uninitialised(warp&, const instruction&, int lane, std::uint64_t offset);

template <class Address>
inline void note_shared_access(warp& w, const instruction& i, std::uint32_t mask, const Address* at, std::uint64_t base,
                               std::uint32_t bytes, bool writes)
{
    unsigned char* const written = w.owner->written.data();
    if (w.owner->written.empty()) return;
    for (; mask; mask &= mask - 1) {
        const int l = __builtin_ctz(mask);
        unsigned char* const p = written + (at[l] - base);
        if (writes) {
            for (std::uint32_t k = 0; k < bytes; ++k)
                p[k] = 1;
        } else {
            unsigned char all = 1;
            for (std::uint32_t k = 0; k < bytes; ++k)
                all &= p[k];
            if (!all) {
                report_uninitialised(w, i, l, at[l] - base);
                return;
            }
        }
    }
}

} // namespace cuda_emulator
