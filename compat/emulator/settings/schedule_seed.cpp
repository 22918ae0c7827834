// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings/schedule_seed.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>

namespace cuda_emulator {

namespace {

std::optional<std::uint64_t> read_seed()
{
    const char* const variable = std::getenv("CUDA_EMULATOR_SCHEDULE");
    if (!variable || !*variable) return {};
    const std::string_view text = variable;
    if (text == "random") {
        const std::uint64_t seed = std::random_device()();
        std::fprintf(stderr, "cuda_emulator: CUDA_EMULATOR_SCHEDULE=%llu repeats this schedule\n",
                     static_cast<unsigned long long>(seed));
        return seed;
    }
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error == std::errc() && end == text.data() + text.size()) return seed;
    std::fprintf(stderr,
                 "cuda_emulator: CUDA_EMULATOR_SCHEDULE is '%s', which is no whole number from 0 to "
                 "18446744073709551615, and not 'random': it is ignored\n",
                 variable);
    return {};
}

} // namespace

std::optional<std::uint64_t> schedule_seed()
{
    static const std::optional<std::uint64_t> seed = read_seed();
    return seed;
}

} // namespace cuda_emulator
