// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The harness itself: what is wrong must be seen.
#include <boost/test/unit_test.hpp>

#include "harness.hpp"

using namespace opcode_test;

namespace {
form one(std::string name, u32 (*f)(u32, u32))
{
    suite s;
    s.add(std::move(name), [f](u32 a, u32 b) { return f(a, b); });
    return s.forms[0];
}
} // namespace

BOOST_AUTO_TEST_CASE(harness_sees_one_wrong_result)
{
    BOOST_TEST(difference(one("add.u32", [](u32 a, u32 b) { return a + b; })) == "");
    // Wrong for a single pair of operands.
    const std::string d =
        difference(one("add.u32", [](u32 a, u32 b) { return a + b + (a == 0x7f && b == 0x80000000); }));
    BOOST_TEST(d.find("operands 0x0000007f 0x80000000: result 0 is 0x8000007f, expected 0x80000080 (1 of ") !=
                   std::string::npos,
               d);
    // Wrong in random operands only.
    BOOST_TEST(difference(one("add.u32", [](u32 a, u32 b) { return a + b + ((a >> 8) % 16 == 9); })) != "");
}

BOOST_AUTO_TEST_CASE(harness_sees_failures)
{
    form f = one("add.u32", [](u32 a, u32 b) { return a + b; });
    f.text = "add.u32 %d0, %s0, %s1; st.global.b32 [%out+4], %d0;"; // beyond the result
    BOOST_TEST(difference(f) != "");
    f.text = "mov.b32 %d0, %s0;";
    BOOST_TEST(difference(f) != "");
    f.text = ""; // a bound that is exceeded, and one that is not
    f.expected = [](const u64* in, u64* out) { out[0] = u32(in[0] + in[1] + 1); };
    f.accepts = [](const u64*, int, u64 got, u64 want) { return u32(want - got) > 1; };
    BOOST_TEST(difference(f) != "");
    f.accepts = [](const u64*, int, u64 got, u64 want) { return u32(want - got) == 1; };
    BOOST_TEST(difference(f) == "");
}

BOOST_AUTO_TEST_CASE(harness_fills_whole_blocks)
{
    form f = one("add.u32", [](u32 a, u32 b) { return a + b; });
    const auto rows = operands_of(f);
    BOOST_TEST(rows.size() % 128 == 0u);
    BOOST_TEST((operands_of(f) == rows)); // the same operands every time
    f.sources[0].register_bits = 64;      // noise above the type
    std::size_t noisy = 0;
    for (const row& r : operands_of(f))
        noisy += r[0] >> 32 != 0;
    BOOST_TEST(noisy == operands_of(f).size());
}
