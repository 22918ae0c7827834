// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which checks of global and local memory, and of calls, are on: beside check_options.
#pragma once

namespace cuda_emulator {

//! Of what a kernel touches.
struct memory_options {
    bool uninitialised_global = true;  //!< memory of cudaMalloc that nothing wrote
    bool uninitialised_copies = false; //!< … copied, which is no use of it unless this is on
    bool local = true;                 //!< local memory outside of its variables
    bool races = false;                //!< in global memory
    bool shared_arrays = true;         //!< shared memory outside of the variable that is meant

    static memory_options none() { return {false, false, false, false, false}; }
    //! By CUDA_EMULATOR_CHECK and CUDA_EMULATOR_CHECK_…. What is off by itself, 1 puts on.
    static memory_options from_environment();
};

//! Of what the program calls.
struct call_options {
    bool frees = true;    //!< of what is not allocated
    bool launches = true; //!< that were refused, and nobody asked
    bool leaks = false;   //!< what is still allocated at the end
    bool errors = false;  //!< of any call, that nobody asked for
    bool streams = false; //!< whose work nothing orders
    bool copies = true;   //!< in a direction that is not theirs; sets that leave their allocation

    static call_options from_environment();
};

} // namespace cuda_emulator
