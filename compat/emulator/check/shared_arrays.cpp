// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/shared_arrays.h"

#include "check/findings.h"
#include "machine/block.h"
#include "machine/fault.h"
#include "machine/kernel_name.h"

namespace cuda_emulator {

void check_shared_array(const warp& w, const instruction& i, int lane, std::uint64_t offset, std::uint32_t bytes,
                        bool writes)
{
    if (offset >= i.shared_low && offset + bytes <= i.shared_high) return;
    if (!w.grid->check.memory || !w.grid->memory_check.shared_arrays) return;
    const program& p = *w.grid->code;
    std::string of = "the dynamic shared memory, which begins at offset " + std::to_string(i.shared_low);
    for (const shared_variable& v : p.shared_variables)
        if (v.offset == i.shared_low && v.offset + v.size == i.shared_high)
            of = "'" + variable_name(v.name) + "', which has " + std::to_string(v.size) + " bytes";
    add_finding(*w.owner, "array " + std::string(p.kernel->source->name) + key_of(p, *w.current->function, i),
                place_of(w, i, lane) + ": " + (writes ? "write" : "read") + " of " + std::to_string(bytes) +
                    " bytes at " + shared_place(*w.owner, offset) + " of shared memory, outside of " + of);
}

} // namespace cuda_emulator
