// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fields of cudaDeviceProp that CUDA 13 removed have the values of the attributes that replaced them.

#include "device_properties.h"

#include <cstring>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace {

int attribute(cudaDeviceAttr one, int device)
{
    int value = -1;
    BOOST_REQUIRE(cudaDeviceGetAttribute(&value, one, device) == cudaSuccess);
    return value;
}

int devices()
{
    int count = 0;
    BOOST_REQUIRE(cudaGetDeviceCount(&count) == cudaSuccess);
    return count;
}

// Old programs pass properties by pointer, by reference and by value.
int clock_of(const cudaDeviceProp* p) { return p->clockRate; }
int multiprocessors_of(const cudaDeviceProp& p) { return p.multiProcessorCount; }
cudaDeviceProp properties_of(int device)
{
    cudaDeviceProp p;
    std::memset(&p, 0x5a, sizeof p);
    BOOST_REQUIRE(cudaGetDeviceProperties(&p, device) == cudaSuccess);
    return p;
}

} // namespace

BOOST_AUTO_TEST_CASE(removed_fields_are_the_attributes)
{
    for (int device = 0; device < devices(); device++) {
        const cudaDeviceProp p = properties_of(device);
        BOOST_TEST(p.clockRate == attribute(cudaDevAttrClockRate, device));
        BOOST_TEST(p.memoryClockRate == attribute(cudaDevAttrMemoryClockRate, device));
        BOOST_TEST(p.deviceOverlap == attribute(cudaDevAttrGpuOverlap, device));
        BOOST_TEST(p.kernelExecTimeoutEnabled == attribute(cudaDevAttrKernelExecTimeout, device));
        BOOST_TEST(p.computeMode == attribute(cudaDevAttrComputeMode, device));
        BOOST_TEST(p.maxTexture1DLinear == attribute(cudaDevAttrMaxTexture1DLinearWidth, device));
        BOOST_TEST(p.singleToDoublePrecisionPerfRatio ==
                   attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio, device));
        BOOST_TEST((p.cooperativeMultiDeviceLaunch == 0 || p.cooperativeMultiDeviceLaunch == 1));
        BOOST_TEST(p.clockRate > 0);
        BOOST_TEST(p.memoryClockRate > 0);
        BOOST_TEST(p.maxTexture1DLinear > 0);
        BOOST_TEST(p.singleToDoublePrecisionPerfRatio > 0);
    }
}

BOOST_AUTO_TEST_CASE(the_other_fields_are_the_toolkits)
{
    const cudaDeviceProp p = properties_of(0);
    BOOST_TEST(std::strlen(p.name) > 0);
    BOOST_TEST(p.major == attribute(cudaDevAttrComputeCapabilityMajor, 0));
    BOOST_TEST(p.minor == attribute(cudaDevAttrComputeCapabilityMinor, 0));
    BOOST_TEST(p.maxThreadsPerBlock == attribute(cudaDevAttrMaxThreadsPerBlock, 0));
    BOOST_TEST(static_cast<int>(p.sharedMemPerBlock) == attribute(cudaDevAttrMaxSharedMemoryPerBlock, 0));
    BOOST_TEST(p.warpSize == 32);
    BOOST_TEST(p.hostRegisterSupported == attribute(cudaDevAttrHostRegisterSupported, 0)); // near the end
}

BOOST_AUTO_TEST_CASE(they_pass_through_functions)
{
    const cudaDeviceProp p = properties_of(0);
    BOOST_TEST(clock_of(&p) == attribute(cudaDevAttrClockRate, 0));
    BOOST_TEST(multiprocessors_of(p) == attribute(cudaDevAttrMultiProcessorCount, 0));
    std::vector<struct cudaDeviceProp> all(3, p);
    BOOST_TEST(all[2].clockRate == p.clockRate);
}

BOOST_AUTO_TEST_CASE(initialised_in_the_usual_ways)
{
    cudaDeviceProp braces = {}, zero = {0};
    BOOST_TEST(braces.clockRate == 0);
    BOOST_TEST(zero.clockRate == 0);
    BOOST_TEST(zero.major == 0);
}

BOOST_AUTO_TEST_CASE(a_device_is_chosen)
{
    cudaDeviceProp wanted;
    std::memset(&wanted, 0, sizeof wanted);
    wanted.major = 1;
    int device = -1;
    BOOST_TEST(cudaChooseDevice(&device, &wanted) == cudaSuccess);
    BOOST_TEST((device >= 0 && device < devices()));
    BOOST_TEST(cudaSetDevice(device) == cudaSuccess);
}

BOOST_AUTO_TEST_CASE(wrong_calls_are_the_toolkits)
{
    cudaDeviceProp p;
    p.clockRate = -7;
    BOOST_TEST(cudaGetDeviceProperties(&p, devices()) == cudaErrorInvalidDevice);
    BOOST_TEST(p.clockRate == -7);
    BOOST_TEST(cudaGetLastError() == cudaErrorInvalidDevice);
    BOOST_TEST(cudaGetDeviceProperties(nullptr, 0) == cudaErrorInvalidValue);
    BOOST_TEST(cudaGetLastError() == cudaErrorInvalidValue);
    BOOST_TEST(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
}

BOOST_AUTO_TEST_CASE(c_sources_see_the_same)
{
    int values[9];
    BOOST_REQUIRE(properties_in_c(0, values) == cudaSuccess);
    const cudaDeviceProp p = properties_of(0);
    const int expected[] = {p.clockRate,
                            p.memoryClockRate,
                            p.deviceOverlap,
                            p.kernelExecTimeoutEnabled,
                            p.computeMode,
                            p.maxTexture1DLinear,
                            p.singleToDoublePrecisionPerfRatio,
                            p.cooperativeMultiDeviceLaunch};
    BOOST_TEST(std::vector<int>(values, values + 8) == std::vector<int>(expected, expected + 8),
               boost::test_tools::per_element());
    BOOST_TEST((values[8] >= 0 && values[8] < devices()));
}
