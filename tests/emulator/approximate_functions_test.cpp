// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vectorised functions of isa/lane/approximate.h against the C library: rounded to 32 bits they are the same. They
// were for each of the 2^32 operands; here is a sample.
#include <boost/test/unit_test.hpp>

#include "isa/lane/approximate.h"

#include <cmath>

namespace {

using namespace cuda_emulator;

constexpr u32 every = 1021; // a prime

template <class Ours, class Theirs>
void compare(Ours ours, Theirs theirs)
{
    u32 different = 0, at = 0;
    const auto look = [&](u32 bits) {
        const auto operand = f64(bits_as<f32>(bits));
        const f32 one = f32(ours(operand)), other = f32(theirs(operand));
        if (bits_as<u32>(canonical(one)) == bits_as<u32>(canonical(other))) return;
        ++different;
        at = bits;
    };
    for (u64 bits = 0; bits >> 32 == 0; bits += every)
        look(u32(bits));
    // Each operand about 1, the limits of the results, and the special values.
    for (const u32 middle : {0x3f800000u, 0x3f3504f3u, 0x3fb504f3u, 0x43000000u, 0xc2fc0000u, 0xc3150000u, 0xc3160000u,
                             0x3f000000u, 0xbf000000u, 0x7f800000u, 0xff800000u, 0x00800000u, 0x7fc00000u, 0u})
        for (u32 k = 0; k < 2000; ++k)
            look(middle - 1000 + k);
    BOOST_TEST(different == 0u, different << " differ, one at " << std::hex << at);
}

} // namespace

BOOST_AUTO_TEST_CASE(power_of_2)
{
    compare([](f64 a) { return lane::power_of_2(a); }, [](f64 a) { return std::exp2(a); });
}

BOOST_AUTO_TEST_CASE(logarithm_2)
{
    compare([](f64 a) { return lane::logarithm_2(a); }, [](f64 a) { return std::log2(a); });
}
