// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isa/lane/float.h"

#include "execute/lane_handler.h"
#include "isa/rows.h"

namespace cuda_emulator {

void add_float_forms(form_table& t)
{
#include "isa/float.def"
}

} // namespace cuda_emulator
