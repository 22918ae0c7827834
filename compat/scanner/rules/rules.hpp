// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is looked for. Each rule looks at one file and adds what it finds.
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
    const shuffle_context* shuffles = nullptr; // what the source does not say of them

    // Adds a finding at a token, with the place filled in; null where the step that is asked about does not have it.
    finding* add(const token& at, std::string_view rule, std::string_view name, version deprecated,
                 version removed) const;
    // The same without a version: what always compiled and is worth a change. Not reported where a step is asked about.
    finding* advise(const token& at, std::string_view rule, std::string_view name) const;
};

// In C++ sources, by file of this folder.
void find_names(const search& where);              // names.cpp: what the list of names has
void find_inline_assembly(const search& where);    // warp.cpp: shfl and vote without .sync
void find_volatile_sums(const search& where);      // warp.cpp: reductions that count on a warp in step
void find_divergent_barriers(const search& where); // barriers.cpp: __syncthreads in a branch of some threads
void find_unchecked_launches(const search& where); // launches.cpp: a launch whose error nobody asks for
void find_host_sums(const search& where);          // launches.cpp: the CPU adds up what the device computed
void find_block_clocks(const search& where);       // clocks.cpp: clock() of each block, kept to be compared
void find_kernel_linkage(const search& where);     // kernel_linkage.cpp: kernel templates for another source
void find_static_members(const search& where);     // texture_members.cpp: references that are members of classes

// All of these, in the order of the file.
void find_in_source(const search& where);

// In CMake, Make and other build files: build_files.cpp.
void find_in_build_file(std::string_view path, std::string_view text, step asked, std::vector<finding>& found);

// Whether a file is a build file, by its name.
bool is_build_file(std::string_view path);

// Fills in what does not depend on the rule. `start` is where the name stands in `text`.
void locate(finding& one, std::string_view path, std::string_view text, std::size_t start);

} // namespace scanner
