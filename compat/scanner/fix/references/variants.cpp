// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "variants.hpp"

#include <algorithm>
#include <cstdlib>

namespace scanner {
namespace {

constexpr std::size_t most_combinations = 16; // each of them is a parse

// The branches of one #if, up to the one that contains a place: the tokens of the directives' words.
using branches = std::vector<std::size_t>;

std::vector<branches> conditions_around(const own_file& file, std::size_t offset)
{
    std::vector<branches> result;
    for (std::size_t i = 0; i < file.size(); ++i) {
        const token& one = file.at(i);
        if (one.kind != token_kind::directive || file.offsets[i] < 0) continue;
        if (file.begin(i) >= offset) break;
        if (one.is("if") || one.is("ifdef") || one.is("ifndef"))
            result.push_back({i});
        else if ((one.is("elif") || one.is("else")) && !result.empty())
            result.back().push_back(i);
        else if (one.is("endif") && !result.empty())
            result.pop_back();
    }
    return result;
}

// Returns the first token behind the directive.
std::size_t end_of(const own_file& file, std::size_t directive)
{
    std::size_t i = directive + 1;
    while (i < file.size() && file.at(i).in_directive && file.at(i).kind != token_kind::end_of_directive)
        ++i;
    return i;
}

bool is_number(const token& one)
{
    return one.kind == token_kind::number && one.text.find_first_not_of("0123456789") == one.text.npos &&
           one.text.size() < 9;
}

// Returns the value of a condition that is one number, or nothing.
std::optional<bool> number_of(const own_file& file, std::size_t directive)
{
    const token& word = file.at(directive);
    if (!word.is("if") && !word.is("elif")) return {};
    if (end_of(file, directive) != directive + 2 || !is_number(file.at(directive + 1))) return {};
    return std::atoi(std::string(file.at(directive + 1).text).c_str()) != 0;
}

// Macros of compilers, systems and toolkits. A parse with another state of them has other headers, too.
bool is_of_platform(std::string_view name)
{
    if (name == "__CUDA_ARCH__") return false;
    if (name.substr(0, 2) == "__" || name.substr(0, 2) == "_W" || name.substr(0, 2) == "_M") return true;
    for (const std::string_view one : {"CUDA_VERSION", "CUDART_VERSION", "_OPENMP", "linux", "unix"})
        if (name == one) return true;
    return false;
}

} // namespace

bool is_never_compiled(const own_file& file, std::size_t offset)
{
    for (const branches& all : conditions_around(file, offset)) {
        if (number_of(file, all.back()) == false) return true;
        for (std::size_t i = 0; i + 1 < all.size(); ++i)
            if (number_of(file, all[i]) == true) return true;
    }
    return false;
}

bool variants::add(const place& skipped)
{
    const own_file& file = tree_.file_of(skipped);
    std::size_t first = own_file::none; // where the skipped branch begins
    for (const auto& [begin, end] : file.skipped)
        if (skipped.offset >= begin && skipped.offset < end && (first == own_file::none || begin > first))
            first = begin;
    if (first == own_file::none) return true;
    const unsigned line = file.line_and_column(first).first;
    bool found = false;
    for (const branches& all : conditions_around(file, skipped.offset)) {
        if (file.at(all.back()).line < line) continue; // a branch that is parsed
        found = true;
        for (const std::size_t one : all)
            if (!read(file, one)) return false;
    }
    if (!found) why_ = "its #if is not understood";
    return found;
}

// Reads the names of a condition.
bool variants::read(const own_file& file, std::size_t directive)
{
    const token& word = file.at(directive);
    if (word.is("else")) return true;
    if (word.is("ifdef") || word.is("ifndef")) return note(file.at(directive + 1).text, true);
    const std::size_t end = end_of(file, directive);
    bool relation = false;
    for (std::size_t i = directive + 1; i < end; ++i)
        relation |= file.at(i).is_mark("<") || file.at(i).is_mark(">");
    std::vector<std::string> names;
    for (std::size_t i = directive + 1; i < end; ++i) {
        const token& one = file.at(i);
        if (!one.is_name() || one.is("defined")) continue;
        const bool bracket = file.at(i - 1).is_mark("(");
        if (file.at(i - 1).is_name("defined") || (bracket && file.at(i - 2).is_name("defined"))) {
            if (!note(one.text, true)) return false;
            continue;
        }
        if (file.at(i + 1).is_mark("(")) {
            why_ = std::string(one.text) + " takes arguments in #if";
            return false;
        }
        if (!note(one.text, false)) return false;
        names.emplace_back(one.text);
    }
    for (macro& one : macros_) {
        if (std::find(names.begin(), names.end(), one.name) == names.end()) continue;
        for (std::size_t i = directive + 1; i < end; ++i) {
            if (!is_number(file.at(i))) continue;
            const long value = std::atol(std::string(file.at(i).text).c_str());
            for (const long each : {value, value + 1, value - 1})
                if (each == value || (relation && each >= 0)) one.values.insert(std::to_string(each));
        }
    }
    return true;
}

bool variants::note(std::string_view name, bool tested)
{
    if (is_of_platform(name)) {
        why_ = std::string(name) + " is a macro of the compiler or the toolkit";
        return false;
    }
    auto found = std::find_if(macros_.begin(), macros_.end(), [&](const macro& one) { return one.name == name; });
    if (found == macros_.end()) {
        macro added;
        added.name = name;
        if (!find_definitions(added)) return false;
        found = macros_.insert(macros_.end(), added);
    }
    found->tested |= tested;
    if (!tested) found->values.insert({"0", "1"});
    return true;
}

// A parse can replace a single definition. The definition may give a value that the command line overrides.
bool variants::find_definitions(macro& one)
{
    for (std::size_t number = 0; number < tree_.files().size(); ++number) {
        const own_file& file = *tree_.files()[number];
        for (std::size_t i = 0; i + 1 < file.size(); ++i) {
            const token& word = file.at(i);
            if (word.kind != token_kind::directive || !file.at(i + 1).is_name(one.name) || file.offsets[i] < 0)
                continue;
            if (word.is("undef")) {
                why_ = one.name + " is undefined by #undef";
                return false;
            }
            if (!word.is("define")) continue;
            one.definitions.push_back({static_cast<int>(number), file.begin(i)});
            const auto around = conditions_around(file, file.begin(i));
            if (around.empty() || around.back().size() != 1) continue;
            const std::size_t condition = around.back()[0];
            one.guarded |= file.at(condition).is("ifndef") && file.at(condition + 1).is_name(one.name);
        }
    }
    if (one.definitions.size() > 1) {
        why_ = one.name + " is defined at several places";
        return false;
    }
    return true;
}

// Returns the value on the command line.
std::optional<std::string> variants::given(const std::string& name) const
{
    std::optional<std::string> result;
    for (std::size_t i = 0; i < source_.arguments.size(); ++i) {
        std::string one = source_.arguments[i];
        if ((one == "-D" || one == "-U") && i + 1 < source_.arguments.size()) one += source_.arguments[++i];
        if (one == "-U" + name) result.reset();
        if (one.compare(0, 2, "-D") != 0 || one.compare(2, name.size(), name) != 0) continue;
        if (one.size() == name.size() + 2) result = "1";
        if (one.size() > name.size() + 2 && one[name.size() + 2] == '=') result = one.substr(name.size() + 3);
    }
    return result;
}

// Returns the text of the only definition's value.
std::string variants::written_value(const macro& one) const
{
    const own_file& file = tree_.file_of(one.definitions[0]);
    const std::size_t word = file.token_at(one.definitions[0].offset), end = end_of(file, word);
    std::string result;
    for (std::size_t i = word + 2; i < end; ++i)
        result += (result.empty() ? "" : " ") + std::string(file.at(i).text);
    return result;
}

std::vector<macro_state> variants::states_of(const macro& one)
{
    std::set<std::string> values = one.values;
    if (const auto value = given(one.name)) values.insert(*value);
    if (!values.empty() && !one.definitions.empty() && !one.guarded) values.insert(written_value(one));
    // Without an #ifdef, 0 and no definition choose the same.
    const bool may_be_undefined = !one.guarded && (one.tested || one.definitions.empty());
    if (may_be_undefined && !one.tested) values.erase("0");
    if (one.tested && values.empty()) values.insert("1");
    std::vector<macro_state> result;
    if (may_be_undefined) result.push_back({one.name, std::nullopt});
    for (const std::string& value : values)
        result.push_back({one.name, value});
    return result;
}

std::vector<parsed_source> variants::sources()
{
    combinations_ = {{}};
    for (const macro& one : macros_) {
        std::vector<macro_states> more;
        for (const macro_states& begin : combinations_)
            for (const macro_state& state : states_of(one)) {
                more.push_back(begin);
                more.back().push_back(state);
            }
        combinations_ = std::move(more);
        if (combinations_.size() > most_combinations) {
            why_ = "the macros of its #if have too many combinations";
            return {};
        }
    }
    std::vector<parsed_source> result;
    for (const macro_states& one : combinations_) {
        result.push_back(source_);
        for (const macro_state& state : one)
            if (!apply(state, result.back())) return {};
    }
    return result;
}

// Sets the macro by the command line, or in the text of its definition. Places in the text stay the same.
bool variants::apply(const macro_state& state, parsed_source& result)
{
    const macro& one =
        *std::find_if(macros_.begin(), macros_.end(), [&](const macro& each) { return each.name == state.macro; });
    if (one.definitions.empty() || one.guarded) {
        result.arguments.push_back(state.value ? "-D" + one.name + "=" + *state.value : "-U" + one.name);
        return true;
    }
    const place& where = one.definitions[0];
    const own_file& file = tree_.file_of(where);
    const auto [entry, is_new] = result.texts.emplace(file.path, file.text);
    std::string& text = entry->second;
    const std::size_t word = file.token_at(where.offset), end = end_of(file, word);
    const auto blank = [&] {
        const std::size_t begin = text.rfind('#', where.offset), last = file.end(end - 1);
        for (std::size_t i = begin; i < last; ++i)
            if (text[i] != '\n' && text[i] != '\r' && text[i] != '\\') text[i] = ' ';
    };
    if (!state.value) {
        blank();
        return true;
    }
    if (one.values.empty() || *state.value == written_value(one)) return true; // without values, its existence counts
    if (file.at(word + 2).is_mark("(") && file.begin(word + 2) == file.end(word + 1)) {
        why_ = one.name + " is defined with parameters";
        return false;
    }
    const std::size_t length = file.at(word + 2).text.size();
    // The places behind the definition must not move.
    if (end != word + 3 || !is_number(file.at(word + 2)) || length < state.value->size()) {
        blank();
        result.arguments.push_back("-D" + one.name + "=" + *state.value);
        return true;
    }
    text.replace(file.begin(word + 2), length, *state.value + std::string(length - state.value->size(), ' '));
    return true;
}

std::string variants::in_words(const macro_states& one)
{
    std::string result;
    for (const macro_state& each : one)
        result += (result.empty() ? "" : ", ") + each.macro + (each.value ? "=" + *each.value : " not defined");
    return result;
}

} // namespace scanner
