// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds mistakes of the host around launches.
#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "rules.hpp"
#include "source/launch_marks.hpp"

namespace scanner {
namespace {

// Tests for a name that asks for errors: cudaGetLastError, getLastCudaError, CUT_CHECK_ERROR, checkErrors, CUDA_CALL …
bool asks_for_errors(std::string_view name)
{
    std::string lower(name);
    for (char& c : lower)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (std::string_view part :
         {"lasterror", "lastcudaerror", "check", "cudaerror", "assert", "safe", "handle_error", "try"})
        if (lower.find(part) != lower.npos) return true;
    return false;
}

// Gives the name of the launched kernel, which is before the `<<<` and before template arguments.
std::size_t kernel_before(const program& source, std::size_t launch, std::size_t first)
{
    int open = 0;
    for (std::size_t at = launch - 1; at > first; --at) {
        const token& one = source.at(at);
        open += one.is_mark(">>") ? 2 : one.is_mark(">") ? 1 : one.is_mark("<") ? -1 : 0;
        if (open <= 0 && one.is_name()) return at;
    }
    return launch - 1;
}

} // namespace

// Reports one launch for each function. A person who adds a check there sees the other launches, too.
void find_unchecked_launches(const search& where)
{
    const program& source = where.source;
    for (const function& body : source.functions()) {
        std::size_t launch = 0;
        std::size_t looked_to = 0; // for nested calls: the arguments of the outer one come first
        bool asks = false;
        for (std::size_t i = body.open; i < body.close && !asks; ++i) {
            const token& one = source.at(i);
            if (!launch && is_launch_mark(source.list(), i) && !one.in_directive &&
                source.at(i - 1).kind != token_kind::number)
                launch = i;
            if (one.is_name() && launch && i > launch) asks = asks_for_errors(one.text);
            // A check such as CHECK((kernel<<<…>>>())) is before the launch.
            if (one.is_name() && !launch && i + 1 < body.close && source.at(i + 1).is_mark("(") &&
                asks_for_errors(one.text) && source.closing(i + 1) < body.close) {
                for (looked_to = std::max(looked_to, i); looked_to < source.closing(i + 1); ++looked_to)
                    if (is_launch_mark(source.list(), looked_to)) asks = true;
            }
        }
        if (!launch || asks) continue;
        const token& kernel = source.at(kernel_before(source, launch, body.open));
        finding* one = where.advise(kernel, "unchecked-launch", kernel.text);
        if (!one) return;
        one->message = "no error of this launch is asked for in the function";
        one->replacement = "cudaGetLastError() behind the launch";
        one->note = "thread_management.md";
        one->effort = effort_of_change::low;
    }
}

void find_host_sums(const search& where)
{
    const program& source = where.source;
    for (const function& body : source.functions()) {
        if (body.device) continue;
        std::unordered_set<std::string_view> copied;
        for (std::size_t i = body.open; i < body.close; ++i) {
            const token& one = source.at(i);
            if (one.is_name("cudaMemcpy") && source.at(i + 1).is_mark("(")) {
                const auto arguments = source.arguments(i + 1);
                if (arguments.size() < 4 || !source.at(arguments[3].first).is_name("cudaMemcpyDeviceToHost")) continue;
                for (std::size_t k = arguments[0].first; k < arguments[0].second; ++k)
                    if (source.at(k).is_name()) copied.insert(source.at(k).text);
            }
            // Recognises sum += partial[i].
            const bool adds = one.is_mark("+") && i > 0 && i + 3 < body.close && source.at(i - 1).is_name() &&
                              source.at(i + 1).is_mark("=") && source.at(i + 1).column == one.column + 1;
            if (!adds || !source.at(i + 2).is_name() || !source.at(i + 3).is_mark("[") ||
                !copied.count(source.at(i + 2).text))
                continue;
            finding* found = where.advise(source.at(i + 2), "host-sum", source.at(i + 2).text);
            if (!found) return;
            found->message = "the CPU adds up what the device computed";
            found->replacement = "cub::DeviceReduce, or one more step on the device";
            found->note = "host_sums.md";
            found->pair = "reduction/sum_of_squares_blocks";
            found->effort = effort_of_change::medium;
        }
    }
}

} // namespace scanner
