// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a printf() in a kernel. The expected texts of `h` are an H200's (driver 580).
#include <boost/test/unit_test.hpp>

#include "execute/device_printf.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace {

struct packed {
    std::vector<char> bytes;

    template <class T>
    void add(T value)
    {
        bytes.resize((bytes.size() + sizeof value - 1) / sizeof value * sizeof value);
        bytes.insert(bytes.end(), reinterpret_cast<const char*>(&value), reinterpret_cast<const char*>(&value + 1));
    }
};

template <class... T>
std::string text(const char* format, T... arguments)
{
    packed p;
    (p.add(arguments), ...);
    const cuda_emulator::printed_text result = cuda_emulator::format_text(format, p.bytes.data());
    BOOST_TEST(result.count == int(sizeof...(T)), format);
    return result.text;
}

std::string unknown_of(const char* format) { return cuda_emulator::format_text(format, nullptr).unknown; }

} // namespace

BOOST_AUTO_TEST_SUITE(device_printf)

BOOST_AUTO_TEST_CASE(sizes_of_integers)
{
    BOOST_TEST(text("%hd,%hu,%hx,%ho,%hi,%hX", 70000, 70000, -1, -1, -40000, -1) == "4464,4464,ffff,177777,25536,FFFF");
    BOOST_TEST(text("%hhd,%hhx", 300, -1) == "44,ff"); // as in C: a GPU knows no hh
    BOOST_TEST(text("%d %ld %lld %llu %lx", -5, std::int64_t(-5), std::int64_t(-5), ~std::uint64_t(0),
                    std::uint64_t(255)) == "-5 -5 -5 18446744073709551615 ff");
}

BOOST_AUTO_TEST_CASE(widths_and_precisions)
{
    BOOST_TEST(text("%*d|%-*d|%*d|%0*d", 6, 42, 6, 42, -6, 42, 6, 42) == "    42|42    |42    |000042");
    BOOST_TEST(text("%.*f|%.*d", 2, 3.14159, 3, 5) == "3.14|005");
    BOOST_TEST(text("%.*f|%.*d", -1, 3.14159, -2, 5) == "3.141590|5"); // a negative precision counts as none
}

BOOST_AUTO_TEST_CASE(other_conversions)
{
    BOOST_TEST(text("%5c|%-5s|%.2s|%5.1e|%G", int('a'), "xy", "abcdef", 12345.678, 1e-10) ==
               "    a|xy   |ab|1.2e+04|1E-10");
    BOOST_TEST(text("100%%%d", 5) == "100%5");
    BOOST_TEST(text("%s", static_cast<const char*>(nullptr)) == "(null)");
    BOOST_TEST(text("end %-") == "end %-");
    BOOST_TEST(text("%5%%d", 5) == "%5");
}

// An H200 prints something else for the second kind, or for what is behind it. For %n the program crashed there.
BOOST_AUTO_TEST_CASE(specifications_of_cuda)
{
    for (const char* known :
         {"%d%i%o%u%x%X%p%c%s%%%e%E%f%F%g%G%a%A", "%hd%hu%ld%lx%lld%llu%lf", "%-5d%+.3f% 05d%#x%*d%5%"})
        BOOST_TEST(unknown_of(known) == "", known);
    for (const char* unknown :
         {"%zu", "%hhd", "%td", "%jd", "%Lf", "%.*f", "%*.*f", "%q", "%ls", "%lc", "%S", "%n", "%lzu"})
        BOOST_TEST(unknown_of(("%d, " + std::string(unknown) + ", %s").c_str()) == unknown);
}

BOOST_AUTO_TEST_SUITE_END()
