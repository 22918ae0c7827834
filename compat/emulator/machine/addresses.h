// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses of the lanes' accesses: state spaces and their windows.
#pragma once

#include "machine/lanes.h"
#include "machine/launch.h"
#include "machine/warp.h"

namespace cuda_emulator {

//! The kind of address in an address operand.
enum class window : std::uint8_t {
    flat,      //!< global, constant and generic: a real address
    shared,    //!< offset in the block's shared memory
    local,     //!< offset in the lane's stack
    frame,     //!< offset in the running activation's part of the lane's stack; no register
    parameter, //!< offset in the kernel's parameters
};

//! The lanes' addresses for an operand of window W whose register has type A.
template <window W, class A>
[[gnu::always_inline]] inline void compute_addresses(warp& w, const instruction& i, std::uint64_t* out)
{
    const std::uint64_t offset = static_cast<std::uint64_t>(i.immediate);
    if constexpr (W == window::frame) {
        const std::uint64_t base = reinterpret_cast<std::uint64_t>(w.stack) + w.current->stack_offset + offset;
        const std::uint64_t stride = w.stack_stride;
        for (int l = 0; l < warp_size; ++l)
            out[l] = base + stride * l;
    } else {
        const A* a = slot<A>(w, i.operands[0]);
        std::uint64_t base = 0, stride = 0;
        if constexpr (W == window::shared) base += reinterpret_cast<std::uint64_t>(w.shared) - w.shared_begin;
        if constexpr (W == window::parameter) base += reinterpret_cast<std::uint64_t>(w.grid->parameter_base);
        if constexpr (W == window::local) {
            base += reinterpret_cast<std::uint64_t>(w.stack);
            stride = w.stack_stride;
        }
        // Register and offset are added in the register's width, because nvcc folds differences into them.
        for (int l = 0; l < warp_size; ++l)
            out[l] = base + stride * l + static_cast<A>(a[l] + static_cast<A>(offset));
    }
}

//! The same for one lane.
template <window W, class A>
[[gnu::always_inline]] inline std::uint64_t address_of_lane(warp& w, const instruction& i, int l)
{
    const std::uint64_t offset = static_cast<std::uint64_t>(i.immediate);
    if constexpr (W == window::frame)
        return reinterpret_cast<std::uint64_t>(w.stack) + w.current->stack_offset + offset +
               std::uint64_t{w.stack_stride} * l;
    std::uint64_t base = 0;
    if constexpr (W == window::shared) base = reinterpret_cast<std::uint64_t>(w.shared) - w.shared_begin;
    if constexpr (W == window::parameter) base = reinterpret_cast<std::uint64_t>(w.grid->parameter_base);
    if constexpr (W == window::local)
        base = reinterpret_cast<std::uint64_t>(w.stack) + std::uint64_t{w.stack_stride} * l;
    return base + static_cast<A>(slot<A>(w, i.operands[0])[l] + static_cast<A>(offset));
}

//! The real addresses of all lanes. The instruction's `detail` is the window, +8 with a 64-bit address register.
void addresses_of(warp&, const instruction&, std::uint64_t* out);

//! The lanes of a generic access, by state space. Constant memory counts as global.
struct lanes_by_space {
    std::uint32_t shared = 0, local = 0, parameter = 0, global = 0;
};
lanes_by_space spaces_of(const warp&, std::uint32_t mask, const std::uint64_t* at);

//! Index of the instruction's cached allocation. Reads and writes are separate, because constant memory allows only
//! reads.
inline std::uint32_t range_index(const instruction& i, bool writes) { return 2 * i.place + writes; }

} // namespace cuda_emulator
