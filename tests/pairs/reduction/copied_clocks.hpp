// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Captures the blocks' clocks that the legacy sums of squares copy back by cudaMemcpy, and can make that call fail.
// Include it once in a program, because it defines the function that the examples call.
#pragma once

#include <algorithm>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <vector>

#include <cuda_runtime_api.h>
#include <dlfcn.h>

namespace pairs {

constexpr std::size_t legacy_blocks = 32; // BLOCK_NUM

//! The starts of the 32 blocks, then their ends, of the last run.
inline std::vector<std::clock_t>& copied_clocks()
{
    static std::vector<std::clock_t> clocks(2 * legacy_blocks);
    return clocks;
}

//! Whether copies from the device fail. A failed copy leaves its target unchanged.
inline bool& copies_back_fail()
{
    static bool fail = false;
    return fail;
}

//! Gives the cycles of the slowest block. Only differences within a block have a meaning.
inline std::clock_t longest_block()
{
    std::clock_t longest = 0;
    for (std::size_t block = 0; block < legacy_blocks; block++)
        longest = std::max(longest, copied_clocks()[legacy_blocks + block] - copied_clocks()[block]);
    return longest;
}

} // namespace pairs

extern "C" cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind)
{
    using function = cudaError_t(void*, const void*, size_t, cudaMemcpyKind);
    static const auto real = reinterpret_cast<function*>(dlsym(RTLD_NEXT, "cudaMemcpy"));
    if (!real) throw std::runtime_error{"the runtime library has no cudaMemcpy"};
    if (kind == cudaMemcpyDeviceToHost) pairs::note_call("copy");
    if (pairs::copies_back_fail() && kind == cudaMemcpyDeviceToHost) from = nullptr; // the runtime itself then refuses
    const cudaError_t error = real(to, from, bytes, kind);
    auto& clocks = pairs::copied_clocks();
    if (error == cudaSuccess && kind == cudaMemcpyDeviceToHost && bytes == clocks.size() * sizeof(std::clock_t))
        std::memcpy(clocks.data(), to, bytes);
    return error;
}
