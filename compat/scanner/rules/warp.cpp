// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What counts on the lanes of a warp being in step, which they are not since Volta (CUDA 9).
#include <algorithm>
#include <cctype>

#include "rules.hpp"
#include "source/lexer.hpp"

namespace scanner {
namespace {

constexpr version volta = 9000;
constexpr version without_older = 13000; // the first that compiles for nothing older

void describe(finding* one)
{
    one->note = "warp_functions.md";
    one->effort = effort_of_change::medium;
}

// shfl.up.b32 but not shfl.sync.up.b32; empty where there is none.
std::string_view instruction_without_sync(std::string_view text)
{
    for (std::string_view word : {"shfl.", "vote."}) {
        for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
            const bool begins = at == 0 ||
                                !(std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '_') ||
                                (at > 1 && text[at - 2] == '\\');
            std::size_t end = at;
            while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '.'))
                ++end;
            const std::string_view instruction = text.substr(at, end - at);
            if (begins && instruction.size() > word.size() && instruction.find(".sync") == text.npos)
                return instruction;
        }
    }
    return {};
}

// a[i] += a[i + 16]; or a[i] = a[i] + a[i + 16]; of the array `name`, from i on: the end of the statement, else 0.
std::size_t sum_statement(const program& source, std::size_t i, std::string_view name)
{
    if (i + 4 >= source.size() || !source.at(i).is_name(name) || !source.at(i + 1).is_mark("[")) return 0;
    std::size_t at = source.closing(i + 1) + 1;
    bool assigns = false, other = false;
    for (; at < source.size() && !source.at(at).is_mark(";"); ++at) {
        const token& one = source.at(at);
        if (one.is_mark("{") || one.is_mark("}") || one.kind == token_kind::directive) return 0;
        if (one.is_mark("=")) assigns = true;
        if (one.is_name(name) && source.at(at + 1).is_mark("[")) {
            const std::size_t end = source.closing(at + 1);
            for (std::size_t k = at + 2; k < end; ++k)
                if (source.at(k).is_mark("+") || source.at(k).is_mark("^")) other = true;
        }
    }
    return assigns && other && at < source.size() ? at + 1 : 0;
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
        for (std::size_t i = body.head; i < body.close; ++i) {
            if (!source.at(i).is_name("volatile")) continue;
            // The last name before the declaration's end is what it declares.
            std::size_t end = i + 1, name = 0;
            for (; end < body.close && end < i + 12; ++end) {
                const token& one = source.at(end);
                if (one.is_name()) name = end;
                if (one.kind == token_kind::punctuation && !one.is("*") && !one.is("::")) break;
            }
            if (!name) continue;
            const std::string_view array = source.at(name).text;
            for (std::size_t k = std::max(end, body.open); k < body.close; ++k) {
                const std::size_t first = sum_statement(source, k, array);
                if (!first) continue;
                // The next one stands behind it, or behind a condition of its own: if (n >= 32) …
                std::size_t next = first;
                while (next < body.close && (source.at(next).is_mark("}") || source.at(next).is_mark("{")))
                    ++next;
                if (next + 1 < body.close && source.at(next).is_name("if")) next = source.closing(next + 1) + 1;
                while (next < body.close && source.at(next).is_mark("{"))
                    ++next;
                if (next >= body.close || !sum_statement(source, next, array)) continue;
                if (finding* one = where.add(source.at(k), "volatile-sums", array, volta, 0)) {
                    describe(one);
                    one->level = severity::warning;
                    one->message = "steps of a sum without __syncwarp between them: lanes are not in step since Volta";
                    one->replacement = "__syncwarp() between the steps, or __shfl_down_sync";
                    one->note = "warp_functions.md";
                }
                break;
            }
            i = end;
        }
    }
}

} // namespace scanner
