// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isa/lane/integer.h"
#include "execute/lane_handler.h"
#include "isa/rows.h"

namespace cuda_emulator {

void add_integer_forms(form_table& t)
{
#include "isa/integer.def"
}

} // namespace cuda_emulator
