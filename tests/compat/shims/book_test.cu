// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// book.h, included at the path of the programs of "CUDA by Example".

#include "../common/book.h"

#include "common/book.h"

#include <boost/test/unit_test.hpp>

static void* twice(void* number)
{
    *static_cast<int*>(number) *= 2;
    return nullptr;
}

__global__ void hues(unsigned char* out)
{
    out[0] = value(0.f, 1.f, 30);
    out[1] = value(0.f, 1.f, 120);
    out[2] = value(0.f, 1.f, 210);
    out[3] = value(.5f, 1.f, 300);
    out[4] = value(0.f, 1.f, 390);
    out[5] = value(0.f, 1.f, -150);
}

BOOST_AUTO_TEST_CASE(blocks_and_threads)
{
    int a = 1, b = 2;
    swap(a, b);
    BOOST_TEST(a == 2);
    unsigned char* const bytes = static_cast<unsigned char*>(big_random_block(1000));
    int* const numbers = big_random_block_int(1000);
    HANDLE_NULL(bytes);
    HandleError(cudaSuccess, __FILE__, __LINE__);
    BOOST_TEST(*std::max_element(bytes, bytes + 1000) > *std::min_element(bytes, bytes + 1000));
    BOOST_TEST(*std::max_element(numbers, numbers + 1000) > 255);
    free(bytes), free(numbers);
    int values[] = {1, 2, 3};
    CUTThread threads[] = {start_thread(twice, values), start_thread(twice, values + 1)};
    wait_for_threads(threads, 2);
    end_thread(start_thread(twice, values + 2));
    BOOST_TEST(values[0] + values[1] + values[2] == 12);
    destroy_thread(start_thread(twice, values));
}

BOOST_AUTO_TEST_CASE(colours)
{
    unsigned char* bytes = nullptr;
    float* levels = nullptr;
    uchar4* pixels = nullptr;
    HANDLE_ERROR(cudaMalloc(&bytes, 32));
    HANDLE_ERROR(cudaMalloc(&levels, 8 * sizeof *levels));
    HANDLE_ERROR(cudaMalloc(&pixels, 8 * sizeof *pixels));
    hues<<<1, 1>>>(bytes);
    unsigned char got[32];
    HANDLE_ERROR(cudaMemcpy(got, bytes, 6, cudaMemcpyDeviceToHost));
    const unsigned char expected[] = {127, 255, 127, 127, 127, 127};
    for (int i = 0; i < 6; i++)
        BOOST_TEST(got[i] == expected[i], "hue " << i << ": " << int(got[i]));

    const float gray[8] = {0.f, .25f, .5f, .75f, 1.f, .1f, .6f, .9f};
    HANDLE_ERROR(cudaMemcpy(levels, gray, sizeof gray, cudaMemcpyHostToDevice));
    float_to_color<<<dim3(2, 1), dim3(2, 2)>>>(bytes, levels);
    float_to_color<<<dim3(2, 1), dim3(2, 2)>>>(pixels, levels);
    uchar4 same[8];
    HANDLE_ERROR(cudaMemcpy(got, bytes, 32, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(same, pixels, sizeof same, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++) {
        BOOST_TEST(got[4 * i] == same[i].x);
        BOOST_TEST(got[4 * i + 1] == same[i].y);
        BOOST_TEST(got[4 * i + 2] == same[i].z);
        BOOST_TEST(got[4 * i + 3] == 255);
    }
    const uchar4 half = same[2]; // lightness 0.5 and hue 0: red
    BOOST_TEST((half.x == 255 && half.y == 0 && half.z == 0));
    BOOST_TEST((same[0].x == 0 && same[0].y == 0 && same[0].z == 0)); // black
    BOOST_TEST((same[4].x == 255 && same[4].y == 255 && same[4].z == 255));
    HANDLE_ERROR(cudaFree(bytes)), HANDLE_ERROR(cudaFree(levels)), HANDLE_ERROR(cudaFree(pixels));
}
