// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binds and unbinds. A failed bind shows in cudaGetLastError. A binding ends with the array and with the device. A bind
// during a capture is refused.
#include <cuda_legacy/texture_binding.h>

#include "check.h"

REFERENCE cuda_legacy::texture<float> values;
REFERENCE cuda_legacy::texture<float, 2> image;

int main()
{
    float* memory = nullptr;
    size_t offset = 1;
    CHECK(cudaMalloc(&memory, 1024) == cudaSuccess);
    CHECK(cudaBindTexture(&offset, values, memory, 1024) == cudaSuccess && offset == 0);
    CHECK(cudaBindTexture(nullptr, values, memory + 1, 1020) == cudaErrorInvalidValue);
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaGetTextureAlignmentOffset(&offset, values) == cudaSuccess);
    CHECK(cudaUnbindTexture(values) == cudaSuccess);
    CHECK(cudaGetTextureAlignmentOffset(&offset, values) == cudaErrorInvalidTextureBinding);
    CHECK(cudaGetLastError() == cudaErrorInvalidTextureBinding);

    const textureReference* found = nullptr;
    CHECK(cudaGetTextureReference(&found, &values) == cudaSuccess && found == &values);

    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &desc, 4, 4) == cudaSuccess);
    CHECK(cudaBindTextureToArray(image, array) == cudaSuccess);
    CHECK(cudaFreeArray(array) == cudaSuccess);
    CHECK(cudaMallocArray(&array, &desc, 8, 8) == cudaSuccess);
    CHECK(cudaBindTextureToArray(image, array) == cudaSuccess);

#ifndef CUDA_LEGACY_NATIVE_REFERENCES // the driver takes the binding at the launch, captured or not
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
    CHECK(cudaBindTexture(nullptr, values, memory, 512) == cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    CHECK(cudaGetLastError() == cudaErrorStreamCaptureUnsupported);
#endif
    CHECK(cudaDeviceReset() == cudaSuccess);
    CHECK(cudaGetTextureAlignmentOffset(&offset, values) == cudaErrorInvalidTextureBinding);
    return failures;
}
