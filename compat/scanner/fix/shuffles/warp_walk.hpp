// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A walk through a function: which calls all lanes of a warp come to, together and equally often.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "macros.hpp"
#include "warp_value.hpp"

namespace scanner {

// How the threads of a block are laid out, for all launches that are seen.
struct block_shape {
    bool line = false; // one dimension
    bool rows = false; // the width is a multiple of 32
    std::string why;   // where neither holds
};

// What the walk asks of the function's surroundings.
struct walk_questions {
    std::function<bool(std::string_view name)> is_followed;                       // a call to be recorded
    std::function<bool(std::string_view name, std::size_t argument)> is_by_value; // false where it is not known
    std::function<bool(std::string_view name)> leaves;                            // it may end the thread
    std::function<bool(std::string_view name, warp_value& value)> constant;       // of the file
    std::function<bool(std::string_view name)> is_class;                          // defined in the file
    std::function<bool(std::string_view name)> is_plain_type;                     // another name of a built-in one
    std::function<bool(std::string_view name)> is_declared;
};

struct followed_call {
    std::string why; // why not all lanes come; empty where they do
    std::vector<warp_value> arguments;
};

struct walk_result {
    std::string why;                                      // why nothing is proven in the function
    std::unordered_map<std::size_t, followed_call> calls; // by their place in the source
    std::set<std::string_view> unknown;                   // names that nothing seen declares: macros, perhaps
};

// `body`: from { to }. `parameters`: with their values.
walk_result walk_function(const std::vector<code_token>& body,
                          const std::unordered_map<std::string_view, warp_value>& parameters, const block_shape& shape,
                          const walk_questions& ask);

} // namespace scanner
