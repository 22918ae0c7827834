// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings/usable_cores.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sched.h>
#include <string>
#include <thread>

namespace cuda_emulator {

namespace {

unsigned cores_of_affinity()
{
    constexpr std::size_t most_cores = 1 << 16;
    static cpu_set_t cores[most_cores / CPU_SETSIZE];
    if (sched_getaffinity(0, sizeof cores, cores) != 0) return std::thread::hardware_concurrency();
    return static_cast<unsigned>(CPU_COUNT_S(sizeof cores, cores));
}

// The first number of each file is a quota of processor time, and the next one the period that it is for. A quota that
// is no positive number is none.
unsigned cores_of(std::initializer_list<std::filesystem::path> files)
{
    double numbers[2] = {};
    std::size_t count = 0;
    for (const auto& name : files) {
        std::ifstream file(name);
        while (count < 2 && file >> numbers[count])
            ++count;
    }
    const bool is_quota = count == 2 && numbers[0] > 0 && numbers[1] > 0;
    return is_quota ? static_cast<unsigned>(std::ceil(numbers[0] / numbers[1])) : 0;
}

bool has_controller(const std::string& list, const std::string& name)
{
    return ("," + list + ",").find("," + name + ",") != std::string::npos;
}

} // namespace

unsigned cores_of_quota(std::istream& groups, const std::filesystem::path& root)
{
    unsigned least = 0;
    const auto note = [&](unsigned cores) {
        if (cores && (!least || cores < least)) least = cores;
    };
    // number:controllers:/group, without controllers for version 2
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (!controllers.empty() && !has_controller(controllers, "cpu")) continue;
        // A container may show the name of its group on the host, and have its own group as the root.
        std::filesystem::path group = std::filesystem::path(line.substr(second + 1)).relative_path();
        for (;; group = group.parent_path()) {
            if (controllers.empty()) {
                note(cores_of({root / group / "cpu.max"}));
            } else {
                const std::filesystem::path at = root / "cpu" / group;
                note(cores_of({at / "cpu.cfs_quota_us", at / "cpu.cfs_period_us"}));
            }
            if (group.empty()) break;
        }
    }
    return least;
}

unsigned usable_cores()
{
    static const unsigned cores = [] {
        std::ifstream groups("/proc/self/cgroup");
        const unsigned quota = cores_of_quota(groups, "/sys/fs/cgroup"), all = std::max(1u, cores_of_affinity());
        return quota ? std::min(all, quota) : all;
    }();
    return cores;
}

} // namespace cuda_emulator
