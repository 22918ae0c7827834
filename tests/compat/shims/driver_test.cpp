// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// helper_cuda_drvapi.h and cutil_inline_drvapi.h on a simulated driver.

#include <cstdio>
#include <cstring>

#include <cutil_inline_drvapi.h>
#include <helper_cuda_drvapi.h>

#include <boost/test/unit_test.hpp>

namespace {
struct device {
    int major, minor, multiprocessors, clock;
    bool prohibited, integrated;
};
const device devices[] = {
    {8, 6, 10, 1500000, false, false}, {9, 0, 264, 1980000, true, true}, {9, 0, 132, 1980000, false, true}};
bool initialised = false;
} // namespace

extern "C" {
CUresult CUDAAPI cuInit(unsigned int)
{
    initialised = true;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDeviceGetCount(int* count)
{
    *count = 3;
    return initialised ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}
CUresult CUDAAPI cuDeviceGet(CUdevice* handle, int number)
{
    *handle = number + 40; // a handle differs from the number
    return number >= 0 && number < 3 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult CUDAAPI cuDeviceGetName(char* name, int length, CUdevice handle)
{
    std::snprintf(name, static_cast<std::size_t>(length), "device %d", handle - 40);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice handle)
{
    const device& one = devices[handle - 40];
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        return *value = one.major, CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
        return *value = one.minor, CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
        return *value = one.multiprocessors, CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
        return *value = one.clock, CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE:
        return *value = one.prohibited ? CU_COMPUTEMODE_PROHIBITED : CU_COMPUTEMODE_DEFAULT, CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_INTEGRATED:
        return *value = one.integrated, CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}
CUresult CUDAAPI cuCtxSynchronize() { return CUDA_SUCCESS; }
CUresult CUDAAPI cuGetErrorName(CUresult error, const char** name)
{
    *name = error == CUDA_ERROR_NOT_FOUND ? "CUDA_ERROR_NOT_FOUND" : nullptr;
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
}

BOOST_AUTO_TEST_CASE(devices_are_chosen)
{
    char program[] = "program", second[] = "-device=1", third[] = "--device=2", many[] = "-device=9";
    char *none[] = {program}, *two[] = {program, second}, *three[] = {program, third}, *nine[] = {program, many};
    const auto constant = [](char** arguments) { return const_cast<const char**>(arguments); };
    BOOST_TEST(findCudaDeviceDRV(1, constant(none)) == 42);
    BOOST_TEST(findCudaDeviceDRV(2, constant(three)) == 42);
    BOOST_TEST(gpuDeviceInitDRV(2, constant(two)) == -1); // prohibited
    BOOST_TEST(gpuDeviceInitDRV(2, constant(nine)) == -9);
    BOOST_TEST(gpuDeviceInitDRV(1, constant(none)) == 0);
    BOOST_TEST(gpuGetMaxGflopsDeviceIdDRV() == 2);
    BOOST_TEST(findIntegratedGPUDrv() == 42);
    BOOST_TEST(checkCudaCapabilitiesDRV(8, 6, 0));
    BOOST_TEST(!checkCudaCapabilitiesDRV(8, 7, 0));
    BOOST_TEST(_ConvertSMVer2CoresDRV(9, 0) == 128);
    BOOST_TEST(ftoi(-1.5f) == -2);
    int major = 0;
    getCudaAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 2);
    BOOST_TEST(major == 9);

    int number = -1;
    CUdevice handle = 0;
    BOOST_TEST(cutilChooseCudaDeviceDrv(1, none, &number) == 42);
    BOOST_TEST(number == 2);
    BOOST_TEST(cutilChooseCudaDeviceDrv(2, two, &number) == 41);
    BOOST_TEST(number == 1);
    BOOST_TEST(cutilDeviceInitDrv(2, nine) == 2);
    cutilDeviceInitDrv(handle, 2, three);
    BOOST_TEST(handle == 42);
    CUT_DEVICE_INIT_DRV(handle, 1, none);
    BOOST_TEST(handle == 40);
    BOOST_TEST(cutilDrvGetMaxGflopsDeviceId() == 2);
    BOOST_TEST(cutilDrvGetMaxGflopsGraphicsDeviceId() == 2);
    BOOST_TEST(cutilDrvCudaDevCapabilities(9, 0, 2));
}

BOOST_AUTO_TEST_CASE(success_goes_on)
{
    checkCudaErrors(CUDA_SUCCESS);
    getLastCudaDrvErrorMsg("nothing");
    cutilDrvSafeCall(CUDA_SUCCESS);
    cutilDrvSafeCallNoSync(CUDA_SUCCESS);
    cutilDrvCtxSync();
    cutilDrvCheckMsg("nothing");
    cutilDrvCudaCheckCtxLost("nothing");
    int offset = 13;
    cutilDrvAlignOffset(offset, 8);
    BOOST_TEST(offset == 16);
    BOOST_TEST(getCudaDrvErrorString(CUDA_ERROR_NOT_FOUND) == "CUDA_ERROR_NOT_FOUND");
    BOOST_TEST(std::strlen(getCudaDrvErrorString(static_cast<CUresult>(12345))) > 0u);
}
