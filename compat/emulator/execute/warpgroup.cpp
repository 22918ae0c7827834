// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/warpgroup.h"

#include "check/access.h"
#include "check/shared_memory.h"
#include "execute/matrix_values.h"
#include "execute/shared_matrix.h"
#include "machine/fault.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

constexpr u32 chunk_bytes = 16;
constexpr std::size_t largest_operand = 256 * 32; // B of n256k32

void need_warpgroup(warp& w, const instruction& i, u32 m)
{
    if (m != all_lanes)
        fault(w, i, __builtin_ctz(m), device_error::launch_failure, "wgmma needs all 32 threads of the warp");
    if (w.index / warps_of_group * warps_of_group + warps_of_group > w.owner->warps.size())
        fault(w, i, 0, device_error::launch_failure,
              "wgmma needs a warpgroup, which is four warps: the block ends before the fourth");
}

// A matrix operand in shared memory, read in chunks of 16 bytes, and as many at a time as the warp has lanes.
class chunk_reader {
public:
    chunk_reader(warp& w, const instruction& i, operand_slot descriptor, bool is_mn_major)
        : w_(w)
        , i_(i)
        , matrix_(*slot<u64>(w, descriptor), is_mn_major)
    {
        if (matrix_.base_offset())
            fault(w, i, 0, device_error::launch_failure,
                  "the matrix descriptor has a base offset, which is not emulated: align the matrix to the bytes "
                  "after which its swizzle repeats");
    }

    // Calls f(line, chunk, its 16 bytes) for each chunk.
    template <class F>
    void for_each(int first_line, int lines, int first_chunk, int chunks, F f)
    {
        const int count = lines * chunks;
        for (int first = 0; first < count; first += warp_size) {
            const int n = std::min<int>(warp_size, count - first);
            alignas(64) u64 at[warp_size] = {};
            const auto line_of = [&](int l) { return first_line + (first + l) / chunks; };
            const auto chunk_of = [&](int l) { return first_chunk + (first + l) % chunks; };
            for (int l = 0; l < n; ++l)
                at[l] = reinterpret_cast<u64>(w_.shared) + matrix_.offset_of(line_of(l), chunk_of(l));
            const u32 lanes = n == warp_size ? all_lanes : (1u << n) - 1;
            if (w_.checks) check_access(w_, i_, lanes, at, chunk_bytes, false);
            for (int l = 0; l < n; ++l)
                f(line_of(l), chunk_of(l), reinterpret_cast<const char*>(at[l]));
        }
    }

private:
    warp& w_;
    const instruction& i_;
    shared_matrix matrix_;
};

// Element e of a chunk.
template <class T>
T element_of(const char* chunk, matrix_element type, int e)
{
    const int bytes = bits_of(type) / 8;
    u64 bits = 0;
    std::memcpy(&bits, chunk + e * bytes, std::size_t(bytes));
    return element<T>(type, bits, 0);
}

// Reads `count` rows of A, or columns of B, from number `first` on. put(number, k, value) takes each element.
template <class T, class F>
void read_operand(warp& w, const instruction& i, operand_slot descriptor, bool is_mn_major, matrix_element type,
                  int first, int count, int k, F put)
{
    const int elements = int(chunk_bytes) * 8 / bits_of(type);
    chunk_reader reader(w, i, descriptor, is_mn_major);
    const auto elements_of = [&](const char* chunk, auto f) {
        for (int e = 0; e < elements; ++e)
            f(e, element_of<T>(chunk, type, e));
    };
    if (is_mn_major) {
        reader.for_each(0, k, first / elements, count / elements, [&](int line, int chunk, const char* bytes) {
            elements_of(bytes, [&](int e, T value) { put(chunk * elements + e - first, line, value); });
        });
    } else {
        reader.for_each(first, count, 0, k / elements, [&](int line, int chunk, const char* bytes) {
            elements_of(bytes, [&](int e, T value) { put(line - first, chunk * elements + e, value); });
        });
    }
}

template <class T>
void multiply(warp& w, const instruction& i, const warpgroup_multiply_form& form)
{
    const int columns = form.d.columns, k = form.k;
    matrix<T> a(k);
    if (form.a_in_registers) {
        a = matrix<T>(w, form.a);
    } else {
        const int first = int(w.index % warps_of_group) * rows_of_warp;
        read_operand<T>(w, i, form.a_descriptor, form.a_is_mn_major, form.type, first, rows_of_warp, k,
                        [&](int row, int n, T value) { a.row(row)[n] = value; });
    }
    if (form.negates)
        for (int n = 0; n < rows_of_warp * k; ++n)
            a.row(0)[n] = -a.row(0)[n];
    matrix<T, largest_operand> b(columns);
    read_operand<T>(w, i, form.b_descriptor, form.b_is_mn_major, form.type_of_b, 0, columns, k,
                    [&](int column, int n, T value) { b.row(n)[column] = value; });
    matrix<T, largest_operand> d(w, form.d);
    if (!(*slot<u32>(w, form.accumulates) & 1)) std::fill_n(d.row(0), rows_of_warp * columns, T(0));
    multiply(form, a.row(0), b.row(0), d.row(0), {rows_of_warp, columns, k});
    d.write(w, form.d);
}

// Calls f for each warp of the block's warpgroup.
template <class F>
void for_each_warp(block& b, u32 group, F f)
{
    for (u32 n = group * warps_of_group; n < std::min<std::size_t>((group + 1) * warps_of_group, b.warps.size()); ++n)
        f(*b.warps[n]);
}

template <class F>
void for_each_waiting(block& b, u32 group, F f)
{
    for_each_warp(b, group, [&](warp& w) {
        for (divergent_path& p : w.paths)
            if (p.state == path_state::at_barrier && p.wait == first_warpgroup_barrier + group) f(w, p);
    });
}

// Releases the warpgroup if all of its threads that have not returned wait.
void try_release(block& b, u32 group)
{
    u32 waiting = 0, live = 0;
    for_each_warp(b, group, [&](warp& w) { live += u32(__builtin_popcount(w.live)); });
    for_each_waiting(b, group, [&](warp&, divergent_path& p) { waiting += u32(__builtin_popcount(p.mask)); });
    if (waiting != live) return;
    if (shared_memory_check* const check = b.shared_check) {
        const u32 number = first_warpgroup_barrier + group;
        for_each_waiting(b, group, [&](warp& w, divergent_path& p) { check->arrive(w, p.mask, number); });
        for_each_waiting(b, group, [&](warp& w, divergent_path& p) { check->leave(w, p.mask, number); });
        check->barrier_done(number);
    }
    for_each_waiting(b, group, [](warp&, divergent_path& p) {
        p.state = path_state::runnable;
        ++p.pc;
    });
    b.waiting_warpgroups &= ~(1u << group);
}

} // namespace

void run_warpgroup_multiply(warp& w, const instruction& i, u32 m)
{
    need_warpgroup(w, i, m);
    const auto& form = static_cast<const warpgroup_multiply_form&>(*static_cast<const register_lists*>(i.extra));
    if (form.d.type == matrix_element::s32) {
        multiply<i64>(w, i, form);
    } else {
        multiply<double>(w, i, form);
    }
}

void wait_at_warpgroup_barrier(warp& w, const instruction& i, u32 m)
{
    need_warpgroup(w, i, m);
    const u32 group = w.index / warps_of_group;
    w.paths.back().wait = first_warpgroup_barrier + group;
    w.owner->waiting_warpgroups |= 1u << group;
    try_release(*w.owner, group);
}

void leave_warpgroup_barriers(block& b)
{
    for (u32 left = b.waiting_warpgroups; left; left &= left - 1)
        try_release(b, u32(__builtin_ctz(left)));
}

} // namespace cuda_emulator
