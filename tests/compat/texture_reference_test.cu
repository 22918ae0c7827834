// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture references beyond the oracle programs: kernels in flight, many binds, many threads, several devices,
// captures, arrays that other code frees. The source is compiled as an old program is, with cuda_legacy.h before it,
// once for each back end.

#include <fstream>
#include <thread>
#include <vector>

#include <boost/test/unit_test.hpp>

texture<float, 1, cudaReadModeElementType> values;
texture<float, 1, cudaReadModeElementType> first, second;

namespace {

// Waits `nanoseconds` before the fetch, so that the next calls of the host come first.
__global__ void late_fetch(float* out, long long nanoseconds)
{
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - start < static_cast<unsigned long long>(nanoseconds));
    *out = tex1Dfetch(values, 0);
}

__global__ void late_array_fetch(float* out, long long nanoseconds)
{
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - start < static_cast<unsigned long long>(nanoseconds));
    *out = tex1D(values, 1.25f);
}

__global__ void fetch_first(float* out) { *out = tex1Dfetch(first, 0); }
__global__ void fetch_second(float* out) { *out = tex1Dfetch(second, 0); }

constexpr long long late = 20'000'000; // 20 ms

void require(cudaError_t error) { BOOST_REQUIRE_MESSAGE(error == cudaSuccess, cudaGetErrorString(error)); }

float* filled(float value, int n = 16)
{
    const std::vector<float> host(n, value);
    float* device = nullptr;
    require(cudaMalloc((void**)&device, n * sizeof(float)));
    require(cudaMemcpy(device, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    return device;
}

std::vector<float> read_back(const float* device, int n)
{
    std::vector<float> host(n);
    require(cudaDeviceSynchronize());
    require(cudaMemcpy(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
    return host;
}

struct streams {
    cudaStream_t all[4] = {};
    streams()
    {
        require(cudaStreamCreate(&all[1]));
        require(cudaStreamCreateWithFlags(&all[2], cudaStreamNonBlocking));
        require(cudaStreamCreateWithFlags(&all[3], cudaStreamNonBlocking));
    }
    ~streams()
    {
        for (int i = 1; i < 4; i++)
            cudaStreamDestroy(all[i]);
    }
};

// Tests that few texture objects are kept. Native references make none.
void check_objects_kept()
{
    const cuda_legacy::__detail::__device_context& context = *cuda_legacy::__detail::__program().__contexts[0];
    BOOST_TEST(context.__objects() <= context.__objects_kept);
}

// Gives the memory of the process in pages.
long resident_pages()
{
    long size = 0, resident = 0;
    std::ifstream{"/proc/self/statm"} >> size >> resident;
    return resident;
}

boost::test_tools::assertion_result with_two_devices(boost::unit_test::test_unit_id)
{
    int devices = 0;
    boost::test_tools::assertion_result enough{cudaGetDeviceCount(&devices) == cudaSuccess && devices > 1};
    enough.message() << "needs two devices";
    return enough;
}

} // namespace

extern "C" cudaError_t free_array_in_c(cudaArray_t array);
extern bool get_device_fails; // failing_get_device.cpp

BOOST_AUTO_TEST_CASE(a_kernel_in_flight_keeps_its_binding)
{
    float *one = filled(1), *two = filled(2), *out = filled(0);
    streams s;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            BOOST_TEST_CONTEXT("streams " << a << " and " << b)
            {
                require(cudaBindTexture(NULL, values, one, 64));
                late_fetch<<<1, 1, 0, s.all[a]>>>(out, late);
                require(cudaBindTexture(NULL, values, two, 64));
                late_fetch<<<1, 1, 0, s.all[b]>>>(out + 1, 0);
                late_fetch<<<1, 1, 0, s.all[a]>>>(out + 2, 0);
                require(cudaBindTexture(NULL, values, one, 64));
                late_fetch<<<1, 1, 0, s.all[b]>>>(out + 3, 0);
                BOOST_TEST(read_back(out, 4) == (std::vector<float>{1, 2, 2, 1}), boost::test_tools::per_element());
            }
    cudaUnbindTexture(values);
    cudaFree(one);
    cudaFree(two);
    cudaFree(out);
}

BOOST_AUTO_TEST_CASE(a_kernel_in_flight_keeps_its_attributes)
{
    cudaArray* array = nullptr;
    require(cudaMallocArray(&array, &values.channelDesc, 4, 1));
    const float ramp[] = {0, 1, 2, 3};
    require(cudaMemcpyToArray(array, 0, 0, ramp, sizeof ramp, cudaMemcpyHostToDevice));
    float* out = filled(0);
    streams s;
    require(cudaBindTextureToArray(values, array));
    late_array_fetch<<<1, 1, 0, s.all[2]>>>(out, late);
    values.filterMode = cudaFilterModeLinear;
    late_array_fetch<<<1, 1, 0, s.all[3]>>>(out + 1, 0);
    values.filterMode = cudaFilterModePoint;
    late_array_fetch<<<1, 1, 0, s.all[2]>>>(out + 2, 0);
    BOOST_TEST(read_back(out, 3) == (std::vector<float>{1, 0.75f, 1}), boost::test_tools::per_element());
    cudaUnbindTexture(values);
    cudaFreeArray(array);
    cudaFree(out);
}

// There are more bindings than objects that are kept, and most are in flight. Each launch sees its own binding.
BOOST_AUTO_TEST_CASE(many_binds)
{
    constexpr int n = 10000;
    float* memory = nullptr;
    require(cudaMalloc((void**)&memory, n * 512));
    std::vector<float> host(n * 128);
    for (int i = 0; i < n; i++)
        host[i * 128] = static_cast<float>(i);
    require(cudaMemcpy(memory, host.data(), n * 512, cudaMemcpyHostToDevice));
    float* out = filled(-1, n);
    streams s;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < n; i++) {
            require(cudaBindTexture(NULL, values, memory + i * 128, 4));
            late_fetch<<<1, 1, 0, s.all[i % 4]>>>(out + i, 0);
        }
        const std::vector<float> got = read_back(out, n);
        int wrong = 0;
        for (int i = 0; i < n; i++)
            wrong += got[i] != i;
        BOOST_TEST(wrong == 0);
        // Nothing is in flight, so one more bind drops the objects that are not worth keeping.
        require(cudaBindTexture(NULL, values, memory, 4));
        check_objects_kept();
    }
    cudaUnbindTexture(values);
    cudaFree(memory);
    cudaFree(out);
}

// Many different bindings without launches. Neither the device's memory nor the host's grows.
BOOST_AUTO_TEST_CASE(a_hundred_thousand_binds)
{
    constexpr int n = 100000;
    char* memory = nullptr;
    require(cudaMalloc((void**)&memory, 1 << 20));
    std::size_t free_before = 0, free_after = 0, total = 0;
    long pages_before = 0;
    for (int i = 0; i < n; i++) {
        if (i == n / 10) { // by then, all objects that are kept exist
            require(cudaDeviceSynchronize());
            require(cudaMemGetInfo(&free_before, &total));
            pages_before = resident_pages();
        }
        require(cudaBindTexture(NULL, values, memory + i % 2000 * 512, 4 * (1 + i % 7)));
    }
    require(cudaDeviceSynchronize());
    require(cudaMemGetInfo(&free_after, &total));
    check_objects_kept();
    BOOST_TEST(free_after == free_before);
    BOOST_TEST(resident_pages() - pages_before < 2500); // 10 MB; 90,000 objects of 100 bytes would be as much
    cudaUnbindTexture(values);
    cudaFree(memory);
}

// When the same array is bound again, the current attributes count, also those that were written while nothing was
// bound.
BOOST_AUTO_TEST_CASE(an_attribute_written_between_two_binds_of_the_same)
{
    cudaArray* array = nullptr;
    const float ramp[] = {0, 1, 2, 3};
    float* out = filled(0);
    require(cudaMallocArray(&array, &values.channelDesc, 4, 1));
    require(cudaMemcpyToArray(array, 0, 0, ramp, sizeof ramp, cudaMemcpyHostToDevice));
    for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear, cudaFilterModePoint}) {
        values.filterMode = filter;
        for (int i = 0; i < 2; i++) {
            require(cudaBindTextureToArray(values, array));
            late_array_fetch<<<1, 1>>>(out, 0);
            BOOST_TEST(read_back(out, 1)[0] == (filter == cudaFilterModeLinear ? 0.75f : 1.f));
        }
        cudaUnbindTexture(values);
    }
    cudaFreeArray(array);
    cudaFree(out);
}

// A C source does not know references. Still, no object reads an array after the source has freed it.
BOOST_AUTO_TEST_CASE(an_array_freed_by_a_c_source)
{
    float* out = filled(0);
    for (int round = 1; round < 6; round++) {
        cudaArray* array = nullptr;
        require(cudaMallocArray(&array, &values.channelDesc, 4, 1));
        const float row[] = {1.f * round, 10.f * round, 100.f * round, 1000.f * round};
        require(cudaMemcpyToArray(array, 0, 0, row, sizeof row, cudaMemcpyHostToDevice));
        require(cudaBindTextureToArray(values, array));
        late_array_fetch<<<1, 1>>>(out, 0);
        BOOST_TEST(read_back(out, 1)[0] == 10.f * round);
        require(free_array_in_c(array));
    }
    cudaUnbindTexture(values);
    cudaFree(out);
}

// A binding belongs to a device.
BOOST_AUTO_TEST_CASE(several_devices, *boost::unit_test::precondition(with_two_devices))
{
    float* sources[2] = {};
    float* out[2] = {};
    for (int device = 0; device < 2; device++) {
        require(cudaSetDevice(device));
        sources[device] = filled(100.f + static_cast<float>(device));
        out[device] = filled(0);
        require(cudaBindTexture(NULL, values, sources[device], 64));
    }
    for (int device : {0, 1, 0}) {
        require(cudaSetDevice(device));
        late_fetch<<<1, 1>>>(out[device], 0);
        BOOST_TEST(read_back(out[device], 1)[0] == 100.f + static_cast<float>(device));
    }
    // An attribute holds for both devices, whichever was current when it was written.
    cudaArray* arrays[2] = {};
    const float ramp[] = {0, 1, 2, 3};
    for (int device = 0; device < 2; device++) {
        require(cudaSetDevice(device));
        require(cudaMallocArray(&arrays[device], &values.channelDesc, 4, 1));
        require(cudaMemcpyToArray(arrays[device], 0, 0, ramp, sizeof ramp, cudaMemcpyHostToDevice));
        require(cudaBindTextureToArray(values, arrays[device]));
    }
    values.filterMode = cudaFilterModeLinear;
    for (int device = 0; device < 2; device++) {
        require(cudaSetDevice(device));
        late_array_fetch<<<1, 1>>>(out[device], 0);
        BOOST_TEST(read_back(out[device], 1)[0] == 0.75f);
        cudaUnbindTexture(values);
        cudaFreeArray(arrays[device]);
        cudaFree(sources[device]);
        cudaFree(out[device]);
    }
    values.filterMode = cudaFilterModePoint;
    require(cudaSetDevice(0));
}

// The runtime does not report the current device, so a written attribute reaches no device. It counts from the next
// bind on, also for existing bindings, on every device. The second device is simulated, because most machines have one.
BOOST_AUTO_TEST_CASE(an_attribute_written_while_no_device_is_named)
{
    cudaArray* array = nullptr;
    const float ramp[] = {0, 1, 2, 3};
    float* out = filled(0);
    require(cudaMallocArray(&array, &values.channelDesc, 4, 1));
    require(cudaMemcpyToArray(array, 0, 0, ramp, sizeof ramp, cudaMemcpyHostToDevice));
    require(cudaBindTextureToArray(values, array));
    auto& per_device = cuda_legacy::__detail::__reference_access::__state(values).__per_device;
    const auto devices = per_device.size();
    per_device.push_back(per_device[0]);
    BOOST_TEST((per_device.__front().__in_force && per_device.__back().__in_force));

    get_device_fails = true;
    values.filterMode = cudaFilterModeLinear;
    get_device_fails = false;
    BOOST_TEST(!per_device.__front().__in_force);
    BOOST_TEST(!per_device.__back().__in_force);

    per_device.__resize(devices);
    require(cudaBindTextureToArray(values, array));
    late_array_fetch<<<1, 1>>>(out, 0);
    BOOST_TEST(read_back(out, 1)[0] == 0.75f);
    values.filterMode = cudaFilterModePoint;
    cudaUnbindTexture(values);
    cudaFreeArray(array);
    cudaFree(out);
}

BOOST_AUTO_TEST_CASE(several_host_threads)
{
    std::vector<int> wrong(2);
    const auto work = [&](int which) {
        float* sources[] = {filled(10.f + which), filled(20.f + which)};
        float* out = filled(0, 2);
        for (int i = 0; i < 500; i++) {
            float* source = sources[i % 2];
            const cudaError_t bound =
                which ? cudaBindTexture(NULL, second, source, 64) : cudaBindTexture(NULL, first, source, 64);
            if (which)
                fetch_second<<<1, 1>>>(out);
            else
                fetch_first<<<1, 1>>>(out);
            float got = 0;
            cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
            wrong[which] += bound != cudaSuccess || got != (i % 2 ? 20.f : 10.f) + which;
        }
    };
    std::thread one{work, 0}, other{work, 1};
    one.join();
    other.join();
    BOOST_TEST(wrong[0] == 0);
    BOOST_TEST(wrong[1] == 0);
    cudaUnbindTexture(first);
    cudaUnbindTexture(second);
}

// With objects, a bind that changes something fails while a stream captures, and the capture continues.
#if !defined(CUDA_LEGACY_NATIVE_REFERENCES)
BOOST_AUTO_TEST_CASE(a_bind_during_a_capture_fails_and_spoils_nothing)
{
    float *one = filled(1), *two = filled(2), *three = filled(3), *out = filled(0);
    require(cudaBindTexture(NULL, values, two, 64)); // creates an object of it
    require(cudaBindTexture(NULL, values, one, 64));
    for (unsigned int flags : {cudaStreamDefault, cudaStreamNonBlocking})
        for (cudaStreamCaptureMode mode :
             {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed})
            BOOST_TEST_CONTEXT("stream flags " << flags << ", capture mode " << mode)
            {
                cudaStream_t stream;
                require(cudaStreamCreateWithFlags(&stream, flags));
                const cudaError_t begun = cudaStreamBeginCapture(stream, mode);
                if (begun == cudaErrorNotSupported) { // the emulated device captures nothing
                    cudaGetLastError();
                    return;
                }
                require(begun);
                late_fetch<<<1, 1, 0, stream>>>(out, 0);
                BOOST_TEST(cudaBindTexture(NULL, values, two, 64) == cudaErrorStreamCaptureUnsupported);
                BOOST_TEST(cudaBindTexture(NULL, values, three, 64) == cudaErrorStreamCaptureUnsupported);
                values.filterMode = cudaFilterModeLinear; // linear memory has no filter mode, so nothing changes
                BOOST_TEST(cudaBindTexture(NULL, values, one, 64) == cudaSuccess); // nothing changes here, either
                values.filterMode = cudaFilterModePoint;
                cudaGetLastError();
                cudaGraph_t graph = nullptr;
                cudaGraphExec_t executable = nullptr;
                BOOST_TEST(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
                require(cudaMemset(out, 0, sizeof *out));
                require(cudaGraphInstantiate(&executable, graph, 0));
                require(cudaGraphLaunch(executable, stream));
                BOOST_TEST(read_back(out, 1)[0] == 1);
                // Afterwards binds work again.
                BOOST_TEST(cudaBindTexture(NULL, values, two, 64) == cudaSuccess);
                late_fetch<<<1, 1>>>(out, 0);
                BOOST_TEST(read_back(out, 1)[0] == 2);
                BOOST_TEST(cudaBindTexture(NULL, values, one, 64) == cudaSuccess);
                cudaGraphExecDestroy(executable);
                cudaGraphDestroy(graph);
                cudaStreamDestroy(stream);
            }
    cudaUnbindTexture(values);
    cudaFree(one);
    cudaFree(two);
    cudaFree(three);
    cudaFree(out);
}
#endif

BOOST_AUTO_TEST_CASE(attributes_are_used_like_plain_fields)
{
    values.normalized = true;
    BOOST_TEST((values.normalized == 1 && values.normalized));
    values.filterMode = first.filterMode;
    BOOST_TEST((values.filterMode == cudaFilterModePoint));
    for (int i = 0; i < 3; i++)
        values.addressMode[i] = cudaAddressModeBorder;
    switch (values.addressMode[2]) {
    case cudaAddressModeBorder:
        break;
    default:
        BOOST_ERROR("a switch over an attribute");
    }
    values.mipmapLevelBias = 0.5f;
    BOOST_TEST(values.mipmapLevelBias + 1 == 1.5f);
    textureReference* const pointer = &values;
    pointer->filterMode = cudaFilterModeLinear;
    BOOST_TEST((values.filterMode == cudaFilterModeLinear));
    const cudaChannelFormatDesc* const desc = &values.channelDesc;
    BOOST_TEST(desc->x == 32);
    values.channelDesc = cudaCreateChannelDesc<float>();
    values.normalized = false;
    values.filterMode = cudaFilterModePoint;
}

BOOST_AUTO_TEST_CASE(errors_are_left_for_cudaGetLastError)
{
    cudaGetLastError();
    BOOST_TEST(cudaGetTextureAlignmentOffset(NULL, values) == cudaErrorInvalidValue);
    BOOST_TEST(cudaPeekAtLastError() == cudaErrorInvalidValue);
    BOOST_TEST(cudaGetLastError() == cudaErrorInvalidValue);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
}
