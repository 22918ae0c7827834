// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isa/lane/approximate.h"

#include "execute/lane_handler.h"
#include "isa/rows.h"

namespace cuda_emulator {

void add_approximate_forms(form_table& t)
{
#include "isa/approximate.def"
}

} // namespace cuda_emulator
