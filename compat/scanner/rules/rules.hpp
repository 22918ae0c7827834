// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules. Each rule examines one file and adds its findings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "finding.hpp"
#include "names/table.hpp"
#include "source/program.hpp"

namespace scanner {

struct shuffle_context;

struct search {
    const program& source;
    step asked;
    std::vector<finding>& found;
    const shuffle_context* shuffles = nullptr; // facts from other files

    // Adds a finding at a token and fills in its place. Gives null if the finding does not belong to the requested
    // step.
    finding* add(const token& at, std::string_view rule, std::string_view name, version deprecated,
                 version removed) const;
    // Adds advice without a version, on code that has always compiled. If a step is requested, gives null.
    finding* advise(const token& at, std::string_view rule, std::string_view name) const;
};

// The rules for C++ sources, each with its file in this folder.
void find_names(const search& where);              // names.cpp: names of api.csv
void find_inline_assembly(const search& where);    // warp.cpp: shfl and vote without .sync
void find_volatile_sums(const search& where);      // warp.cpp: reductions that need lanes in lock-step
void find_divergent_barriers(const search& where); // barriers.cpp: __syncthreads in a branch of some threads
void find_unchecked_launches(const search& where); // launches.cpp: launches without a check of errors
void find_host_sums(const search& where);          // launches.cpp: results of the device that the CPU sums up
void find_block_clocks(const search& where);       // clocks.cpp: values of clock() that blocks store for a comparison
void find_kernel_linkage(const search& where);     // kernel_linkage.cpp: kernel templates for another source
void find_cccl_uses(const search& where);          // cccl_uses.cpp: arguments, members and operators that went
void find_static_members(const search& where);     // texture_members.cpp: references that are members of classes

// Runs all of these rules, in the order of the file.
void find_in_source(const search& where);

// Runs the rules for CMake, Make and other build files: build_files.cpp.
void find_in_build_file(std::string_view path, std::string_view text, step asked, std::vector<finding>& found);

// Tests for the name of a build file.
bool is_build_file(std::string_view path);

// Fills in the place of a finding, which does not depend on the rule. `start` is the position of the name in `text`.
void locate(finding& one, std::string_view path, std::string_view text, std::size_t start);

} // namespace scanner
