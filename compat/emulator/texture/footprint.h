// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The footprint of a sample with gradients: an ellipse in the image, seen as an H200 sees it.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct footprint {
    std::int64_t level; //!< of its breadth, in 1/256
    double along[2];    //!< the longer axis, in texels
    double length;      //!< of that axis, about
    double ratio;       //!< of length and breadth: 1 to the anisotropy
};

//! Of steps in texels along two directions. `with_diagonals`: both steps stay on one face. `anisotropy`: how much
//! longer than broad it may be.
footprint footprint_of(const double* dx, const double* dy, int axes, bool with_diagonals, unsigned anisotropy);

//! The anisotropy that counts: a power of two up to 16.
unsigned ratio_limit(unsigned anisotropy);

} // namespace cuda_emulator
