// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fat binary reader, on binaries that this test makes.
#include <boost/test/unit_test.hpp>

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

using bytes = std::vector<unsigned char>;

std::vector<fatbin::entry> entries_of(const bytes& data) { return fatbin::entries_of_data(data.data(), data.size()); }
std::string text_of(const bytes& data) { return fatbin::text_of(entries_of(data).at(0)); }

constexpr std::size_t first = 16, terabyte = std::size_t{1} << 40; // the first entry's position; a false size

// Makes the same data with another value at an offset.
template <class T>
bytes with(bytes data, std::size_t at, T v)
{
    put<T>(data, at, v);
    return data;
}

std::string zstd_of(const std::string& text, bool with_size = true)
{
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    ZSTD_CCtx* c = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(c, ZSTD_c_contentSizeFlag, with_size);
    packed.resize(ZSTD_compress2(c, packed.data(), packed.size(), text.data(), text.size()));
    ZSTD_freeCCtx(c);
    return packed;
}

// Six literals, then a match of 9 at distance 3, then four literals.
const std::string lz4_packed = std::string("\x65"
                                           "abcdef"
                                           "\x03\x00"
                                           "\x40",
                                           10) +
                               "ghij";
const std::string lz4_text = "abcdefdefdefdefghij";

std::string listing()
{
    std::string text;
    for (int n = 0; n < 1000; ++n)
        text += "add.s32 %r" + std::to_string(n) + ", %r1, %r2;\n";
    return text;
}

template <class Call>
std::string refusal(Call call)
{
    try {
        call();
    } catch (const std::runtime_error& x) {
        return x.what();
    }
    return "none";
}
#define CHECK_REFUSED(call, why)                                                                                       \
    do {                                                                                                               \
        const std::string said = refusal([&] { call; });                                                               \
        BOOST_TEST(said.find(why) != said.npos, #call << ": " << said);                                                \
    } while (0)

} // namespace

BOOST_AUTO_TEST_CASE(highest_architecture_below_the_limit)
{
    const auto data = make({{2, 90, "a cubin", 0, 0}, {1, 75, "for 75", 0, 0}, {1, 90, "for 90", 0, 0}});
    const auto entries = entries_of(data);
    BOOST_REQUIRE_EQUAL(entries.size(), 2u); // the cubin is none of them
    BOOST_TEST(fatbin::choose(entries, 0)->architecture == 90);
    BOOST_TEST(fatbin::choose(entries, 90)->architecture == 90);
    BOOST_TEST(fatbin::choose(entries, 89)->architecture == 75);
    BOOST_TEST(fatbin::choose(entries, 75)->architecture == 75);
    BOOST_TEST(fatbin::choose(entries, 70) == nullptr);
    BOOST_TEST(fatbin::text_of(entries[0]) == "for 75"); // without the padding
}

// nvcc 13.5 writes Tile IR of kind 0x80 beside machine code, without PTX. Tools may put PTX beside it.
BOOST_AUTO_TEST_CASE(tile_code_is_no_ptx)
{
    const auto alone = make({{0x80, 100, "tile", 0, 0}, {2, 100, "a cubin", 0, 0}});
    BOOST_TEST(fatbin::has_tile_code(entries_of(alone)));
    const auto tiles = entries_of(alone);
    BOOST_TEST(fatbin::choose(tiles, 0) == nullptr);
    const auto both = entries_of(make({{1, 75, "for 75", 0, 0}, {0x80, 100, "tile", 0, 0}}));
    BOOST_TEST(fatbin::choose(both, 0)->architecture == 75);
    BOOST_TEST(!fatbin::has_tile_code(entries_of(make({{1, 75, "for 75", 0, 0}, {2, 100, "a cubin", 0, 0}}))));
}

BOOST_AUTO_TEST_CASE(zstd)
{
    const std::string text = listing();
    for (const bool with_size : {true, false})
        BOOST_TEST(text_of(make({{1, 90, zstd_of(text, with_size), 0x8000, text.size()}})) == text);
}

BOOST_AUTO_TEST_CASE(lz4)
{
    BOOST_TEST(text_of(make({{1, 90, lz4_packed, 0x2000, lz4_text.size()}})) == lz4_text);
    CHECK_REFUSED(text_of(make({{1, 90, lz4_packed.substr(0, 9), 0x2000, lz4_text.size()}})),
                  "shorter than its header");
    // The longest run of LZ4: almost 255 times its bytes.
    const std::string run = std::string("\x1f"
                                        "a"
                                        "\x01\x00",
                                        4) +
                            std::string(40, '\xff') + '\0';
    BOOST_TEST(text_of(make({{1, 90, run, 0x2000, 1 + 19 + 40 * 255}})) == std::string(1 + 19 + 40 * 255, 'a'));
}

BOOST_AUTO_TEST_CASE(what_is_no_fat_binary)
{
    const std::uint32_t junk[8] = {1, 2, 3};
    const struct {
        std::uint32_t magic = 0x466243b1, version = 1;
        const void* data = nullptr;
    } empty;
    CHECK_REFUSED(fatbin::entries_of_data(junk, sizeof junk), "another magic number");
    CHECK_REFUSED(fatbin::entries_of_wrapper(junk), "another magic number");
    CHECK_REFUSED(fatbin::entries_of_wrapper(&empty), "no data");
}

BOOST_AUTO_TEST_CASE(sizes_of_the_data)
{
    const bytes good = make({{1, 75, "for 75", 0, 0}, {1, 90, "for 90", 0, 0}});
    // If the data is cut anywhere, its header claims too much. Each cut has memory of its own, so AddressSanitizer
    // finds a read of one byte too many.
    for (std::size_t n = 0; n < good.size(); ++n) {
        const bytes cut(good.begin(), good.begin() + std::ptrdiff_t(n));
        BOOST_CHECK_THROW(entries_of(cut), std::runtime_error);
    }
    BOOST_TEST(entries_of(good).size() == 2u);
    CHECK_REFUSED(entries_of(with<std::uint64_t>(good, 8, terabyte)), "of entries, of which");
    CHECK_REFUSED(entries_of(with<std::uint64_t>(good, 8, ~std::uint64_t{0})), "of entries, of which");
    CHECK_REFUSED(entries_of(with<std::uint16_t>(good, 6, 0)), "cannot have 0 bytes");
    CHECK_REFUSED(entries_of(with<std::uint16_t>(good, 6, 0xffff)), "cannot have 65535 bytes");
    // Only zeros after the last entry are padding.
    bytes padded = good;
    padded.resize(good.size() + 8);
    BOOST_TEST(entries_of(with<std::uint64_t>(padded, 8, padded.size() - 16)).size() == 2u);
    padded.back() = 1;
    CHECK_REFUSED(entries_of(with<std::uint64_t>(padded, 8, padded.size() - 16)), "header is cut off");
}

BOOST_AUTO_TEST_CASE(sizes_of_an_entry)
{
    const bytes good = make({{1, 90, "for 90", 0, 0}});
    // The payload fits the rest of the data together with the header, but not the rest after the header.
    CHECK_REFUSED(entries_of(with<std::uint64_t>(good, first + 8, good.size() - first)), "reaches past the end");
    CHECK_REFUSED(entries_of(with<std::uint64_t>(good, first + 8, 9)), "reaches past the end");
    CHECK_REFUSED(entries_of(with<std::uint64_t>(good, first + 8, ~std::uint64_t{0} - 0x4f)), "reaches past the end");
    CHECK_REFUSED(entries_of(with<std::uint32_t>(good, first + 4, 0xffffffff)), "reaches past the end");
    CHECK_REFUSED(entries_of(with<std::uint32_t>(good, first + 4, 0x3f)), "too short: 63 bytes");
    CHECK_REFUSED(entries_of(with<std::uint32_t>(good, first + 4, 0)), "too short: 0 bytes");
    // An entry that is no PTX is skipped, and must be large enough to be skipped.
    const bytes cubin = make({{2, 90, "a cubin", 0, 0}, {1, 90, "for 90", 0, 0}});
    CHECK_REFUSED(entries_of(with<std::uint32_t>(cubin, first + 4, 15)), "too short: 15 bytes");
    CHECK_REFUSED(entries_of(with<std::uint64_t>(cubin, first + 8, terabyte)), "reaches past the end");
    // The packed text's own size.
    const bytes packed = make({{1, 90, lz4_packed, 0x2000, lz4_text.size()}});
    CHECK_REFUSED(entries_of(with<std::uint32_t>(packed, first + 0x10, 17)), "longer than its payload");
}

BOOST_AUTO_TEST_CASE(sizes_of_a_text)
{
    const std::string text = listing(), packed = zstd_of(text), unsized = zstd_of(text, false);
    // A terabyte is refused, whether the frame claims another size, none, or the same.
    CHECK_REFUSED(text_of(make({{1, 90, packed, 0x8000, terabyte}})), "zstd's frame holds");
    CHECK_REFUSED(text_of(make({{1, 90, unsized, 0x8000, terabyte}})), "bytes of zstd cannot hold");
    const std::string liar("\x28\xb5\x2f\xfd\xe0\x00\x00\x00\x00\x00\x01\x00\x00\x03\x00\x10"
                           "a",
                           17);
    BOOST_TEST(ZSTD_getFrameContentSize(liar.data(), liar.size()) == terabyte);
    CHECK_REFUSED(text_of(make({{1, 90, liar, 0x8000, terabyte}})), "bytes of zstd cannot hold");
    CHECK_REFUSED(text_of(make({{1, 90, lz4_packed, 0x2000, terabyte}})), "bytes of LZ4 cannot hold");
    CHECK_REFUSED(text_of(make({{1, 90, lz4_packed, 0x2000, lz4_packed.size() * 255 + 1}})),
                  "bytes of LZ4 cannot hold");
    // One more or less.
    CHECK_REFUSED(text_of(make({{1, 90, packed, 0x8000, text.size() + 1}})), "zstd's frame holds");
    CHECK_REFUSED(text_of(make({{1, 90, packed, 0x8000, text.size() - 1}})), "zstd's frame holds");
    CHECK_REFUSED(text_of(make({{1, 90, unsized, 0x8000, text.size() + 1}})), "shorter than its header");
    CHECK_REFUSED(text_of(make({{1, 90, unsized, 0x8000, text.size() - 1}})), "zstd: ");
    CHECK_REFUSED(text_of(make({{1, 90, lz4_packed, 0x2000, lz4_text.size() + 1}})), "shorter than its header");
    CHECK_REFUSED(text_of(make({{1, 90, lz4_packed, 0x2000, lz4_text.size() - 1}})), "longer than its header");
    CHECK_REFUSED(text_of(make({{1, 90, lz4_packed, 0x2000, 10}})), "longer than its header"); // within the match
    CHECK_REFUSED(text_of(make({{1, 90, packed.substr(0, packed.size() / 2), 0x8000, text.size()}})), "zstd: ");
}

// Any value of any byte is read within the data, or refused.
BOOST_AUTO_TEST_CASE(every_byte_changed)
{
    const std::string text = "one.reg two.reg one.reg two.reg one.reg";
    int read = 0, refused = 0;
    for (const bytes& good : {make({{1, 90, lz4_packed, 0x2000, lz4_text.size()}}),
                              make({{2, 90, "a cubin", 0, 0}, {1, 90, zstd_of(text), 0x8000, text.size()}})})
        for (std::size_t at = 0; at < good.size(); ++at)
            for (const int v : {0, 1, 0x3f, 0x7f, 0x80, 0xff}) {
                const bytes changed = with(good, at, static_cast<unsigned char>(v));
                try {
                    for (const auto& e : entries_of(changed))
                        fatbin::text_of(e);
                    ++read;
                } catch (const std::runtime_error&) {
                    ++refused;
                }
            }
    BOOST_TEST(read > 0);
    BOOST_TEST(refused > 0);
}

namespace {
// As in a program: wrapper and data lie in its own segments.
struct {
    std::uint32_t magic = 0xBA55ED50;
    std::uint16_t version = 1, header = 16;
    std::uint64_t size = 0;
} embedded;
struct {
    std::uint32_t magic = 0x466243b1, version = 1;
    const void* data = &embedded;
} wrapper;
} // namespace

BOOST_AUTO_TEST_CASE(data_of_a_program)
{
    BOOST_TEST(fatbin::entries_of_wrapper(&wrapper).empty());
    embedded.size = terabyte;
    CHECK_REFUSED(fatbin::entries_of_wrapper(&wrapper), "of entries, of which");
}
