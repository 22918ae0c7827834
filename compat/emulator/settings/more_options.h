// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings of the checks of global memory, local memory and API calls. check_options.h holds the other checks.
#pragma once

namespace cuda_emulator {

//! Checks of the memory that a kernel reads and writes.
struct memory_options {
    bool uninitialised_global = true;  //!< reads of cudaMalloc memory that was never written
    bool uninitialised_copies = false; //!< also copies of such memory; a copy alone does not count as a read otherwise
    bool local = true;                 //!< accesses of local memory outside the thread's variables
    bool races = false;                //!< data races in global memory
    bool shared_arrays = true;         //!< accesses of shared memory outside the variable that is indexed
    bool block_atomics = true;         //!< the races of kernels with atomics of block scope in global memory
    bool managed = false;              //!< stores to managed memory are noted; set for a launch
    bool volatile_races = false;       //!< `volatile` accesses race like plain ones, see check/old_order.h

    static memory_options none() { return {false, false, false, false, false, false, false, false}; }
    //! Reads CUDA_EMULATOR_CHECK and CUDA_EMULATOR_CHECK_…. The value 1 enables a check that is off by default.
    static memory_options from_environment();
};

//! Checks of the API calls that a program makes.
struct call_options {
    bool frees = true;    //!< frees of memory that is not allocated
    bool launches = true; //!< refused launches whose error the program never reads
    bool leaks = false;   //!< allocations that still exist at the end
    bool errors = false;  //!< errors of any call that the program never reads
    bool streams = false; //!< accesses from two streams without an order between them
    bool copies = true;   //!< copies with a wrong direction; memset calls that leave their allocation

    static call_options from_environment();
};

} // namespace cuda_emulator
