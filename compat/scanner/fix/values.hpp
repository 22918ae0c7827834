// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What can be proven of a function's names from its tokens alone. Where there is doubt the answer is no.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/program.hpp"

namespace scanner {

using token_range = std::pair<std::size_t, std::size_t>; // first, behind the last

class values {
public:
    // In tokens. Larger bodies and files prove nothing: each question takes a walk over them.
    static constexpr std::size_t most_of_a_body = 5000, most_of_a_file = 100000;

    values(const program& source, const function& body)
        : source_(source)
        , body_(body)
    {
    }

    // Whether token k, the name of a variable, gives it a value there, or lets somebody else do it: =, +=, ++, &name,
    // >>.
    bool may_change_at(std::size_t k) const;
    // Whether the name keeps its value from one place of the body to its end. Of a parameter, a local variable, a
    // constant of the file or a macro; a global variable may be changed by any call.
    bool keeps_value(std::string_view name, std::size_t from) const;
    // The place where the function declares the local variable; none where it does not, or twice, or as a reference.
    std::optional<std::size_t> declaration(std::string_view name) const;

    // A product without brackets: numbers, names and sizeof(…), in the order of the source. None of anything else. A
    // variable that is set once, to a product, stands for that.
    std::optional<std::vector<std::string>> product(token_range range) const;

    // The words of a range with one blank between them where two names meet.
    std::string words(token_range range) const;
    // Only names, numbers, . -> [ ] + - * / and sizeof: twice is the same as once.
    bool is_plain(token_range range) const;

    // Tokens i to behind the ; of the statement that holds the call at i, where it stands alone or as the only argument
    // of one macro or function: check(call(…));
    struct statement {
        std::size_t first, end; // end: the ;
    };
    std::optional<statement> statement_of_call(std::size_t i) const;

private:
    bool follows(std::size_t k, const char* marks) const;

    const program& source_;
    const function& body_;
};

// The bytes of a type of one to four components: float, uchar4, unsigned short. 0 of one that it does not know.
unsigned size_of_type(const program& source, token_range range);

} // namespace scanner
