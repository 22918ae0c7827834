// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix instructions: mma, wmma, ldmatrix, stmatrix, movmatrix. A matrix is distributed over registers of all lanes;
// each lane holds a fragment (PTX's term).
#pragma once

#include "execute/memory_access.h"

#include <cstdint>
#include <vector>

namespace cuda_emulator {

enum class matrix_element : std::uint8_t { f16, bf16, tf32, e4m3, e5m2, f32, f64, s8, u8, s4, u4, b1, s32 };

//! Single bits are processed as words.
constexpr int bits_of(matrix_element t)
{
    switch (t) {
    case matrix_element::f16:
    case matrix_element::bf16:
        return 16;
    case matrix_element::e4m3:
    case matrix_element::e5m2:
    case matrix_element::s8:
    case matrix_element::u8:
        return 8;
    case matrix_element::s4:
    case matrix_element::u4:
        return 4;
    case matrix_element::f64:
        return 64;
    default:
        return 32;
    }
}

constexpr int elements_per_register(matrix_element t) { return bits_of(t) < 32 ? 32 / bits_of(t) : 1; }

//! The operand that a fragment belongs to. The elements of one register are adjacent along the inner dimension of the
//! product (columns of A, rows of B). In an accumulator they are adjacent in a row.
enum class matrix_role : std::uint8_t { a, b, accumulator };

//! Maps registers to the elements of a matrix. Lanes form eight groups of four; group g and lane t in the group give
//! the position. The mapping follows PTX ISA's figures for mma.m8n8k4 … m16n8k256. PTX does not specify the mapping of
//! wmma. Here it continues the same pattern, and repeats it if there are more registers than elements.
struct matrix_fragment {
    matrix_role role = matrix_role::a;
    matrix_element type = matrix_element::f16;
    int rows = 0, columns = 0;
    std::vector<operand_slot> registers;

    struct place {
        int row, column;
    };
    place place_of(int lane, int reg, int element) const;
    //! Tabulates place_of(). Call it when all other members are set.
    void find_places();
    //! Row · columns + column of the element in a lane's register.
    std::uint32_t index_of(int lane, int reg, int element) const
    {
        return indices[static_cast<std::size_t>((reg % distinct_registers() * 32 + lane) * elements_per_register() +
                                                element)];
    }
    std::vector<std::uint16_t> indices;
    int elements_per_register() const;
    int distinct_registers() const;
};

//! How products are computed and added.
struct product_rule {
    matrix_element type = matrix_element::f16; //!< of A
    bool saturates = false;                    //!< .satfinite
    bool bit_and = false;                      //!< for single bits: .and.popc instead of .xor.popc
    int rounding = 0;                          //!< for f64: a mode of <cfenv>
};

//! d = a b + c
struct multiply_form : register_lists, product_rule {
    matrix_fragment a, b, c, d;
};
void run_multiply(warp&, const instruction&, std::uint32_t mask);

//! wmma.load and wmma.store: operands[0] is the address, as for atomics; operands[1] is the stride or no_operand.
struct fragment_access_form : register_lists {
    matrix_fragment fragment;
    bool column_major = false;
    bool stores = false;

    //! Tabulates where the units are. Call it when all other members are set.
    void find_units();
    //! The unit of a transfer in bytes: an element, or a register of elements that are smaller than a byte.
    std::uint32_t unit_bytes() const;
    int units_per_register() const;
    //! Whether the units of a register are adjacent in memory.
    bool is_contiguous() const;

    //! The coordinates of a unit's first element in memory: row and column, or column and row in a matrix by columns.
    struct unit_place {
        std::uint16_t line, position;
    };
    //! By register, unit and lane.
    std::vector<unit_place> places;
};

//! The addresses that wmma.load or wmma.store accesses. It reads the registers once, so a load may overwrite them.
class fragment_addresses {
public:
    fragment_addresses(warp&, const instruction&);
    //! The address of each lane's unit.
    void find(int reg, int unit, std::uint64_t* at) const;

private:
    const fragment_access_form& form_;
    std::uint64_t base_[warp_size];
    std::uint32_t stride_[warp_size]; // elements from one line to the next
};
void run_fragment_access(warp&, const instruction&, std::uint32_t mask);

//! ldmatrix and stmatrix: 8 by 8 matrices of 16 bits. Each group of eight lanes holds the row addresses of one matrix.
struct row_access_form : register_lists {
    std::vector<operand_slot> registers; //!< one for each matrix
    bool transposes = false;
    bool stores = false;
};
void run_row_access(warp&, const instruction&, std::uint32_t mask);

//! movmatrix: each list has one register.
void run_transposition(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
