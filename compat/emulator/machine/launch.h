// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel launch.
#pragma once

#include "settings/check_options.h"
#include "settings/more_options.h"

#include <cstdint>
#include <vector>

struct cuda_emulator_counters; // profile/counters.h

namespace cuda_emulator {

class block_findings;
class execution_observer;
class global_races;
struct program;
struct translated_block;
struct translated_kernel; // machine/translated_code.h

struct dimensions {
    std::uint32_t x = 1, y = 1, z = 1;
    std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
};

struct launch {
    const program* code = nullptr;
    dimensions grid, block, cluster;
    bool has_clusters = false; //!< the program asked for them, be it of one block
    std::uint32_t dynamic_shared = 0;
    std::uint32_t shared_unit = 128; //!< the device allocates shared memory in multiples of it
    std::uint64_t id = 0;
    bool cooperative = false;
    check_options check;
    bool lock_step = false; //!< warps run as they did before Volta, see execute/reconvergence.h
    std::vector<char> parameters;
    char* parameter_base = nullptr;
    std::uint64_t workspace = 0;                //!< of a cooperative grid
    std::uint32_t stack_limit = 0;              //!< bytes of each lane's stack
    cuda_emulator_counters* counters = nullptr; //!< where to add what the kernel does; null: nobody counts
    execution_observer* observer = nullptr;     //!< null: nobody looks on; else `counters` is not null
    translated_kernel* translated = nullptr;    //!< null: the interpreter alone
    translated_block* together = nullptr;       //!< null: of each warp alone
    block_findings* findings = nullptr;         //!< where its blocks tell what is wrong; execute() sets it
    memory_options memory_check;
    global_races* races = nullptr; //!< null: nobody asks; execute() sets it
};

} // namespace cuda_emulator
