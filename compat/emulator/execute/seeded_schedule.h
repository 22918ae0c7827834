// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of blocks and warps by a seed: a program whose result depends on the order shows it for some seeds.
//
// One thread runs the launch. A launch's schedule depends on the seed, and on how many launches came before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace cuda_emulator {

class seeded_schedule {
public:
    //! Null without CUDA_EMULATOR_SCHEDULE.
    static seeded_schedule* wanted();

    void begin_launch();
    //! A number below `count`, which is not 0.
    std::size_t choose(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
    template <class T>
    void shuffle(std::vector<T>& all)
    {
        for (std::size_t left = all.size(); left > 1; --left)
            std::swap(all[left - 1], all[choose(left)]);
    }
    //! The instructions of a warp until the next one has its turn.
    std::uint64_t slice() { return 1 + choose(longest_slice_); }

    //! Whether some lanes of a warp run ahead of the others in its next turn.
    bool parts_warp() { return parts_ && choose(parts_) == 0; }
    //! A part of the lanes, at random: not none, and not all. The mask has two lanes at least.
    std::uint32_t some_of(std::uint32_t mask);
    //! Whether a read that races sees the value before the write.
    bool reads_old_value() { return choose(2) == 0; }

    //! Whether the running block may end its turn before it waits or ends. Only a few blocks are under way at once.
    void allow_switch(bool allowed) { switches_ = allowed; }
    //! Asked after each round of the block's warps.
    bool switches_block() { return switches_ && choose(rounds_) == 0; }

private:
    explicit seeded_schedule(std::uint64_t seed)
        : seed_(seed)
    {
    }

    const std::uint64_t seed_;
    std::uint64_t launches_ = 0;
    bool switches_ = false;
    // Drawn for each launch. Some races need many switches, others a warp that runs far ahead.
    std::size_t longest_slice_ = 1; //!< in instructions
    std::size_t rounds_ = 1;        //!< of a block until it gives way, on average
    std::size_t parts_ = 0;         //!< turns of a warp until its lanes part, on average; 0: they never do
    std::mt19937_64 random_;
};

} // namespace cuda_emulator
