// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Proves properties of a function's variables from tokens alone. The answer in doubt is no.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/program.hpp"

namespace scanner {

using token_range = std::pair<std::size_t, std::size_t>; // first token, and the token after the last

class values {
public:
    // Limits in tokens. Each query walks over the body or the file, so larger ones are not analysed.
    static constexpr std::size_t most_of_a_body = 5000, most_of_a_file = 100000;

    values(const program& source, const function& body)
        : source_(source)
        , body_(body)
    {
    }

    // Tests whether the code at the variable name at token k may write to the variable: =, +=, ++, &name, >>.
    bool may_change_at(std::size_t k) const;
    // Tests whether the name keeps its value from token `from` to the body's end. The name may be a parameter, a local
    // variable, a constant of the file or a macro. Any call may change a global variable.
    bool keeps_value(std::string_view name, std::size_t from) const;
    // Returns the token that declares the local variable. Returns none without a declaration, with two declarations, or
    // for a reference.
    std::optional<std::size_t> declaration(std::string_view name) const;

    // Returns the factors of a product without brackets, in source order: numbers, names and sizeof(…). Returns none
    // for any other expression. A variable that is initialised with a product and never changes is expanded.
    std::optional<std::vector<std::string>> product(token_range range) const;

    // Returns the text of a range, with one blank between adjacent words.
    std::string words(token_range range) const;
    // Tests whether evaluating the range twice is safe: only names, numbers, . -> [ ] + - * / and sizeof.
    bool is_plain(token_range range) const;

    // Finds the statement that contains the call at token i. The call must be the whole statement, or the only argument
    // of one macro or function, as in check(call(…));
    struct statement {
        std::size_t first, end; // end: the semicolon
    };
    std::optional<statement> statement_of_call(std::size_t i) const;

private:
    bool follows(std::size_t k, const char* marks) const;

    const program& source_;
    const function& body_;
};

// Returns the bytes of a type with one to four components, such as float, uchar4 or unsigned short. Returns 0 for an
// unknown type.
unsigned size_of_type(const program& source, token_range range);

} // namespace scanner
