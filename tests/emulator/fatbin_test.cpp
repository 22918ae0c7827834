// The fat binary reader on binaries made here.
#define BOOST_TEST_MODULE fatbin
#include <boost/test/included/unit_test.hpp>

#include "fatbin/fatbin.h"

#include <cstring>
#include <zstd.h>

using namespace cuda_emulator;

namespace {

template <class T>
void put(std::vector<unsigned char>& out, std::size_t at, T v)
{
    if (out.size() < at + sizeof v) out.resize(at + sizeof v);
    std::memcpy(&out[at], &v, sizeof v);
}

struct item {
    int kind;
    int architecture;
    std::string payload;
    std::uint64_t flags;
    std::size_t text_size;
};

std::vector<unsigned char> make(const std::vector<item>& items)
{
    std::vector<unsigned char> out(16);
    put<std::uint32_t>(out, 0, 0xBA55ED50);
    put<std::uint16_t>(out, 4, 1);
    put<std::uint16_t>(out, 6, 16);
    for (const item& i : items) {
        const std::size_t at = out.size(), padded = (i.payload.size() + 7) / 8 * 8;
        out.resize(at + 0x50 + padded);
        put<std::uint16_t>(out, at, static_cast<std::uint16_t>(i.kind));
        put<std::uint32_t>(out, at + 4, 0x50);
        put<std::uint64_t>(out, at + 8, padded);
        put<std::uint32_t>(out, at + 0x10, i.flags ? static_cast<std::uint32_t>(i.payload.size()) : 0);
        put<std::uint32_t>(out, at + 0x1c, static_cast<std::uint32_t>(i.architecture));
        put<std::uint64_t>(out, at + 0x28, i.flags);
        put<std::uint64_t>(out, at + 0x38, i.text_size);
        std::memcpy(&out[at + 0x50], i.payload.data(), i.payload.size());
    }
    put<std::uint64_t>(out, 8, out.size() - 16);
    return out;
}

} // namespace

BOOST_AUTO_TEST_CASE(highest_architecture_below_the_limit)
{
    const auto data = make({{2, 90, "a cubin", 0, 0}, {1, 75, "for 75", 0, 0}, {1, 90, "for 90", 0, 0}});
    const auto entries = fatbin::entries_of_data(data.data());
    BOOST_REQUIRE_EQUAL(entries.size(), 2u); // the cubin is none of them
    BOOST_TEST(fatbin::choose(entries, 0)->architecture == 90);
    BOOST_TEST(fatbin::choose(entries, 90)->architecture == 90);
    BOOST_TEST(fatbin::choose(entries, 89)->architecture == 75);
    BOOST_TEST(fatbin::choose(entries, 75)->architecture == 75);
    BOOST_TEST(fatbin::choose(entries, 70) == nullptr);
    BOOST_TEST(fatbin::text_of(entries[0]) == "for 75"); // without the padding
}

BOOST_AUTO_TEST_CASE(zstd)
{
    std::string text;
    for (int n = 0; n < 1000; ++n)
        text += "add.s32 %r" + std::to_string(n) + ", %r1, %r2;\n";
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    const auto data = make({{1, 90, packed, 0x8000, text.size()}});
    BOOST_TEST(fatbin::text_of(fatbin::entries_of_data(data.data())[0]) == text);
}

BOOST_AUTO_TEST_CASE(lz4)
{
    // Six literals, then a match of 9 at distance 3, then four literals.
    const std::string packed = std::string("\x65"
                                           "abcdef"
                                           "\x03\x00"
                                           "\x40",
                                           10) +
                               "ghij";
    const std::string text = "abcdefdefdefdefghij";
    const auto data = make({{1, 90, packed, 0x2000, text.size()}});
    BOOST_TEST(fatbin::text_of(fatbin::entries_of_data(data.data())[0]) == text);
    const auto cut = make({{1, 90, packed.substr(0, 9), 0x2000, text.size()}});
    BOOST_CHECK_THROW(fatbin::text_of(fatbin::entries_of_data(cut.data())[0]), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(what_is_no_fat_binary)
{
    const std::uint32_t junk[8] = {1, 2, 3};
    BOOST_CHECK_THROW(fatbin::entries_of_data(junk), std::runtime_error);
    BOOST_CHECK_THROW(fatbin::entries_of_wrapper(junk), std::runtime_error);
}
