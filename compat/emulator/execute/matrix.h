// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix instructions: mma, wmma, ldmatrix, stmatrix, movmatrix. A matrix lies in registers of all lanes of the warp,
// as a fragment of each.
#pragma once

#include "execute/memory_access.h"

#include <cstdint>
#include <vector>

namespace cuda_emulator {

enum class matrix_element : std::uint8_t { f16, bf16, tf32, e4m3, e5m2, f32, f64, s8, u8, s4, u4, b1, s32 };

int bits_of(matrix_element);

//! What a fragment is of: the elements of one register follow each other along the inner dimension of a product (the
//! columns of A, the rows of B); an accumulator has pairs of neighbours in a row.
enum class matrix_role : std::uint8_t { a, b, accumulator };

//! Where the elements of a matrix are. With eight groups of four lanes, group g and lane t of it: PTX ISA's figures for
//! mma.m8n8k4 … m16n8k256. Those of wmma are not specified: the same pattern, continued, and then repeated where PTX
//! has more registers than elements.
struct matrix_fragment {
    matrix_role role = matrix_role::a;
    matrix_element type = matrix_element::f16;
    int rows = 0, columns = 0;
    std::vector<operand_slot> registers;

    struct place {
        int row, column;
    };
    place place_of(int lane, int reg, int element) const;
    //! To be called when all above is known: what place_of() says is kept.
    void find_places();
    //! Row · columns + column of a register's element in a lane.
    std::uint32_t index_of(int lane, int reg, int element) const
    {
        return indices[static_cast<std::size_t>((reg % distinct_registers() * 32 + lane) * elements_per_register() +
                                                element)];
    }
    std::vector<std::uint16_t> indices;
    int elements_per_register() const;
    int distinct_registers() const;
};

//! d = a b + c
struct multiply_form : register_lists {
    int k = 0;
    matrix_fragment a, b, c, d;
    bool saturates = false; //!< .satfinite
    bool bit_and = false;   //!< of single bits: .and.popc, not .xor.popc
    int rounding = 0;       //!< of f64: a mode of <cfenv>
};
void run_multiply(warp&, const instruction&, std::uint32_t mask);

//! wmma.load and wmma.store: the address is operands[0], as for atomics; operands[1] is the stride or no_operand.
struct fragment_access_form : register_lists {
    matrix_fragment fragment;
    bool column_major = false;
    bool stores = false;
};
void run_fragment_access(warp&, const instruction&, std::uint32_t mask);

//! ldmatrix and stmatrix: 8 by 8 matrices of 16 bits, whose rows' addresses are in groups of eight lanes.
struct row_access_form : register_lists {
    std::vector<operand_slot> registers; //!< one of each matrix
    bool transposes = false;
    bool stores = false;
};
void run_row_access(warp&, const instruction&, std::uint32_t mask);

//! movmatrix: the lists have one register each.
void run_transposition(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
