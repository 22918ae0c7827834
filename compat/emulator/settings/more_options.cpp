// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings/more_options.h"

#include "settings/environment.h"
#include "settings/result_options.h"

namespace cuda_emulator {

memory_options memory_options::from_environment()
{
    if (!wanted("CUDA_EMULATOR_CHECK")) return none();
    const bool volatile_races =
        asked_for("CUDA_EMULATOR_CHECK_VOLATILE_RACES") && wanted("CUDA_EMULATOR_CHECK_GLOBAL_RACES");
    return {wanted("CUDA_EMULATOR_CHECK_UNINITIALISED_GLOBAL"),
            asked_for("CUDA_EMULATOR_CHECK_UNINITIALISED_COPIES"),
            wanted("CUDA_EMULATOR_CHECK_LOCAL"),
            volatile_races || asked_for("CUDA_EMULATOR_CHECK_GLOBAL_RACES"),
            wanted("CUDA_EMULATOR_CHECK_SHARED_ARRAYS"),
            wanted("CUDA_EMULATOR_CHECK_GLOBAL_RACES"),
            false,
            volatile_races};
}

bool checks_uninitialised_results()
{
    static const bool on = wanted("CUDA_EMULATOR_CHECK") && wanted("CUDA_EMULATOR_CHECK_UNINITIALISED_RESULTS");
    return on;
}

bool checks_managed()
{
    static const bool on = wanted("CUDA_EMULATOR_CHECK") && wanted("CUDA_EMULATOR_CHECK_MANAGED");
    return on;
}

call_options call_options::from_environment()
{
    if (!wanted("CUDA_EMULATOR_CHECK")) return {false, false, false, false, false, false};
    return {wanted("CUDA_EMULATOR_CHECK_FREES"),      wanted("CUDA_EMULATOR_CHECK_LAUNCHES"),
            asked_for("CUDA_EMULATOR_CHECK_LEAKS"),   asked_for("CUDA_EMULATOR_CHECK_ERRORS"),
            asked_for("CUDA_EMULATOR_CHECK_STREAMS"), wanted("CUDA_EMULATOR_CHECK_COPIES")};
}

} // namespace cuda_emulator
