// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directed rounding: .rz, .rm, .rp of add, sub, mul, fma, div, rcp, sqrt.
//
// The host's rounding mode is set around the loop. The registers are memory that an opaque call may change, so the
// compiler moves no arithmetic across the calls that set the mode.
#include "execute/lane_handler.h"
#include "execute/rounding_scope.h"
#include "machine/float_value.h"

namespace cuda_emulator {

namespace {

enum class operation { add, sub, mul, fma, div, rcp, sqrt };

// Not inlined, and volatile: the compiler must not compute at compile time or before the mode is set.
template <class T, operation O>
[[gnu::noinline]] void compute(volatile T* r, const volatile T* a, const volatile T* b, const volatile T* c)
{
    for (int l = 0; l < warp_size; ++l) {
        if constexpr (O == operation::add) r[l] = a[l] + b[l];
        if constexpr (O == operation::sub) r[l] = a[l] - b[l];
        if constexpr (O == operation::mul) r[l] = a[l] * b[l];
        if constexpr (O == operation::fma) r[l] = std::fma(T(a[l]), T(b[l]), T(c[l]));
        if constexpr (O == operation::div) r[l] = a[l] / b[l];
        if constexpr (O == operation::rcp) {
            volatile T one = 1;
            r[l] = one / a[l];
        }
        if constexpr (O == operation::sqrt) r[l] = std::sqrt(T(a[l]));
    }
}

// The result in double, on the correct side of every 24-bit number. Sums and roots are exact if it matters.
template <operation O>
double exact(double a, double b, double c)
{
    if (O == operation::mul) return a * b;
    if (O == operation::fma) return add_to_odd(a * b, c);
    if (O == operation::div) return a / b;
    return O == operation::rcp ? 1 / a : 1;
}

template <class T, operation O, int Mode, bool Ftz, bool Sat>
void rounded(warp& w, const instruction& i, std::uint32_t m)
{
    constexpr int sources = O == operation::fma ? 3 : O == operation::rcp || O == operation::sqrt ? 1 : 2;
    T in[3][warp_size] = {};
    T out[warp_size];
    for (int k = 0; k < sources; ++k) {
        const T* s = slot<T>(w, i.operands[1 + k]);
        for (int l = 0; l < warp_size; ++l)
            in[k][l] = Ftz ? flush(s[l]) : s[l];
    }
    {
        const rounding_scope scope(Mode);
        compute<T, O>(out, in[0], in[1], in[2]);
    }
    if constexpr (Ftz)
        for (int l = 0; l < warp_size; ++l)
            out[l] = flush_directed(out[l], exact<O>(in[0][l], in[1][l], in[2][l]));
    const T* r = out;
    for_lanes(slot<T>(w, i.operands[0]), m, [=](int l) {
        const T v = canonical(r[l]);
        return Sat ? saturate_unit(v) : v;
    });
}

template <class T, operation O, int Mode>
void add_mode(form_table& t, const std::string& name, bool saturates)
{
    const char c = letter<T>();
    std::string operands{c, ':', c};
    if (O != operation::rcp && O != operation::sqrt) operands += c;
    if (O == operation::fma) operands += c;
    const std::string type = sizeof(T) == 4 ? ".f32" : ".f64";
    t.add(name + type, rounded<T, O, Mode, false, false>, operands);
    if constexpr (sizeof(T) == 4) {
        t.add(name + ".ftz" + type, rounded<T, O, Mode, true, false>, operands);
        if (saturates) {
            t.add(name + ".sat" + type, rounded<T, O, Mode, false, true>, operands);
            t.add(name + ".ftz.sat" + type, rounded<T, O, Mode, true, true>, operands);
        }
    }
}
template <class T, operation O>
void add_modes(form_table& t, const std::string& name, bool saturates)
{
    add_mode<T, O, FE_TOWARDZERO>(t, name + ".rz", saturates);
    add_mode<T, O, FE_DOWNWARD>(t, name + ".rm", saturates);
    add_mode<T, O, FE_UPWARD>(t, name + ".rp", saturates);
}
template <class T>
void add_type(form_table& t)
{
    add_modes<T, operation::add>(t, "add", true);
    add_modes<T, operation::sub>(t, "sub", true);
    add_modes<T, operation::mul>(t, "mul", true);
    add_modes<T, operation::fma>(t, "fma", true);
    add_modes<T, operation::fma>(t, "mad", true);
    add_modes<T, operation::div>(t, "div", false);
    add_modes<T, operation::rcp>(t, "rcp", false);
    add_modes<T, operation::sqrt>(t, "sqrt", false);
}

} // namespace

void add_rounded_float_forms(form_table& t)
{
    add_type<float>(t);
    add_type<double>(t);
}

} // namespace cuda_emulator
