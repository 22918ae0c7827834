// What a texture object is made of: an array, which knows the type of its texels and its dimensions, and a read mode.
//
// Source:  K, chapter 8, the declaration of a texture and of a channel
// Legacy:  legacy/texture/read_modes.cu
// Note:    migration-notes/texture_read_modes.md, migration-notes/texture_reference.md,
//          migration-notes/memcpy_to_array.md

#include <cstdio>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <cuda/cmath>

#include "../support/buffers.hpp"    // check(), device_buffer: RAII, every call checked
#include "../support/texture.hpp" // cuda_array, cuda_array_3d, texture_object: likewise

__global__ void read1(cudaTextureObject_t tex, cudaTextureObject_t texFloat, std::size_t w, unsigned char* d_out,
                      float* d_outFloat)
{
    const std::size_t x = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (x < w) {
        d_out[x] = tex1D<unsigned char>(tex, static_cast<float>(x));
        d_outFloat[x] = tex1D<float>(texFloat, static_cast<float>(x));
    }
}

__global__ void read2(cudaTextureObject_t tex, cudaTextureObject_t texFloat, std::size_t w, std::size_t h, short* d_out,
                      float* d_outFloat)
{
    const std::size_t x = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    const std::size_t y = blockIdx.y * std::size_t{blockDim.y} + threadIdx.y;
    if (x < w && y < h) {
        d_out[y * w + x] = tex2D<short>(tex, static_cast<float>(x), static_cast<float>(y));
        d_outFloat[y * w + x] = tex2D<float>(texFloat, static_cast<float>(x), static_cast<float>(y));
    }
}

__global__ void read3(cudaTextureObject_t tex, std::size_t w, std::size_t h, std::size_t d, float* d_out)
{
    const std::size_t x = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    const std::size_t y = blockIdx.y * std::size_t{blockDim.y} + threadIdx.y;
    const std::size_t z = blockIdx.z * std::size_t{blockDim.z} + threadIdx.z;
    if (x < w && y < h && z < d)
        d_out[(z * h + y) * w + x] =
            tex3D<float>(tex, static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
}

cudaTextureDesc attributes(cudaTextureReadMode mode)
{
    cudaTextureDesc desc{};
    for (cudaTextureAddressMode& address : desc.addressMode)
        address = cudaAddressModeClamp; // a zeroed descriptor says wrap
    desc.filterMode = cudaFilterModePoint;
    desc.readMode = mode;
    return desc;
}

unsigned blocks(std::size_t n, std::size_t threads) { return static_cast<unsigned>(cuda::ceil_div(n, threads)); }

using texels = std::tuple<std::vector<unsigned char>, std::vector<float>, std::vector<short>, std::vector<float>,
                          std::vector<float>>;

// Reads w bytes through one dimension, w * h shorts through two, w * h * d floats through three; bytes and shorts as
// they are and as fractions. Nothing at all where one of the three extents is 0.
texels read_modes(std::size_t w, std::size_t h, std::size_t d, const std::vector<unsigned char>& data1,
                  const std::vector<short>& data2, const std::vector<float>& data3)
{
    if (data1.size() != w || data2.size() != w * h || data3.size() != w * h * d)
        throw std::invalid_argument{"read_modes: another number of elements"};
    if (data3.empty()) return {};

    const cuda_array<unsigned char> cuArray1{w};
    const cuda_array<short> cuArray2{w, h};
    const cuda_array_3d<float> cuArray3{w, h, d};
    cuArray1.copy_from(data1);
    cuArray2.copy_from(data2);
    cuArray3.copy_from(data3);

    const texture_object tex1{cuArray1, attributes(cudaReadModeElementType)},
        tex1Float{cuArray1, attributes(cudaReadModeNormalizedFloat)},
        tex2{cuArray2, attributes(cudaReadModeElementType)},
        tex2Float{cuArray2, attributes(cudaReadModeNormalizedFloat)},
        tex3{cuArray3, attributes(cudaReadModeElementType)};

    const device_buffer<unsigned char> d_out1{w};
    const device_buffer<short> d_out2{w * h};
    const device_buffer<float> d_out1Float{w}, d_out2Float{w * h}, d_out3{w * h * d};
    read1<<<blocks(w, 256), 256>>>(tex1.get(), tex1Float.get(), w, d_out1.data(), d_out1Float.data());
    check(cudaGetLastError());
    read2<<<dim3(blocks(w, 16), blocks(h, 16)), dim3(16, 16)>>>(tex2.get(), tex2Float.get(), w, h, d_out2.data(),
                                                                d_out2Float.data());
    check(cudaGetLastError());
    read3<<<dim3(blocks(w, 8), blocks(h, 8), blocks(d, 4)), dim3(8, 8, 4)>>>(tex3.get(), w, h, d, d_out3.data());
    check(cudaGetLastError());

    return {d_out1.to_host(), d_out1Float.to_host(), d_out2.to_host(), d_out2Float.to_host(), d_out3.to_host()};
}

int main()
try {
    const std::size_t w = 3, h = 2, d = 2;
    std::vector<float> data3(w * h * d);
    for (std::size_t i = 0; i < data3.size(); i++)
        data3[i] = i * 0.25f;

    const auto [out1, out1Float, out2, out2Float, out3] =
        read_modes(w, h, d, {0, 51, 255}, {-32768, -32767, -1, 0, 1, 32767}, data3);
    for (std::size_t i = 0; i < out1.size(); i++)
        std::printf("unsigned char, 1: %d %f\n", out1[i], out1Float[i]);
    for (std::size_t i = 0; i < out2.size(); i++)
        std::printf("short, 2: %d %f\n", out2[i], out2Float[i]);
    for (const float x : out3)
        std::printf("float, 3: %f\n", x);
} catch (const std::exception& error) {
    return failed(error);
}
