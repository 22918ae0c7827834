// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rules of cuda-legacy-scan find in a source, for the tests.
#pragma once

#include <string>
#include <vector>

#include "rules/rules.hpp"

namespace scanner {

using words = std::vector<std::string>;

inline std::vector<finding> all(const std::string& text, step asked = {}, const char* path = "a.cu")
{
    std::vector<finding> found;
    program source;
    source.read(path, text, asked.to);
    find_in_source({source, asked, found});
    return found;
}

// The names that are found, without the advice on launches, which most of these sources deserve.
inline words names(const std::string& text, step asked = {}, const char* path = "a.cu")
{
    words result;
    for (const finding& one : all(text, asked, path))
        if (one.rule != "unchecked-launch") result.push_back(one.name);
    return result;
}

// The rules that find something.
inline words rules(const std::string& text, step asked = {})
{
    words result;
    for (const finding& one : all(text, asked))
        result.push_back(one.rule);
    return result;
}

} // namespace scanner
