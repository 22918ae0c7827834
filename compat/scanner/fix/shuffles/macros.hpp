// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The macros of a source and of its own headers, and a function's body with all of them expanded.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "source/program.hpp"

namespace scanner {

struct code_token {
    token word;             // of a macro's body: with the line where the macro is used
    std::size_t origin;     // its place in the source, or none
    std::string_view macro; // the macro whose body wrote it; empty for the source's own words

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

// How the preprocessor is called: -I and -D.
struct preprocessor_settings {
    std::vector<std::string> folders;
    std::vector<std::string> defines; // NAME or NAME=TEXT
};

class macro_table {
public:
    macro_table(const program& source, const preprocessor_settings& settings);

    // The tokens from `first` on, macros expanded. Of directives only those of conditions stay, without their words.
    // The result says why it failed; empty where it did not.
    std::string expand(std::size_t first, std::size_t behind, std::vector<code_token>& result);

    // A header before the place that is neither found nor one of the toolkit's or the language's. Empty: none.
    std::string missing_header(std::size_t before) const;
    // Whether the source or a header of it seems to declare the name.
    const std::deque<tokens>& headers() const { return lists_; }
    bool declares(std::string_view name) const { return declared_.count(name) != 0; }

private:
    struct definition {
        std::size_t position; // in the source: of a header's macros, where the header is included
        const std::vector<token>* list;
        std::size_t name, behind; // in the list: the name, and behind the last token
        bool defined, conditional;
    };
    struct missing {
        std::size_t position;
        std::string name;
    };
    struct expansion; // macros.cpp

    void read_list(const std::string& path, const std::vector<token>& list, std::size_t position, int depth);
    void include(const std::string& path, const token& name, std::size_t position, int depth);
    void read_directive(const std::vector<token>& list, std::size_t i, std::size_t position, bool conditional);
    // Null where the name is no macro there. `many`: the conditions of several definitions are not known.
    const definition* find(std::string_view name, std::size_t position, bool& many) const;

    const program& source_;
    std::vector<std::string> folders_;
    std::deque<std::string> texts_;
    std::deque<tokens> lists_;
    std::deque<std::string> pasted_;
    std::unordered_set<std::string> read_; // real paths of headers
    std::size_t bytes_ = 0;
    std::unordered_map<std::string_view, std::vector<definition>> definitions_;
    std::unordered_set<std::string_view> declared_;
    std::vector<missing> missing_;
};

} // namespace scanner
