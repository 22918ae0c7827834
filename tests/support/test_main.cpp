// The main of every test program, and Boost.Test itself.
//
// CTest must tell a test that could not run from one that passed, so a program that needs a device, where there is
// none, says "skipped: <reason>" and exits with 77; with CUDA_LEGACY_REQUIRE_GPU=1 it fails instead.

#define BOOST_TEST_MODULE cuda_legacy
#define BOOST_TEST_NO_MAIN
#include <boost/test/included/unit_test.hpp>

#ifdef CUDA_LEGACY_NEEDS_DEVICE
    #include <cstdlib>
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
#endif
    return boost::unit_test::unit_test_main(&init_unit_test_suite, argc, argv);
}
