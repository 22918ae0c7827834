// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings/multiprocessors.h"

#include "settings/environment.h"

namespace cuda_emulator {

int multiprocessor_count()
{
    static const int count = whole_number_in("CUDA_EMULATOR_MULTIPROCESSORS", 4, 1, 1024);
    return count;
}

} // namespace cuda_emulator
