// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/tensor_copy.h"

#include "check/access.h"
#include "execute/memory_access.h"
#include "isa/integers.h"
#include "machine/cluster.h"
#include "machine/fault.h"
#include "machine/lanes.h"
#include "machine/tensor_map.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace cuda_emulator {

namespace {

constexpr u64 shared_alignment = 128;

tensor_map map_of(warp& w, const instruction& i, int l, int rank)
{
    const u64 at = slot<u64>(w, i.operands[0])[l];
    if (at % 64) fault(w, i, l, device_error::misaligned_address, "a tensor map lies at a multiple of 64 bytes");
    if (w.checks) check_range(w, i, l, at, (sizeof(tensor_map) + bulk_unit - 1) / bulk_unit * bulk_unit, false);
    tensor_map m;
    std::memcpy(&m, reinterpret_cast<const void*>(at), sizeof m);
    if (m.magic != tensor_map::mark)
        fault(w, i, l, device_error::illegal_instruction, "there is no tensor map at this address");
    if (m.rank != rank)
        fault(w, i, l, device_error::launch_failure,
              "the tensor map has " + std::to_string(m.rank) + " dimensions, and the copy " + std::to_string(rank));
    return m;
}

// Faults in cases where an H200 reports an illegal instruction.
void want_legal(const warp& w, const instruction& i, int l, const tensor_map& m, const std::int64_t* at, bool loads)
{
    if (at[0] * m.element_bytes % bulk_unit)
        fault(w, i, l, device_error::illegal_instruction,
              "coordinate " + std::to_string(at[0]) +
                  " of the first dimension: a copy of a tensor wants a multiple of " +
                  std::to_string(bulk_unit / m.element_bytes) + ", which is 16 bytes");
    for (int k = 0; k < m.rank && !loads; ++k)
        if (at[k] < 0)
            fault(w, i, l, device_error::illegal_instruction,
                  "coordinate " + std::to_string(at[k]) + " of dimension " + std::to_string(k + 1) +
                      ": a copy into a tensor takes none below 0");
}

// The box at given coordinates: its elements in the order of shared memory, with the addresses of the elements inside
// the tensor.
struct box_of_tensor {
    box_of_tensor(const tensor_map& map, const std::int64_t* coordinates)
        : m(map)
    {
        std::copy(coordinates, coordinates + 5, at);
        for (int k = 0; k < m.rank; ++k) {
            count[k] = (m.box[k] + m.steps[k] - 1u) / m.steps[k];
            elements *= count[k];
        }
    }
    // The address of element n; 0 if it is outside. For stores a row ends after a multiple of 16 bytes, as on an H200,
    // which also writes the bytes behind the row's elements.
    u64 address(u32 n, bool stores) const
    {
        u64 address = m.address;
        for (int k = 0; k < m.rank; ++k) {
            const std::int64_t p = at[k] + static_cast<std::int64_t>(n % count[k]) * m.steps[k];
            const u32 whole = bulk_unit / m.element_bytes;
            const std::int64_t last = k == 0 && stores ? m.last[0] | (whole - 1) : m.last[k];
            if (p < 0 || p > last) return 0;
            address += static_cast<u64>(p) * m.strides[k];
            n /= count[k];
        }
        return address;
    }
    u64 all_bytes() const { return elements * m.element_bytes; }
    u32 bytes() const { return static_cast<u32>(all_bytes()); }
    // Bytes in shared memory, including gaps between narrow rows.
    u64 extent() const { return all_bytes() / row_of(m) * pitch_of(m); }
    bool is_narrow() const { return row_of(m) != pitch_of(m); }

    const tensor_map& m;
    std::int64_t at[5];
    u32 count[5] = {1, 1, 1, 1, 1};
    u64 elements = 1;
};

// Calls f(first element, addresses, lanes inside the tensor) for up to 32 elements at a time.
template <class F>
void each_group(const box_of_tensor& b, bool stores, F f)
{
    for (u32 n = 0; n < b.elements; n += warp_size) {
        u64 at[warp_size] = {};
        u32 inside = 0;
        for (u32 k = 0; k < warp_size && n + k < b.elements; ++k) {
            at[k] = b.address(n + k, stores);
            inside |= u32(at[k] != 0) << k;
        }
        if (inside) f(n, at, inside);
    }
}

// The swizzled position of the 16 bytes at this offset: some address bits are XORed with others.
u64 swizzled(const tensor_map& m, u64 offset)
{
    return offset ^ ((offset >> 7 & (span_of(m) / bulk_unit - 1)) * bulk_unit);
}

// Calls f(offset in the unswizzled box, address in shared memory) for each 16 bytes.
template <class F>
void each_piece(const warp& w, const box_of_tensor& b, u64 shared, F f)
{
    const tensor_map& m = b.m;
    const u64 base = reinterpret_cast<u64>(w.cluster_shared), rank = (shared - base) / cluster_stride * cluster_stride;
    const u64 window = base + rank, first = shared - window;
    for (u32 k = 0; k < b.bytes(); k += bulk_unit)
        f(k, window + swizzled(m, first + u64{k / row_of(m)} * pitch_of(m) + k % row_of(m)));
}

// 0x7ff7 in each 16 bits is a NaN for elements of every size, and the value that an H200 writes.
void fill_nan(std::vector<char>& box)
{
    for (std::size_t k = 0; k < box.size(); ++k)
        box[k] = static_cast<char>(k % 2 ? 0x7f : 0xf7);
}

handler reduction_of(const tensor_map& m, const std::string& operation)
{
    using element = tensor_map::element;
    const bool of_bits = operation == "and" || operation == "or" || operation == "xor";
    switch (m.type) {
    case element::u32:
        return find_atomic(operation, of_bits ? ptx::type::b32 : ptx::type::u32, false);
    case element::s32:
        return find_atomic(operation, of_bits ? ptx::type::b32 : ptx::type::s32, false);
    case element::u64:
        return find_atomic(operation, of_bits ? ptx::type::b64 : ptx::type::u64, false);
    case element::s64: // a sum does not depend on the sign of the type
        return find_atomic(operation,
                           of_bits              ? ptx::type::b64
                           : operation == "add" ? ptx::type::u64
                                                : ptx::type::s64,
                           false);
    case element::f16:
        return find_atomic(operation, ptx::type::f16, true);
    case element::bf16:
        return find_atomic(operation, ptx::type::bf16, true);
    case element::f32:
        return find_atomic(m.flushes ? operation : operation + ".noftz", ptx::type::f32, false);
    case element::f64:
        return find_atomic(operation, ptx::type::f64, false);
    default:
        return nullptr;
    }
}

// What an H200 loads through a map of tf32: the nearest value, of two the even one. Subnormal numbers stay, and there
// is one NaN.
u32 as_tf32(u32 bits)
{
    if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fffe000;
    return (bits + 0xfff + (bits >> 13 & 1)) & ~u32{0x1fff};
}

void load_element(const tensor_map& m, void* to, const void* from)
{
    std::memcpy(to, from, m.element_bytes);
    if (!m.rounds) return;
    u32 bits;
    std::memcpy(&bits, to, sizeof bits);
    bits = as_tf32(bits);
    std::memcpy(to, &bits, sizeof bits);
}

// Checks the box in shared memory; for narrow rows only the pieces that are accessed.
void check_extent(warp& w, const instruction& i, int l, const box_of_tensor& b, u64 shared, bool writes)
{
    if (!b.is_narrow()) return check_range(w, i, l, shared, b.bytes(), writes);
    each_piece(w, b, shared, [&](u32, u64 there) { check_range(w, i, l, there, bulk_unit, writes); });
}

void load(warp& w, const instruction& i, int l, const box_of_tensor& b, u64 shared, u64 barrier)
{
    std::vector<char> box(b.bytes()); // elements outside of the tensor are zero
    if (b.m.fills_nan) fill_nan(box);
    const u32 size = b.m.element_bytes;
    each_group(b, false, [&](u32 n, const u64* at, u32 inside) {
        if (w.checks) check_access(w, i, inside, at, size, false);
        each_lane(inside, [&](int k) {
            load_element(b.m, &box[std::size_t{n + static_cast<u32>(k)} * size], reinterpret_cast<const void*>(at[k]));
        });
    });
    auto put = [&](u64 to, u64 its_barrier) {
        if (w.checks) check_extent(w, i, l, b, to, true);
        each_piece(w, b, to, [&](u32 at, u64 there) {
            std::memcpy(reinterpret_cast<void*>(there), &box[at], bulk_unit);
            if (b.is_narrow()) tell_mbarrier(w, i, l, there, bulk_unit, its_barrier, false);
        });
        if (!b.is_narrow()) tell_mbarrier(w, i, l, to, b.bytes(), its_barrier, false);
    };
    if (i.operands[3] == no_operand) return put(shared, barrier);
    for_each_rank(w, i, l, slot<u16>(w, i.operands[3])[l], shared, barrier, put);
}

void store(warp& w, const instruction& i, int l, const box_of_tensor& b, u64 shared)
{
    const auto& form = *static_cast<const tensor_copy_form*>(i.extra);
    const handler reduce = form.reduction.empty() ? nullptr : reduction_of(b.m, form.reduction);
    if (!form.reduction.empty() && !reduce)
        fault(w, i, l, device_error::launch_failure, "no such reduction for the elements of this tensor map");
    if (w.checks) check_extent(w, i, l, b, shared, false);
    std::vector<char> box(b.bytes());
    each_piece(w, b, shared,
               [&](u32 at, u64 there) { std::memcpy(&box[at], reinterpret_cast<const void*>(there), bulk_unit); });
    const u32 size = b.m.element_bytes;
    each_group(b, true, [&](u32 n, const u64* at, u32 inside) {
        if (!reduce) {
            if (w.checks) check_access(w, i, inside, at, size, true);
            each_lane(inside, [&](int k) {
                const char* const element = &box[std::size_t{n + static_cast<u32>(k)} * size];
                std::memcpy(reinterpret_cast<void*>(at[k]), element, size);
            });
            return;
        }
        u64 places[warp_size];
        char values[warp_size * sizeof(u64)];
        u32 count = 0;
        each_lane(inside, [&](int k) {
            places[count] = at[k];
            std::memcpy(values + std::size_t{count} * size, &box[std::size_t{n + static_cast<u32>(k)} * size], size);
            ++count;
        });
        reduce_elements(w, form.each, reduce, places, values, size, count);
    });
}

} // namespace

void run_tensor_copy(warp& w, const instruction& i, u32 m)
{
    const auto& form = *static_cast<const tensor_copy_form*>(i.extra);
    each_lane(m, [&](int l) {
        const tensor_map map = map_of(w, i, l, form.rank);
        std::int64_t coordinates[5] = {};
        for (int k = 0; k < form.rank; ++k)
            coordinates[k] = slot<std::int32_t>(w, i.operands[4 + k])[l];
        want_legal(w, i, l, map, coordinates, form.loads);
        const box_of_tensor box(map, coordinates);
        if (box.extent() > w.shared_size)
            fault(w, i, l, device_error::illegal_address,
                  "the box of the tensor map has more bytes than the block has shared memory");
        const u64 shared = address_of(w, form.shared, i.operands[1], l);
        if (!owner_of(w, shared))
            fault(w, i, l, device_error::illegal_address, "the address is not one of shared memory");
        if ((shared - reinterpret_cast<u64>(w.cluster_shared)) % shared_alignment)
            fault(w, i, l, device_error::misaligned_address,
                  "a copy of a tensor wants an address in shared memory that is a multiple of 128 bytes");
        if (form.loads) {
            load(w, i, l, box, shared, address_of(w, form.barrier, i.operands[2], l));
        } else {
            store(w, i, l, box, shared);
        }
    });
}

} // namespace cuda_emulator
