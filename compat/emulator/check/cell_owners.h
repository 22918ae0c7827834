// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which threads of a block have accessed each cell of shared memory since the last barrier. Whole-block code needs it
// where the bounds of two accesses overlap (block_accesses.h).
#pragma once

#include "machine/lanes.h"

#include <cstdint>
#include <vector>

namespace cuda_emulator {

class cell_owners {
public:
    //! The lanes of a warp that make an access: `count` cells from each lane's `cell`.
    struct lanes {
        std::uint32_t cell[warp_size];
        std::uint32_t mask, first_thread, count;
    };
    //! Forgets all accesses.
    void start()
    {
        base_ += 1u << thread_bits;
        if (base_ != 0) return;
        cells_.assign(cells_.size(), {});
        base_ = 1u << thread_bits;
    }
    //! Makes room for cells up to this one. Called before they are used.
    void reach(std::uint32_t cell)
    {
        if (cell >= cells_.size()) cells_.resize(std::size_t{cell} + 1);
    }
    //! Records loads.
    void read(const lanes& a)
    {
        each_cell(a, [base = base_](owner& o, std::uint32_t mine) {
            o.reader = o.reader < base || o.reader == mine ? mine : base | several;
            return 0u;
        });
    }
    //! Records stores. Returns false if a cell has been accessed by another thread.
    bool write(const lanes& a)
    {
        return !each_cell(a, [base = base_](owner& o, std::uint32_t mine) {
            const std::uint32_t others =
                (o.reader >= base && o.reader != mine) | (o.writer >= base && o.writer != mine);
            o.writer = mine;
            return others;
        });
    }
    //! Whether no other thread has written one of the cells.
    bool may_read(const lanes& a)
    {
        return !each_cell(a, [base = base_](const owner& o, std::uint32_t mine) {
            return std::uint32_t{o.writer >= base && o.writer != mine};
        });
    }
    bool is_written(std::uint32_t cell) const { return cell < cells_.size() && cells_[cell].writer >= base_; }

private:
    static constexpr std::uint32_t thread_bits = 11, several = 1u << 10; // a block has at most 2^10 threads
    struct owner {
        std::uint32_t reader = 0, writer = 0; //!< stamps; a stamp below `base_` is old
    };
    // Combines the results of f(owner, stamp of the lane).
    template <class F>
    std::uint32_t each_cell(const lanes& a, F f)
    {
        owner* const cells = cells_.data();
        const std::uint32_t first = base_ | a.first_thread, count = a.count, mask = a.mask;
        std::uint32_t found = 0;
        for (std::uint32_t l = 0; l < warp_size; ++l) {
            if ((mask >> l & 1) == 0) continue;
            for (std::uint32_t k = 0; k < count; ++k)
                found |= f(cells[a.cell[l] + k], first + l);
        }
        return found;
    }

    std::vector<owner> cells_;
    std::uint32_t base_ = 1u << thread_bits;
};

} // namespace cuda_emulator
