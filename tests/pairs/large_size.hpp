// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes beyond 2^31 and similar ones. Only a GPU has the memory and the speed for them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "paired_test.hpp"

namespace pairs {

//! Where 32-bit indices end, and a tail that fills no vector load.
constexpr std::size_t beyond_32_bits = (std::size_t{1} << 31) + 5;

//! The last number of elements that an int counts.
constexpr std::size_t longest_int = std::numeric_limits<int>::max();

//! The length of a pattern that fills a large vector: whole tiles of up to 1024, and a prime number of them. So an
//! index that is wrong by a power of two meets another part of the pattern.
constexpr std::size_t pattern_size = 1024 * 1021;

//! Lets the system provide these pages now, to several threads at once. Otherwise a thread waits for each page in turn.
//! Has no effect on a system without this function.
inline void populate(void* data, std::size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(data) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(data) + bytes;
    constexpr std::uintptr_t threads = 8;
    const std::uintptr_t part = ((end - begin) / threads / page + 1) * page;
    std::vector<std::thread> all;
    for (std::uintptr_t from = begin; from < end; from += part)
        all.emplace_back(
            [=] { madvise(reinterpret_cast<void*>(from), std::min(part, end - from), MADV_POPULATE_WRITE); });
    for (std::thread& one : all)
        one.join();
#else
    static_cast<void>(data), static_cast<void>(bytes);
#endif
}

//! Poisons the allocations of the sides, unless a sanitizer must see unwritten memory.
inline std::unique_ptr<poisoned_allocations> poisoned()
{
    return under_sanitizer() ? nullptr : std::make_unique<poisoned_allocations>(static_cast<unsigned char>(0xff));
}

//! Gives `size` zeros.
template <class T>
std::vector<T> zeros(std::size_t size)
{
    std::vector<T> all;
    all.reserve(size);
    populate(all.data(), size * sizeof(T));
    all.resize(size);
    return all;
}

//! Gives `size` elements that repeat the pattern.
template <class T>
std::vector<T> repeated(const std::vector<T>& pattern, std::size_t size)
{
    std::vector<T> all;
    all.reserve(size);
    populate(all.data(), size * sizeof(T));
    while (all.size() < size) {
        const std::size_t more = std::min(size - all.size(), pattern.size());
        all.insert(all.end(), pattern.begin(), pattern.begin() + static_cast<std::ptrdiff_t>(more));
    }
    return all;
}

//! Tests bit for bit that `size` values repeat the pattern. The message has the first difference.
template <class T>
agreement repeats(const T* values, std::size_t size, const std::vector<T>& pattern)
{
    for (std::size_t begin = 0; begin < size; begin += pattern.size()) {
        const std::size_t count = std::min(size - begin, pattern.size());
        if (std::memcmp(values + begin, pattern.data(), count * sizeof(T)) == 0) continue;
        for (std::size_t i = 0; i < count; i++)
            if (std::memcmp(values + begin + i, &pattern[i], sizeof(T)) != 0)
                return {false, "element " + in_words(begin + i) + " is another"};
    }
    return {true, "identical"};
}

template <class T>
void check_repeats(const char* side, const T* values, std::size_t size, const std::vector<T>& pattern)
{
    const agreement same = repeats(values, size, pattern);
    BOOST_TEST(same.holds, side << ": " << same.words);
}

template <class T>
void check_repeats(const char* side, const std::vector<T>& values, std::size_t size, const std::vector<T>& pattern)
{
    BOOST_TEST_REQUIRE(values.size() == size, side << ": " << values.size() << " elements");
    check_repeats(side, values.data(), size, pattern);
}

//! Free memory that a test case needs.
struct memory_needed {
    std::size_t on_host, on_device;
};

//! Gives true, or the reason why such a test case cannot run now. As many such tests as run at once
//! (CUDA_LEGACY_LARGE_TESTS_AT_ONCE) may all be about to take the memory, so it must be free that many times.
inline boost::test_tools::assertion_result has_memory(const memory_needed& memory)
{
    boost::test_tools::assertion_result there{false};
    constexpr std::size_t at_once = CUDA_LEGACY_LARGE_TESTS_AT_ONCE;
    int devices = 1;
    cudaGetDeviceCount(&devices);
    const std::size_t on_each = (at_once + devices - 1) / devices;
    const auto pages = [](int which) {
        return static_cast<std::size_t>(sysconf(which)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    };
    std::size_t free_on_device = 0, on_device = 0;
    const auto mib = [](std::size_t bytes) { return (bytes + (1 << 20) - 1) >> 20; };
    if (cudaMemGetInfo(&free_on_device, &on_device) != cudaSuccess || free_on_device < memory.on_device ||
        on_device / on_each < memory.on_device)
        there.message() << "too little memory on the device: " << mib(memory.on_device) << " MiB needed";
    else if (pages(_SC_AVPHYS_PAGES) < memory.on_host || pages(_SC_PHYS_PAGES) / at_once < memory.on_host)
        there.message() << "too little memory on the host: " << mib(memory.on_host) << " MiB needed";
    else
        there = true;
    return there;
}

//! Marks a test case as large: it has the label "large", and runs only on a GPU, without a sanitizer, and with enough
//! free memory.
class memory_for : public boost::unit_test::decorator::base {
public:
    explicit memory_for(std::function<memory_needed()> when_asked) : needed{std::move(when_asked)} {}
    memory_for(std::size_t host_bytes, std::size_t device_bytes)
        : needed{[=] { return memory_needed{host_bytes, device_bytes}; }}
    {
    }

    void apply(boost::unit_test::test_unit& unit) override
    {
        unit.add_label("large");
        unit.add_precondition([asked = needed](boost::unit_test::test_unit_id) -> boost::test_tools::assertion_result {
            if (!emulated() && !under_sanitizer()) return has_memory(asked());
            boost::test_tools::assertion_result there{false};
            there.message() << "a size for a GPU alone, and without a sanitizer";
            return there;
        });
    }

    boost::unit_test::decorator::base_ptr clone() const override
    {
        return boost::unit_test::decorator::base_ptr{new memory_for{needed}};
    }

private:
    std::function<memory_needed()> needed;
};

} // namespace pairs
