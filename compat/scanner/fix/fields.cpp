// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fields.hpp"

#include <string>

#include "values.hpp"

namespace scanner {
namespace {

// Returns the first token of the object before the point, which is a name with an optional index. Returns size() for
// any longer expression.
std::size_t base_of(const program& source, std::size_t i)
{
    if (i < 2 || source.at(i).in_directive || !source.is_in_text(i)) return source.size();
    std::size_t base = i - 2;
    if (source.at(base).is_mark("]")) base = source.opening(base) - 1;
    if (base >= source.size() || base == 0 || !source.at(base).is_name()) return source.size();
    const token& before = source.at(base - 1);
    if (before.is_mark(".") || before.is_mark("->") || before.is_mark("::")) return source.size();
    // The field's address is taken. The operators && and a & b take no address.
    if (before.is_mark("&") && base > 1) {
        const token& left = source.at(base - 2);
        if (!left.is_mark("&") && !left.is_mark("]") && left.kind != token_kind::number) return source.size();
    }
    return base;
}

edit replace(const program& source, std::size_t i, std::string text)
{
    return {source.offset(i), source.at(i).text.size(), std::move(text)};
}

edit insert_before(const program& source, std::size_t i, std::string text)
{
    return {source.offset(i), 0, std::move(text)};
}

edit insert_behind(const program& source, std::size_t i, std::string text)
{
    return {source.offset(i) + source.at(i).text.size(), 0, std::move(text)};
}

std::string_view text_of(const program& source, std::size_t first, std::size_t last)
{
    return source.text().substr(source.offset(first),
                                source.offset(last) + source.at(last).text.size() - source.offset(first));
}

// Returns the indentation of the line that holds the offset.
std::string_view indentation(std::string_view text, std::size_t offset)
{
    const std::size_t line = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1; // npos + 1 is 0
    std::size_t end = line;
    while (end < offset && (text[end] == ' ' || text[end] == '\t'))
        ++end;
    return text.substr(line, end - line);
}

// Returns the start of the line after the statement that ends at the offset. Only a comment may follow the statement on
// its line; otherwise returns npos.
std::size_t next_line(std::string_view text, std::size_t offset)
{
    std::size_t at = text.find_first_not_of(" \t\r", offset);
    if (at == text.npos) return text.npos;
    const std::size_t end = text.find('\n', offset);
    if (end == text.npos) return end;
    if (at == end) return end + 1;
    const std::string_view rest = text.substr(at, end - at);
    const std::size_t last = rest.find_last_not_of(" \t\r");
    if (rest.substr(0, 2) == "//" && rest[last] != '\\') return end + 1;
    if (rest.substr(0, 2) == "/*" && rest.find("*/") == last - 1) return end + 1;
    return text.npos;
}

// Tests that no #else or #endif of an outer #if, and no lambda capture, lies between two tokens of a function.
bool nothing_hides(const program& source, std::size_t from, std::size_t to)
{
    int open = 0;
    for (std::size_t k = from; k < to; ++k) {
        const token& one = source.at(k);
        if (one.kind == token_kind::directive) {
            if (one.is("if") || one.is("ifdef") || one.is("ifndef"))
                ++open;
            else if (one.is("endif"))
                --open;
            if (open < 0 || (open == 0 && (one.is("else") || one.is("elif")))) return false;
        } else if (one.is_mark("[")) {
            const token& before = source.at(k - 1);
            if (!before.is_name() && !before.is_mark("]") && !before.is_mark(")")) return false;
        }
    }
    return true;
}

} // namespace

std::vector<edit> pointer_field_at(const program& source, std::size_t i, const api_name& row)
{
    const std::size_t base = base_of(source, i);
    if (base == source.size() || i + 2 >= source.size()) return {};
    const auto is_marks = [&](std::size_t k, char first, char second) {
        return source.at(k).is_mark({&first, 1}) && source.at(k + 1).is_mark({&second, 1}) &&
               source.at(k + 1).column == source.at(k).column + 1;
    };
    const bool equal = is_marks(i + 1, '=', '='), differs = is_marks(i + 1, '!', '=');
    if (source.at(i + 1).is_mark("=") && !equal) return {};
    if (source.at(i).is("isManaged")) {
        return {insert_before(source, base, "("),
                replace(source, i, std::string(row.becomes) + " == cudaMemoryTypeManaged)")};
    }
    if ((!equal && !differs) || i + 3 >= source.size() || !source.is_in_text(i + 3)) return {};
    if (source.at(i + 3).is_name("cudaMemoryTypeHost")) return {replace(source, i, row.becomes)};
    if (!source.at(i + 3).is_name("cudaMemoryTypeDevice")) return {};
    const std::string subject = std::string(text_of(source, base, i - 1)) + row.becomes;
    return {insert_before(source, base, "("), replace(source, i, row.becomes),
            insert_behind(source, i + 3,
                          (equal ? " || " + subject + " == " : " && " + subject + " != ") + "cudaMemoryTypeManaged)")};
}

std::vector<edit> property_at(const program& source, std::size_t i, const api_name& row)
{
    const function* body = source.function_around(i);
    const std::size_t base = base_of(source, i);
    if (!body || body->device || base == source.size() || base != i - 2 || !source.at(i - 1).is_mark(".")) return {};
    const std::string_view name = source.at(base).text, field = source.at(i).text;
    const values known(source, *body);
    if (known.may_change_at(i)) return {};
    const auto declared = known.declaration(name);
    if (!declared || *declared < body->open || !source.at(*declared - 1).is_name("cudaDeviceProp")) return {};

    // Exactly one call fills the structure, and no other code writes to it.
    const std::string variable = std::string(name) + "_" + std::string(field);
    std::size_t call = 0;
    for (std::size_t k = body->open; k < body->close; ++k) {
        const token& one = source.at(k);
        if (!one.is_name()) continue;
        if (one.text == variable) return {};
        if (one.text != name || k == *declared) continue;
        if (source.at(k + 1).is_mark(".") && source.at(k + 2).is(field) && known.may_change_at(k + 2)) return {};
        if (!known.may_change_at(k)) continue;
        if (call || k < 4 || !source.at(k - 1).is_mark("&") || !source.at(k - 2).is_mark("(") ||
            !source.at(k - 3).is_name("cudaGetDeviceProperties"))
            return {};
        call = k - 3;
    }
    if (!call || call > i) return {};
    const auto arguments = source.arguments(call + 1);
    if (arguments.size() != 2 || arguments[0].second - arguments[0].first != 2 || !known.is_plain(arguments[1]))
        return {};
    const auto statement = known.statement_of_call(call);
    if (!statement || i < statement->end) return {};
    const std::size_t block = source.block_around(call);
    if (block == source.size() || source.closing(block) < i || !nothing_hides(source, statement->end, i)) return {};
    for (std::size_t k = statement->first; k <= statement->end; ++k)
        if (!source.is_in_text(k) || source.at(k).in_directive) return {};

    // Inserts a copy of the statement after it, with the attribute's call in place of the original call.
    const std::size_t last = source.closing(call + 1);
    const std::string_view text = source.text();
    const std::size_t begin = source.offset(statement->first), end = source.offset(statement->end) + 1;
    std::string reads(text.substr(begin, source.offset(call) - begin));
    reads += "cudaDeviceGetAttribute(&" + variable + ", " + row.becomes + ", " +
             std::string(text_of(source, arguments[1].first, arguments[1].second - 1));
    reads += text.substr(source.offset(last), end - source.offset(last));
    const std::string declares = "int " + variable + ";";
    const std::size_t line = next_line(text, end);
    if (line == text.npos)
        return {{end, 0, " " + declares + " " + reads},
                {source.offset(base), source.offset(i) + field.size() - source.offset(base), variable}};
    const std::string indent(indentation(text, begin));
    const std::string line_end = line > 1 && text[line - 2] == '\r' ? "\r\n" : "\n";
    return {{line, 0, indent + declares + line_end + indent + reads + line_end},
            {source.offset(base), source.offset(i) + field.size() - source.offset(base), variable}};
}

} // namespace scanner
