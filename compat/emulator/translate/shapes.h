// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of registers before a kernel runs: the same in all lanes, or going up by fixed steps.
//
// An even register is base + across * (lane % row) + along * (lane / row), where a row is so many lanes as lie beside
// each other in the block's x direction. So are threadIdx, and all addresses that are made of it by adding and
// multiplying: one check and one copy of memory do for all lanes, those of a warp or of a whole block.
#pragma once

#include "machine/lanes.h"
#include "translate/code_graph.h"
#include "translate/operations.h"

#include <cstdint>
#include <map>
#include <optional>

namespace cuda_emulator::translation {

enum class shape : std::uint8_t {
    uniform, //!< the same in all lanes
    even,    //!< goes up by steps that are known when the kernel runs
    any      //!< 32 values, which lie in the warp's registers
};

//! A shape, and steps that are known before the kernel runs: most are, and the compiler makes less code of them. They
//! are numbers of the register's own width.
struct stepped_shape {
    shape what = shape::any;
    std::optional<std::uint64_t> across, along;

    bool operator==(const stepped_shape& o) const { return what == o.what && across == o.across && along == o.along; }
    bool operator!=(const stepped_shape& o) const { return !(*this == o); }
};

//! The lanes that go on together: of so many warps, numbered through.
struct lane_layout {
    int row;       //!< as above; 0: rows end within a warp. All lanes are one row then, and threadIdx is `any`
    int warps = 1; //!< more: the whole block, which has a depth of 1

    int lanes() const { return warps * warp_size; }
    int lanes_of_row() const { return row ? row : lanes(); }
};

using shapes = std::map<operand_slot, stepped_shape>; //!< of registers that are not `any`

//! Of an operand: registers, constants, special registers.
stepped_shape stepped_shape_of(const shapes&, operand_slot, const lane_layout&);
inline shape shape_of(const shapes& s, operand_slot o, const lane_layout& lanes)
{
    return stepped_shape_of(s, o, lanes).what;
}

//! Does translated code do this access by itself, whose address has the shape?
bool is_translated(const instruction&, const memory_operation&, shape of_address);

//! Goes on behind one instruction.
void step(const decoded_function&, const instruction&, const lane_layout&, shapes&);

//! At the beginning of each block of the graph; registers that nobody wants there are `any`.
std::vector<shapes> find_shapes(const decoded_function&, const code_graph&, const lane_layout&);

} // namespace cuda_emulator::translation
