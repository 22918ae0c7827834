// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faces of a cubemap: which one a direction meets, and what lies beyond an edge.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct cube_place {
    int face;
    double s, t; //!< in [0, 1] of the face
};
//! The face of the longest component; of equal ones z is before y, y before x. s and t are cut to as many `places` in
//! half a face.
cube_place cube_place_of(const float* direction, double places);

//! How far s and t go when the direction goes by `step`, on the neighbours folded down into the plane of the face.
//! False when it leaves the face.
bool cube_step(const float* direction, const float* step, double* ds_dt);

//! Brings a texel one step beyond an edge to the face behind it. False beyond a corner, where no texel is.
bool step_over_edge(int& face, std::int64_t& x, std::int64_t& y, std::int64_t size);

} // namespace cuda_emulator
