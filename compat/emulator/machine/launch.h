// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel launch.
#pragma once

#include "settings/check_options.h"
#include "settings/more_options.h"

#include <cstdint>
#include <functional>
#include <vector>

struct cuda_emulator_counters; // profile/counters.h

namespace cuda_emulator {

class block_findings;
class block_gate;
class device_runtime; // machine/device_runtime.h
class execution_observer;
class global_races;
class hotness_counter; // machine/hotness.h
class launch_recorder;
struct instruction;
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
    bool has_clusters = false; //!< the program asked for clusters, even if of one block
    std::uint32_t dynamic_shared = 0;
    std::uint32_t shared_unit = 128; //!< allocation unit of shared memory in bytes
    std::uint64_t id = 0;
    bool cooperative = false;
    bool is_concurrent = false; //!< other kernels, or the waiting host, may use the same memory meanwhile
    check_options check;
    bool lock_step = false; //!< warps run in lock-step, as before Volta, see execute/lock_step.h
    std::vector<char> parameters;
    char* parameter_base = nullptr;
    std::uint64_t workspace = 0;                //!< grid workspace of a cooperative launch
    std::uint32_t stack_limit = 0;              //!< bytes of each lane's stack
    cuda_emulator_counters* counters = nullptr; //!< receives the kernel's counts; null: not counted
    execution_observer* observer = nullptr;     //!< null: not observed; otherwise `counters` is not null either
    launch_recorder* recorder = nullptr;        //!< null: not recorded
    translated_kernel* translated = nullptr;    //!< null: interpreter only
    translated_block* together = nullptr;       //!< whole-block code; null: none
    bool translates_paths = false;      //!< divergent paths may run in translated code (decoded_function::paths)
    hotness_counter* hotness = nullptr; //!< null: what the kernel executes is not counted
    block_findings* findings = nullptr; //!< receives the findings of the blocks; set by execute()
    block_gate* gate = nullptr;         //!< what an atomic in global memory waits for; null: it does not wait
    //! Loads that earlier launches reported, see check/undefined_values.h; set by execute()
    std::vector<const instruction*> reported_loads;
    memory_options memory_check;
    //! Asked while no block can go on. Returns whether a thread of the program waits for the kernel: only then does the
    //! watchdog's time run. Null: the program waits at the launch.
    std::function<bool()> ask_host;
    device_runtime* runtime = nullptr; //!< serves what the kernel asks of the driver
    global_races* races = nullptr;     //!< null: the check is off; set by execute()
};

} // namespace cuda_emulator
