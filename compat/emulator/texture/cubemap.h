// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The faces of a cubemap: which face a direction meets, and which texel lies beyond an edge.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct cube_place {
    int face;
    double s, t; //!< in [0, 1] on the face
};
//! Gives the face of the longest component. z comes before y, and y before x, if they are equal. s and t are cut to
//! `places` steps in half a face.
cube_place cube_place_of(const float* direction, double places);

//! Gives the changes of s and t when the direction changes by `step`. Neighbouring faces are folded into the plane of
//! the face. Gives false if the direction leaves the face.
bool cube_step(const float* direction, const float* step, double* ds_dt);

//! Moves a texel that is one step beyond an edge to the neighbouring face. Gives false beyond a corner, where no texel
//! exists.
bool step_over_edge(int& face, std::int64_t& x, std::int64_t& y, std::int64_t size);

} // namespace cuda_emulator
