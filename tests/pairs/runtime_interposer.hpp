// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces functions of the runtime library for the examples: poisons and counts their allocations, times their
// launches, counts them on the emulated device, and changes properties of a device.
//
// The examples do not notice it. The program itself defines the functions, so the loader finds them before those of the
// runtime library, for the examples' shared objects too.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include "cuda_emulator.h"

namespace pairs {

//! While an object lives, device memory from cudaMalloc is filled with `byte`. So a result that depends on unwritten
//! memory becomes visible. 0xff makes NaN of a float and -1 of an int.
class poisoned_allocations {
public:
    explicit poisoned_allocations(unsigned char byte);
    ~poisoned_allocations();
    poisoned_allocations(const poisoned_allocations&) = delete;
    poisoned_allocations& operator=(const poisoned_allocations&) = delete;
};

//! While an object lives, allocations of device memory and CUDA arrays fail as with full memory, from the `after`-th
//! call on.
class failing_allocations {
public:
    explicit failing_allocations(int after = 0);
    ~failing_allocations();
    failing_allocations(const failing_allocations&) = delete;
    failing_allocations& operator=(const failing_allocations&) = delete;

    //! Gives the number of failed calls so far.
    int failed() const;
};

//! While an object lives, copies from the device to the host fail, and copy nothing.
class failing_copies {
public:
    failing_copies();
    ~failing_copies();
    failing_copies(const failing_copies&) = delete;
    failing_copies& operator=(const failing_copies&) = delete;

    //! Gives the number of failed copies so far.
    int failed() const;
};

//! While an object lives, kernel launches fail, and no kernel runs.
class failing_launches {
public:
    failing_launches();
    ~failing_launches();
    failing_launches(const failing_launches&) = delete;
    failing_launches& operator=(const failing_launches&) = delete;

    //! Gives the number of failed launches so far.
    int failed() const;
};

//! While an object lives, only the first kernel runs. Later launches report success, and so does cudaMemset, which
//! leaves the memory as it is. So the result of a warm-up becomes the result of the program.
class first_kernel_alone {
public:
    first_kernel_alone();
    ~first_kernel_alone();
    first_kernel_alone(const first_kernel_alone&) = delete;
    first_kernel_alone& operator=(const first_kernel_alone&) = delete;

    //! Gives the number of launches left out so far.
    int left_out() const;
};

//! Gives the number of allocations of device memory and CUDA arrays that are not freed.
int live_allocations();

//! While an object lives, the devices' attributes have these values. cudaDeviceGetTexture1DLinearMaxWidth gives the
//! value of cudaDevAttrMaxTexture1DLinearWidth for texels of any type. Use one object at a time.
class replaced_attributes {
public:
    using value = std::pair<cudaDeviceAttr, int>;

    explicit replaced_attributes(std::vector<value> values);
    ~replaced_attributes();
    replaced_attributes(const replaced_attributes&) = delete;
    replaced_attributes& operator=(const replaced_attributes&) = delete;
};

//! While an object lives, the calls that time a kernel or wait for one are noted. Use one object at a time, without a
//! launch_timer.
class call_order {
public:
    call_order();
    ~call_order();
    call_order(const call_order&) = delete;
    call_order& operator=(const call_order&) = delete;

    //! Gives a word for each call so far, followed by a blank: launch; synchronize, of the device or a stream; record,
    //! of an event; wait, for an event; elapsed, between two; memset; copy, to the host. It also has the words of
    //! note_call.
    std::string words() const;
    //! Gives the threads of each launch so far.
    std::vector<std::size_t> threads() const;
};

//! Notes a call while a call_order lives. The call is not the runtime's, or a test replaces it.
void note_call(const char* word);

//! While an object lives, events in its stream time every kernel launch. timing_start.hpp describes what precedes them.
//! The cache has no data of the kernel, except what launches have left since the host last waited. The stream is busy
//! until the events and the launch are submitted, so the time does not depend on the host.
class launch_timer {
public:
    launch_timer();
    ~launch_timer();
    launch_timer(const launch_timer&) = delete;
    launch_timer& operator=(const launch_timer&) = delete;

    //! Gives the milliseconds of the launches so far, without the first `skip`, and waits for them.
    double milliseconds(int skip = 0) const;
    //! Gives the number of launches so far.
    int launches() const;
};

//! While an object lives, the emulated device counts what kernels do, from the launch after the first `skip` on.
class launch_counter {
public:
    explicit launch_counter(int skip = 0);
    ~launch_counter();
    launch_counter(const launch_counter&) = delete;
    launch_counter& operator=(const launch_counter&) = delete;

    //! Only the emulated device counts.
    static bool available() { return cuda_emulator() != nullptr; }
    //! Gives an entry for each kernel so far, in the order of their first launch.
    std::vector<cuda_emulator_counters> kernels() const;
};

} // namespace pairs
