// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel templates that one source instantiates and another launches. Since CUDA 13 the stub of a kernel template belongs
// to one source alone, so that the linker does not find it.
#include "rules.hpp"

namespace scanner {

namespace {

// The last token of the declaration that begins at i: its ; or {.
std::size_t end_of_declaration(const program& source, std::size_t i)
{
    while (i < source.size() && !source.at(i).is_mark(";") && !source.at(i).is_mark("{"))
        i = source.at(i).is_mark("(") ? source.closing(i) + 1 : i + 1;
    return i;
}

// The kernel that a declaration names: the name before its list of arguments of a template, or of parameters.
std::size_t kernel_in(const program& source, std::size_t begin, std::size_t end)
{
    std::size_t name = end;
    for (std::size_t i = begin; i < end; ++i) {
        const token& one = source.at(i);
        // __launch_bounds__(128) and __attribute__((…)) come before it.
        if (one.is_name() && one.text.substr(0, 2) == "__" && source.at(i + 1).is_mark("(")) {
            i = source.closing(i + 1);
            continue;
        }
        if (one.is_name() && (source.at(i + 1).is_mark("<") || source.at(i + 1).is_mark("("))) name = i;
        if (one.is_mark("<") || one.is_mark("(")) break;
    }
    return name;
}

// Whether the file launches the kernel, or names it elsewhere than in a declaration: then it needs no other file.
bool uses(const program& source, std::string_view kernel)
{
    for (const function& one : source.functions())
        for (std::size_t i = one.open; i < one.close; ++i)
            if (source.at(i).is_name(kernel)) return true;
    return false;
}

void report(const search& where, std::size_t kernel, const char* message)
{
    const token& name = where.source.at(kernel);
    finding* found = where.add(name, "kernel-linkage", name.text, 13000, 0);
    if (!found) return;
    found->message = message;
    found->replacement = "nvcc -static-global-template-stub=false, or -rdc=true";
    found->note = "kernel_linkage.md";
    found->compat = "here";
    found->effort = effort_of_change::low;
}

} // namespace

void find_kernel_linkage(const search& where)
{
    const program& source = where.source;
    for (std::size_t i = 0; i + 1 < source.size(); ++i) {
        if (!source.at(i).is_name("template") || source.at(i).in_directive || source.at(i + 1).is_mark("<")) continue;
        const std::size_t end = end_of_declaration(source, i);
        bool is_kernel = false;
        for (std::size_t k = i; k < end; ++k)
            is_kernel = is_kernel || source.at(k).is_name("__global__");
        if (!is_kernel || !source.at(end).is_mark(";")) continue;
        const std::size_t kernel = kernel_in(source, i + 1, end);
        if (kernel == end) continue;
        const bool elsewhere = i > 0 && source.at(i - 1).is_name("extern");
        if (elsewhere)
            report(where, kernel, "instantiated in another source, which CUDA 13 links only with an option");
        else if (!uses(source, source.at(kernel).text))
            report(where, kernel, "instantiated for another source, which CUDA 13 links only with an option");
        i = end;
    }
}

} // namespace scanner
