// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that nvcc leaves to the driver: vprintf, malloc, free, __assertfail, setting values of conditional nodes,
// and those of the device runtime.
#include "execute/builtins.h"

#include "check/findings.h"
#include "check/global_races.h"
#include "execute/device_printf.h"
#include "execute/device_runtime_calls.h"
#include "machine/block.h"
#include "machine/conditional.h"
#include "machine/fault.h"
#include "machine/lanes.h"
#include "memory/device_memory.h"

#include <cstdio>
#include <cstring>

namespace cuda_emulator {

namespace {

void report_specification(warp& w, const instruction& i, int lane, const std::string& unknown)
{
    const std::string text = "printf: CUDA's printf does not have '" + unknown +
                             "', so a GPU may misread all further arguments: the sizes are h, l and ll (%llu for a "
                             "size_t), and a precision is a number";
    add_finding(*w.owner, text + ' ' + line_of(w, i), place_of(w, i, lane) + ": " + text);
}

} // namespace

void call_builtin(warp& w, const instruction& i, const call_info& call, std::uint32_t mask)
{
    each_lane(mask, [&](int l) {
        char* frame = w.stack + std::size_t(w.stack_stride) * l + w.current->stack_offset;
        auto argument = [&](std::size_t k) {
            std::uint64_t v = 0;
            if (k < call.arguments.size())
                std::memcpy(&v, frame + call.arguments[k].offset, std::min<std::size_t>(8, call.arguments[k].size));
            return v;
        };
        auto result = [&](std::uint64_t v) {
            if (!call.results.empty())
                std::memcpy(frame + call.results[0].offset, &v, std::min<std::size_t>(8, call.results[0].size));
        };
        switch (call.system) {
        case builtin::vprintf: {
            const printed_text printed =
                format_text(reinterpret_cast<const char*>(argument(0)), reinterpret_cast<const char*>(argument(1)));
            std::fwrite(printed.text.data(), 1, printed.text.size(), stdout);
            result(static_cast<std::uint64_t>(printed.count));
            if (!printed.unknown.empty() && w.grid->check.calls) report_specification(w, i, l, printed.unknown);
            break;
        }
        case builtin::malloc: {
            void* const p = device_memory::instance().allocate_in_heap(argument(0));
            if (p && w.races) w.races->forget(reinterpret_cast<std::uint64_t>(p), argument(0));
            result(reinterpret_cast<std::uint64_t>(p));
            break;
        }
        case builtin::free: {
            auto* p = reinterpret_cast<void*>(argument(0));
            // Invalidates the block's cached allocation ranges.
            std::fill(w.owner->ranges.begin(), w.owner->ranges.end(), address_range());
            if (p && !device_memory::instance().free_in_heap(p)) {
                // An H200 tells the heap's memory, freed before, from other memory.
                allocation a;
                bool inside = false;
                const auto at = reinterpret_cast<std::uintptr_t>(p);
                const bool is_heaps =
                    device_memory::instance().find(at, a, inside) && inside && a.kind == allocation_kind::heap;
                fault(w, i, l, is_heaps ? device_error::launch_failure : device_error::illegal_address,
                      "free() of an address that malloc() did not give");
            }
            break;
        }
        case builtin::set_conditional:
            if (!set_conditional(argument(0), static_cast<unsigned>(argument(1))))
                fault(w, i, l, device_error::launch_failure, "cudaGraphSetConditional with a handle of no graph");
            break;
        case builtin::device_runtime:
            call_device_runtime(w, i, call, l, frame);
            break;
        case builtin::assertfail: {
            auto text = [&](std::size_t k) {
                const auto* s = reinterpret_cast<const char*>(argument(k));
                return s ? std::string(s) : std::string("?");
            };
            auto word = [&](special_register r) { return reinterpret_cast<std::uint32_t*>(w.special + r * 128)[l]; };
            std::string where(128, '\0');
            where.resize(static_cast<std::size_t>(
                std::snprintf(where.data(), where.size(), "block: [%u,%u,%u], thread: [%u,%u,%u]", w.owner->index.x,
                              w.owner->index.y, w.owner->index.z, word(sr_tid_x), word(sr_tid_y), word(sr_tid_z))));
            throw device_fault(device_error::assertion,
                               text(1) + ":" + std::to_string(static_cast<unsigned>(argument(2))) + ": " + text(3) +
                                   ": " + where + " Assertion `" + text(0) + "` failed.");
        }
        default:
            fault(w, i, l, device_error::launch_failure, "call of an unknown system function");
        }
    });
}

} // namespace cuda_emulator
