// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kinds.hpp"

namespace scanner {
namespace {

struct kind_name {
    fix_kind kind;
    const char* name;
};

constexpr kind_name kinds[] = {
    {fix_kind::none, ""},
    {fix_kind::mechanical, "mechanical"},
    {fix_kind::textures, "textures"},
    {fix_kind::surfaces, "surfaces"},
    {fix_kind::clock, "clock"},
    {fix_kind::shuffles, "shuffles"},
};

} // namespace

const char* word(fix_kind one) { return kinds[static_cast<std::size_t>(one)].name; }

std::string read_kinds(std::string_view text, fix_kinds& result)
{
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view name = text.substr(0, comma);
        const kind_name* found = nullptr;
        std::string names;
        for (const kind_name& one : kinds) {
            if (!*one.name) continue;
            names += (names.empty() ? "" : ", ") + std::string(one.name);
            if (one.name == name) found = &one;
        }
        if (!found) return "--fix knows " + names + ", not " + (name.empty() ? "nothing" : std::string(name));
        result.add(found->kind);
        if (comma == text.npos) return {};
        text.remove_prefix(comma + 1);
    }
}

} // namespace scanner
