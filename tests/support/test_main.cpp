// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main of every test program, and Boost.Test itself.
//
// CTest must tell a test that could not run from one that passed, so a program that needs a device, where there is
// none, says "skipped: <reason>" and exits with 77; with CUDA_LEGACY_REQUIRE_GPU=1 it fails instead. A program whose
// preconditions skip every case that it is asked for is skipped so, in any case: it does not lack a GPU but
// wants one with more memory, or none. One that ran others names the cases that it skipped, and passes or fails.

#define BOOST_TEST_MODULE cuda_legacy
#define BOOST_TEST_NO_MAIN
#include <boost/test/included/unit_test.hpp>

#include <cstdlib>

#include <unistd.h>

#include "skipped_cases.hpp"

#ifdef CUDA_LEGACY_NEEDS_DEVICE
    #include <cstring>
    #include <iostream>

    #include "device.hpp"
#endif

int main(int argc, char** argv)
{
#ifdef CUDA_LEGACY_NEEDS_DEVICE
    if (const std::string reason = why_no_device(); !reason.empty()) {
        const char* required = std::getenv("CUDA_LEGACY_REQUIRE_GPU");
        if (required && std::strcmp(required, "1") == 0) {
            std::cerr << "failed: CUDA_LEGACY_REQUIRE_GPU is set, and there is " << reason << '\n';
            return 1;
        }
        std::cout << "skipped: " << reason << '\n';
        return 77;
    }
    choose_device();
#endif
    // tests/summary.py looks for lines that begin so, and Boost.Test ends a colour at the beginning of the next line.
    if (!isatty(STDOUT_FILENO)) setenv("BOOST_TEST_COLOR_OUTPUT", "no", 0);
    const skipped_cases skipped;
    return skipped.status(boost::unit_test::unit_test_main(&init_unit_test_suite, argc, argv));
}
