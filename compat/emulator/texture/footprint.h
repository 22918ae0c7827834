// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The footprint of a sample with gradients: an ellipse in the image, as an H200 computes it.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct footprint {
    std::int64_t level; //!< for its breadth, in 1/256
    double along[2];    //!< the longer axis, in texels
    double length;      //!< the approximate length of that axis
    double ratio;       //!< length divided by breadth, from 1 to the anisotropy
};

//! Computes the footprint for steps in texels along two directions. `with_diagonals` means that both steps stay on one
//! face. `anisotropy` is the largest ratio of length to breadth.
footprint footprint_of(const double* dx, const double* dy, int axes, bool with_diagonals, unsigned anisotropy);

//! Gives the effective anisotropy: a power of two up to 16.
unsigned ratio_limit(unsigned anisotropy);

} // namespace cuda_emulator
