// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directed rounding: .rz, .rm, .rp of add, sub, mul, fma, div, rcp, sqrt. The forms of 32 bits are lane functions.
//
// For 64 bits the host's rounding mode is set around the loop. The registers are memory that an opaque call may change,
// so the compiler moves no arithmetic across the calls that set the mode.
#include "execute/lane_handler.h"
#include "execute/rounding_scope.h"
#include "isa/lane/float.h"
#include "isa/rows.h"

#include <algorithm>
#include <cmath>

namespace cuda_emulator {

namespace {

enum class operation { add, sub, mul, fma, div, rcp, sqrt };

// Not inlined, and volatile: the compiler must not compute at compile time or before the mode is set.
template <operation O>
[[gnu::noinline]] void compute(volatile double* r, const volatile double* a, const volatile double* b,
                               const volatile double* c)
{
    for (int l = 0; l < warp_size; ++l) {
        if constexpr (O == operation::add) r[l] = a[l] + b[l];
        if constexpr (O == operation::sub) r[l] = a[l] - b[l];
        if constexpr (O == operation::mul) r[l] = a[l] * b[l];
        if constexpr (O == operation::fma) r[l] = std::fma(double(a[l]), double(b[l]), double(c[l]));
        if constexpr (O == operation::div) r[l] = a[l] / b[l];
        if constexpr (O == operation::rcp) {
            volatile double one = 1;
            r[l] = one / a[l];
        }
        if constexpr (O == operation::sqrt) r[l] = std::sqrt(double(a[l]));
    }
}

template <operation O, int Mode>
void rounded(warp& w, const instruction& i, std::uint32_t m)
{
    constexpr int sources = O == operation::fma ? 3 : O == operation::rcp || O == operation::sqrt ? 1 : 2;
    double in[3][warp_size] = {};
    double out[warp_size];
    for (int k = 0; k < sources; ++k)
        std::copy_n(slot<double>(w, i.operands[1 + k]), warp_size, in[k]);
    {
        const rounding_scope scope(Mode);
        compute<O>(out, in[0], in[1], in[2]);
    }
    const double* r = out;
    for_lanes(slot<double>(w, i.operands[0]), m, [=](int l) { return canonical(r[l]); });
}

template <operation O>
void add_modes(form_table& t, const std::string& name)
{
    std::string operands = "F:F";
    if (O != operation::rcp && O != operation::sqrt) operands += 'F';
    if (O == operation::fma) operands += 'F';
    t.add(name + ".rz.f64", rounded<O, FE_TOWARDZERO>, operands);
    t.add(name + ".rm.f64", rounded<O, FE_DOWNWARD>, operands);
    t.add(name + ".rp.f64", rounded<O, FE_UPWARD>, operands);
}

} // namespace

void add_rounded_float_forms(form_table& t)
{
#include "isa/directed.def"
    add_modes<operation::add>(t, "add");
    add_modes<operation::sub>(t, "sub");
    add_modes<operation::mul>(t, "mul");
    add_modes<operation::fma>(t, "fma");
    add_modes<operation::fma>(t, "mad");
    add_modes<operation::div>(t, "div");
    add_modes<operation::rcp>(t, "rcp");
    add_modes<operation::sqrt>(t, "sqrt");
}

} // namespace cuda_emulator
