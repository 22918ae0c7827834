// Sizes beyond 2^31 and the like, which only a GPU has the memory and the speed for.
#pragma once

#include <cstddef>

#include <unistd.h>

#include "paired_test.hpp"

namespace pairs {

//! Where 32-bit indices end, and a tail that fills no vector load.
constexpr std::size_t beyond_32_bits = (std::size_t{1} << 31) + 5;

//! Free memory that a test case needs.
struct memory_needed {
    std::size_t on_host, on_device;
};

//! A condition of a test case: a GPU, no sanitizer, and the memory that `needed()` says: free now, and there as often as
//! such tests run at once (CUDA_LEGACY_LARGE_TESTS_AT_ONCE), which may all be about to take it.
template <class Needed>
auto memory_for(Needed needed)
{
    return boost::unit_test::precondition([=](boost::unit_test::test_unit_id) -> boost::test_tools::assertion_result {
        boost::test_tools::assertion_result there{false};
        if (emulated() || under_sanitizer()) {
            there.message() << "a size for a GPU, and no sanitizer";
            return there;
        }
        constexpr std::size_t at_once = CUDA_LEGACY_LARGE_TESTS_AT_ONCE;
        const auto pages = [](int which) {
            return static_cast<std::size_t>(sysconf(which)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        };
        std::size_t free_on_device = 0, on_device = 0;
        const memory_needed memory = needed();
        if (cudaMemGetInfo(&free_on_device, &on_device) != cudaSuccess || free_on_device < memory.on_device ||
            on_device / at_once < memory.on_device)
            there.message() << "too little memory on the device";
        else if (pages(_SC_AVPHYS_PAGES) < memory.on_host || pages(_SC_PHYS_PAGES) / at_once < memory.on_host)
            there.message() << "too little memory on the host";
        else
            there = true;
        return there;
    });
}

inline auto memory_for(std::size_t host_bytes, std::size_t device_bytes)
{
    return memory_for([=] { return memory_needed{host_bytes, device_bytes}; });
}

} // namespace pairs
