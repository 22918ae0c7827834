// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/calls.h"

#include "check/definedness.h"
#include "execute/builtins.h"
#include "execute/lock_step.h"
#include "machine/fault.h"
#include "machine/lanes.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace cuda_emulator {

namespace {

// Resets the activation to the state at the start of a call.
activation* renewed(warp& w, activation* a)
{
    a->kept_at = no_pc;
    for (const parameter_slot& z : a->function->zeroed)
        std::memset(a->registers + z.offset, 0, z.size);
    if (w.definedness) w.definedness->forget(a);
    return a;
}

activation* new_activation(warp& w, decoded_function* f)
{
    std::unique_ptr<activation> a;
    for (auto p = w.pool.rbegin(); p != w.pool.rend(); ++p)
        if ((*p)->function == f) {
            std::swap(*p, w.pool.back());
            a = std::move(w.pool.back());
            w.pool.pop_back();
            break;
        }
    if (!a) {
        a = std::make_unique<activation>();
        a->function = f;
        a->storage.resize(f->register_bytes + 64);
        const auto address = reinterpret_cast<std::uintptr_t>(a->storage.data());
        a->registers = reinterpret_cast<char*>((address + 63) / 64 * 64);
    }
    w.active.push_back(std::move(a));
    return renewed(w, w.active.back().get());
}

void drop_activation(warp& w, activation* a)
{
    for (auto i = w.active.begin(); i != w.active.end(); ++i)
        if (i->get() == a) {
            w.pool.push_back(std::move(*i));
            w.active.erase(i);
            return;
        }
}

// Copies a parameter of each lane. Most have a size that is known here, so that a copy needs no call.
template <std::uint32_t size>
void copy_lanes(char* to, const char* from, std::size_t stride, std::uint32_t mask)
{
    each_lane(mask, [&](int l) { std::memcpy(to + stride * l, from + stride * l, size); });
}

void copy_parameter(char* to, const char* from, std::uint32_t size, std::size_t stride, std::uint32_t mask)
{
    switch (size) {
    case 4:
        return copy_lanes<4>(to, from, stride, mask);
    case 8:
        return copy_lanes<8>(to, from, stride, mask);
    case 16:
        return copy_lanes<16>(to, from, stride, mask);
    default:
        each_lane(mask, [&](int l) { std::memcpy(to + stride * l, from + stride * l, size); });
    }
}

void copy_parameters(warp& w, std::uint32_t mask, std::uint64_t from_frame, const std::vector<parameter_slot>& from,
                     std::uint64_t to_frame, const std::vector<parameter_slot>& to)
{
    const std::size_t stride = w.stack_stride;
    for (std::size_t k = 0; k < from.size(); ++k) {
        const std::uint32_t size = std::min(from[k].size, to[k].size);
        char* const target = w.stack + to_frame + to[k].offset;
        const char* const source = w.stack + from_frame + from[k].offset;
        copy_parameter(target, source, size, stride, mask);
        if (w.definedness)
            each_lane(mask, [&](int l) {
                w.definedness->copied(reinterpret_cast<std::uint64_t>(target + stride * l),
                                      reinterpret_cast<std::uint64_t>(source + stride * l), size);
            });
    }
}

// The lanes of `mask` enter the callee, as a new path.
void enter_function(warp& w, const instruction& i, decoded_function* callee, const running_path& r, std::uint32_t mask)
{
    const auto& call = *static_cast<const call_info*>(i.extra);
    activation* const caller = r.at;
    const int lane = __builtin_ctz(mask);
    if (call.arguments.size() != callee->parameters.size())
        fault(w, i, lane, device_error::launch_failure,
              "a call passes another number of arguments than '" + std::string(callee->source->name) + "' takes");
    activation* a = new_activation(w, callee);
    a->parent = caller;
    a->call = &call;
    a->return_pc = r.pc + 1;
    a->live = mask;
    a->level = r.level;
    a->reconverges_at = r.reconverges_at;
    a->depth = caller->depth + 1;
    a->stack_offset = caller->stack_offset + caller->function->frame_bytes;
    if (a->stack_offset + callee->frame_bytes > w.stack_stride)
        fault(
            w, i, lane, device_error::hardware_stack,
            "the stack of " + std::to_string(w.stack_stride) +
                " bytes per thread is used up by recursion or calls by pointer: cudaDeviceSetLimit(cudaLimitStackSize, "
                "…) gives more");
    copy_parameters(w, mask, caller->stack_offset, call.arguments, a->stack_offset, callee->parameters);
    add_path(w, a, 0, mask);
}

// A call by pointer: one activation for each function that lanes call.
void call_by_pointer(warp& w, const instruction& i, operand_slot pointer, const running_path& r, std::uint32_t mask)
{
    const std::uint64_t* target = slot<std::uint64_t>(w, pointer);
    std::uint64_t targets[warp_size];
    std::copy(target, target + warp_size, targets);
    while (mask) {
        const int first = __builtin_ctz(mask);
        std::uint32_t same = 0;
        each_lane(mask, [&](int l) { same |= std::uint32_t(targets[l] == targets[first]) << l; });
        auto f = w.grid->code->by_address.find(targets[first]);
        if (f == w.grid->code->by_address.end())
            fault(w, i, first, device_error::invalid_pc, "a call through a pointer that is no function");
        enter_function(w, i, f->second, r, same);
        mask &= ~same;
    }
}

} // namespace

activation* start_kernel(warp& w)
{
    decoded_function* const kernel = w.grid->code->kernel;
    activation* a = nullptr;
    if (w.active.size() == 1 && w.active.front()->function == kernel) {
        // The activation of the previous block, see run_whole_warp().
        a = renewed(w, w.active.front().get());
    } else {
        while (!w.active.empty()) {
            w.pool.push_back(std::move(w.active.back()));
            w.active.pop_back();
        }
        a = new_activation(w, kernel);
    }
    a->parent = nullptr;
    a->call = nullptr;
    a->live = w.present;
    a->depth = 0;
    a->stack_offset = 0;
    return a;
}

step call_function(warp& w, running_path& r, const instruction& i, std::uint32_t m)
{
    const auto& info = *static_cast<const call_info*>(i.extra);
    if (info.system != builtin::none) {
        call_builtin(w, i, info, m);
        ++r.pc;
        return step::next;
    }
    put_back(w, r, r.pc + 1, r.mask & ~m);
    if (info.callee) {
        enter_function(w, i, info.callee, r, m);
    } else {
        call_by_pointer(w, i, info.target, r, m);
    }
    return step::leaves;
}

step return_from_function(warp& w, running_path& r, const instruction& i, std::uint32_t m)
{
    put_back(w, r, r.pc + 1, r.mask & ~m);
    activation* const a = r.at;
    activation* const parent = a->parent;
    const call_info& info = *a->call;
    const decoded_function& function = *a->function;
    if (!info.results.empty()) {
        if (function.results.size() != info.results.size())
            fault(w, i, __builtin_ctz(m), device_error::launch_failure, "a call expects another number of results");
        copy_parameters(w, m, a->stack_offset, function.results, parent->stack_offset, info.results);
    }
    divergent_path& p = add_path(w, parent, a->return_pc, m);
    p.turn = r.turn;
    p.level = a->level;
    p.reconverges_at = a->reconverges_at;
    a->live &= ~m;
    if (w.grid->lock_step) remove_returned(w, a, m);
    if (a->live == 0) drop_activation(w, a);
    return step::leaves;
}

void leave_all_calls(warp& w, activation* a, std::uint32_t lanes)
{
    while (a) {
        activation* parent = a->parent;
        a->live &= ~lanes;
        if (a->live == 0) drop_activation(w, a);
        a = parent;
    }
}

} // namespace cuda_emulator
