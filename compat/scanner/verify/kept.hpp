// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes that second runs kept, compared element by element.
#pragma once

#include "verify/comparison.hpp"

namespace scanner {

// One element of a chunk. compat/emulator/RECORD.md describes it.
struct kept_writer {
    std::uint64_t block = 0;
    std::uint32_t thread = 0, site = 0, stores = 0, additions = 0;
    std::uint64_t addends = 0;
};

struct chunk_content {
    const recorded_run* run = nullptr;
    const recorded_launch* launch = nullptr;
    std::size_t element = 1;
    std::vector<unsigned char> mask, before, after;
    std::vector<kept_writer> writers;
};

// Empty if the run kept no such chunk.
chunk_content read_chunk(const recorded_run&, const recorded_launch&, unsigned allocation, std::size_t index);

class element_comparer {
public:
    explicit element_comparer(const tolerances& allowed)
        : allowed_(allowed)
    {
    }
    // The same chunk of both runs. One of both may be empty. `type`: as the writes have it, for unknown writers.
    void add(const chunk_content& old_chunk, const chunk_content& new_chunk, std::size_t index,
             const std::string& type);
    // Bytes that nothing is known of but their type.
    void add_plain(const std::vector<unsigned char>& a, const std::vector<unsigned char>& b, const std::string& type);
    // `type`: as the writes have it, for elements of unknown writers.
    element_difference result(const std::string& type) const;
    verdict is() const;

private:
    struct pair {
        const unsigned char *a, *b;
        std::size_t bytes;
        std::uint64_t place;
        std::string type;
        const chunk_content *old_chunk = nullptr, *new_chunk = nullptr;
        std::size_t offset = 0; // in the chunk
    };
    void compare(const pair&);
    bool is_order_of_additions(const pair&);

    const tolerances& allowed_;
    element_difference out_;
    bool all_are_order_ = true;
};

// Fetches of one texture, thread by thread.
fetch_difference compare_fetches(const recorded_run& old_run, const recorded_launch& a, const recorded_texture& of_old,
                                 const recorded_run& new_run, const recorded_launch& b, const recorded_texture& of_new);

} // namespace scanner
