// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a trace holds of kernels: source lines, their counters, and the patterns of their accesses.
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

//! A trace is bounded, whatever the program does. What is left out is counted, and told.
struct trace_limits {
    static constexpr std::size_t blocks = 16;              //!< that may be chosen
    static constexpr std::size_t launches = 64;            //!< that are listed
    static constexpr std::size_t launches_of_a_kernel = 4; //!< … whose blocks are looked into
    static constexpr std::size_t patterns = 8;             //!< of one access
    static constexpr std::size_t patterns_in_all = 4096;
    static constexpr std::size_t segments = 400; //!< of one warp's timeline
    static constexpr std::size_t segments_of_a_launch = 12000;
    static constexpr std::size_t segments_in_all = 60000;
    static constexpr std::size_t lines_of_a_file = 3000; //!< of source that are shown
    static constexpr std::size_t bytes_of_sources = 1u << 20;
};

//! A line of a source file, or of the PTX where the program was built without -lineinfo.
struct source_place {
    int file = 0; //!< index into trace_sources
    int line = 0;
};
inline bool operator<(source_place a, source_place b) { return std::tie(a.file, a.line) < std::tie(b.file, b.line); }
inline bool operator==(source_place a, source_place b) { return a.file == b.file && a.line == b.line; }

//! Kinds of memory whose addresses say what an access costs.
enum class traced_space : std::uint8_t { global, shared, constant };
constexpr std::size_t traced_spaces = 3;

//! What the lanes of a warp asked for in one request.
struct access_pattern {
    //! An allocation, or shared memory.
    struct object {
        std::string name;
        std::uint64_t bytes = 0;
    };
    // --- where it was seen first
    std::uint64_t launch = 0;
    dimensions block;
    std::uint32_t warp = 0;
    std::uint64_t step = 0; //!< how many instructions the warp had executed
    std::uint64_t seen = 0; //!< requests with this pattern, in the blocks that are looked into

    std::uint32_t mask = 0;
    std::uint64_t shape[warp_size] = {};  //!< addresses from the lowest on; with the cost, what makes it distinct
    std::uint32_t bytes[warp_size] = {};  //!< of each lane
    std::uint64_t offset[warp_size] = {}; //!< from the beginning of the lane's object
    int object_of[warp_size] = {};        //!< index into objects; -1: no memory is there
    std::vector<object> objects;
    cuda_emulator_global_counters global = {};
    cuda_emulator_shared_counters shared = {};
    cuda_emulator_constant_counters constant = {};
};

//! The requests of one instruction in one space.
struct access_patterns {
    std::vector<access_pattern> listed;
    std::uint64_t unlisted = 0; //!< requests whose pattern is not among these
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
    std::shared_ptr<const void> keeps; //!< the code
    std::string name, full_name;
    std::uint64_t launches = 0;
    std::unordered_map<const instruction*, instruction_record*> by_instruction;
    //! By PTX line and kind of access: an instruction may be there twice, with its values followed and without.
    std::map<std::tuple<int, access_kind, ptx::space, int>, std::unique_ptr<instruction_record>> instructions;
};

} // namespace cuda_emulator
