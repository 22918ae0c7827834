// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores whose lanes lie in one place, side by side, in rows shorter than a warp, or anywhere: the emulated
// device has several ways for them, which must do the same and find the same.
#include <boost/test/unit_test.hpp>

#include "machine/fault.h"
#include "memory/device_memory.h"
#include "module_runner.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

namespace {

using cuda_emulator::device_memory;
using index_of = std::function<unsigned(unsigned)>;

struct pattern {
    const char* name;
    index_of index;
    bool apart; //!< no two lanes in one place
};
const pattern patterns[] = {
    {"side by side", [](unsigned l) { return l; }, true},
    {"one place", [](unsigned) { return 7u; }, false},
    {"rows of 16", [](unsigned l) { return l / 16 * 40 + l % 16; }, true},
    {"a place for each row of 16", [](unsigned l) { return l / 16 * 5; }, false},
    {"rows of 8", [](unsigned l) { return l / 8 * 24 + l % 8; }, true},
    {"a place for each row of 8", [](unsigned l) { return 50 - l / 8 * 9; }, false},
    {"rows of 4", [](unsigned l) { return l / 4 * 12 + l % 4; }, true},
    {"backwards", [](unsigned l) { return 31 - l; }, true},
    {"every other", [](unsigned l) { return 2 * l; }, true},
    {"here and there", [](unsigned l) { return (l * 13 + 5) % 97; }, true},
    {"side by side but the last", [](unsigned l) { return l < 31 ? l : 60; }, true},
    {"one place but the last", [](unsigned l) { return l < 31 ? 3u : 4u; }, false},
    {"of all kinds", [](unsigned l) { return l < 8    ? 90
                                             : l < 16 ? l
                                             : l < 24 ? 60 - l
                                                      : (l * 29) % 31 + 61; }, false},
    {"rows that overlap", [](unsigned l) { return l / 8 * 4 + l % 8; }, false},
};

//! Memory of the device.
template <class T>
struct array {
    explicit array(std::size_t n)
        : data(static_cast<T*>(
              device_memory::instance().allocate(n * sizeof(T), cuda_emulator::allocation_kind::device)))
        , size(n)
    {
        BOOST_REQUIRE(data);
    }
    array(const array&) = delete;
    ~array() { device_memory::instance().free(data, false); }
    T* data;
    std::size_t size;
};

// The kernel gets an index for each thread, an array and a place for results; %m has the address of its element, %o
// that of its result. `body` goes from one to the other. %skip: not for this thread.
std::string kernel(const std::string& body, unsigned bytes)
{
    return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
           ".reg .b64 %p, %i, %m, %o, %d<4>; .reg .b32 %t, %x, %r<4>; .reg .b16 %h<4>; .reg .pred %skip;\n"
           ".shared .align 16 .b8 s[4096];\n"
           "ld.param.u64 %p, [p]; mov.u32 %t, %tid.x;\n"
           "ld.global.u64 %i, [%p]; ld.global.u64 %m, [%p+8]; ld.global.u64 %o, [%p+16];\n"
           "mad.wide.u32 %i, %t, 4, %i; ld.global.u32 %x, [%i]; setp.eq.u32 %skip, %x, 0xffffffff;\n"
           "mad.wide.u32 %o, %t, " +
           std::to_string(bytes) + ", %o; mad.wide.u32 %m, %x, " + std::to_string(bytes) + ", %m;\n" + body +
           "\nret;\n}\n";
}

constexpr unsigned threads = 45; // the second warp is not whole
constexpr unsigned unused = 0xffffffffu;

std::vector<unsigned> indices(const pattern& p, unsigned step)
{
    std::vector<unsigned> all(threads);
    for (unsigned t = 0; t < threads; ++t)
        all[t] = t % step ? unused : p.index(t % 32);
    return all;
}

void run(const std::string& body, unsigned bytes, const std::vector<unsigned>& index, void* memory, void* results,
         bool checks)
{
    array<unsigned> in(index.size());
    std::copy(index.begin(), index.end(), in.data);
    array<void*> parameters(3);
    parameters.data[0] = in.data;
    parameters.data[1] = memory;
    parameters.data[2] = results;
    module_runner::run_module(kernel(body, bytes), parameters.data, 1, static_cast<unsigned>(index.size()), checks);
}

template <class F>
void each_case(F f)
{
    for (const pattern& p : patterns)
        for (const unsigned step : {1u, 3u})
            for (const bool checks : {false, true})
                BOOST_TEST_CONTEXT(p.name << ", every thread of " << step << ", checks " << checks)
    f(p, indices(p, step), checks);
}

template <class T>
T value_of(std::size_t i)
{
    return static_cast<T>(0x9e3779b97f4a7c15u * (i + 1));
}

template <class T>
void check_loads(const std::string& body)
{
    array<T> memory(100), results(threads);
    for (std::size_t i = 0; i < memory.size; ++i)
        memory.data[i] = value_of<T>(i);
    each_case([&](const pattern&, const std::vector<unsigned>& index, bool checks) {
        std::fill(results.data, results.data + threads, T(77));
        run(body, sizeof(T), index, memory.data, results.data, checks);
        for (unsigned t = 0; t < threads; ++t)
            BOOST_TEST(results.data[t] == (index[t] == unused ? T(77) : value_of<T>(index[t])), "thread " << t);
    });
}

// If several lanes write one place, the highest lane wins here.
template <class T>
void check_stores(const std::string& body)
{
    array<T> memory(100), values(threads);
    for (unsigned t = 0; t < threads; ++t)
        values.data[t] = value_of<T>(t);
    each_case([&](const pattern&, const std::vector<unsigned>& index, bool checks) {
        std::fill(memory.data, memory.data + memory.size, T(77));
        std::vector<T> expected(memory.size, T(77));
        for (unsigned t = 0; t < threads; ++t)
            if (index[t] != unused) expected[index[t]] = values.data[t];
        run(body, sizeof(T), index, memory.data, values.data, checks);
        for (std::size_t i = 0; i < expected.size(); ++i)
            BOOST_TEST(memory.data[i] == expected[i], "element " << i);
    });
}

std::string message_of(const std::string& body, unsigned bytes, const std::vector<unsigned>& index, void* memory,
                       void* results)
{
    try {
        run(body, bytes, index, memory, results, true);
    } catch (const cuda_emulator::device_fault& x) {
        return x.what();
    }
    return "no fault";
}

// The first warp has no mistake. So the second warp meets an access site that knows its allocation.
void check_outside(const std::string& body, unsigned bytes)
{
    const std::string second_askew =
        "setp.ge.u32 %skip, %t, 32; selp.u64 %d3, 1, 0, %skip; add.u64 %m, %m, %d3;\n" + body;
    array<std::uint64_t> results(64);
    for (const pattern& p : patterns)
        BOOST_TEST_CONTEXT(p.name)
        {
            std::vector<unsigned> index(64);
            for (unsigned t = 32; t < 64; ++t)
                index[t] = p.index(t - 32);
            const unsigned last = *std::max_element(index.begin(), index.end());
            const auto first = std::find(index.begin(), index.end(), last) - index.begin();
            const std::string thread = "thread (" + std::to_string(first) + ",0,0)";
            array<char> memory(last * bytes), whole(101 * bytes);
            const std::string found = message_of(body, bytes, index, memory.data, results.data);
            BOOST_TEST(found.find(thread) != std::string::npos, found);
            BOOST_TEST(found.find("0 bytes behind an allocation") != std::string::npos, found);
            const std::string askew = message_of(second_askew, bytes, index, whole.data, results.data);
            BOOST_TEST(askew.find("thread (32,0,0)") != std::string::npos, askew);
            BOOST_TEST(askew.find("misaligned") != std::string::npos, askew);
        }
}

} // namespace

BOOST_AUTO_TEST_CASE(loads)
{
    check_loads<std::uint8_t>("@!%skip ld.global.u8 %h0, [%m]; @!%skip st.global.u8 [%o], %h0;");
    check_loads<std::uint16_t>("@!%skip ld.global.u16 %h0, [%m]; @!%skip st.global.u16 [%o], %h0;");
    check_loads<std::uint32_t>("@!%skip ld.global.u32 %r0, [%m]; @!%skip st.global.u32 [%o], %r0;");
    check_loads<std::uint64_t>("@!%skip ld.global.u64 %d0, [%m]; @!%skip st.global.u64 [%o], %d0;");
    check_loads<std::uint64_t>("@!%skip ld.global.v2.u32 {%r0, %r1}, [%m]; @!%skip st.global.v2.u32 [%o], {%r0, %r1};");
}

BOOST_AUTO_TEST_CASE(an_offset_counts)
{
    check_loads<std::uint32_t>("sub.u64 %m, %m, 400; @!%skip ld.global.u32 %r0, [%m+400]; add.u64 %o, %o, 16;\n"
                               "@!%skip st.global.u32 [%o-16], %r0;");
}

// The result may share a slot with the addresses.
BOOST_AUTO_TEST_CASE(a_load_into_its_address)
{
    check_loads<std::uint64_t>("@!%skip ld.global.u64 %m, [%m]; @!%skip st.global.u64 [%o], %m;");
}

BOOST_AUTO_TEST_CASE(stores)
{
    check_stores<std::uint8_t>("@!%skip ld.global.u8 %h0, [%o]; @!%skip st.global.u8 [%m], %h0;");
    check_stores<std::uint16_t>("@!%skip ld.global.u16 %h0, [%o]; @!%skip st.global.u16 [%m], %h0;");
    check_stores<std::uint32_t>("@!%skip ld.global.u32 %r0, [%o]; @!%skip st.global.u32 [%m], %r0;");
    check_stores<std::uint64_t>("@!%skip ld.global.u64 %d0, [%o]; @!%skip st.global.u64 [%m], %d0;");
}

BOOST_AUTO_TEST_CASE(shared_memory)
{
    // Each thread copies three of the elements, and then loads its own.
    check_loads<std::uint32_t>(
        "mad.wide.u32 %d1, %t, 4, 0; mov.u64 %d2, s; add.u64 %d2, %d2, %d1; ld.global.u64 %d3, [%p+8];\n"
        "add.u64 %d3, %d3, %d1; ld.global.u32 %r0, [%d3]; st.shared.u32 [%d2], %r0;\n"
        "ld.global.u32 %r0, [%d3+180]; st.shared.u32 [%d2+180], %r0;\n"
        "setp.lt.u32 %skip, %t, 10; @%skip ld.global.u32 %r0, [%d3+360]; @%skip st.shared.u32 [%d2+360], %r0;\n"
        "bar.sync 0; setp.eq.u32 %skip, %x, 0xffffffff;\n"
        "mov.u32 %r1, s; mad.lo.u32 %r1, %x, 4, %r1; @!%skip ld.shared.u32 %r0, [%r1];\n"
        "@!%skip st.global.u32 [%o], %r0;");
}

BOOST_AUTO_TEST_CASE(what_is_outside_or_askew_is_found_with_its_thread)
{
    check_outside("ld.global.u16 %h0, [%m];", 2);
    check_outside("ld.global.u32 %r0, [%m];", 4);
    check_outside("ld.global.u64 %d0, [%m];", 8);
    check_outside("st.global.u16 [%m], 1;", 2);
    check_outside("st.global.u32 [%m], 1;", 4);
    check_outside("st.global.u64 [%m], 1;", 8);
}

// An access site must not use its last allocation after the memory was freed.
BOOST_AUTO_TEST_CASE(freed_memory_is_found_by_each_instruction)
{
    array<std::uint32_t> results(threads);
    auto* const gone = new array<std::uint32_t>(100);
    void* const address = gone->data;
    const std::vector<unsigned> index = indices(patterns[0], 1);
    const std::string body = "ld.global.u32 %r0, [%m]; st.global.u32 [%o], %r0;";
    run(body, 4, index, address, results.data, true);
    delete gone;
    const std::string found = message_of(body, 4, index, address, results.data);
    BOOST_TEST(found.find("has been freed") != std::string::npos, found);
}
