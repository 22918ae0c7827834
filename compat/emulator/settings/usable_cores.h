// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cores of the machine that the process may use. std::thread::hardware_concurrency() counts all of them, also
// where a container, `taskset` or a batch system leaves the process a few.
#pragma once

#include <filesystem>
#include <istream>

namespace cuda_emulator {

//! The cores of the process's affinity mask, or fewer if a quota of its control groups says so. At least 1. Found once.
unsigned usable_cores();

//! The cores that quotas allow, rounded up; 0: there is no quota. `groups` is like /proc/self/cgroup, and `root` like
//! /sys/fs/cgroup. Both versions of control groups are read, and the groups around the process's own.
unsigned cores_of_quota(std::istream& groups, const std::filesystem::path& root);

} // namespace cuda_emulator
