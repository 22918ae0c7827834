// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// f16, bf16, their pairs and eight-bit floats: the rows of isa/half.def, and functions of the C library, which only the
// interpreter has.
#include "isa/lane/half.h"

#include "execute/lane_handler.h"
#include "isa/rows.h"

#include <cmath>

namespace cuda_emulator {

namespace {

// ex2 flushes subnormal numbers for bf16 only.
template <class F, lane::mode M>
u16 power_of_2(u16 a)
{
    return lane::small_result<F, M>(std::exp2(lane::value_of<F, M>(a)));
}
template <class F, lane::mode M>
u16 hyperbolic_tangent(u16 a)
{
    return lane::small_result<F, M>(std::tanh(lane::value_of<F, M>(a)));
}

template <u16 (*Function)(u16)>
void add_approximate(form_table& t, const char* name)
{
    add_interpreted<Function>(t, {name}, "e:e");
    add_interpreted<&lane::pairs_of_1<Function>>(t, {name, "x2"}, "r:r");
}

} // namespace

void add_half_forms(form_table& t)
{
#include "isa/half.def"
    using lane::mode;
    add_approximate<power_of_2<lane::f16_format, mode::none>>(t, "ex2.approx.f16");
    add_approximate<power_of_2<lane::bf16_format, mode::ftz>>(t, "ex2.approx.ftz.bf16");
    add_approximate<hyperbolic_tangent<lane::f16_format, mode::none>>(t, "tanh.approx.f16");
    add_approximate<hyperbolic_tangent<lane::bf16_format, mode::none>>(t, "tanh.approx.bf16");
}

} // namespace cuda_emulator
