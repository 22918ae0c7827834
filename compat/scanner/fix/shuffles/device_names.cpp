// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_names.hpp"

#include <initializer_list>
#include <unordered_set>

namespace scanner {
namespace {

using names = std::unordered_set<std::string_view>;

bool begins_with(std::string_view name, std::initializer_list<std::string_view> list)
{
    for (const std::string_view one : list)
        if (name.substr(0, one.size()) == one) return true;
    return false;
}

} // namespace

bool is_index(std::string_view name)
{
    return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
}

bool is_builtin_type(std::string_view name)
{
    static const names all = {"void",     "bool",      "char",     "short",    "int",     "long",     "signed",
                              "unsigned", "float",     "double",   "auto",     "size_t",  "ssize_t",  "ptrdiff_t",
                              "int8_t",   "uint8_t",   "int16_t",  "uint16_t", "int32_t", "uint32_t", "int64_t",
                              "uint64_t", "uintptr_t", "intptr_t", "uint",     "uchar",   "ushort",   "ulong",
                              "half",     "__half",    "longlong", "dim3",     "wchar_t", "clock_t",  "__half2",
                              "half2",    "__int64",   "ulonglong"};
    if (all.count(name)) return true;
    if (name.size() < 4 || name.back() < '1' || name.back() > '4') return false;
    static const names vectors = {"char", "uchar", "short", "ushort", "int",      "uint",
                                  "long", "ulong", "float", "double", "longlong", "ulonglong"};
    return vectors.count(name.substr(0, name.size() - 1)) != 0;
}

bool is_pure_function(std::string_view name)
{
    static const names all = {"min",
                              "max",
                              "abs",
                              "fabs",
                              "fabsf",
                              "fmin",
                              "fmax",
                              "fminf",
                              "fmaxf",
                              "sqrt",
                              "sqrtf",
                              "rsqrt",
                              "rsqrtf",
                              "floor",
                              "floorf",
                              "ceil",
                              "ceilf",
                              "log",
                              "logf",
                              "log2",
                              "log2f",
                              "exp",
                              "expf",
                              "exp2",
                              "exp2f",
                              "pow",
                              "powf",
                              "umin",
                              "umax",
                              "round",
                              "roundf",
                              "__popc",
                              "__ffs",
                              "__clz",
                              "__brev",
                              "__ffsll",
                              "__clzll",
                              "__popcll",
                              "__mul24",
                              "__umul24",
                              "__mulhi",
                              "__umulhi",
                              "__float2int_rn",
                              "__int2float_rn",
                              "__float2int_rd",
                              "__builtin_expect"};
    return all.count(name) != 0;
}

bool is_device_function(std::string_view name)
{
    static const names all = {
        "sin",    "sinf",    "cos",   "cosf",     "tan",     "tanf",   "tanh",     "tanhf",   "atan",     "atanf",
        "atan2",  "atan2f",  "asin",  "asinf",    "acos",    "acosf",  "sinh",     "cosh",    "exp10",    "exp10f",
        "log10",  "log10f",  "log1p", "log1pf",   "expm1",   "expm1f", "cbrt",     "cbrtf",   "hypot",    "hypotf",
        "erf",    "erff",    "erfc",  "erfcf",    "fma",     "fmaf",   "fmod",     "fmodf",   "rint",     "rintf",
        "trunc",  "truncf",  "ldexp", "ldexpf",   "isnan",   "isinf",  "isfinite", "signbit", "copysign", "copysignf",
        "lround", "llround", "lrint", "clock",    "clock64", "printf", "assert",   "memcpy",  "memset",   "malloc",
        "free",   "labs",    "rcbrt", "saturate", "any",     "all",    "ballot"};
    return is_pure_function(name) || all.count(name) ||
           begins_with(name, {"__", "atomic", "make_", "tex1D", "tex2D", "tex3D", "surf1D", "surf2D", "surf3D",
                              "cudaGrid", "cudaTrigger"});
}

bool is_known_constant(std::string_view name)
{
    static const names all = {"NULL", "nullptr",  "SIZE_MAX", "EOF",      "RAND_MAX",
                              "this", "INFINITY", "NAN",      "HUGE_VAL", "CHAR_BIT"};
    return all.count(name) ||
           begins_with(name, {"INT_",   "UINT_",  "LONG_",  "ULONG_",  "LLONG_",  "ULLONG_", "CHAR_", "UCHAR_",
                              "SHRT_",  "USHRT_", "FLT_",   "DBL_",    "M_",      "CUDART_", "INT8_", "INT16_",
                              "INT32_", "INT64_", "UINT8_", "UINT16_", "UINT32_", "UINT64_"});
}

bool is_shuffle(std::string_view name)
{
    static const names all = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__any", "__all", "__ballot"};
    return all.count(name) != 0;
}

} // namespace scanner
