// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The records of a trace: source lines of kernels, their counters, and the patterns of their accesses.
#pragma once

#include "machine/lanes.h"
#include "machine/launch.h"
#include "machine/program.h"
#include "profile/counters.h"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

//! The limits of a trace, whatever the program does. The trace counts and reports what it omits.
struct trace_limits {
    static constexpr std::size_t blocks = 16;              //!< in the list of the user
    static constexpr std::size_t launches = 64;            //!< in the list of the trace
    static constexpr std::size_t launches_of_a_kernel = 4; //!< recorded in detail
    static constexpr std::size_t patterns = 8;             //!< of one access
    static constexpr std::size_t patterns_in_all = 4096;
    static constexpr std::size_t segments = 400; //!< in the timeline of a warp
    static constexpr std::size_t segments_of_a_launch = 12000;
    static constexpr std::size_t segments_in_all = 60000;
    static constexpr std::size_t lines_of_a_file = 3000; //!< of a source that is shown
    static constexpr std::size_t bytes_of_sources = 1u << 20;
};

//! A line of a source file, or of the PTX if the program was built without -lineinfo.
struct source_place {
    int file = 0; //!< index into trace_sources
    int line = 0;
};
inline bool operator<(source_place a, source_place b) { return std::tie(a.file, a.line) < std::tie(b.file, b.line); }
inline bool operator==(source_place a, source_place b) { return a.file == b.file && a.line == b.line; }

//! The kinds of memory in which the cost of an access depends on the addresses.
enum class traced_space : std::uint8_t { global, shared, constant };
constexpr std::size_t traced_spaces = 3;

//! The pattern of one request: where each lane accesses memory.
struct access_pattern {
    //! An allocation, or shared memory.
    struct object {
        std::string name;
        std::uint64_t bytes = 0;
    };
    // --- its first occurrence
    std::uint64_t launch = 0;
    dimensions block;
    std::uint32_t warp = 0;
    std::uint64_t step = 0; //!< how many instructions the warp had executed
    std::uint64_t seen = 0; //!< requests with this pattern in the recorded blocks

    std::uint32_t mask = 0;
    std::uint64_t shape[warp_size] = {};  //!< distances to the lowest address; they and the cost identify the pattern
    std::uint32_t bytes[warp_size] = {};  //!< of each lane
    std::uint64_t offset[warp_size] = {}; //!< from the beginning of the lane's object
    int object_of[warp_size] = {};        //!< index into objects; -1: the address has no memory
    std::vector<object> objects;
    cuda_emulator_global_counters global = {};
    cuda_emulator_shared_counters shared = {};
    cuda_emulator_constant_counters constant = {};
};

//! The requests of one instruction in one space.
struct access_patterns {
    std::vector<access_pattern> listed;
    std::uint64_t unlisted = 0; //!< requests whose pattern is not listed
};

struct instruction_record {
    source_place place;
    int ptx_line = 0;
    std::string text; //!< of the PTX
    access_note access;
    cuda_emulator_counters counted = {};
    access_patterns patterns[traced_spaces];
};

struct kernel_record {
    const program* code = nullptr;
    std::shared_ptr<const void> keeps; //!< keeps the code alive
    std::string name, full_name;
    std::uint64_t launches = 0;
    std::unordered_map<const instruction*, instruction_record*> by_instruction;
    //! The key is the PTX line and the kind of access. An instruction may occur twice: with definedness tracking, and
    //! without.
    std::map<std::tuple<int, access_kind, ptx::space, int>, std::unique_ptr<instruction_record>> instructions;
};

} // namespace cuda_emulator
