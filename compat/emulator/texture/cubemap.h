// Which face of a cubemap a direction meets, and where.
#pragma once

namespace cuda_emulator {

struct cube_place {
    int face;
    float s, t; //!< in [0, 1] of the face
};
cube_place cube_place_of(const float* direction);

} // namespace cuda_emulator
