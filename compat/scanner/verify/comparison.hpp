// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the records of two runs say about each other.
#pragma once

#include "verify/record.hpp"
#include "verify/values.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace scanner {

// From the same to the worst.
enum class verdict { same, order_of_atomics, within_tolerance, differs };

struct store_place {
    bool known = false;
    std::string block, thread, source; // "(1,0,0)"
};

// The elements of an allocation, or of a copy, after both runs kept them.
struct element_difference {
    std::uint64_t compared = 0, differing = 0, allowed = 0; // `allowed`: within the tolerance
    bool complete = true;                                   // false: more chunks differ than were kept
    std::string type;                                       // of PTX; empty: not known
    std::size_t element = 1;
    std::uint64_t first = 0; // the first differing element's place in bytes
    std::string old_value, new_value;
    std::optional<std::uint64_t> ulp, most_ulp;
    store_place old_store, new_store;
    bool only_order = false; // the same numbers were added, in another order
    std::uint64_t additions = 0;
};

struct memory_comparison {
    std::string name; // "argument 0", "variable 'x'" …
    const recorded_write* old_write = nullptr;
    const recorded_write* new_write = nullptr; // one of both may be null
    std::uint64_t old_size = 0, new_size = 0;  // of the allocations
    std::set<std::size_t> chunks;              // that differ
    std::optional<element_difference> elements;
    verdict is = verdict::same;

    bool has_other_size() const { return old_write && new_write && old_size != new_size; }
};

struct fetch_difference {
    std::uint64_t compared = 0, differing = 0, left_out = 0;
    std::string block, thread, old_place, new_place, old_value, new_value;
};

struct texture_comparison {
    const recorded_texture* old_texture = nullptr;
    const recorded_texture* new_texture = nullptr;
    bool same_values = false;
    std::optional<fetch_difference> fetches;
};

struct launch_comparison {
    const recorded_launch* old_launch = nullptr;
    const recorded_launch* new_launch = nullptr;
    bool same_inputs = false;              // what its pointers, textures and variables hold, before it
    std::vector<std::string> other_inputs; // arguments and variables that differ
    std::uint64_t bytes = 0;               // that either side changed
    std::vector<memory_comparison> memory;
    std::vector<texture_comparison> textures;
    verdict is = verdict::same;
};

struct kernel_comparison {
    std::string old_name, new_name;
    std::vector<launch_comparison> launches;

    verdict is() const;
    std::uint64_t bytes() const;
    // The first launch that differs; where there is one, of those with the same inputs. Null: none.
    const launch_comparison* first_difference() const;
};

// Several launches that stand for several.
struct group_comparison {
    std::vector<const recorded_launch*> old_launches, new_launches;
    bool same = false;
};

struct copy_comparison {
    const recorded_copy* old_copy = nullptr;
    const recorded_copy* new_copy = nullptr;
    std::optional<element_difference> elements;
    std::string type; // of the elements
    verdict is = verdict::differs;
};

// A call that one of both makes, and the other does not.
struct lost_call {
    bool by_new = true;            // the new program lost it; false: the old program has not got it
    std::string what, when, place; // `when`: of a copy, the launch before it
    bool counts = true;            // false: told only
    std::uint64_t times = 1;
};

struct traffic {
    std::string direction;
    std::uint64_t old_calls = 0, new_calls = 0, old_bytes = 0, new_bytes = 0;
};

struct comparison {
    std::vector<kernel_comparison> kernels;
    std::vector<group_comparison> groups;
    std::vector<const recorded_launch*> old_left, new_left;
    std::vector<copy_comparison> copies; // to the host, that differ
    std::uint64_t copies_to_host = 0, bytes_to_host = 0;
    std::vector<lost_call> lost;
    std::vector<traffic> moved;
    std::vector<std::string> not_reached; // by the input
    bool compares_launches = true;        // false: on a GPU, where the copies alone were compared
    bool sees_textures = true;            // false: on a GPU
    bool reordered = false;

    verdict is() const;
};

// By the hashes alone. `look` then replaces `differs` by what the kept bytes say.
comparison compare_runs(const recorded_run& old_run, const recorded_run& new_run);

} // namespace scanner
