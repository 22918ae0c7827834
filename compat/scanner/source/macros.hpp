// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The macros of a source and of its own headers. Expands the macros in a function's body.
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
    token word;             // a token of a macro's body has the line where the macro is used
    std::size_t origin;     // index in the source, or `none`
    std::string_view macro; // the macro whose body contains the token; empty for a token of the source

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

// The preprocessor options -I and -D.
struct preprocessor_settings {
    std::vector<std::string> folders;
    std::vector<std::string> defines; // NAME or NAME=TEXT
};

class macro_table {
public:
    macro_table(const program& source, const preprocessor_settings& settings);

    // Expands the macros in the tokens from `first` to before `behind`. The result keeps directives for conditions,
    // without their operands, and drops all other directives. Returns an error message, or an empty string on success.
    std::string expand(std::size_t first, std::size_t behind, std::vector<code_token>& result);

    // Returns a header before the position that was not found and that is not a standard or toolkit header. Returns an
    // empty string without one.
    std::string missing_header(std::size_t before) const;
    const std::deque<tokens>& headers() const { return lists_; }
    // Tests whether the source or one of its headers has a #define of the name.
    bool defines(std::string_view name) const { return definitions_.count(name) != 0; }
    // Tests whether the source or one of its headers seems to declare the name.
    bool declares(std::string_view name) const { return declared_.count(name) != 0; }

private:
    struct definition {
        std::size_t position; // in the source; a header's macros have the position of the #include
        const std::vector<token>* list;
        std::size_t name, behind; // token indices of the name and after the last token
        bool defined, conditional;
    };
    struct missing {
        std::size_t position;
        std::string name;
    };
    struct expansion; // defined in macros.cpp

    void read_list(const std::string& path, const std::vector<token>& list, std::size_t position, int depth);
    void include(const std::string& path, const token& name, std::size_t position, int depth);
    void read_directive(const std::vector<token>& list, std::size_t i, std::size_t position, bool conditional);
    // Returns null if the name is not a macro at the position. Sets `many` if several definitions depend on unknown
    // conditions.
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
