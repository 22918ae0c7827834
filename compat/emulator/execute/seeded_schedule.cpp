// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/seeded_schedule.h"

#include "settings/schedule_seed.h"

namespace cuda_emulator {

seeded_schedule* seeded_schedule::wanted()
{
    // Never destroyed, because a kernel may run in a static destructor of the program.
    static seeded_schedule* const of_the_program = schedule_seed() ? new seeded_schedule(*schedule_seed()) : nullptr;
    return of_the_program;
}

void seeded_schedule::begin_launch()
{
    const std::uint64_t launch = launches_++;
    std::seed_seq both{static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32),
                       static_cast<std::uint32_t>(launch), static_cast<std::uint32_t>(launch >> 32)};
    random_.seed(both);
    switches_ = false;
    longest_slice_ = std::size_t{1} << choose(11);
    rounds_ = std::size_t{1} << choose(5);
    parts_ = choose(4) == 0 ? 0 : std::size_t{1} << choose(3);
}

std::uint32_t seeded_schedule::some_of(std::uint32_t mask)
{
    for (;;) {
        const std::uint32_t some = static_cast<std::uint32_t>(random_()) & mask;
        if (some && some != mask) return some;
    }
}

} // namespace cuda_emulator
