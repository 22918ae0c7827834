// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// helper_cuda.h on machines with several devices: its choice of a device, and its command line.

#include "devices.h"

#include <helper_cuda.h>
#include <helper_cuda_gl.h>

#include <boost/test/unit_test.hpp>

namespace {

const device small{"small", 8, 6, 10, 1500000, false, false};
const device large{"large", 9, 0, 132, 1980000, false, false};
const device prohibited{"prohibited", 9, 0, 264, 1980000, true, false};
const device slow_and_wide{"slow and wide", 6, 0, 200, 500000, false, true};

int found(std::vector<const char*> arguments)
{
    arguments.insert(arguments.begin(), "program");
    return findCudaDevice(static_cast<int>(arguments.size()), arguments.data());
}

} // namespace

BOOST_AUTO_TEST_CASE(the_fastest_device_is_taken)
{
    devices = {small, prohibited, large, slow_and_wide};
    BOOST_TEST(gpuGetMaxGflopsDeviceId() == 2);
    BOOST_TEST(found({}) == 2);
    BOOST_TEST(current == 2);
    devices = {large, small};
    BOOST_TEST(found({"-n=4"}) == 0);
    BOOST_TEST(current == 0);
    devices = {small, small, small};
    BOOST_TEST(gpuGetMaxGflopsDeviceId() == 0);
}

BOOST_AUTO_TEST_CASE(cores_and_clock_count_as_well_as_multiprocessors)
{
    devices = {
        slow_and_wide, {"half the cores", 8, 0, 20, 1000000, false, false}, {"", 8, 6, 20, 1000000, false, false}};
    BOOST_TEST(gpuGetMaxGflopsDeviceId() == 0); // 200 * 64 * 0.5 against 20 * 128
    devices.erase(devices.begin());
    BOOST_TEST(gpuGetMaxGflopsDeviceId() == 1);
    devices[0].clock *= 3;
    BOOST_TEST(gpuGetMaxGflopsDeviceId() == 0);
}

BOOST_AUTO_TEST_CASE(an_unknown_clock_leaves_the_cores)
{
    devices = {{"", 8, 6, 10, 9000000, false, false}, {"", 8, 6, 11, 1, false, false}};
    BOOST_TEST(gpuGetMaxGflopsDeviceId() == 0);
    clock_is_known = false;
    BOOST_TEST(gpuGetMaxGflopsDeviceId() == 1);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
    clock_is_known = true;
}

BOOST_AUTO_TEST_CASE(the_command_line_names_a_device)
{
    devices = {small, large, slow_and_wide};
    BOOST_TEST(found({"-device=2"}) == 2);
    BOOST_TEST(current == 2);
    BOOST_TEST(found({"--n=7", "--DEVICE=0"}) == 0);
    BOOST_TEST(current == 0);
}

BOOST_AUTO_TEST_CASE(a_device_is_initialised)
{
    devices = {small, prohibited};
    BOOST_TEST(gpuDeviceInit(-3) == 0);
    BOOST_TEST(gpuDeviceInit(1) == -1);
    BOOST_TEST(gpuDeviceInit(5) == -5);
    BOOST_TEST(current == 0);
}

BOOST_AUTO_TEST_CASE(a_device_for_graphics_is_any_other)
{
    devices = {small, large};
    const char* named[] = {"program", "-device=1"};
    char program[] = "program", second[] = "--device=1", third[] = "--device=2";
    char* arguments[] = {program, second};
    BOOST_TEST(findCudaGLDevice(1, named) == 1); // the fastest
    BOOST_TEST(gpuGLDeviceInit(1, named) == 0);  // the first
    BOOST_TEST(current == 0);
    BOOST_TEST(gpuGLDeviceInit(2, named) == 1);
    BOOST_TEST(current == 1);
    BOOST_TEST(gpuGLDeviceInit(1, arguments) == 0);
    BOOST_TEST(gpuGLDeviceInit(2, arguments) == 1);
    arguments[1] = third;
    BOOST_TEST(gpuGLDeviceInit(2, arguments) == -2); // there is none
    devices = {large, small};
    BOOST_TEST(findCudaGLDevice(2, named) == 1);
}

BOOST_AUTO_TEST_CASE(an_integrated_device_is_found)
{
    devices = {small, large, slow_and_wide};
    BOOST_TEST(findIntegratedGPU() == 2);
    BOOST_TEST(current == 2);
}

BOOST_AUTO_TEST_CASE(capabilities_are_compared_by_both_numbers)
{
    devices = {small};
    current = 0;
    BOOST_TEST(checkCudaCapabilities(8, 6));
    BOOST_TEST(checkCudaCapabilities(8, 0));
    BOOST_TEST(checkCudaCapabilities(7, 9));
    BOOST_TEST(!checkCudaCapabilities(8, 7));
    BOOST_TEST(!checkCudaCapabilities(9, 0));
}

BOOST_AUTO_TEST_CASE(cores_of_a_multiprocessor)
{
    BOOST_TEST(_ConvertSMVer2Cores(1, 3) == 8);
    BOOST_TEST(_ConvertSMVer2Cores(2, 1) == 48);
    BOOST_TEST(_ConvertSMVer2Cores(3, 5) == 192);
    BOOST_TEST(_ConvertSMVer2Cores(6, 0) == 64);
    BOOST_TEST(_ConvertSMVer2Cores(6, 1) == 128);
    BOOST_TEST(_ConvertSMVer2Cores(8, 0) == 64);
    BOOST_TEST(_ConvertSMVer2Cores(9, 0) == 128);
    BOOST_TEST(_ConvertSMVer2Cores(12, 0) == 128);
    BOOST_TEST(_ConvertSMVer2Cores(99, 9) == 128); // taken for the newest
    BOOST_TEST(_ConvertSMVer2ArchName(7, 5) == "Turing");
}

BOOST_AUTO_TEST_CASE(arguments_are_read)
{
    const char* arguments[] = {"program", "-n=17", "--scale=0.5", "-file=a=b.pgm", "-Quiet", "-n=18", "-x", "-empty="};
    const int count = sizeof arguments / sizeof *arguments;
    BOOST_TEST(checkCmdLineFlag(count, arguments, "n"));
    BOOST_TEST(checkCmdLineFlag(count, arguments, "quiet"));
    BOOST_TEST(!checkCmdLineFlag(count, arguments, "qui"));
    BOOST_TEST(!checkCmdLineFlag(count, arguments, "program"));
    BOOST_TEST(!checkCmdLineFlag(count, arguments, "x")); // one letter without a value, as in the original
    BOOST_TEST(getCmdLineArgumentInt(count, arguments, "n") == 18);
    BOOST_TEST(getCmdLineArgumentInt(count, arguments, "n=") == 18);
    BOOST_TEST(getCmdLineArgumentInt(count, arguments, "missing") == 0);
    BOOST_TEST(getCmdLineArgumentInt(count, arguments, "empty") == 0);
    BOOST_TEST(getCmdLineArgumentFloat(count, arguments, "scale") == 0.5f);
    char* text = nullptr;
    BOOST_TEST(getCmdLineArgumentString(count, arguments, "file", &text));
    BOOST_TEST(text == "a=b.pgm");
    BOOST_TEST(!getCmdLineArgumentString(count, arguments, "missing", &text));
    BOOST_TEST(text == nullptr);
    short number = 3;
    BOOST_TEST(!getCmdLineArgumentValue(count, arguments, "missing", &number));
    BOOST_TEST(number == 3);
    BOOST_TEST(getCmdLineArgumentValue(count, arguments, "n", &number));
    BOOST_TEST(number == 18);
}

BOOST_AUTO_TEST_CASE(success_goes_on)
{
    checkCudaErrors(cudaSuccess);
    getLastCudaError("nothing");
    last_error = cudaErrorInvalidValue;
    printLastCudaError("printed");
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
    BOOST_TEST(ftoi(2.5f) == 3);
    BOOST_TEST(ftoi(-2.5f) == -3);
    BOOST_TEST(MAX(2, 3) == 3);
    DEVICE_RESET
}
