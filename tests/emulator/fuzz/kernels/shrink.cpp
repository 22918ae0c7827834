// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink.hpp"

namespace kernel_fuzzer {

namespace {

// Calls f with each list of statements of the program, outer ones first, until f reports a change.
template <class F>
bool each_list(std::vector<statement>& list, F& f)
{
    if (f(list)) return true;
    for (statement& s : list)
        if (each_list(s.body, f) || each_list(s.otherwise, f)) return true;
    return false;
}

// Gives a smaller program that still differs, or nothing.
bool smaller(program& p, const std::function<bool(const program&)>& differs)
{
    auto try_change = [&](auto& place, auto value) {
        auto old = std::move(place);
        place = std::move(value);
        if (differs(p)) return true;
        place = std::move(old);
        return false;
    };
    auto lists = [&](std::vector<statement>& list) {
        for (std::size_t size = list.size(); size > 0; size /= 2)
            for (std::size_t at = 0; at + size <= list.size(); at += size) {
                std::vector<statement> rest = list;
                rest.erase(rest.begin() + std::ptrdiff_t(at), rest.begin() + std::ptrdiff_t(at + size));
                if (try_change(list, std::move(rest))) return true;
            }
        for (std::size_t at = 0; at < list.size(); ++at)
            for (auto inner : {&statement::body, &statement::otherwise}) { // its body in place of a choice or a loop
                if ((list[at].*inner).empty()) continue;
                std::vector<statement> flat = list;
                const std::vector<statement> body = list[at].*inner;
                flat.erase(flat.begin() + std::ptrdiff_t(at));
                flat.insert(flat.begin() + std::ptrdiff_t(at), body.begin(), body.end());
                if (try_change(list, std::move(flat))) return true;
            }
        return false;
    };
    if (each_list(p.body, lists)) return true;
    return (p.blocks > 1 && try_change(p.blocks, 1u)) || (p.threads > 32 && try_change(p.threads, 32u));
}

} // namespace

program shrunk(program p, const std::function<bool(const program&)>& differs)
{
    while (smaller(p, differs)) {}
    return p;
}

} // namespace kernel_fuzzer
