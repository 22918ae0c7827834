// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels named by a string, in cudaFuncSetCacheConfig, cudaFuncGetAttributes and cudaLaunch, as until CUDA 4.x.

#include <cstring>
#include <string>

#include <boost/test/unit_test.hpp>

#include "../support/captured_stderr.hpp"

extern "C" __global__ void plain_name(int* out, int value) { *out = value; }
__global__ void scale(int* out, int factor) { *out *= factor; }
namespace outer {
template <class T>
__global__ void add(T* out, T value)
{
    *out += value;
}
} // namespace outer
template __global__ void outer::add<int>(int*, int);

namespace {

struct fixture {
    int* number = nullptr;
    fixture()
    {
        BOOST_REQUIRE(cudaMalloc(&number, sizeof *number) == cudaSuccess);
        const int three = 3;
        cudaMemcpy(number, &three, sizeof three, cudaMemcpyHostToDevice);
    }
    ~fixture()
    {
        cudaFree(number);
        cudaGetLastError();
    }
    int now() const
    {
        int value = -1;
        BOOST_REQUIRE(cudaMemcpy(&value, number, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
        return value;
    }
    void configure(int value) const
    {
        BOOST_REQUIRE(cudaConfigureCall(1, 1) == cudaSuccess);
        BOOST_REQUIRE(cudaSetupArgument(&number, sizeof number, 0) == cudaSuccess);
        BOOST_REQUIRE(cudaSetupArgument(&value, sizeof value, sizeof number) == cudaSuccess);
    }
};

boost::test_tools::assertion_result driver_tells_of_kernels(boost::unit_test::test_unit_id)
{
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion("cuFuncGetAttribute", &found, 12000, cudaEnableDefault, &result);
    boost::test_tools::assertion_result known{error == cudaSuccess && found};
    if (!known) {
        cudaGetLastError();
        known.message() << "this driver tells no attributes of kernels";
    }
    return known;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(kernel_by_name, fixture)

BOOST_AUTO_TEST_CASE(a_launch_by_the_plain_name_of_a_c_kernel)
{
    configure(42);
    BOOST_TEST(cudaLaunch("plain_name") == cudaSuccess);
    BOOST_TEST(now() == 42);
}

BOOST_AUTO_TEST_CASE(a_launch_by_the_compilers_name)
{
    configure(5);
    BOOST_TEST(cudaLaunch("_Z5scalePii") == cudaSuccess);
    BOOST_TEST(now() == 15);
    configure(7);
    std::string name = "_ZN5outer3addIiEEvPT_S1_";
    BOOST_TEST(cudaLaunch(&name[0]) == cudaSuccess);
    BOOST_TEST(now() == 22);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
}

BOOST_AUTO_TEST_CASE(an_address_as_characters)
{
    configure(2);
    BOOST_TEST(cudaLaunch(reinterpret_cast<const char*>(&scale)) == cudaSuccess);
    BOOST_TEST(now() == 6);
    BOOST_TEST(cudaFuncSetCacheConfig((const char*)scale, cudaFuncCachePreferL1) == cudaSuccess);
    BOOST_TEST(cudaFuncSetCacheConfig((char*)scale, cudaFuncCachePreferL1) == cudaSuccess);
    BOOST_TEST(cudaFuncSetCacheConfig(scale, cudaFuncCachePreferL1) == cudaSuccess);
    cudaFuncAttributes attributes;
    BOOST_TEST(cudaFuncGetAttributes(&attributes, (const char*)plain_name) == cudaSuccess);
    BOOST_TEST(attributes.maxThreadsPerBlock > 0);
}

// Such a call returns the same error as before, after which old programs continued.
BOOST_AUTO_TEST_CASE(a_name_that_no_kernel_has)
{
    cudaFuncAttributes attributes;
    std::string told;
    {
        const captured_stderr captured;
        BOOST_TEST(cudaFuncSetCacheConfig("scale", cudaFuncCachePreferL1) == cudaErrorInvalidDeviceFunction);
        BOOST_TEST(cudaFuncGetAttributes(&attributes, "scale") == cudaErrorInvalidDeviceFunction);
        configure(9);
        BOOST_TEST(cudaLaunch("scale") == cudaErrorInvalidDeviceFunction);
        told = captured.text();
    }
    BOOST_TEST(cudaGetLastError() == cudaErrorInvalidDeviceFunction);
    for (const char* function : {"cudaFuncSetCacheConfig", "cudaFuncGetAttributes", "cudaLaunch"})
        BOOST_TEST(told.find(std::string{"cuda_legacy: "} + function +
                             ": no kernel, or more than one, is named \"scale\": see "
                             "migration-notes/constant_memory_symbols.md\n") != std::string::npos);
    BOOST_TEST(now() == 3);
    // The launch was removed.
    BOOST_TEST(cudaLaunch("plain_name") == cudaErrorMissingConfiguration);
}

BOOST_AUTO_TEST_CASE(no_name_at_all)
{
    const char* const nothing = nullptr;
    BOOST_TEST(cudaFuncSetCacheConfig(nothing, cudaFuncCachePreferL1) == cudaErrorInvalidDeviceFunction);
    BOOST_TEST(cudaFuncSetCacheConfig("", cudaFuncCachePreferL1) == cudaErrorInvalidDeviceFunction);
    // Other arguments than strings call the runtime's own functions.
    cudaFuncAttributes attributes;
    BOOST_TEST(cudaFuncSetCacheConfig(nullptr, cudaFuncCachePreferL1) != cudaSuccess);
    BOOST_TEST(cudaFuncSetCacheConfig(NULL, cudaFuncCachePreferL1) != cudaSuccess);
    BOOST_TEST(cudaFuncGetAttributes(&attributes, nullptr) != cudaSuccess);
    BOOST_TEST(cudaFuncGetAttributes(&attributes, 0) != cudaSuccess);
}

BOOST_AUTO_TEST_CASE(attributes_and_cache_by_name, *boost::unit_test::precondition(driver_tells_of_kernels))
{
    BOOST_TEST(cudaFuncSetCacheConfig("_Z5scalePii", cudaFuncCachePreferL1) == cudaSuccess);
    cudaFuncAttributes by_name, by_address;
    std::memset(&by_name, 0x5a, sizeof by_name);
    BOOST_REQUIRE(cudaFuncGetAttributes(&by_name, "_Z5scalePii") == cudaSuccess);
    BOOST_REQUIRE(cudaFuncGetAttributes(&by_address, scale) == cudaSuccess);
    BOOST_TEST(by_name.maxThreadsPerBlock == by_address.maxThreadsPerBlock);
    BOOST_TEST(by_name.sharedSizeBytes == by_address.sharedSizeBytes);
    BOOST_TEST(by_name.constSizeBytes == by_address.constSizeBytes);
    BOOST_TEST(by_name.localSizeBytes == by_address.localSizeBytes);
    BOOST_TEST(by_name.numRegs == by_address.numRegs);
    BOOST_TEST(by_name.ptxVersion == by_address.ptxVersion);
    BOOST_TEST(by_name.binaryVersion == by_address.binaryVersion);
    BOOST_TEST(by_name.maxDynamicSharedSizeBytes == by_address.maxDynamicSharedSizeBytes);
}

BOOST_AUTO_TEST_SUITE_END()
