// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Surface references beyond the sweep of tests/oracle: comparison with the surface object that replaces them, elements
// of other types than a channel's, parameters by value, and a binding that changes while kernels run. The source is
// compiled as an old program is, with cuda_legacy.h before it.

#include <vector>

#include <boost/test/unit_test.hpp>

surface<void, cudaSurfaceType2D> image;

__global__ void brighten(int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const float value = surf2Dread<float>(image, x * sizeof(float), y);
        surf2Dwrite(2 * value, image, x * sizeof(float), y);
    }
}

__global__ void brighten_object(cudaSurfaceObject_t image, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const float value = surf2Dread<float>(image, x * sizeof(float), y);
        surf2Dwrite(2 * value, image, x * sizeof(float), y);
    }
}

namespace {

constexpr int width = 16, height = 8;

__device__ double of_any(surface<void, cudaSurfaceType2D> any, int x, int y)
{
    return surf2Dread<double>(any, x * static_cast<int>(sizeof(double)), y, cudaBoundaryModeClamp);
}

__global__ void halve_doubles(int columns, int rows)
{
    const int x = threadIdx.x, y = threadIdx.y;
    if (x < columns && y < rows)
        surf2Dwrite(of_any(image, x, y) / 2, image, x * static_cast<int>(sizeof(double)), y, cudaBoundaryModeZero);
}

__global__ void late_read(float* out, long long nanoseconds)
{
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - start < static_cast<unsigned long long>(nanoseconds));
    *out = surf2Dread<float>(image, 4, 1);
}

void require(cudaError_t error) { BOOST_REQUIRE_MESSAGE(error == cudaSuccess, cudaGetErrorString(error)); }

template <class T>
cudaArray_t filled(const std::vector<T>& host, const cudaChannelFormatDesc& desc, int columns, int rows)
{
    cudaArray_t array = nullptr;
    require(cudaMallocArray(&array, &desc, columns, rows, cudaArraySurfaceLoadStore));
    require(cudaMemcpy2DToArray(array, 0, 0, host.data(), columns * sizeof(T), columns * sizeof(T), rows,
                                cudaMemcpyHostToDevice));
    return array;
}

template <class T>
std::vector<T> contents(cudaArray_t array, int columns, int rows)
{
    std::vector<T> host(columns * rows);
    require(cudaDeviceSynchronize());
    require(cudaMemcpy2DFromArray(host.data(), columns * sizeof(T), array, 0, 0, columns * sizeof(T), rows,
                                  cudaMemcpyDeviceToHost));
    return host;
}

std::vector<float> ramp()
{
    std::vector<float> host(width * height);
    for (std::size_t i = 0; i < host.size(); i++)
        host[i] = static_cast<float>(i) - 40.25f;
    return host;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_same_as_a_surface_object)
{
    const dim3 block(16, 16), grid(1, 1);
    const cudaArray_t array = filled(ramp(), cudaCreateChannelDesc<float>(), width, height);
    const cudaArray_t other = filled(ramp(), cudaCreateChannelDesc<float>(), width, height);

    require(cudaBindSurfaceToArray(image, array));
    brighten<<<grid, block>>>(width, height);

    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = other;
    cudaSurfaceObject_t object{};
    require(cudaCreateSurfaceObject(&object, &resource));
    brighten_object<<<grid, block>>>(object, width, height);

    const std::vector<float> result = contents<float>(array, width, height);
    BOOST_TEST(result == contents<float>(other, width, height));
    BOOST_TEST(result[0] == -80.5f);
    BOOST_TEST(result[width * height - 1] == 2 * (width * height - 1 - 40.25f));
    require(cudaDestroySurfaceObject(object));
    cudaFreeArray(array);
    cudaFreeArray(other);
}

BOOST_AUTO_TEST_CASE(elements_that_no_channel_has)
{
    std::vector<double> host(8 * 4);
    for (std::size_t i = 0; i < host.size(); i++)
        host[i] = 1.1 * static_cast<double>(i);
    const cudaArray_t array = filled(host, cudaCreateChannelDesc<int2>(), 8, 4);
    require(cudaBindSurfaceToArray(image, array));
    halve_doubles<<<1, dim3(8, 4)>>>(8, 4);
    for (double& one : host)
        one /= 2;
    BOOST_TEST(contents<double>(array, 8, 4) == host);
    cudaFreeArray(array);
}

BOOST_AUTO_TEST_CASE(a_kernel_in_flight_keeps_its_surface)
{
    std::vector<float> other = ramp();
    for (float& one : other)
        one = -one;
    const cudaArray_t first = filled(ramp(), cudaCreateChannelDesc<float>(), width, height);
    const cudaArray_t second = filled(other, cudaCreateChannelDesc<float>(), width, height);
    float* out = nullptr;
    require(cudaMalloc((void**)&out, 3 * sizeof(float)));
    cudaStream_t streams[2] = {};
    for (cudaStream_t& one : streams)
        require(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    const float expected = ramp()[width + 1];
    require(cudaBindSurfaceToArray(image, first));
    late_read<<<1, 1, 0, streams[0]>>>(out, 20'000'000);
    require(cudaBindSurfaceToArray(image, second));
    late_read<<<1, 1, 0, streams[1]>>>(out + 1, 0);
    require(cudaBindSurfaceToArray(image, first));
    late_read<<<1, 1, 0, streams[0]>>>(out + 2, 0);
    require(cudaDeviceSynchronize());
    std::vector<float> got(3);
    require(cudaMemcpy(got.data(), out, 3 * sizeof(float), cudaMemcpyDeviceToHost));
    BOOST_TEST(got == (std::vector<float>{expected, -expected, expected}));
    for (cudaStream_t one : streams)
        cudaStreamDestroy(one);
    cudaFreeArray(first);
    cudaFreeArray(second);
    cudaFree(out);
}
