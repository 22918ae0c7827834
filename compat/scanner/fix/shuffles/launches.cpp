// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launches.hpp"

#include <cstdlib>
#include <optional>
#include <unordered_set>

#include "device_names.hpp"
#include "source/lexer.hpp"

namespace scanner {
namespace {

using range = std::pair<std::size_t, std::size_t>; // first token, and the token after the last

class launch_reader {
public:
    launch_reader(const program& source, launch_shapes& result)
        : source_(source)
        , result_(result)
    {
    }

    void run()
    {
        for (std::size_t i = 0; i < source_.size(); ++i)
            if (source_.at(i).is_mark("<<<")) read_launch(i);
        find_kernels();
        read_names_in_strings();
        if (kernels_.empty()) return;
        for (std::size_t i = 0; i < source_.size(); ++i)
            if (source_.at(i).is_name() && kernels_.count(source_.at(i).text) && !is_followed(i))
                add(source_.at(i).text, i, {});
    }

private:
    // Collects the kernels that the file defines or declares.
    void find_kernels()
    {
        for (std::size_t i = 0; i < source_.size(); ++i) {
            if (!source_.at(i).is_name("__global__")) continue;
            for (std::size_t k = i + 1; k < source_.size() && k < i + 40; ++k) {
                if (source_.at(k).is_mark("{") || source_.at(k).is_mark(";")) break;
                if (!source_.at(k).is_mark("(") || !source_.at(k - 1).is_name()) continue;
                if (source_.at(k - 1).is("__launch_bounds__") || source_.at(k - 1).is("__attribute__")) {
                    k = source_.closing(k);
                    continue;
                }
                kernels_.insert(source_.at(k - 1).text);
                break;
            }
        }
    }

    // A kernel that cuModuleGetFunction(&f, module, "kernel") looks up by name is launched elsewhere. Its block shape
    // is therefore unknown.
    void read_names_in_strings()
    {
        for (std::size_t i = 0; i < source_.size(); ++i) {
            const std::string_view name = source_.at(i).text;
            if (name.substr(0, 2) != "cu" || name.find("Get") == name.npos || !source_.at(i + 1).is_mark("(")) continue;
            const std::size_t close = source_.closing(i + 1);
            for (std::size_t k = i + 2; k < close && k < i + 60; ++k)
                if (source_.at(k).kind == token_kind::string) add(characters_of(source_.at(k).text), k, {});
        }
    }

    // True for a launch, a declaration, or a call that queries or sets an attribute unrelated to the block.
    bool is_followed(std::size_t i) const
    {
        if (source_.at(i).in_directive) return false;
        std::size_t behind = i + 1;
        if (source_.at(behind).is_mark("<")) behind = source_.closing_angle(behind) + 1;
        if (source_.at(behind).is_mark("<<<")) return true;
        if (source_.at(i - 1).is_name("void")) return true;
        if (source_.at(i - 1).is_mark(")") && source_.at(source_.opening(i - 1) - 1).is_name("__launch_bounds__"))
            return true;
        std::size_t open = i;
        for (int steps = 0; open > 0 && steps < 60; ++steps) {
            const token& one = source_.at(--open);
            if (one.is_mark(")")) open = source_.opening(open);
            if (one.is_mark(";") || one.is_mark("{") || one.is_mark("}") || open >= source_.size()) return false;
            if (!one.is_mark("(")) continue;
            std::size_t called = open - 1;
            if (source_.at(called).is_mark(">")) return false;
            const std::string_view name = source_.at(called).text;
            if (name.substr(0, 13) == "cudaOccupancy" || name.substr(0, 8) == "cudaFunc") return true;
            if (source_.at(called).is_name()) return false;
        }
        return false;
    }

    void add(std::string_view kernel, std::size_t i, block_shape shape)
    {
        if (!shape.line && !shape.rows)
            shape.why = "whether a warp lies in one row of its block is not known: " + std::string(kernel) +
                        " in line " + std::to_string(source_.at(i).line) + " of " + source_.path();
        const auto [found, added] = result_.emplace(std::string(kernel), shape);
        if (!added) found->second = common_shape(found->second, shape);
    }

    void read_launch(std::size_t i)
    {
        std::size_t name = i - 1;
        for (int depth = 0, steps = 0; name > 0 && steps < 64; --name, ++steps) { // template arguments
            if (source_.at(name).is_mark(">"))
                ++depth;
            else if (source_.at(name).is_mark("<"))
                --depth;
            else if (depth == 0)
                break;
        }
        if (!source_.at(name).is_name()) return;
        std::vector<range> arguments;
        std::size_t begin = i + 1, k = begin;
        for (; k < source_.size() && k < i + 400; ++k) {
            const token& one = source_.at(k);
            if (one.is_mark(">>>")) break;
            if (one.is_mark("(") || one.is_mark("[") || one.is_mark("{")) k = source_.closing(k);
            if (one.is_mark(",")) {
                arguments.emplace_back(begin, k);
                begin = k + 1;
            }
        }
        arguments.emplace_back(begin, k);
        add(source_.at(name).text, i,
            source_.at(i).in_directive || arguments.size() < 2 ? block_shape() : shape_of(arguments[1], i));
    }

    block_shape shape_of(range block, std::size_t launch) const
    {
        if (block.first >= block.second) return {};
        const token& first = source_.at(block.first);
        const bool whole = source_.closing(block.first + 1) + 1 == block.second;
        if (first.is_name("dim3") && source_.at(block.first + 1).is_mark("(") && whole)
            return of_sizes(block.first + 1);
        if (first.is_mark("{") && source_.closing(block.first) + 1 == block.second) return of_sizes(block.first);
        if (first.is_name() && block.second == block.first + 1) {
            const std::size_t declared = declaration(first.text, launch);
            if (declared && type_is(declared, "dim3")) return of_variable(declared, launch);
        }
        block_shape result;
        result.line = is_integer(block, launch);
        if (const auto number = number_of(block)) result.rows = *number % 32 == 0;
        return result;
    }

    // Reads the shape from the bracket of dim3(32, 8) or dim3 block{256}.
    block_shape of_sizes(std::size_t open) const
    {
        const std::vector<range> sizes = source_.arguments(open);
        block_shape result;
        result.line = true;
        for (std::size_t k = 1; k < sizes.size(); ++k)
            if (number_of(sizes[k]) != 1) result.line = false;
        if (!sizes.empty())
            if (const auto width = number_of(sizes[0])) result.rows = *width % 32 == 0;
        return result;
    }

    block_shape of_variable(std::size_t name, std::size_t launch) const
    {
        const std::string_view text = source_.at(name).text;
        // Any function may write a variable of the file at any time.
        if (!source_.function_around(name) && !is_constant(name) && !source_.at(name - 2).is_name("const")) return {};
        for (std::size_t k = name + 1; k < launch; ++k)
            if (source_.at(k).is_name(text) && may_change(k)) return {};
        if (source_.at(name + 1).is_mark("(") || source_.at(name + 1).is_mark("{")) return of_sizes(name + 1);
        if (!source_.at(name + 1).is_mark("=")) return {};
        if (source_.at(name + 2).is_mark("{")) return of_sizes(name + 2);
        if (source_.at(name + 2).is_name("dim3") && source_.at(name + 3).is_mark("(")) return of_sizes(name + 3);
        std::size_t end = name + 2;
        while (end < launch && !source_.at(end).is_mark(";") && !source_.at(end).is_mark(","))
            ++end;
        block_shape result;
        if (const auto number = number_of({name + 2, end})) {
            result.line = true;
            result.rows = *number % 32 == 0;
        }
        return result;
    }

    // Tests whether token k writes to the dim3, or passes the dim3 to code that may write to it.
    bool may_change(std::size_t k) const
    {
        const token& behind = source_.at(k + 1);
        if (behind.is_mark("=") || source_.at(k - 1).is_mark("&")) return true;
        if (behind.is_mark(".")) return !source_.at(k + 3).is_mark(")") && !source_.at(k + 3).is_mark(",");
        for (std::size_t open = k; open > 0 && k - open < 40; --open) {
            if (source_.at(open).is_mark("<<<")) return false;
            if (source_.at(open).is_mark(";") || source_.at(open).is_mark("{") || source_.at(open).is_mark("}")) break;
        }
        return behind.is_mark(")") || behind.is_mark(",");
    }

    // Returns the last declaration before the place, in the same function or at file level. Returns 0 without one.
    std::size_t declaration(std::string_view name, std::size_t place) const
    {
        const function* around = source_.function_around(place);
        for (std::size_t k = place; k > 0; --k) {
            if (!source_.at(k).is_name(name) || source_.at(k).in_directive) continue;
            const function* there = source_.function_around(k);
            if (there && there != around) continue;
            const token& before = source_.at(k - 1);
            if (before.is_name() && (is_builtin_type(before.text) || before.is("const")) && !before.is("auto"))
                return k;
            if (before.is_mark(",")) // Example: int grid = 8, block = 256; dim3 a(1), b(2)
                for (std::size_t type = k - 1; type > 0 && k - type < 60; --type) {
                    if (source_.at(type).is_mark(")")) type = source_.opening(type);
                    const token& one = source_.at(type);
                    if (one.is_mark(";") || one.is_mark("{") || one.is_mark("}") || one.is_mark("(")) break;
                    if (is_builtin_type(one.text)) return k;
                }
        }
        return 0;
    }

    bool type_is(std::size_t name, std::string_view type) const
    {
        for (std::size_t k = name; k > 0 && name - k < 60; --k) {
            if (source_.at(k).is_mark(")")) k = source_.opening(k);
            const token& one = source_.at(k - 1);
            if (one.is_mark(";") || one.is_mark("{") || one.is_mark("}")) return false;
            if (one.is_name(type)) return true;
            if (is_builtin_type(one.text)) return false;
        }
        return false;
    }

    bool is_integer(range block, std::size_t launch) const
    {
        for (std::size_t k = block.first; k < block.second; ++k) {
            const token& one = source_.at(k);
            if (one.kind == token_kind::number) continue;
            if (one.kind == token_kind::punctuation && one.text.find_first_of("+-*/()") != one.text.npos) continue;
            if (!one.is_name()) return false;
            if (number_of({k, k + 1})) continue;
            const std::size_t declared = declaration(one.text, launch);
            if (!declared || type_is(declared, "dim3") || type_is(declared, "auto")) return false;
        }
        return true;
    }

    // Evaluates a number, a named constant, or a product of both.
    std::optional<long long> number_of(range words) const
    {
        if (++numbers_asked_ > 2000) return {}; // each query walks over the file
        long long result = 1;
        for (std::size_t k = words.first; k < words.second; ++k) {
            const token& one = source_.at(k);
            if ((k - words.first) % 2) {
                if (!one.is_mark("*") || k + 1 == words.second) return {};
                continue;
            }
            const token* number = &one;
            if (one.is_name()) {
                number = nullptr;
                for (std::size_t at = 1; at + 2 < source_.size(); ++at) {
                    if (!source_.at(at).is_name(one.text)) continue;
                    const bool defined =
                        source_.at(at - 1).kind == token_kind::directive && source_.at(at - 1).is("define");
                    const bool constant = source_.at(at + 1).is_mark("=") && is_constant(at);
                    const token* value = defined ? &source_.at(at + 1) : constant ? &source_.at(at + 2) : nullptr;
                    if (!value) continue;
                    const token& behind = value[1];
                    if (number || value->kind != token_kind::number ||
                        !(behind.kind == token_kind::end_of_directive || behind.is_mark(";") || behind.is_mark(",")))
                        return {};
                    number = value;
                }
            }
            if (!number || number->kind != token_kind::number) return {};
            char* end = nullptr;
            const std::string text(number->text);
            const long long value = std::strtoll(text.c_str(), &end, 0);
            if (*end && *end != 'u' && *end != 'U') return {};
            if (value < 0 || value > 65536) return {};
            result *= value;
        }
        if (words.first >= words.second || result > (1LL << 40)) return {};
        return result;
    }

    bool is_constant(std::size_t name) const
    {
        for (std::size_t k = name; k > 0 && name - k < 5; --k) {
            const token& one = source_.at(k - 1);
            if (one.is_name("const") || one.is_name("constexpr")) return true;
            if (!one.is_name()) return false;
        }
        return false;
    }

    const program& source_;
    launch_shapes& result_;
    std::unordered_set<std::string_view> kernels_;
    mutable int numbers_asked_ = 0;
};

} // namespace

block_shape common_shape(const block_shape& a, const block_shape& b)
{
    block_shape result;
    result.line = a.line && b.line;
    result.rows = a.rows && b.rows;
    if (!result.line && !result.rows)
        result.why = !a.why.empty() ? a.why : !b.why.empty() ? b.why : "its launches differ in their blocks";
    return result;
}

void read_launches(const program& source, launch_shapes& result)
{
    if (source.size() < 100000) launch_reader(source, result).run();
}

block_shape shape_without_launch(const program& source)
{
    block_shape result;
    result.line = true;
    for (std::size_t k = 0; k + 2 < source.size(); ++k) {
        const token& one = source.at(k);
        if (!one.is_name("threadIdx") && !one.is_name("blockDim")) continue;
        if (source.at(k + 1).is_mark(".") && source.at(k + 2).is("x")) continue;
        result.line = false;
        result.why = "no launch says how wide its blocks are";
        break;
    }
    return result;
}

} // namespace scanner
