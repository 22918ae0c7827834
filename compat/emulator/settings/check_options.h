// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which checks are on.
#pragma once

namespace cuda_emulator {

struct check_options {
    bool memory = true;        //!< out of bounds, freed, misaligned
    bool races = true;         //!< in shared memory
    bool uninitialised = true; //!< shared memory that no thread wrote
    bool barriers = true;      //!< divergent ones
    bool exited = true;        //!< barriers that some threads skip because they have returned
    bool calls = true;         //!< of functions that the emulated device does not have

    bool shared_memory() const { return races || uninitialised; }

    static check_options none() { return {false, false, false, false, false, false}; }
    //! CUDA_EMULATOR_CHECK=0 puts all off, CUDA_EMULATOR_CHECK_RACES=0 and its like one.
    static check_options from_environment();
};

} // namespace cuda_emulator
