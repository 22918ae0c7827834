// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of elements and shapes in matrix instructions.
#pragma once

#include "execute/matrix.h"
#include "ptx/syntax.h"

#include <array>
#include <string_view>

namespace cuda_emulator {

constexpr std::string_view element_list = "f16 bf16 tf32 e4m3 e5m2 f32 f64 s8 u8 s4 u4 b1 s32";
matrix_element element_of(std::string_view name);

//! M, N and K.
using matrix_shape = std::array<int, 3>;
//! Finds the modifier that names a shape. Returns false if there is none.
bool shape_of(const ptx::instruction&, matrix_shape&, std::string_view& name);

//! The fragment of one warp for a matrix of this shape.
matrix_fragment fragment_of(matrix_role, std::string_view type, const matrix_shape&);

} // namespace cuda_emulator
