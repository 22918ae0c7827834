// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches of #if that one parse skips: the macros that choose them, and the parses that see them all.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "syntax_tree.hpp"

namespace scanner {

// Tests whether no build compiles the place: #if 0, or #else of #if 1.
bool is_never_compiled(const own_file& file, std::size_t offset);

// The state of one macro. Without a value, the macro is not defined.
struct macro_state {
    std::string macro;
    std::optional<std::string> value;
};

using macro_states = std::vector<macro_state>;

// The macros that choose among branches, with all states that the conditions tell apart.
class variants {
public:
    // `source`: the source of the tree's parse.
    variants(const syntax_tree& tree, parsed_source source)
        : tree_(tree)
        , source_(std::move(source))
    {
    }

    // Adds the macros that choose whether a skipped place is compiled. Returns false, and fills why(), if the place
    // depends on something else than macros that may be set.
    bool add(const place& skipped);
    const std::string& why() const { return why_; }

    // Returns the sources of all combinations. Returns none, and fills why(), if there are too many.
    std::vector<parsed_source> sources();

    // Returns the combination in words: A=1, B not defined.
    static std::string in_words(const macro_states& one);
    const std::vector<macro_states>& combinations() const { return combinations_; }

private:
    struct macro {
        std::string name;
        bool tested = false;            // by #ifdef or defined
        std::set<std::string> values;   // that the conditions tell apart
        std::vector<place> definitions; // in the files, the words `define`
        bool guarded = false;           // the only definition stands within #ifndef of the name
    };

    bool read(const own_file& file, std::size_t directive);
    bool note(std::string_view name, bool tested);
    bool find_definitions(macro& one);
    std::optional<std::string> given(const std::string& name) const;
    std::string written_value(const macro& one) const;
    std::vector<macro_state> states_of(const macro& one);
    bool apply(const macro_state& one, parsed_source& result);

    const syntax_tree& tree_;
    const parsed_source source_;
    std::vector<macro> macros_;
    std::vector<macro_states> combinations_;
    std::string why_;
};

} // namespace scanner
