// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// opcode_test                  every form, on the device that the loader's CUDA runtime library has
// opcode_test --dump FOLDER    modules, operands and expected results as files
//                              (texture and surface forms have a handle of this process among their operands)
// opcode_test --forms          the names of all forms
#define BOOST_TEST_NO_MAIN
#define BOOST_TEST_ALTERNATIVE_INIT_API
#include <boost/test/included/unit_test.hpp>

#include "harness.hpp"

#include <cstdio>
#include <string>

int main(int argc, char** argv)
{
    using namespace opcode_test;
    const std::string option = argc > 1 ? argv[1] : "";
    if (option == "--dump") {
        if (argc != 3) {
            std::fprintf(stderr, "opcode_test: --dump takes a folder\n");
            return 2;
        }
        std::printf("%zu forms\n", dump(argv[2]));
        return 0;
    }
    if (option == "--forms") {
        for (const named_suite& n : all_suites()) {
            suite s;
            n.fill(s);
            for (const form& f : s.forms)
                std::printf("%s\t%d\t%s\n", n.name.c_str(), f.architecture, f.name.c_str());
        }
        return 0;
    }
    if (device_architecture() == 0) {
        std::printf("skipped: no CUDA device\n");
        return 77;
    }
    return boost::unit_test::unit_test_main([] { return true; }, argc, argv);
}
