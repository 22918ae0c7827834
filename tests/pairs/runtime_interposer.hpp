// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stands between the examples and the runtime library: poisons and counts what they allocate, and times what they
// launch; on the emulated device, counts what that does. Lets a device seem other than it is.
//
// The examples know nothing of it. The functions are defined in the program itself, so the loader finds them before
// the runtime library's, for the examples' shared objects too.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include "cuda_emulator.h"

namespace pairs {

//! While one of these lives, device memory that cudaMalloc returns is filled with `byte`: a result that depends on
//! memory nobody wrote shows. 0xff makes NaN of a float and -1 of an int.
class poisoned_allocations {
public:
    explicit poisoned_allocations(unsigned char byte);
    ~poisoned_allocations();
    poisoned_allocations(const poisoned_allocations&) = delete;
    poisoned_allocations& operator=(const poisoned_allocations&) = delete;
};

//! While one of these lives, device memory and CUDA arrays are refused as they are when the device's memory is full,
//! from the `after`-th call on.
class failing_allocations {
public:
    explicit failing_allocations(int after = 0);
    ~failing_allocations();
    failing_allocations(const failing_allocations&) = delete;
    failing_allocations& operator=(const failing_allocations&) = delete;

    //! Number of calls that failed so far.
    int failed() const;
};

//! While one of these lives, copies from the device to the host fail, and nothing is copied.
class failing_copies {
public:
    failing_copies();
    ~failing_copies();
    failing_copies(const failing_copies&) = delete;
    failing_copies& operator=(const failing_copies&) = delete;

    //! Number of copies that failed so far.
    int failed() const;
};

//! While one of these lives, kernel launches fail, and no kernel runs.
class failing_launches {
public:
    failing_launches();
    ~failing_launches();
    failing_launches(const failing_launches&) = delete;
    failing_launches& operator=(const failing_launches&) = delete;

    //! Number of launches that failed so far.
    int failed() const;
};

//! While one of these lives, only the first kernel runs. The launches behind it say that they succeeded, and so does
//! cudaMemset, which leaves the memory as it is: what a warm-up has computed is then the program's result.
class first_kernel_alone {
public:
    first_kernel_alone();
    ~first_kernel_alone();
    first_kernel_alone(const first_kernel_alone&) = delete;
    first_kernel_alone& operator=(const first_kernel_alone&) = delete;

    //! Number of launches that were left out so far.
    int left_out() const;
};

//! Device memory and CUDA arrays that have been allocated and not been freed.
int live_allocations();

//! While one of these lives, the devices' attributes have these values. That of cudaDevAttrMaxTexture1DLinearWidth is
//! also what cudaDeviceGetTexture1DLinearMaxWidth says, of texels of any type. One at a time.
class replaced_attributes {
public:
    using value = std::pair<cudaDeviceAttr, int>;

    explicit replaced_attributes(std::vector<value> values);
    ~replaced_attributes();
    replaced_attributes(const replaced_attributes&) = delete;
    replaced_attributes& operator=(const replaced_attributes&) = delete;
};

//! While one of these lives, the calls that time a kernel or wait for one are written down. One at a time, and no
//! launch_timer beside it.
class call_order {
public:
    call_order();
    ~call_order();
    call_order(const call_order&) = delete;
    call_order& operator=(const call_order&) = delete;

    //! A word for each call so far, a blank after each: launch; synchronize, of the device or a stream; record, of an
    //! event; wait, for an event; elapsed, between two; memset; copy, to the host. And what note_call was given.
    std::string words() const;
    //! The threads of each launch so far.
    std::vector<std::size_t> threads() const;
};

//! Writes down a call while a call_order lives: one that is none of the runtime's, or that a test takes over from it.
void note_call(const char* word);

//! While one of these lives, every kernel launch is timed by events in its stream. What timing_start.hpp says goes
//! before them: a cache without the kernel's data, but for what launches have left there since the host last waited;
//! and a stream that is busy until events and launch are in it, so that the host's way of submitting is not timed.
class launch_timer {
public:
    launch_timer();
    ~launch_timer();
    launch_timer(const launch_timer&) = delete;
    launch_timer& operator=(const launch_timer&) = delete;

    //! Milliseconds of the launches so far without the first `skip` of them; waits for them.
    double milliseconds(int skip = 0) const;
    //! Number of launches so far.
    int launches() const;
};

//! While one of these lives, the emulated device counts what the kernels do, from the launch after the first `skip` on.
class launch_counter {
public:
    explicit launch_counter(int skip = 0);
    ~launch_counter();
    launch_counter(const launch_counter&) = delete;
    launch_counter& operator=(const launch_counter&) = delete;

    //! Only the emulated device counts.
    static bool available() { return cuda_emulator() != nullptr; }
    //! One entry for each kernel so far, in the order of their first launch.
    std::vector<cuda_emulator_counters> kernels() const;
};

} // namespace pairs
