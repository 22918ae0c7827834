// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// verify: how far apart two elements are, and how the report shows them.
#include "verify/kept.hpp"
#include "verify/values.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstring>
#include <limits>

using namespace scanner;

namespace {

template <class T>
std::optional<std::uint64_t> distance(const char* type, T a, T b)
{
    return ulp_distance(type, reinterpret_cast<const unsigned char*>(&a), reinterpret_cast<const unsigned char*>(&b),
                        sizeof(T));
}
template <class T>
std::string text(const char* type, T a)
{
    return value_text(type, reinterpret_cast<const unsigned char*>(&a), sizeof(T));
}
float bits(std::uint32_t x)
{
    float out;
    std::memcpy(&out, &x, sizeof out);
    return out;
}

} // namespace

BOOST_AUTO_TEST_SUITE(values)

BOOST_AUTO_TEST_CASE(distances)
{
    BOOST_TEST(*distance("f32", 1.0f, std::nextafter(1.0f, 2.0f)) == 1u);
    BOOST_TEST(*distance("f32", 0.0f, -0.0f) == 0u);
    BOOST_TEST(*distance("f32", bits(1), bits(0x80000001)) == 2u); // over zero: the smallest subnormals
    BOOST_TEST(*distance("f32", std::nextafter(1.0f, 0.0f), std::nextafter(1.0f, 2.0f)) == 2u);
    BOOST_TEST(*distance("f64", 1.0, std::nextafter(1.0, 2.0)) == 1u);
    BOOST_TEST(*distance("f64", -1.0, 1.0) == 2 * 0x3ff0000000000000u);
    BOOST_TEST(*distance("f16", std::uint16_t{0x3c00}, std::uint16_t{0x3c03}) == 3u);
    BOOST_TEST(*distance("f16", std::uint16_t{0x0001}, std::uint16_t{0x8001}) == 2u);
    BOOST_TEST(*distance("bf16", std::uint16_t{0x3f80}, std::uint16_t{0x3f7f}) == 1u);
}

BOOST_AUTO_TEST_CASE(no_distance)
{
    const float infinite = std::numeric_limits<float>::infinity();
    const float largest = std::numeric_limits<float>::max();
    BOOST_TEST(!distance("f32", bits(0x7fc00000), 1.0f));
    BOOST_TEST(!distance("f32", infinite, largest)); // neighbours in their bits, and no rounding error
    BOOST_TEST(!distance("f32", infinite, -infinite));
    BOOST_TEST(*distance("f32", infinite, infinite) == 0u);
    BOOST_TEST(*distance("f32", bits(0x7fc00000), bits(0xffc00001)) == 0u); // one NaN is as good as another
    BOOST_TEST(!distance("s32", 1, 2));
    BOOST_TEST(!distance("f32", std::uint16_t{1}, std::uint16_t{2})); // a part of an element
}

BOOST_AUTO_TEST_CASE(texts)
{
    BOOST_TEST(text("f32", -0.0f) == "-0");
    BOOST_TEST(text("f32", bits(0xffc00001)) == "nan (0xffc00001)");
    BOOST_TEST(text("f64", 0.1) == "0.10000000000000001");
    BOOST_TEST(text("f16", std::uint16_t{0x3e00}) == "1.5");
    BOOST_TEST(text("f16", std::uint16_t{0x7c00}) == "inf");
    BOOST_TEST(text("bf16", std::uint16_t{0xbf80}) == "-1");
    BOOST_TEST(text("s8", std::uint8_t{0xff}) == "-1");
    BOOST_TEST(text("u8", std::uint8_t{0xff}) == "255");
    BOOST_TEST(text("s64", std::int64_t{-2}) == "-2");
    BOOST_TEST(text("b16", std::uint16_t{0xab}) == "0x00ab");
}

BOOST_AUTO_TEST_CASE(sizes)
{
    for (const auto& [type, bytes] : {std::pair{"f32", 4u},
                                      {"f64", 8u},
                                      {"f16", 2u},
                                      {"bf16", 2u},
                                      {"u8", 1u},
                                      {"f16x2", 4u},
                                      {"b128", 0u},
                                      {"", 0u},
                                      {"f32,u8", 4u}})
        BOOST_TEST(bytes_of_type(type) == bytes, type);
}

// Stores of bytes and of words to one allocation: the smallest element is a byte, and the value shown is the word.
BOOST_AUTO_TEST_CASE(a_writer_knows_its_type)
{
    recorded_run run;
    run.processes.push_back({});
    run.sites[1] = {"f32", "a.cu:1"};
    recorded_launch launch;
    launch.grid = launch.block = {1, 1, 1};
    chunk_content chunk[2];
    const float value[2] = {1.5f, 1.25f};
    for (int k = 0; k < 2; ++k) {
        chunk[k].run = &run;
        chunk[k].launch = &launch;
        chunk[k].element = 1;
        chunk[k].before.assign(6, 0);
        chunk[k].after.assign(6, 0);
        std::memcpy(chunk[k].after.data(), &value[k], 4);
        chunk[k].mask.assign(6, 1);
        kept_writer w;
        w.site = 1;
        chunk[k].writers.assign(4, w);
        chunk[k].writers.resize(6);
    }
    const tolerances none;
    element_comparer compare(none);
    compare.add(chunk[0], chunk[1], 0, "f32,u8");
    const element_difference out = compare.result("f32,u8");
    BOOST_TEST(out.differing == 1u);
    BOOST_TEST(out.compared == 3u);
    BOOST_TEST(out.old_value == "1.5");
    BOOST_TEST(out.new_value == "1.25");
    BOOST_TEST(*out.ulp == 1u << 21);
    BOOST_TEST(out.new_store.source == "a.cu:1");
}

BOOST_AUTO_TEST_SUITE_END()
