// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counters of each kernel, and whether counting is on.
#pragma once

#include "profile/counters.h"

#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace cuda_emulator {

class counter_totals {
public:
    static counter_totals& instance();

    bool counting() const;
    void set_counting(bool);
    void reset();
    //! Adds the counters of one launch. `kernel` identifies the kernel; `mangled` is its name.
    void add(const void* kernel, const std::string& mangled, const cuda_emulator_counters&);
    //! Forgets a kernel that was unloaded. The same pointer will mean another kernel.
    void forget(const void* kernel);
    std::size_t size() const;
    //! Gives false if there is no such kernel.
    bool get(std::size_t index, cuda_emulator_counters&) const;

private:
    counter_totals();

    mutable std::mutex mutex_;
    bool counting_ = false;
    std::deque<cuda_emulator_counters> kernels_; // in the order of their first launch
    std::unordered_map<const void*, std::size_t> index_;
    std::unordered_set<std::string> names_; // live as long as the program, because counters point to them
};

} // namespace cuda_emulator
