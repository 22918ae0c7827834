// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "renames.hpp"

#include <string>

namespace scanner {
namespace {

std::size_t offset_of(const program& source, const token& one)
{
    return static_cast<std::size_t>(one.text.data() - source.text().data());
}

// False for a name that a line splice cuts in two.
bool is_in_text(const program& source, const token& one)
{
    const char* begin = source.text().data();
    return one.text.data() >= begin && one.text.data() + one.text.size() <= begin + source.text().size();
}

// A name in a macro's body may change. A name in the condition of an #if or after #undef may not.
bool may_change_in_directive(const program& source, std::size_t i)
{
    constexpr std::size_t most_of_a_macro = 500;
    std::size_t first = i;
    while (first > 0 && source.at(first).kind != token_kind::directive && i - first < most_of_a_macro)
        --first;
    if (!source.at(first).is("define") || source.at(first).kind != token_kind::directive) return false;
    // #name and other##name use the name's characters.
    const bool joined = source.at(i - 1).is_mark("#") || (i + 1 < source.size() && source.at(i + 1).is_mark("#"));
    return i > first + 1 && !joined;
}

// Inserts #include <header> after the first include of the old name's library. Returns false if there is no such
// include. Inserts nothing if the file already includes the header.
bool include(const program& source, std::string_view header, std::string_view library, std::vector<edit>& edits)
{
    const token* place = nullptr;
    if (source.headers().size() > 1000) return false; // bounds the work on arbitrary input
    for (const std::size_t i : source.headers()) {
        const token& one = source.at(i);
        if (one.text == header) return true;
        if (!place && one.text.substr(0, library.size()) == library && one.text.substr(library.size(), 1) == "/")
            place = &one;
    }
    if (!place) return false;
    const std::string_view text = source.text();
    std::size_t end = text.find('\n', offset_of(source, *place));
    if (end == text.npos) return false;
    const char* line_end = end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
    edits.push_back({end + 1, 0, "#include <" + std::string(header) + ">" + line_end});
    return true;
}

} // namespace

bool is_declared_at(const program& source, std::size_t i)
{
    if (i == 0) return false;
    const token& before = source.at(i - 1);
    if (!before.is_name()) return false;
    for (const char* word : {"return", "else", "do", "case", "throw", "sizeof", "new", "and", "or", "not", "typename"})
        if (before.is(word)) return false;
    // In #define F name, the token before `name` is the macro's own name, not a type.
    if (source.at(i).in_directive && i > 1 && source.at(i - 2).kind == token_kind::directive) return false;
    return true;
}

std::vector<edit> rename_at(const program& source, std::size_t i, const api_name& row)
{
    const token& one = source.at(i);
    const std::string_view name = row.name, kind = row.kind, becomes = row.becomes ? row.becomes : "";
    if (becomes.empty() || !is_in_text(source, one)) return {};
    std::vector<edit> result;
    if (kind == "header") {
        // A path such as <boost/…/name.h> or "../name.h" names another file.
        if (one.text != name) return {};
        return {{offset_of(source, one), one.text.size(), std::string(becomes)}};
    }
    if (one.in_directive && !may_change_in_directive(source, i)) return {};
    if (row.arguments >= 0) {
        const bool called = i + 1 < source.size() && source.at(i + 1).is_mark("(");
        if (called && source.closing(i + 1) == source.size()) return {};
        if (called ? source.arguments(i + 1).size() != static_cast<std::size_t>(row.arguments) : row.arguments != 0)
            return {};
    }
    const std::size_t colon = name.find("::");
    if (colon == name.npos) {
        // The replacement of a host function does not exist in device code.
        if (kind == "function" && source.in_device_code(i)) return {};
        return {{offset_of(source, one), one.text.size(), std::string(becomes)}};
    }
    // The old name must be contiguous, as in cub::Sum. The new name begins with ::, because a program may have its own
    // namespace cuda.
    const std::size_t end = offset_of(source, one) + one.text.size();
    if (end < name.size() || source.text().substr(end - name.size(), name.size()) != name) return {};
    const std::size_t first = i - 2; // the token cub
    if (first > 0 && (source.at(first - 1).is_name("using") || source.at(first - 1).is_name("struct"))) return {};
    const bool global = first > 0 && source.at(first - 1).is_mark("::");
    if (global && first > 1 && source.at(first - 2).is_name()) return {};
    // A name with underscores belongs to no namespace.
    const bool has_namespace = becomes.find("::") != becomes.npos;
    if (global && !has_namespace) return {};
    if (*row.needs && !include(source, row.needs, name.substr(0, colon), result)) return {};
    result.push_back({end - name.size(), name.size(), (has_namespace && !global ? "::" : "") + std::string(becomes)});
    return result;
}

} // namespace scanner
