// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel_parameters.h"

#include "machine/kernel_name.h"

#include <cctype>
#include <dlfcn.h>
#include <initializer_list>
#include <iterator>

namespace cuda_recorder {

namespace {

struct named_type {
    const char* name; // in C++, without the number of a vector's components
    const char* ptx;
};
constexpr named_type types[] = {
    {"float", "f32"},        {"double", "f64"},
    {"__half", "f16"},       {"__nv_bfloat16", "bf16"},
    {"half", "f16"},         {"int", "s32"},
    {"unsigned int", "u32"}, {"uint", "u32"},
    {"short", "s16"},        {"unsigned short", "u16"},
    {"ushort", "u16"},       {"signed char", "s8"},
    {"char", "s8"},          {"unsigned char", "u8"},
    {"uchar", "u8"},         {"bool", "u8"},
    {"long", "s64"},         {"unsigned long", "u64"},
    {"long long", "s64"},    {"unsigned long long", "u64"},
    {"longlong", "s64"},     {"ulonglong", "u64"},
    {"ulong", "u64"},
};

void remove_all(std::string& text, const std::string& what)
{
    for (std::size_t at; (at = text.find(what)) != std::string::npos;)
        text.erase(at, what.size());
}

// "float2 const*" -> "f32"; what is no pointer to numbers -> "".
std::string pointed_type(std::string text)
{
    for (const char* word : {" const", " volatile", " __restrict__", " __restrict", " restrict"})
        remove_all(text, word);
    if (text.empty() || (text.back() != '*' && text.back() != '&')) return {};
    text.pop_back();
    const bool is_vector = text.size() > 1 && text.back() >= '1' && text.back() <= '4' &&
                           !std::isdigit(static_cast<unsigned char>(text[text.size() - 2]));
    std::string scalar = is_vector ? text.substr(0, text.size() - 1) : text;
    for (const named_type& t : types)
        if (text == t.name || (is_vector && scalar == t.name)) return t.ptx;
    return {};
}

using get_parameter = int(cudaKernel_t, std::size_t, std::size_t*, std::size_t*);

// The driver's call: one of the runtime that fails would leave its error for cudaGetLastError.
get_parameter* driver_call()
{
    static auto* const call = [] {
        void* const driver = dlopen("libcuda.so.1", RTLD_LAZY);
        return reinterpret_cast<get_parameter*>(driver ? dlsym(driver, "cuKernelGetParamInfo") : nullptr);
    }();
    return call;
}

} // namespace

std::vector<std::string> pointed_types(const std::string& name)
{
    std::vector<std::string> out;
    // The list of arguments is the last pair of brackets.
    if (name.empty() || name.back() != ')') return out;
    int depth = 0;
    std::size_t begin = name.size();
    while (begin-- > 0) {
        depth += name[begin] == ')';
        depth -= name[begin] == '(';
        if (depth == 0) break;
    }
    if (begin == std::string::npos) return out;
    std::string one;
    for (std::size_t k = begin + 1; k < name.size(); ++k) {
        const char c = name[k];
        const bool ends = depth == 0 && (c == ',' || c == ')');
        if (ends) {
            out.push_back(pointed_type(one));
            one.clear();
            if (c == ',' && k + 1 < name.size() && name[k + 1] == ' ') ++k;
            if (c == ')') break;
            continue;
        }
        depth += c == '(' || c == '<' || c == '[';
        depth -= c == ')' || c == '>' || c == ']';
        one += c;
    }
    return out;
}

std::size_t element_bytes(const std::string& type)
{
    if (type.size() < 2) return 4;
    const std::string digits = type.substr(type.find_first_of("0123456789"));
    return static_cast<std::size_t>(std::stoi(digits)) / 8;
}

std::vector<kernel_parameter> parameters_of(cudaKernel_t kernel, const std::string& mangled)
{
    std::vector<kernel_parameter> out;
    get_parameter* const get = driver_call();
    if (!get || !kernel) return out;
    const std::vector<std::string> types = pointed_types(cuda_emulator::demangled(mangled));
    for (std::size_t offset = 0, bytes = 0; get(kernel, out.size(), &offset, &bytes) == 0;) {
        out.push_back({bytes, {}});
        if (out.size() <= types.size()) out.back().type = types[out.size() - 1];
    }
    return out;
}

} // namespace cuda_recorder
