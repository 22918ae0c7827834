// Loads, stores and atomics: handlers by state space, width and count.
#pragma once

#include "execute/lanes.h"
#include "execute/machine.h"
#include "ptx/types.h"

namespace cuda_emulator {

//! How an address operand becomes a real address.
enum class window : std::uint8_t {
    flat,      //!< global, constant and generic: it is one already
    shared,    //!< offset in the block's shared memory
    local,     //!< offset in the lane's stack
    frame,     //!< offset in the running activation's part of the lane's stack; no register
    parameter, //!< offset in the kernel's parameters
};

struct access_form {
    window where = window::flat;
    bool wide_address = true;  //!< 64-bit address register
    int bytes = 4;             //!< of one element
    bool sign_extends = false; //!< s8 into a 16-bit register
    int count = 1;
};

//! operands[0] is the address, operands[1…] the registers. Null when there is no such form.
handler find_load(const access_form&);
handler find_store(const access_form&);

//! atom and red: operands are address, destination (or no_operand), b, c; detail is the window, +8 with a 64-bit
//! address. `operation` is "add", "cas", …; null when there is no such form, of a single value or of a vector's
//! element.
handler find_atomic(const std::string& operation, ptx::type, bool of_vector);
//! Before the elements of a vector: operands[1] is no slot but its size in bytes.
void check_vector_alignment(warp&, const instruction&, std::uint32_t mask);

//! The real addresses of all lanes for an instruction whose `detail` tells the window as for atomics.
void addresses_of(warp&, const instruction&, std::uint64_t* out);

//! Which of the warp's remembered allocations an instruction uses: reads and writes apart, for constants are read only.
inline unsigned range_index(const instruction& i, bool writes)
{
    return (static_cast<unsigned>(i.line) & 3) + (writes ? 4 : 0);
}

//! Faults when a lane's access is outside what it may touch, or misaligned; tells the check of shared memory of it.
void check_access(warp&, const instruction&, std::uint32_t mask, const std::uint64_t* at, std::uint32_t bytes,
                  bool writes);

//! Faults when the texels that a texture or surface looks at have been freed. `access` says who looks.
void check_image(warp&, const instruction&, int lane, const void* texels, const char* access);

} // namespace cuda_emulator
