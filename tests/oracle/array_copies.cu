// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The copies of cudaMemcpyToArray and its family, which count a stream of bytes, row after row. Each line is one fact.
//
// The program is built and compared as texture_reference_1d.cu is.

#include "facts.h"

namespace {

constexpr int width = 16, height = 8;
constexpr size_t row = width * sizeof(float), all = row * height;

cudaArray* new_array()
{
    cudaArray* array = nullptr;
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &desc, width, height);
    const std::vector<unsigned char> zero(all);
    cudaMemcpy2DToArray(array, 0, 0, zero.data(), row, row, height, cudaMemcpyHostToDevice);
    return array;
}

std::vector<unsigned char> pattern()
{
    std::vector<unsigned char> bytes(all + 64);
    for (size_t i = 0; i < bytes.size(); i++)
        bytes[i] = (unsigned char)(i * 7 + i / 37 + 1);
    return bytes;
}

// Prints the content of the array as runs of rows: the sum of each row's bytes, weighted by position.
void show(const std::string& what, cudaArray* array)
{
    std::vector<unsigned char> back(all);
    cudaMemcpy2DFromArray(back.data(), row, array, 0, 0, row, height, cudaMemcpyDeviceToHost);
    std::printf("%s:", what.c_str());
    for (int y = 0; y < height; y++) {
        unsigned sum = 0;
        for (size_t x = 0; x < row; x++)
            sum = sum * 31 + back[y * row + x];
        std::printf(" %08x", sum);
    }
    std::printf("\n");
}

void to_array()
{
    const std::vector<unsigned char> bytes = pattern();
    const auto copy = [&](const char* what, size_t x, size_t y, const void* from, size_t count,
                          cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
        cudaArray* array = new_array();
        says(what, cudaMemcpyToArray(array, x, y, from, count, kind));
        show(what, array);
        cudaFreeArray(array);
    };
    const void* from = bytes.data();
    copy("all", 0, 0, from, all);
    copy("one row", 0, 3, from, row);
    copy("part of a row", 8, 3, from, 16);
    copy("from the middle of a row to the middle of the next", 32, 1, from, row);
    copy("from the middle of a row, three rows and a half", 16, 1, from, 3 * row + row / 2);
    copy("two rows and a bit", 0, 2, from, 2 * row + 4);
    copy("odd count", 0, 0, from, 5);
    copy("odd offset", 2, 0, from, 8);
    copy("nothing", 0, 0, from, 0);
    copy("too much", 0, 0, from, all + 4);
    copy("too much by starting low", 4, 7, from, row);
    copy("too far right", row, 0, from, 4);
    copy("too far down", 0, height, from, 4);
    copy("from null", 0, 0, NULL, row);
    copy("wrong kind", 0, 0, from, row, cudaMemcpyDeviceToHost);
    copy("default kind", 0, 0, from, row, cudaMemcpyDefault);
    copy("no kind", 0, 0, from, row, (cudaMemcpyKind)9);
    says("to null", cudaMemcpyToArray(NULL, 0, 0, from, row, cudaMemcpyHostToDevice));
    says("to null, nothing", cudaMemcpyToArray(NULL, 0, 0, from, 0, cudaMemcpyHostToDevice));
    unsigned char* device;
    cudaMalloc((void**)&device, all);
    cudaMemcpy(device, from, all, cudaMemcpyHostToDevice);
    copy("from the device", 0, 2, device, 2 * row, cudaMemcpyDeviceToDevice);
    cudaFree(device);
    cudaArray* array = new_array();
    says("async", cudaMemcpyToArrayAsync(array, 0, 2, from, 2 * row, cudaMemcpyHostToDevice, 0));
    cudaDeviceSynchronize();
    show("async", array);
    cudaFreeArray(array);
}

void from_array()
{
    const std::vector<unsigned char> bytes = pattern();
    cudaArray* array = new_array();
    cudaMemcpy2DToArray(array, 0, 0, bytes.data(), row, row, height, cudaMemcpyHostToDevice);
    const auto copy = [&](const char* what, size_t x, size_t y, size_t count) {
        std::vector<unsigned char> to(all + 64, 0xee);
        says(what, cudaMemcpyFromArray(to.data(), array, x, y, count, cudaMemcpyDeviceToHost));
        unsigned sum = 0;
        for (unsigned char one : to)
            sum = sum * 31 + one;
        std::printf("%s: %08x\n", what, sum);
    };
    copy("all", 0, 0, all);
    copy("one row", 0, 5, row);
    copy("from the middle of a row to the middle of the next", 32, 1, row);
    copy("two rows and a bit", 0, 2, 2 * row + 4);
    copy("nothing", 0, 0, 0);
    copy("too much", 0, 0, all + 4);
    says("to null", cudaMemcpyFromArray(NULL, array, 0, 0, row, cudaMemcpyDeviceToHost));
    std::vector<unsigned char> to(all, 0xee);
    says("async", cudaMemcpyFromArrayAsync(to.data(), array, 0, 7, row, cudaMemcpyDeviceToHost, 0));
    cudaDeviceSynchronize();
    std::printf("async: %d %d %d\n", to[0], to[row - 1], to[row]);
    cudaFreeArray(array);
}

void array_to_array()
{
    const std::vector<unsigned char> bytes = pattern();
    cudaArray* array = new_array();
    cudaMemcpy2DToArray(array, 0, 0, bytes.data(), row, row, height, cudaMemcpyHostToDevice);
    const auto copy = [&](const char* what, size_t x, size_t y, size_t from_x, size_t from_y, size_t count) {
        cudaArray* to = new_array();
        says(what, cudaMemcpyArrayToArray(to, x, y, array, from_x, from_y, count, cudaMemcpyDeviceToDevice));
        show(what, to);
        cudaFreeArray(to);
    };
    copy("all", 0, 0, 0, 0, all);
    copy("rows", 0, 1, 0, 5, 2 * row);
    copy("part of a row", 8, 1, 16, 5, 16);
    copy("shifted over a row's end", 32, 1, 0, 5, row);
    copy("nothing", 0, 0, 0, 0, 0);
    copy("too much", 0, 1, 0, 0, all);
    cudaFreeArray(array);
}

} // namespace

int main(int argc, char** argv)
{
    // Some cases make wrong copies. If one were accepted, it could spoil the next case.
    return run_cases(argc, argv,
                     {{"to_array", to_array}, {"from_array", from_array}, {"array_to_array", array_to_array}},
                     processes::one_each);
}
