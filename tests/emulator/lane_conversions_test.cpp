// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chains of the lane functions of cvt. GCC must not join them with the options of translated kernels, and at -O2.
#include <boost/test/unit_test.hpp>

#include "isa/lane/convert.h"

namespace {

using namespace cuda_emulator;

template <class F, class I, rounding R>
[[gnu::noinline]] F there_and_back(F value)
{
    return lane::integer_to_float<F, I>(lane::float_to_integer<I, F, R>(value));
}

// An integer has one zero. 1 / x shows its sign.
template <class F, class I>
void check(const char* what)
{
    BOOST_TEST((there_and_back<F, I, rounding::zero>(F(5.75))) == 5, what);
    BOOST_TEST((there_and_back<F, I, rounding::nearest>(F(5.75))) == 6, what);
    for (const F v : {F(-0.25), F(-0.0), F(0.25)}) {
        BOOST_TEST((1 / there_and_back<F, I, rounding::zero>(v)) > 0, what);
        BOOST_TEST((1 / there_and_back<F, I, rounding::nearest>(v)) > 0, what);
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(a_float_by_an_integer)
{
    check<f32, i32>("f32 by s32");
    check<f32, u32>("f32 by u32");
    check<f32, i64>("f32 by s64");
    check<f32, u64>("f32 by u64");
    check<f64, i32>("f64 by s32");
    check<f64, u32>("f64 by u32");
    check<f64, i64>("f64 by s64");
    check<f64, u64>("f64 by u64");
}
