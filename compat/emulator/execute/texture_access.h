// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers of tex, tld4, txq, suld, sust and suq. The instruction's `extra` points to its form.
#pragma once

#include "machine/warp.h"
#include "texture/texture.h"

namespace cuda_emulator {

//! Shape and operands of a texture fetch.
struct texture_form {
    geometry shape;
    bool integer_coordinates = false;
    int gather_component = -1; //!< tld4
    enum class level_choice : std::uint8_t { none, explicit_level, gradient } level = level_choice::none;
    operand_slot results[4] = {no_operand, no_operand, no_operand, no_operand};
    operand_slot handle = no_operand;
    operand_slot layer = no_operand;
    operand_slot coordinates[3] = {no_operand, no_operand, no_operand};
    operand_slot lod = no_operand;
    operand_slot dx[3] = {no_operand, no_operand, no_operand}, dy[3] = {no_operand, no_operand, no_operand};
};

//! Shape and operands of a surface access.
struct surface_form {
    geometry shape;
    int bytes = 4; //!< bytes of one value
    int count = 1;
    enum class outside : std::uint8_t { trap, clamp, zero } mode = outside::trap;
    bool stores = false;
    bool formatted = false; //!< sust.p: x counts texels, and 32-bit values are converted to the format
    operand_slot values[4] = {no_operand, no_operand, no_operand, no_operand};
    operand_slot handle = no_operand;
    operand_slot layer = no_operand;
    operand_slot coordinates[3] = {no_operand, no_operand, no_operand};
};

enum class texture_query : std::uint8_t { width, height, depth };
struct query_form {
    texture_query query = texture_query::width;
    bool of_surface = false;
    operand_slot result = no_operand, handle = no_operand, level = no_operand;
};

void run_texture(warp&, const instruction&, std::uint32_t mask);
void run_surface(warp&, const instruction&, std::uint32_t mask);
void run_texture_query(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
