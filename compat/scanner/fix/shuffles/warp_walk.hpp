// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks through a function to find the calls that all lanes of a warp execute together and equally often.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "source/macros.hpp"
#include "warp_value.hpp"

namespace scanner {

// The block shape that all visible launches share.
struct block_shape {
    bool line = false; // one dimension
    bool rows = false; // the width is a multiple of 32
    std::string why;   // the reason if neither holds
};

// Queries about the code around the function.
struct walk_questions {
    std::function<bool(std::string_view name)> is_followed; // whether the walk records calls of the name
    std::function<bool(std::string_view name, std::size_t argument)> is_by_value; // false if unknown
    std::function<bool(std::string_view name)> leaves; // whether calling the name may end the thread
    std::function<bool(std::string_view name, warp_value& value)> constant; // constants of the file
    std::function<bool(std::string_view name)> is_class;                    // whether the file defines the class
    std::function<bool(std::string_view name)> is_plain_type; // whether the name is an alias of a built-in type
    std::function<bool(std::string_view name)> is_declared;
};

struct followed_call {
    std::string why; // why some lanes may not reach the call; empty if all lanes do
    std::vector<warp_value> arguments;
};

struct walk_result {
    std::string why;                                      // why the analysis proves nothing about the function
    std::unordered_map<std::size_t, followed_call> calls; // by position in the source
    std::set<std::string_view> unknown;                   // undeclared names, which may be macros
};

// `body` includes its braces. `parameters` holds the parameters' values.
walk_result walk_function(const std::vector<code_token>& body,
                          const std::unordered_map<std::string_view, warp_value>& parameters, const block_shape& shape,
                          const walk_questions& ask);

} // namespace scanner
