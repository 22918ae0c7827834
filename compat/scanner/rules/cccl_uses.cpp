// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds uses of CUB, Thrust and half that stopped to compile although each of their names is still there.
#include <algorithm>
#include <unordered_set>

#include "rules.hpp"
#include "source/words.hpp"

namespace scanner {
namespace {

// Most sources have none of these words, so their tokens need no look.
bool has_text(const program& source, std::string_view word)
{
    return source.text().find(word) != std::string_view::npos;
}

// The same in the code alone.
bool has_name(const program& source, std::string_view name)
{
    return has_text(source, name) &&
           std::any_of(source.list().begin(), source.list().end(), [&](const token& one) { return one.is_name(name); });
}

bool is_scope(const program& source, std::size_t i, std::string_view scope)
{
    return source.at(i).is_name(scope) && source.at(i + 1).is_mark("::");
}

// cub::DeviceReduce::Sum(…, stream, false): the last argument was debug_synchronous.
void find_debug_synchronous(const search& where)
{
    const program& source = where.source;
    if (!has_text(source, "cub::Device")) return;
    for (std::size_t i = 0; i + 5 < source.size(); ++i) {
        if (!is_scope(source, i, "cub") || source.at(i + 2).text.substr(0, 6) != "Device") continue;
        const std::size_t call = i + 4;
        if (!source.at(i + 3).is_mark("::") || !source.at(call).is_name()) continue;
        std::size_t open = call + 1;
        if (source.at(open).is_mark("<")) open = source.closing_angle(open) + 1;
        if (!source.at(open).is_mark("(")) continue;
        const auto arguments = source.arguments(open);
        if (arguments.empty() || arguments.back().first + 1 != arguments.back().second) continue;
        if (!is_one_of(source.at(arguments.back().first).text, {"true", "false", "debug_synchronous"})) continue;
        finding* found = where.add(source.at(call), "cub-debug-synchronous", source.at(call).text, 13000, 13000);
        if (!found) continue;
        found->message = "the argument debug_synchronous of CUB's device-wide functions is gone";
        found->replacement = "the call without it; -DCUB_DEBUG_SYNC waits after each kernel";
        found->note = "cccl_3.md";
        found->effort = effort_of_change::low;
    }
}

// The variables and parameters whose type is thrust::tuple<…>, by name or by an alias.
std::unordered_set<std::string_view> tuples_of(const program& source)
{
    std::unordered_set<std::string_view> aliases, result;
    for (std::size_t i = 0; i + 2 < source.size(); ++i) {
        const bool is_tuple =
            is_scope(source, i, "thrust") && source.at(i + 2).is_name("tuple") && source.at(i + 3).is_mark("<");
        if (!is_tuple && (!source.at(i).is_name() || !aliases.count(source.at(i).text))) continue;
        std::size_t behind = is_tuple ? source.closing_angle(i + 3) + 1 : i + 1;
        if (is_tuple && i >= 3 && source.at(i - 1).is_mark("=") && source.at(i - 3).is_name("using"))
            aliases.insert(source.at(i - 2).text);
        while (source.at(behind).is_name("const") || source.at(behind).is_mark("&") || source.at(behind).is_mark("&&"))
            ++behind;
        if (!source.at(behind).is_name()) continue;
        if (is_tuple && i >= 1 && source.at(i - 1).is_name("typedef"))
            aliases.insert(source.at(behind).text);
        else
            result.insert(source.at(behind).text);
    }
    return result;
}

// t.get<0>() of a thrust::tuple
void find_tuple_members(const search& where)
{
    const program& source = where.source;
    if (!has_text(source, "thrust") || !has_text(source, "get")) return;
    const std::unordered_set<std::string_view> tuples = tuples_of(source);
    for (std::size_t i = 0; !tuples.empty() && i + 5 < source.size(); ++i) {
        if (!source.at(i).is_name() || !tuples.count(source.at(i).text) || !source.at(i + 1).is_mark(".")) continue;
        const std::size_t get = source.at(i + 2).is_name("template") ? i + 3 : i + 2;
        if (!source.at(get).is_name("get") || !source.at(get + 1).is_mark("<")) continue;
        finding* found = where.add(source.at(get), "tuple-member", source.at(get).text, 13000, 13000);
        if (!found) continue;
        found->message = "thrust::tuple has no member get since CUDA 13.0";
        found->replacement = "thrust::get<…>(" + std::string(source.at(i).text) + ")";
        found->note = "cccl_3.md";
        found->effort = effort_of_change::low;
    }
}

bool is_half(std::string_view type)
{
    return is_one_of(type, {"half", "__half", "half2", "__half2", "__nv_bfloat16", "__nv_bfloat162"});
}

// Tests for a parameter such as const __half& a.
bool takes_half(const program& source, std::pair<std::size_t, std::size_t> parameter)
{
    std::size_t k = parameter.first;
    while (source.at(k).is_name("const"))
        ++k;
    if (!is_half(source.at(k).text)) return false;
    while (++k < parameter.second)
        if (!source.at(k).is_name() && !source.at(k).is_mark("&")) return false;
    return true;
}

// Tests whether the function of this operator is for the device alone. Its head begins behind ; } or {.
bool is_for_device_alone(const program& source, std::size_t i)
{
    bool device = false, host = false;
    for (; i > 0 && !source.at(i - 1).is_mark(";") && !source.at(i - 1).is_mark("}") && !source.at(i - 1).is_mark("{");
         --i) {
        device = device || source.at(i - 1).is_name("__device__");
        host = host || source.at(i - 1).is_name("__host__");
    }
    return device && !host;
}

// __host__ half operator+(half a, half b) { … }
void find_half_operators(const search& where)
{
    const program& source = where.source;
    if (!has_text(source, "operator") || has_name(source, "__CUDA_NO_HALF_OPERATORS__") || source.defines("half"))
        return;
    const auto is_of_cuda = [&](std::size_t i) { return source.at(i).text == "cuda_fp16.h"; };
    if (!has_text(source, "__half") && std::none_of(source.headers().begin(), source.headers().end(), is_of_cuda))
        return;
    for (std::size_t i = 0; i + 3 < source.size(); ++i) {
        if (!source.at(i).is_name("operator") || source.at(i + 1).is_mark("(")) continue;
        std::size_t open = i + 1;
        while (open < i + 4 && !source.at(open).is_mark("("))
            ++open;
        if (!source.at(open).is_mark("(")) continue;
        const auto parameters = source.arguments(open);
        const auto is_of_half = [&](const auto& one) { return takes_half(source, one); };
        if (parameters.empty() || !std::all_of(parameters.begin(), parameters.end(), is_of_half)) continue;
        if (is_for_device_alone(source, i)) continue;
        finding* found = where.add(source.at(i), "half-operator", source.at(i).text, 12020, 12020);
        if (!found) continue;
        found->message =
            "an operator of half for the host: the toolkit has its own since CUDA 12.2, and a use is ambiguous";
        found->replacement = "the toolkit's operator, or -D__CUDA_NO_HALF_OPERATORS__";
        found->note = "from-cuda-n.md";
        found->effort = effort_of_change::low;
    }
}

} // namespace

void find_cccl_uses(const search& where)
{
    find_debug_synchronous(where);
    find_tuple_members(where);
    find_half_operators(where);
}

} // namespace scanner
