// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings of the checks that each kernel runs with.
#pragma once

namespace cuda_emulator {

struct check_options {
    bool memory = true;        //!< out-of-bounds, freed and misaligned accesses
    bool races = true;         //!< data races in shared memory
    bool uninitialised = true; //!< shared memory that no thread wrote
    bool barriers = true;      //!< barriers in divergent code
    bool exited = true;        //!< barriers that some threads skip because they have returned
    bool calls = true;         //!< calls of functions that the emulated device lacks
    bool products = true;      //!< registers of products by wgmma, accessed before the wait

    bool shared_memory() const { return races || uninitialised; }

    static check_options none() { return {false, false, false, false, false, false, false}; }
    //! Reads the environment. CUDA_EMULATOR_CHECK=0 disables every check. CUDA_EMULATOR_CHECK_RACES=0 and its siblings
    //! disable one check each.
    static check_options from_environment();
};

} // namespace cuda_emulator
