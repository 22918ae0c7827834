// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cores that a process may use, from its affinity mask and from quotas of control groups.
#include <boost/test/unit_test.hpp>

#include "settings/usable_cores.h"

#include <fstream>
#include <sched.h>
#include <sstream>
#include <stdlib.h>

namespace {

namespace fs = std::filesystem;

// A tree like /sys/fs/cgroup.
struct tree {
    fs::path root;
    tree()
    {
        std::string name = (fs::temp_directory_path() / "cgroup.XXXXXX").string();
        root = mkdtemp(name.data());
    }
    ~tree() { fs::remove_all(root); }
    void write(const fs::path& file, const std::string& text) const
    {
        fs::create_directories((root / file).parent_path());
        std::ofstream(root / file) << text << "\n";
    }
    unsigned cores(const std::string& groups) const
    {
        std::istringstream s(groups);
        return cuda_emulator::cores_of_quota(s, root);
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(quotas, tree)

BOOST_AUTO_TEST_CASE(none)
{
    BOOST_TEST(cores("0::/\n") == 0u);
    write("cpu.max", "max 100000");
    BOOST_TEST(cores("0::/\n") == 0u);
    write("cpu.max", "not a quota");
    BOOST_TEST(cores("0::/\n") == 0u);
    write("cpu.max", "200000");
    BOOST_TEST(cores("0::/\n") == 0u);
    BOOST_TEST(cores("") == 0u);
    BOOST_TEST(cores("no group\n") == 0u);
}

BOOST_AUTO_TEST_CASE(version_2)
{
    write("cpu.max", "400000 100000");
    BOOST_TEST(cores("0::/\n") == 4u);
    write("a/cpu.max", "max 100000");
    write("a/b/cpu.max", "150000 100000");
    BOOST_TEST(cores("0::/a/b\n") == 2u);
    BOOST_TEST(cores("0::/a\n") == 4u);
    // a container shows the name on the host
    BOOST_TEST(cores("0::/docker/0123456789abcdef\n") == 4u);
}

BOOST_AUTO_TEST_CASE(version_1)
{
    write("cpu/a/cpu.cfs_quota_us", "-1");
    write("cpu/a/cpu.cfs_period_us", "100000");
    const std::string groups = "7:memory:/a\n3:cpu,cpuacct:/a\n0::/\n";
    BOOST_TEST(cores(groups) == 0u);
    write("cpu/a/cpu.cfs_quota_us", "50000");
    BOOST_TEST(cores(groups) == 1u);
    BOOST_TEST(cores("3:cpuacct:/a\n") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

// In a process of its own: the number is found once.
BOOST_AUTO_TEST_CASE(affinity)
{
    cpu_set_t all, one;
    BOOST_REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
    CPU_ZERO(&one);
    int first = 0;
    while (!CPU_ISSET(first, &all))
        ++first;
    CPU_SET(first, &one);
    BOOST_REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    BOOST_TEST(cuda_emulator::usable_cores() == 1u);
}
