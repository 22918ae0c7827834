// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "values.hpp"

#include <algorithm>

#include "source/words.hpp"

namespace scanner {
namespace {

// These words may precede a name without declaring it.
bool is_statement_word(std::string_view word)
{
    return is_one_of(word, {"return", "else", "do", "case", "throw", "sizeof", "new", "delete", "goto", "and", "or",
                            "not", "typename", "typedef", "using", "struct", "class", "operator"});
}

bool is_arithmetic_type(std::string_view word)
{
    return is_one_of(
        word, {"int", "unsigned", "signed", "long", "short", "char", "float", "double", "size_t", "uint", "bool"});
}

} // namespace

// Tests whether the marks stand at k without blanks between them.
bool values::follows(std::size_t k, const char* marks) const
{
    for (; *marks; ++marks, ++k) {
        if (k >= source_.size() || source_.at(k).kind != token_kind::punctuation || source_.at(k).text.size() != 1 ||
            source_.at(k).text[0] != *marks)
            return false;
        if (marks[1] && k + 1 < source_.size() && source_.at(k + 1).column != source_.at(k).column + 1) return false;
    }
    return true;
}

bool values::may_change_at(std::size_t k) const
{
    if (follows(k + 1, "=") && !follows(k + 1, "==")) return true;
    if (follows(k + 1, "++") || follows(k + 1, "--")) return true;
    for (const char* compound : {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
        if (follows(k + 1, compound)) return true;
    if (k < 2) return false;
    if (follows(k - 2, "++") || follows(k - 2, "--") || follows(k - 2, ">>")) return true;
    // The code takes the address of the name or binds a reference to it. A binary & does neither.
    const token& before = source_.at(k - 2);
    if (!source_.at(k - 1).is_mark("&")) return false;
    const bool two_sides = (before.is_name() && !is_statement_word(before.text)) || before.kind == token_kind::number ||
                           before.is_mark("]") || before.is_mark("&");
    return !two_sides; // the & after a bracket may follow a cast, as in (void**)&name
}

std::optional<std::size_t> values::declaration(std::string_view name) const
{
    if (body_.close - body_.head > most_of_a_body) return {};
    std::optional<std::size_t> found;
    for (std::size_t k = body_.head; k < body_.close; ++k) {
        if (!source_.at(k).is_name(name) || source_.at(k).in_directive || k == body_.head) continue;
        const token& before = source_.at(k - 1);
        bool declares = false;
        if (before.is_name()) {
            declares = !is_statement_word(before.text);
        } else if (before.is_mark("*") && k > body_.head + 1) {
            // Example: cudaArray *a; the type name must begin a statement or a parameter.
            std::size_t type = k - 2;
            if (source_.at(type).is_name() && type > body_.head) {
                const token& start = source_.at(type - 1);
                declares = start.is_mark(";") || start.is_mark("{") || start.is_mark("}") || start.is_mark("(") ||
                           start.is_name("struct") || start.is_name("const") || start.is_name("static") ||
                           (start.is_mark(",") && k < body_.open);
            }
        } else if (before.is_mark(",") && k > body_.open) {
            // Example: int a = 1, b = 2; the search goes back to the statement's begin.
            std::size_t start = k - 1;
            for (std::size_t steps = 0; start > body_.open && steps < 60; ++steps, --start) {
                const token& one = source_.at(start - 1);
                if (one.is_mark(";") || one.is_mark("{") || one.is_mark("}") || one.is_mark("(")) break;
                if (one.is_mark(")")) start = std::min(source_.opening(start - 1) + 1, start);
            }
            while (source_.at(start).is_name("const") || source_.at(start).is_name("static"))
                ++start;
            declares = source_.at(start).is_name() && is_arithmetic_type(source_.at(start).text) &&
                       !source_.at(start - 1).is_mark("(");
        } else if (before.is_mark("&") && k > body_.head + 1 && source_.at(k - 2).is_name() && k < body_.open) {
            return {}; // a parameter of reference type
        }
        if (!declares) continue;
        if (found) return {};
        found = k;
    }
    return found;
}

bool values::keeps_value(std::string_view name, std::size_t from) const
{
    if (body_.close - body_.head > most_of_a_body) return false;
    const auto declared_at = declaration(name);
    if (!declared_at) {
        if (source_.size() > most_of_a_file) return false;
        // The name may be a constant of the file: #define N 3, const int n = 3, constexpr int n = 3.
        std::size_t declared = 0, constant = 0;
        for (std::size_t k = 1; k < source_.size(); ++k) {
            if (!source_.at(k).is_name(name)) continue;
            if (source_.at(k - 1).kind == token_kind::directive && source_.at(k - 1).is("define")) {
                // The macro's body must be one word or begin with a bracket. A product with the body 3 + 1 would
                // multiply only a part.
                const bool whole =
                    source_.at(k + 1).is_mark("(") || source_.at(k + 2).kind == token_kind::end_of_directive;
                ++declared;
                constant += whole && k + 2 < source_.size();
            } else if (source_.at(k - 1).is_name() && !is_statement_word(source_.at(k - 1).text) &&
                       !source_.at(k).in_directive) {
                ++declared;
                for (std::size_t before = k - 1, steps = 0; before > 0 && steps < 5; --before, ++steps) {
                    if (!source_.at(before).is_name()) break;
                    if (source_.at(before).is("const") || source_.at(before).is("constexpr")) {
                        ++constant;
                        break;
                    }
                }
            }
        }
        if (declared != 1 || constant != 1) return false;
    }
    for (std::size_t k = from; k < body_.close; ++k) {
        const token& one = source_.at(k);
        if (!one.is_name(name) || (declared_at && k == *declared_at)) continue;
        if (may_change_at(k)) return false;
        // An unknown function f may take f(name) by reference.
        const bool alone = (source_.at(k - 1).is_mark("(") || source_.at(k - 1).is_mark(",")) &&
                           (source_.at(k + 1).is_mark(")") || source_.at(k + 1).is_mark(","));
        if (!alone) continue;
        std::size_t open = k - 1;
        for (std::size_t steps = 0; open > body_.open && steps < 200; ++steps, --open) {
            if (source_.at(open).is_mark("(")) break;
            if (source_.at(open).is_mark(")") || source_.at(open).is_mark("]") || source_.at(open).is_mark("}"))
                open = std::min(source_.opening(open), open);
        }
        if (!source_.at(open).is_mark("(") || open == 0) return false;
        const token& called = source_.at(open - 1);
        const bool known_call =
            called.is_mark(">>>") ||
            (called.is_name() &&
             (called.text.substr(0, 4) == "cuda" || called.text.substr(0, 5) == "make_" ||
              is_one_of(called.text, {"printf", "fprintf", "sprintf", "snprintf", "malloc", "calloc", "memcpy",
                                      "memset", "free", "sizeof", "if", "while", "for", "switch"})));
        if (!known_call) return false;
    }
    return true;
}

std::optional<std::vector<std::string>> values::product(token_range range) const
{
    std::vector<std::string> factors;
    bool expects_factor = true;
    for (std::size_t k = range.first; k < range.second; ++k) {
        const token& one = source_.at(k);
        if (!expects_factor) {
            if (!one.is_mark("*")) return {};
            expects_factor = true;
            continue;
        }
        expects_factor = false;
        if (one.is_name("sizeof") && k + 1 < range.second && source_.at(k + 1).is_mark("(")) {
            const std::size_t close = source_.closing(k + 1);
            if (close >= range.second) return {};
            factors.push_back(words({k, close + 1}));
            k = close;
        } else if (one.is_name() || one.kind == token_kind::number) {
            factors.emplace_back(one.text);
        } else {
            return {};
        }
    }
    if (expects_factor) return {};
    // Example: int size = width * height * sizeof(float);
    if (factors.size() == 1 && source_.at(range.first).is_name() && !source_.at(range.first).is("sizeof")) {
        const std::string_view name = source_.at(range.first).text;
        const auto declared = declaration(name);
        if (declared && *declared < range.first && follows(*declared + 1, "=") && keeps_value(name, *declared + 2)) {
            std::size_t end = *declared + 2;
            while (end < body_.close && !source_.at(end).is_mark(";") && !source_.at(end).is_mark(",")) {
                if (source_.at(end).is_mark("(")) end = source_.closing(end);
                ++end;
            }
            if (end < body_.close && end > *declared + 2 && end - *declared < 40) {
                // An initializer that is a single name is not expanded. A variable initialised with itself would
                // otherwise recurse without end.
                const token_range initializer{*declared + 2, end};
                if (initializer.second - initializer.first == 1 && source_.at(initializer.first).is_name())
                    return factors;
                if (auto deeper = product(initializer)) {
                    // Expands the variable only if the factors kept their values since the initialisation.
                    for (std::size_t k = initializer.first; k < initializer.second; ++k)
                        if (source_.at(k).is_name() && !source_.at(k).is("sizeof") &&
                            std::find(deeper->begin(), deeper->end(), source_.at(k).text) != deeper->end() &&
                            !keeps_value(source_.at(k).text, initializer.second))
                            return factors;
                    return deeper;
                }
            }
        }
    }
    return factors;
}

std::string values::words(token_range range) const
{
    std::string result;
    for (std::size_t k = range.first; k < range.second; ++k) {
        const token& one = source_.at(k);
        const bool word = one.is_name() || one.kind == token_kind::number;
        const bool word_before =
            k > range.first && (source_.at(k - 1).is_name() || source_.at(k - 1).kind == token_kind::number);
        if (word && word_before) result += ' ';
        result += one.text;
    }
    return result;
}

bool values::is_plain(token_range range) const
{
    for (std::size_t k = range.first; k < range.second; ++k) {
        const token& one = source_.at(k);
        if (one.in_directive || !source_.is_in_text(k)) return false;
        if (one.is_name("sizeof") && k + 1 < range.second && source_.at(k + 1).is_mark("(")) {
            k = source_.closing(k + 1);
            continue;
        }
        const bool called = one.is_name() && k + 1 < range.second && source_.at(k + 1).is_mark("(");
        const bool plain = one.is_name() || one.kind == token_kind::number ||
                           (one.kind == token_kind::punctuation &&
                            is_one_of(one.text, {".", "->", "[", "]", "+", "-", "*", "/", "::"}));
        if (called || !plain || follows(k, "++") || follows(k, "--")) return false;
    }
    return range.first < range.second;
}

std::optional<values::statement> values::statement_of_call(std::size_t i) const
{
    if (i + 1 >= body_.close || !source_.at(i + 1).is_mark("(")) return {};
    std::size_t first = i, last = source_.closing(i + 1);
    if (last >= body_.close) return {};
    if (source_.at(first - 1).is_mark("(") && source_.at(first - 2).is_name() && source_.at(last + 1).is_mark(")") &&
        source_.closing(first - 1) == last + 1 &&
        !is_one_of(source_.at(first - 2).text, {"if", "while", "for", "switch", "return", "sizeof", "catch"})) {
        first -= 2;
        ++last;
    }
    if (!source_.at(last + 1).is_mark(";")) return {};
    const token& before = source_.at(first - 1);
    if (!before.is_mark(";") && !before.is_mark("{") && !before.is_mark("}")) return {};
    // The semicolon after the call in for (…; call;) does not end a statement.
    const std::size_t block = source_.block_around(first);
    if (block == source_.size()) return {};
    for (std::size_t k = first - 1; k > block; --k) {
        const token& one = source_.at(k);
        if (one.is_mark("(")) return {};
        if (one.is_mark(")") || one.is_mark("]") || one.is_mark("}")) k = source_.opening(k);
        if (k == source_.size()) return {};
    }
    return statement{first, last + 1};
}

unsigned size_of_type(const program& source, token_range range)
{
    // Resolves type aliases. Each alias is declared once, so a long chain is a mistake in the program.
    for (unsigned steps = 0; range.second - range.first == 1; ++steps) {
        const auto named = source.named_type(source.at(range.first).text);
        if (!named) break;
        if (named->first == named->second || steps == 8) return 0;
        range = *named;
    }
    std::string name;
    unsigned longs = 0;
    for (std::size_t k = range.first; k < range.second; ++k) {
        const token& one = source.at(k);
        if (!one.is_name() || source.named_type(one.text)) return 0;
        if (one.is("const") || one.is("signed") || one.is("unsigned") || one.is("struct")) {
            if (one.is("unsigned") && range.second - range.first == 1) return 4;
            continue;
        }
        if (one.is("long")) ++longs;
        if (!name.empty() && !one.is("int") && !one.is("long")) return 0;
        if (name.empty() || !one.is("int")) name = std::string(one.text);
    }
    unsigned count = 1;
    if (!name.empty() && name.back() >= '1' && name.back() <= '4' && name != "int8_t") {
        count = static_cast<unsigned>(name.back() - '0');
        name.pop_back();
        if (name == "uint" || name == "int" || name == "float") return 4 * count;
        if (name == "uchar" || name == "char") return count;
        if (name == "ushort" || name == "short") return 2 * count;
        if (name == "double" || name == "longlong" || name == "ulonglong") return 8 * count;
        return 0;
    }
    if (source.defines(name)) return 0; // the program's own type or macro
    if (name == "char" || name == "uchar" || name == "uint8_t" || name == "int8_t") return 1;
    if (name == "short" || name == "ushort" || name == "uint16_t" || name == "int16_t") return 2;
    if (name == "int" || name == "uint" || name == "float" || name == "uint32_t" || name == "int32_t") return 4;
    if (name == "double" || longs == 2 || name == "uint64_t" || name == "int64_t") return 8;
    return 0;
}

} // namespace scanner
