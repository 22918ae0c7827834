// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds kernel templates that one source launches and another source instantiates. Since CUDA 13 the stub of a kernel
// template is local to its source, so the linker does not find it.
#include <unordered_set>

#include "rules.hpp"

namespace scanner {

namespace {

// Gives the last token of the declaration that begins at i: its ; or {.
std::size_t end_of_declaration(const program& source, std::size_t i)
{
    while (i < source.size() && !source.at(i).is_mark(";") && !source.at(i).is_mark("{"))
        i = source.at(i).is_mark("(") ? source.closing(i) + 1 : i + 1;
    return i;
}

// Gives the token after the > of the template parameters whose < is at i.
std::size_t behind_parameters(const program& source, std::size_t i)
{
    int open = 0;
    do {
        const token& one = source.at(i);
        open += one.is_mark("<") ? 1 : one.is_mark(">>") ? -2 : one.is_mark(">") ? -1 : 0;
        i = one.is_mark("(") ? source.closing(i) + 1 : i + 1; // the > in (n > 1) closes no list
    } while (open > 0 && i < source.size());
    return i;
}

// Gives the kernel that a declaration names: the name before its template arguments or its parameters.
std::size_t kernel_in(const program& source, std::size_t begin, std::size_t end)
{
    std::size_t name = end;
    for (std::size_t i = begin; i < end; ++i) {
        const token& one = source.at(i);
        // Skips __launch_bounds__(128) and __attribute__((…)), which come before the name.
        if (one.is_name() && one.text.substr(0, 2) == "__" && source.at(i + 1).is_mark("(")) {
            i = source.closing(i + 1);
            continue;
        }
        if (one.is_name() && (source.at(i + 1).is_mark("<") || source.at(i + 1).is_mark("("))) name = i;
        if (one.is_mark("<") || one.is_mark("(")) break;
    }
    return name;
}

// Tests whether a function of the file launches the kernel, or names it in another way.
bool uses(const program& source, std::string_view kernel)
{
    for (const function& one : source.functions())
        for (std::size_t i = one.open; i < one.close; ++i)
            if (source.at(i).is_name(kernel)) return true;
    return false;
}

// Tests whether a header may define the kernel: a header of the program, included in a file with device code.
bool includes_device_code(const program& source)
{
    for (const std::size_t i : source.headers()) {
        const std::string_view name = source.at(i).text, end = name.substr(name.rfind('.') + 1);
        if (source.at(i).quoted && end != "h") return true;
    }
    return false;
}

// Gives the kernels that the file defines.
std::unordered_set<std::string_view> defined_kernels(const program& source)
{
    std::unordered_set<std::string_view> result;
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (!source.at(i).is_name("__global__")) continue;
        const std::size_t end = end_of_declaration(source, i);
        const std::size_t kernel = source.at(end).is_mark("{") ? kernel_in(source, i, end) : end;
        if (kernel != end) result.insert(source.at(kernel).text);
    }
    return result;
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
    const std::unordered_set<std::string_view> defined = defined_kernels(source);
    std::unordered_set<std::string_view> told;
    for (std::size_t i = 0; i + 1 < source.size(); ++i) {
        if (!source.at(i).is_name("template") || source.at(i).in_directive) continue;
        // extern template __global__ …, or template <…> __global__ … without a body.
        const bool is_extern = i > 0 && source.at(i - 1).is_name("extern");
        std::size_t begin = i + 1;
        if (source.at(begin).is_mark("<")) begin = behind_parameters(source, begin);
        if (is_extern == source.at(i + 1).is_mark("<") || begin >= source.size()) continue;
        const std::size_t end = end_of_declaration(source, begin);
        bool is_kernel = false;
        for (std::size_t k = begin; k < end; ++k)
            is_kernel = is_kernel || source.at(k).is_name("__global__");
        if (!is_kernel || !source.at(end).is_mark(";")) continue;
        const std::size_t kernel = kernel_in(source, begin, end);
        if (kernel == end) continue;
        const std::string_view name = source.at(kernel).text;
        if (told.count(name)) continue;
        told.insert(name);
        if (is_extern)
            report(where, kernel, "instantiated in another source, which CUDA 13 links only with an option");
        else if (!defined.count(name) && !includes_device_code(source) && uses(source, name))
            report(where, kernel, "defined in another source, which CUDA 13 links only with an option");
        else
            told.erase(name);
        i = end;
    }
}

} // namespace scanner
