// Handlers of tex, tld4, suld and sust.
#pragma once

#include "execute/machine.h"

namespace cuda_emulator {

//! Shape of a texture instruction. Operands: 4 results, handle, then coordinates (a layer first).
struct texture_form {
    int dimensions = 1;
    bool layered = false;
    bool integer_coordinates = false;
    int gather_component = -1; //!< tld4
};
//! Shape of a surface instruction. Operands: `count` values, handle, coordinates (a layer first).
struct surface_form {
    int dimensions = 1;
    bool layered = false;
    int bytes = 4; //!< of one value
    int count = 1;
    enum class outside : std::uint8_t { trap, clamp, zero } mode = outside::trap;
    bool stores = false;
};

//! `extra` of the instruction points to its form.
void run_texture(warp&, const instruction&, std::uint32_t mask);
void run_surface(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
