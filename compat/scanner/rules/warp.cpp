// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds code that relies on the lanes of a warp being in lock-step. This no longer holds since Volta (CUDA 9).
#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "rules.hpp"
#include "source/lexer.hpp"

namespace scanner {
namespace {

constexpr version volta = 9000;
constexpr version without_older = 13000; // the first version that compiles for no older device

void describe(finding* one)
{
    one->note = "warp_functions.md";
    one->effort = effort_of_change::medium;
}

// Gives an instruction such as shfl.up.b32, but not shfl.sync.up.b32, or an empty text.
std::string_view instruction_without_sync(std::string_view text)
{
    for (std::string_view word : {"shfl.", "vote."}) {
        for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
            const bool begins = at == 0 ||
                                !(std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '_') ||
                                (at > 1 && text[at - 2] == '\\');
            std::size_t end = at;
            while (end < text.size() && end - at < 64 &&
                   (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '.'))
                ++end;
            const std::string_view instruction = text.substr(at, end - at);
            if (begins && instruction.size() > word.size() && instruction.find(".sync") == text.npos)
                return instruction;
        }
    }
    return {};
}

// Recognises a sum over the array `name`, from i on: a[i] += a[i + 16]; or a[i] = a[i] + a[i + 16]; Gives the end of
// the statement, or 0.
std::size_t sum_statement(const program& source, std::size_t i, std::string_view name)
{
    if (i + 4 >= source.size() || !source.at(i).is_name(name) || !source.at(i + 1).is_mark("[")) return 0;
    std::size_t at = source.closing(i + 1) + 1;
    bool assigns = false, other = false;
    constexpr std::size_t most_of_a_sum = 200;
    const std::size_t limit = at + most_of_a_sum;
    for (; at < source.size() && at < limit && !source.at(at).is_mark(";"); ++at) {
        const token& one = source.at(at);
        if (one.is_mark("{") || one.is_mark("}") || one.kind == token_kind::directive) return 0;
        if (one.is_mark("=")) assigns = true;
        if (one.is_name(name) && source.at(at + 1).is_mark("[")) {
            const std::size_t end = std::min(source.closing(at + 1), limit);
            for (std::size_t k = at + 2; k < end; ++k)
                if (source.at(k).is_mark("+") || source.at(k).is_mark("^")) other = true;
        }
    }
    return assigns && other && at < source.size() && source.at(at).is_mark(";") ? at + 1 : 0;
}

// Passes __syncwarp(…); and gives the token behind it, or `at` if there is none.
std::size_t behind_warp_barrier(const program& source, std::size_t at)
{
    if (!source.at(at).is_name("__syncwarp") || !source.at(at + 1).is_mark("(")) return at;
    const std::size_t end = source.closing(at + 1) + 1;
    return source.at(end).is_mark(";") ? end + 1 : at;
}

// Tests whether the next statement after a sum that ends before `at` is a sum over the same array. It may be in braces,
// or behind a condition such as if (n >= 32).
bool next_is_a_sum(const program& source, std::size_t at, std::size_t end, std::string_view array)
{
    while (at < end && (source.at(at).is_mark("}") || source.at(at).is_mark("{")))
        ++at;
    if (at + 1 < end && source.at(at).is_name("if")) {
        ++at;
        if (source.at(at).is_name("constexpr")) ++at;
        if (at < end && source.at(at).is_mark("(")) at = source.closing(at) + 1;
    }
    while (at < end && source.at(at).is_mark("{"))
        ++at;
    return at < end && sum_statement(source, at, array);
}

} // namespace

void find_inline_assembly(const search& where)
{
    const program& source = where.source;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const token& one = source.at(i);
        if (!one.is_name("asm") && !one.is_name("__asm__") && !one.is_name("__asm")) continue;
        for (std::size_t k = i + 1; k < source.size() && k < i + 200 && !source.at(k).is_mark(";"); ++k) {
            if (source.at(k).kind != token_kind::string) continue;
            const std::string_view found = instruction_without_sync(characters_of(source.at(k).text));
            if (found.empty()) continue;
            if (finding* finding = where.add(source.at(k), "inline-assembly", found, volta, without_older)) {
                describe(finding);
                finding->message = "this instruction has no mask of lanes, and no GPU that CUDA 13 compiles for has it";
                finding->replacement = "the instruction with .sync and a mask";
            }
            break;
        }
    }
}

void find_volatile_sums(const search& where)
{
    const program& source = where.source;
    for (const function& body : source.functions()) {
        if (!body.device) continue;
        std::unordered_set<std::string_view> arrays; // declared volatile, and not reported yet
        for (std::size_t i = body.head; i < body.close; ++i) {
            const token& word = source.at(i);
            if (word.is_name("volatile")) {
                // The last name before the end of the declaration is the declared variable.
                std::size_t end = i + 1, name = 0;
                for (; end < body.close && end < i + 12; ++end) {
                    const token& one = source.at(end);
                    if (one.is_name()) name = end;
                    if (one.kind == token_kind::punctuation && !one.is("*") && !one.is("::")) break;
                }
                if (name) arrays.insert(source.at(name).text);
                i = end - 1;
                continue;
            }
            if (i < body.open || arrays.empty() || !word.is_name() || !arrays.count(word.text)) continue;
            const std::size_t next = sum_statement(source, i, word.text);
            if (!next) continue;
            // A condition behind the barrier may leave only lanes that read what no other of them stores.
            const std::size_t behind = behind_warp_barrier(source, next);
            if (behind != next ? !sum_statement(source, behind, word.text)
                               : !next_is_a_sum(source, next, body.close, word.text))
                continue;
            arrays.erase(word.text);
            if (finding* one = where.add(word, "volatile-sums", word.text, volta, 0)) {
                describe(one);
                one->level = severity::warning;
                one->message = behind == next
                                   ? "steps of a sum without __syncwarp between them: lanes are not in step since Volta"
                                   : "one __syncwarp a step is not enough: a lane reads what another may have added to";
                one->replacement = "load into a variable, __syncwarp(), store, __syncwarp(); or __shfl_down_sync";
                one->note = "warp_functions.md";
            }
        }
    }
}

} // namespace scanner
