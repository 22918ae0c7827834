// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data flow analysis of uniform and affine registers.
//
// An affine register (`shape::affine`) has the value base + across * (lane % row) + along * (lane / row). A row is the
// number of lanes that are adjacent in the block's x direction. threadIdx is affine, and so are most addresses computed
// from it. One check and one copy of memory then serve all lanes of a warp or a block.
#pragma once

#include "machine/lanes.h"
#include "translate/code_graph.h"
#include "translate/if_conversion.h"
#include "translate/operations.h"

#include <cstdint>
#include <map>
#include <optional>

namespace cuda_emulator::translation {

enum class shape : std::uint8_t {
    uniform, //!< the same value in all lanes
    affine,  //!< the strides may be unknown until run time
    any      //!< 32 values in the register file
};

//! A shape with the strides that are constant at translation time, as most are. The compiler makes shorter code from
//! constant strides. They have the register's width.
struct strided_shape {
    shape what = shape::any;
    std::optional<std::uint64_t> across, along;
    int zeros = 0; //!< the lowest bits that are zero in all lanes, as far as they are known

    bool operator==(const strided_shape& o) const
    {
        return what == o.what && across == o.across && along == o.along && zeros == o.zeros;
    }
    bool operator!=(const strided_shape& o) const { return !(*this == o); }
};

//! The lanes that run together, numbered across `warps` warps.
struct lane_layout {
    int row;       //!< length of a row; 0: rows do not fill a warp. Then all lanes are one row, and threadIdx is `any`
    int warps = 1; //!< above 1: the whole block, whose z dimension is 1
    //! A divergent path of one warp, with a lane mask. No register is affine. Uniform registers are uniform among the
    //! path's lanes, and only up to the end of a basic block.
    bool of_path = false;

    int lanes() const { return warps * warp_size; }
    int lanes_of_row() const { return row ? row : lanes(); }
};

using shapes = std::map<operand_slot, strided_shape>; //!< a register that is missing is `any`

//! The operand is a register, a constant or a special register.
strided_shape strided_shape_of(const shapes&, operand_slot, const lane_layout&);
inline shape shape_of(const shapes& s, operand_slot o, const lane_layout& lanes)
{
    return strided_shape_of(s, o, lanes).what;
}

//! Whether translated code makes the access itself, given the shape of its address.
bool is_translated(const instruction&, const memory_operation&, shape of_address);

//! Whether translated code loads one value for all lanes. On a divergent path, a load of shared memory has a value for
//! each lane, because its check wants the lanes.
bool is_uniform_load(const instruction&, const memory_operation&, shape of_address, const lane_layout&);

//! Updates the shapes for the effect of one instruction.
void transfer(const decoded_function&, const instruction&, const lane_layout&, shapes&);

//! Whether the block ends with a branch that lanes may take differently. `at_end` has the shapes before the branch.
bool has_divergent_branch(const decoded_function&, const code_block&, const shapes& at_end, const lane_layout&);

//! Shapes on entry to each basic block. A register that is not live there is `any`. So is a register that the region of
//! a divergent branch has written, at the reconvergence point.
std::vector<shapes> find_shapes(const decoded_function&, const code_graph&, const convertible_regions&,
                                const lane_layout&);

} // namespace cuda_emulator::translation
