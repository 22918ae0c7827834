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

//! A condition of a test case: a GPU, no sanitizer, and the memory that `needed()` says.
template <class Needed>
auto memory_for(Needed needed)
{
    return boost::unit_test::precondition([=](boost::unit_test::test_unit_id) -> boost::test_tools::assertion_result {
        boost::test_tools::assertion_result there{false};
        if (emulated() || under_sanitizer()) {
            there.message() << "a size for a GPU, and no sanitizer";
            return there;
        }
        std::size_t free_on_device = 0, all = 0;
        const std::size_t free_on_host =
            static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const memory_needed memory = needed();
        if (cudaMemGetInfo(&free_on_device, &all) != cudaSuccess || free_on_device < memory.on_device)
            there.message() << "too little memory on the device";
        else if (free_on_host < memory.on_host)
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
