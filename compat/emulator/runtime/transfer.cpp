// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/transfer.h"

#include "check/findings.h"
#include "machine/kernel_name.h"
#include "memory/device_memory.h"
#include "runtime/call_site.h"
#include "runtime/context.h"
#include "runtime/recording.h"
#include "runtime/stream_order.h"
#include "runtime/unread_errors.h"
#include "settings/result_options.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

namespace cuda_emulator {

namespace {

// The end of Linux's user address space.
#if defined(__aarch64__)
constexpr std::size_t address_limit = std::size_t{1} << 48;
#else
constexpr std::size_t address_limit = std::size_t{1} << 47;
#endif

// Adds products. Returns false on overflow.
struct checked_sum {
    std::size_t value = 0;
    bool fits = true;
    void add(std::size_t a, std::size_t b)
    {
        std::size_t product = 0;
        fits &= !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(value, product, &value);
    }
};

// Computes the bytes from the first row's start to the last row's end. Returns false on overflow.
bool span_of(const byte_rows& r, std::size_t& bytes)
{
    checked_sum last;
    if (r.depth > 1) last.add(r.depth - 1, r.slice);
    if (r.height > 1) last.add(r.height - 1, r.pitch);
    last.add(r.width, 1);
    bytes = last.value;
    return last.fits && fits_address_space(r.first, bytes);
}

bool find_inside(const void* p, allocation& a)
{
    bool inside = false;
    return device_memory::instance().find(reinterpret_cast<std::uintptr_t>(p), a, inside) && inside;
}

const char* name_of(cudaMemcpyKind kind)
{
    switch (kind) {
    case cudaMemcpyHostToHost:
        return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
        return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
        return "cudaMemcpyDeviceToHost";
    default:
        return "cudaMemcpyDeviceToDevice";
    }
}

std::string name_of_call()
{
    const call_site site = current_call();
    return (site.call.empty() ? "a copy" : site.call) + (site.place.empty() ? "" : ", called at " + site.place);
}

// The name of a variable of the device whose name in the host's code stands for this address, or "".
std::string shadowed_variable(const void* p)
{
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    for (const auto& [host, v] : c.variables)
        if (!v.managed && at - reinterpret_cast<std::uintptr_t>(host) < v.size) return variable_name(v.name);
    return {};
}

void tell_direction(const void* p, copy_side side, cudaMemcpyKind kind, bool is_device)
{
    if (!context::instance().call_check().copies) return;
    const bool to = side == copy_side::destination;
    char address[32];
    std::snprintf(address, sizeof address, "%p", p);
    const std::string call = name_of_call(), variable = is_device ? std::string() : shadowed_variable(p);
    const std::string found = variable.empty()
                                  ? std::string("memory of the ") + (is_device ? "device" : "host")
                                  : "the host's shadow of the variable '" + variable +
                                        "': " + (to ? "cudaMemcpyToSymbol writes" : "cudaMemcpyFromSymbol reads") +
                                        " the variable itself";
    tell_once("direction " + call, call + ": wrong direction: " + name_of(kind) + " says that the " +
                                       (to ? "destination" : "source") + " is memory of the " +
                                       (is_device ? "host" : "device") + ", and " + address + " is " + found);
}

bool is_of_device(const allocation& a) { return a.kind != allocation_kind::host && a.kind != allocation_kind::managed; }

std::string bytes_as_text(std::size_t n)
{
    const auto as_signed = static_cast<std::ptrdiff_t>(n);
    return std::to_string(n) + " bytes" +
           (as_signed < 0 ? " (" + std::to_string(as_signed) + " as a signed number)" : "");
}

cudaError_t refuse_set(const byte_rows& r, std::size_t span, bool fits, const allocation& a)
{
    if (!context::instance().call_check().copies) return cudaErrorInvalidValue;
    const std::size_t room = a.address + a.size - reinterpret_cast<std::uintptr_t>(r.first);
    std::string text = name_of_call() + ": ";
    if (!a.live) {
        text += "the memory (" + std::to_string(a.size) + " bytes) has been freed";
    } else if (r.height == 1 && r.depth == 1) {
        text +=
            "writes " + bytes_as_text(r.width) + ", and only " + std::to_string(room) + " are left of the allocation";
    } else {
        text += "writes rows that reach over " + (fits ? bytes_as_text(span) : "more bytes than an address can have") +
                ", and only " + std::to_string(room) + " are left of the allocation";
    }
    text += ": a GPU returns cudaErrorInvalidValue here, or cudaErrorIllegalAddress from a later call";
    tell_once(text, text);
    return cudaErrorInvalidValue;
}

} // namespace

bool fits_address_space(const void* p, std::size_t bytes)
{
    return bytes <= address_limit && reinterpret_cast<std::uintptr_t>(p) <= address_limit - bytes;
}

bool rows_of(const cudaPitchedPtr& m, const cudaPos& at, const cudaExtent& e, byte_rows& r)
{
    checked_sum slice, offset;
    slice.add(m.pitch, m.ysize);
    offset.add(at.x, 1);
    offset.add(at.y, m.pitch);
    if (at.z) offset.add(at.z, slice.value);
    if ((at.z || e.depth > 1) && !slice.fits) return false;
    if (!offset.fits || offset.value > address_limit) return false;
    r = {static_cast<const char*>(m.ptr) + offset.value, e.width, e.height, e.depth, m.pitch, slice.value};
    return true;
}

cudaError_t check_side(const byte_rows& r, copy_side side, cudaMemcpyKind kind)
{
    std::size_t bytes = 0;
    if (!r.first || !span_of(r, bytes)) return cudaErrorInvalidValue;
    const bool to = side == copy_side::destination;
    const bool wants_device =
        kind == cudaMemcpyDeviceToDevice || kind == (to ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
    const bool wants_host =
        kind == cudaMemcpyHostToHost || kind == (to ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice);
    allocation a;
    if (!find_inside(r.first, a)) {
        if (device_memory::instance().is_reserved(r.first)) return cudaErrorInvalidValue; // in no allocation
        if (!wants_device) return cudaSuccess;
        tell_direction(r.first, side, kind, false);
        return cudaErrorInvalidValue;
    }
    if (a.kind == allocation_kind::heap) return cudaErrorInvalidValue; // API calls cannot access the kernel heap
    // Pinned and managed memory is valid as host and as device memory.
    if (wants_host && is_of_device(a)) tell_direction(r.first, side, kind, true);
    if (!a.live || bytes > a.address + a.size - reinterpret_cast<std::uintptr_t>(r.first)) return cudaErrorInvalidValue;
    return cudaSuccess;
}

cudaError_t check_copy(const byte_rows& to, const byte_rows& from, cudaMemcpyKind kind)
{
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    const cudaError_t first = check_side(to, copy_side::destination, kind);
    const cudaError_t second = check_side(from, copy_side::source, kind);
    return first != cudaSuccess ? first : second;
}

unwritten_results::unwritten_results(const void* to)
{
    const memory_options check = context::instance().memory_check();
    if (!check.uninitialised_global || !checks_uninitialised_results()) return;
    allocation a;
    wanted_ = !find_inside(to, a) || a.kind == allocation_kind::host;
}

void unwritten_results::look_at(const void* from, std::size_t bytes)
{
    if (!wanted_) return;
    copied_ += bytes;
    const auto begin = reinterpret_cast<std::uintptr_t>(from), end = begin + bytes;
    stretch last;
    std::uintptr_t before = begin;
    const bool known =
        device_memory::instance().each_unwritten(from, bytes, owner_, [&](std::uintptr_t at, std::size_t n) {
            if (last.bytes) look_at(last, before, at);
            if (last.bytes) before = last.at + last.bytes;
            last = {at, n};
        });
    if (!known || !last.bytes) return;
    by_data_ |= owner_.by_data;
    look_at(last, before, end);
}

// Classifies unwritten bytes within a row. The bytes before and after them are written, or are the row's ends.
void unwritten_results::look_at(stretch s, std::uintptr_t written_before, std::uintptr_t written_behind)
{
    const allocation& a = owner_;
    // Programs do not use the bytes between the rows of a pitched allocation.
    for (const std::uintptr_t end = s.at + s.bytes; a.row_pitch && s.at < end;) {
        const std::size_t x = (s.at - a.address) % a.row_pitch;
        const std::size_t rest = std::min<std::size_t>(end - s.at, a.row_pitch - x);
        if (x < a.row_width) add({s.at, std::min(rest, a.row_width - x)});
        s.at += rest;
        if (s.at == end) return;
    }
    // Padding is shorter than the alignment of an adjacent member and ends at that alignment. The gap is padding if a
    // kernel stores members of that size. Otherwise the gap may be an unused member, such as the last of a float4.
    // Unused members leave many gaps, so tell() decides by their number.
    for (std::size_t alignment = 2; alignment <= 16; alignment *= 2) {
        if (s.bytes >= alignment || (s.at + s.bytes) % alignment) continue;
        const auto has_member = [&](std::uintptr_t from, std::uintptr_t to) {
            return (from + alignment - 1) / alignment * alignment + alignment <= to;
        };
        const bool beside_member = has_member(written_before, s.at) || has_member(s.at + s.bytes, written_behind);
        // Or a kernel stores a whole member, of which only the first bytes have a value: bit-fields, a union.
        const bool in_member = owner_.widest_store >= alignment && written_before + alignment <= s.at + s.bytes;
        if (!beside_member && !in_member) continue;
        if (beside_member && owner_.widest_store >= alignment) return;
        if (!gaps_++) first_gap_ = s.at;
        bytes_of_gaps_ += s.bytes;
        return;
    }
    add(s);
}

void unwritten_results::add(stretch s)
{
    if (!unwritten_) first_ = s.at;
    unwritten_ += s.bytes;
}

void unwritten_results::tell()
{
    // A single gap is a missing result.
    constexpr std::size_t largest_structure = 128;
    if (gaps_ == 1 || gaps_ * largest_structure < copied_) {
        if (gaps_) first_ = unwritten_ ? std::min(first_, first_gap_) : first_gap_;
        unwritten_ += bytes_of_gaps_;
    }
    // A kernel whose data decides which elements it writes may skip elements on purpose.
    if (!unwritten_ || (by_data_ && !context::instance().memory_check().uninitialised_copies)) return;
    const std::string where = "offset " + std::to_string(first_ - owner_.address) + " of an allocation of " +
                              std::to_string(owner_.size) + " bytes";
    const std::string call = name_of_call();
    tell_once("results " + call, call + ": copies to the host " + std::to_string(unwritten_) + " of " +
                                     std::to_string(copied_) + " bytes which nothing has written, the first at " +
                                     where + refused_launch_before());
}

bool is_pageable(const void* p)
{
    allocation a;
    return !find_inside(p, a);
}

bool may_exist_later(const void* p)
{
    allocation a;
    return find_inside(p, a) && !a.live;
}

cudaError_t check_rows(const byte_rows& r, std::size_t element)
{
    if (!r.first || ((r.height > 1 || r.depth > 1) && r.pitch < r.width)) return cudaErrorInvalidValue;
    if (r.depth > 1 && r.slice / r.pitch < r.height) return cudaErrorInvalidValue;
    const auto at = reinterpret_cast<std::uintptr_t>(r.first);
    return at % element || (r.height > 1 && r.pitch % element) ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t check_set(const byte_rows& r, std::size_t element)
{
    if (r.empty()) return cudaSuccess;
    if (const cudaError_t e = check_rows(r, element)) return e;
    const auto at = reinterpret_cast<std::uintptr_t>(r.first);
    allocation a;
    if (!find_inside(r.first, a) || a.kind == allocation_kind::heap) return cudaErrorInvalidValue;
    std::size_t span = 0;
    const bool fits = span_of(r, span);
    if (!fits || !a.live || span > a.address + a.size - at) return refuse_set(r, span, fits, a);
    return cudaSuccess;
}

cudaError_t set_rows(const byte_rows& r, unsigned value, std::size_t element)
{
    if (const cudaError_t e = check_set(r, element); e != cudaSuccess || r.empty()) return e;
    const auto at = reinterpret_cast<std::uintptr_t>(r.first);
    for (std::size_t z = 0; z < r.depth; ++z)
        for (std::size_t y = 0; y < r.height; ++y) {
            char* const row = reinterpret_cast<char*>(at + z * r.slice + y * r.pitch);
            work_touches(row, r.width, true);
            if (element == 1) {
                std::memset(row, static_cast<int>(value & 0xff), r.width);
            } else {
                for (std::size_t x = 0; x < r.width; x += element)
                    std::memcpy(row + x, &value, element);
            }
            device_memory::instance().wrote(row, r.width);
            record_set_row(row, r.width);
        }
    record_set(r.first, r.width * r.height * r.depth, value);
    return cudaSuccess;
}

} // namespace cuda_emulator
