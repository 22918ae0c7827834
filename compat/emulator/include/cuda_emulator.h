// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Counters of the emulated device, for programs: what each kernel did to memory, and how it branched.
//!
//! The functions find the emulated device at run time, so a program that uses them links and runs on a GPU too, where
//! they answer 0. Counting is off until it is asked for, by the environment variable CUDA_EMULATOR_PROFILE=1 or by
//! cuda_emulator_start_counting(). C99 and later, C++11 and later; link with ${CMAKE_DL_LIBS}.
//!
//! A *request* is one memory instruction of one warp; lanes that are switched off ask for nothing. Requests of vectors
//! (8 and 16 bytes per lane) are split as the hardware does, into half and quarter warps, before lines and banks are
//! counted.
#pragma once

#if defined(__linux__) && !defined(_GNU_SOURCE)
    #define _GNU_SOURCE // RTLD_DEFAULT
#endif
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

//! Loads or stores of global memory. Efficiency is requested_bytes over what the transactions moved: lines_128 * 128
//! with Fermi's L1 cache on (loads only: Fermi's stores go to L2), segments_32 * 32 with it off.
typedef struct cuda_emulator_global_counters {
    uint64_t requests;        //!< warp-wide instructions with at least one active lane
    uint64_t requested_bytes; //!< sum over active lanes
    uint64_t lines_128;       //!< 128-byte lines touched: the old profiler's gld_transactions, L1 on
    uint64_t segments_32;     //!< Fermi, L1 off, and stores: 32-byte segments
    uint64_t sectors_32; //!< today's 32-byte sectors (Nsight Compute: l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum)
} cuda_emulator_global_counters;

//! Loads, stores or atomics of shared memory: 32 banks of 4 bytes.
typedef struct cuda_emulator_shared_counters {
    uint64_t requests;       //!< warp-wide instructions with at least one active lane
    uint64_t wavefronts;     //!< passes over the banks: lanes that want different words of one bank take turns
    uint64_t bank_conflicts; //!< wavefronts beyond those that the width of the access needs
} cuda_emulator_shared_counters;

//! Loads of constant memory (ld.const). Parameters of kernels lie there, too, and do not count. Nor does a load through
//! a pointer of which the compiler does not know where it leads: it goes through L1, and counts as a global load.
typedef struct cuda_emulator_constant_counters {
    uint64_t requests;       //!< warp-wide instructions with at least one active lane
    uint64_t cache_requests; //!< what the constant cache is asked for, one after the other: each different address, and
                             //!< of each in pieces of up to 8 bytes (Nsight Compute: idc__requests.sum)
    uint64_t replays;        //!< cache_requests beyond those that a single address needs
} cuda_emulator_constant_counters;

//! Sums over all launches of one kernel since counting began. New counters come at the end: an older program asks for
//! fewer bytes.
typedef struct cuda_emulator_counters {
    const char* kernel; //!< name in the source, without arguments; lives as long as the program
    uint64_t launches;
    uint64_t warp_instructions;   //!< PTX instructions, once per warp
    uint64_t thread_instructions; //!< … once per active lane
    cuda_emulator_global_counters global_loads, global_stores;
    uint64_t global_atomics; //!< requests
    cuda_emulator_shared_counters shared_loads, shared_stores, shared_atomics;
    uint64_t local_requests;     //!< loads and stores of local memory
    uint64_t texture_requests;   //!< texture and surface instructions
    uint64_t block_barriers;     //!< arrivals of warps at bar.sync and its kin
    uint64_t warp_barriers;      //!< bar.warp.sync
    uint64_t branches;           //!< conditional branches, once per warp
    uint64_t divergent_branches; //!< … whose lanes went both ways
    cuda_emulator_constant_counters constant_loads;
} cuda_emulator_counters;

//! What the library itself exports; programs call the functions below.
typedef struct cuda_emulator_interface {
    uint32_t version; //!< 1
    void (*start)(void);
    void (*stop)(void);
    void (*reset)(void);
    size_t (*kernels)(void);
    int (*get)(size_t index, cuda_emulator_counters* out, size_t out_bytes);
} cuda_emulator_interface;

//! The emulated device's functions; null when the program runs on a GPU.
static inline const cuda_emulator_interface* cuda_emulator(void)
{
    return (const cuda_emulator_interface*)dlsym(RTLD_DEFAULT, "cuda_emulator_interface_1");
}

//! Counts from the next launch on. \return 1 on the emulated device, 0 elsewhere.
static inline int cuda_emulator_start_counting(void)
{
    const cuda_emulator_interface* const emulator = cuda_emulator();
    if (emulator) emulator->start();
    return emulator != NULL;
}

//! Launches from now on are not counted; what was counted stays.
static inline void cuda_emulator_stop_counting(void)
{
    const cuda_emulator_interface* const emulator = cuda_emulator();
    if (emulator) emulator->stop();
}

//! Forgets all that was counted.
static inline void cuda_emulator_reset_counters(void)
{
    const cuda_emulator_interface* const emulator = cuda_emulator();
    if (emulator) emulator->reset();
}

//! \return how many kernels have been counted, in the order of their first launch.
static inline size_t cuda_emulator_kernels(void)
{
    const cuda_emulator_interface* const emulator = cuda_emulator();
    return emulator ? emulator->kernels() : 0;
}

//! The counters of kernel `index`. \return 1; 0, and *out as it was, when there is no such kernel.
static inline int cuda_emulator_get_counters(size_t index, cuda_emulator_counters* out)
{
    const cuda_emulator_interface* const emulator = cuda_emulator();
    return emulator ? emulator->get(index, out, sizeof *out) : 0;
}

#if defined(__cplusplus)
}
#endif
