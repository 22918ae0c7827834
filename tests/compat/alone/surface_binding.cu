// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A failed bind shows in cudaGetLastError. A bind during a capture is refused. A binding ends with the device.
#include <cuda_legacy/surface_binding.h>

#include "check.h"

REFERENCE cuda_legacy::surface<void, cudaSurfaceType2D> canvas;

#ifdef CUDA_LEGACY_NATIVE_REFERENCES // the driver sees no array behind a reference that no kernel uses
    #include <cuda_legacy/surface_access.h>
__global__ void use(float* out) { *out = surf2Dread<float>(canvas, 0, 0); }
#endif

int main()
{
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t array, plain;
    CHECK(cudaMallocArray(&array, &desc, 4, 4, cudaArraySurfaceLoadStore) == cudaSuccess);
    CHECK(cudaMallocArray(&plain, &desc, 4, 4) == cudaSuccess);
    CHECK(cudaBindSurfaceToArray(canvas, array) == cudaSuccess);
    CHECK(cudaBindSurfaceToArray(canvas, plain) == cudaErrorInvalidValue);
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaBindSurfaceToArray((const surfaceReference*)nullptr, array, &desc) == cudaErrorInvalidSurface);
    CHECK(cudaGetLastError() == cudaErrorInvalidSurface);

    const surfaceReference* found = nullptr;
    CHECK(cudaGetSurfaceReference(&found, &canvas) == cudaSuccess && found == &canvas);

    CHECK(cudaFreeArray(plain) == cudaSuccess);
    CHECK(cudaMallocArray(&plain, &desc, 8, 8, cudaArraySurfaceLoadStore) == cudaSuccess);
#ifndef CUDA_LEGACY_NATIVE_REFERENCES // the driver takes the binding at the launch, captured or not
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
    CHECK(cudaBindSurfaceToArray(canvas, plain) == cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    CHECK(cudaGetLastError() == cudaErrorStreamCaptureUnsupported);
#endif
    CHECK(cudaBindSurfaceToArray(canvas, plain) == cudaSuccess);
    CHECK(cudaDeviceReset() == cudaSuccess);
    CHECK(cudaMallocArray(&array, &desc, 4, 4, cudaArraySurfaceLoadStore) == cudaSuccess);
    CHECK(cudaBindSurfaceToArray(canvas, array) == cudaSuccess);
    return failures;
}
