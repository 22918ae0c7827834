// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "counters.hpp"

#include <cstdio>

#include <nlohmann/json.hpp>

namespace pairs {
namespace {

template <class Value>
std::string formatted(const char* format, Value value)
{
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

nlohmann::ordered_json json_of(const cuda_emulator_global_counters& c)
{
    return {{"requests", c.requests},
            {"requested_bytes", c.requested_bytes},
            {"lines_128", c.lines_128},
            {"segments_32", c.segments_32},
            {"sectors_32", c.sectors_32}};
}

nlohmann::ordered_json json_of(const cuda_emulator_shared_counters& c)
{
    return {{"requests", c.requests}, {"wavefronts", c.wavefronts}, {"bank_conflicts", c.bank_conflicts}};
}

nlohmann::ordered_json json_of(const cuda_emulator_constant_counters& c)
{
    return {{"requests", c.requests}, {"cache_requests", c.cache_requests}, {"replays", c.replays}};
}

} // namespace

std::string with_suffix(std::uint64_t count)
{
    if (count < 100000) return std::to_string(count);
    double value = static_cast<double>(count);
    const char* suffix = "kMGTPE";
    for (value /= 1000; value >= 999.5; value /= 1000)
        suffix++;
    return formatted(value >= 99.95 ? "%.0f" : value >= 9.995 ? "%.1f" : "%.2f", value) + *suffix;
}

counter_summary summary_of(const side_outcome* side)
{
    if (!side) return {"-", "-", "-", "-"};
    std::uint64_t instructions = 0, requests = 0, sectors = 0, conflicts = 0, replays = 0;
    for (const cuda_emulator_counters& c : side->kernels) {
        instructions += c.thread_instructions;
        requests += c.global_loads.requests + c.global_stores.requests;
        sectors += c.global_loads.sectors_32 + c.global_stores.sectors_32;
        conflicts += c.shared_loads.bank_conflicts + c.shared_stores.bank_conflicts + c.shared_atomics.bank_conflicts;
        replays += c.constant_loads.replays;
    }
    return {with_suffix(instructions),
            requests ? formatted("%.2f", static_cast<double>(sectors) / static_cast<double>(requests)) : "-",
            with_suffix(conflicts), with_suffix(replays)};
}

nlohmann::ordered_json json_of(const std::vector<cuda_emulator_counters>& kernels)
{
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const cuda_emulator_counters& c : kernels)
        all.push_back({{"kernel", c.kernel},
                       {"launches", c.launches},
                       {"warp_instructions", c.warp_instructions},
                       {"thread_instructions", c.thread_instructions},
                       {"global_loads", json_of(c.global_loads)},
                       {"global_stores", json_of(c.global_stores)},
                       {"global_atomics", c.global_atomics},
                       {"shared_loads", json_of(c.shared_loads)},
                       {"shared_stores", json_of(c.shared_stores)},
                       {"shared_atomics", json_of(c.shared_atomics)},
                       {"constant_loads", json_of(c.constant_loads)},
                       {"local_requests", c.local_requests},
                       {"texture_requests", c.texture_requests},
                       {"block_barriers", c.block_barriers},
                       {"warp_barriers", c.warp_barriers},
                       {"branches", c.branches},
                       {"divergent_branches", c.divergent_branches}});
    return all;
}

} // namespace pairs
