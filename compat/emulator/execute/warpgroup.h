// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma: products of matrices by a warpgroup, four adjacent warps of a block. Each warp computes 16 of the 64 rows, at
// once. warpgroup_order.h has the order between the four warps.
#pragma once

#include "execute/matrix.h"
#include "execute/shared_matrix.h"

namespace cuda_emulator {

constexpr int rows_of_warp = 16;

//! d = a b + d, or a b. Registers of A and D hold the warp's 16 rows, in the order of mma.m16n8 side by side.
struct warpgroup_multiply_form : register_lists, product_rule {
    matrix_element type_of_b = matrix_element::f16;
    int k = 0; //!< of single bits: in words
    matrix_fragment a, d;
    std::vector<int> a_numbers, d_numbers; //!< of the registers in the PTX
    bool a_in_registers = false;
    bool a_is_mn_major = false, b_is_mn_major = false;
    bool negates = false; //!< the product of both scales is -1
    operand_slot a_descriptor = no_operand, b_descriptor = no_operand;
    operand_slot accumulates = no_operand; //!< a predicate: whether D is added
};

//! The part of an operand in shared memory that a warp multiplies: its rows of A, or all columns of B.
struct shared_operand {
    shared_matrix matrix;
    bool is_mn_major;
    matrix_element type;
    int first, count, k; //!< rows or columns; the inner dimension

    static constexpr int chunk_bytes = 16;
    int elements_of_chunk = chunk_bytes * 8 / bits_of(type);
    //! Calls f(line, chunk) for each chunk of the operand, see shared_matrix.
    template <class F>
    void each_chunk(F f) const
    {
        const int first_line = is_mn_major ? 0 : first, lines = is_mn_major ? k : count;
        const int first_chunk = is_mn_major ? first / elements_of_chunk : 0;
        const int chunks = (is_mn_major ? count : k) / elements_of_chunk;
        for (int line = first_line; line < first_line + lines; ++line)
            for (int chunk = first_chunk; chunk < first_chunk + chunks; ++chunk)
                f(line, chunk);
    }
    //! The row or column of element e of a chunk, counted from the first, and its place along K.
    int outer_of(int line, int chunk, int e) const
    {
        return (is_mn_major ? chunk * elements_of_chunk + e : line) - first;
    }
    int inner_of(int line, int chunk, int e) const { return is_mn_major ? line : chunk * elements_of_chunk + e; }
};
shared_operand rows_in_memory(warp&, const warpgroup_multiply_form&);
shared_operand columns_in_memory(warp&, const warpgroup_multiply_form&);

void run_warpgroup_multiply(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
