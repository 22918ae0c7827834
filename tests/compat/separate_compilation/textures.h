// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References that one source defines and several sources use, as in programs built with -rdc=true.
#ifndef TEXTURES_H
#define TEXTURES_H

extern texture<float, 2> image;
extern surface<void, 2> canvas;

#ifdef CUDA_LEGACY_NATIVE_REFERENCES
struct filter {
    static texture<float, 2> source;
};
#endif

__device__ float sampled(float x);
cudaError_t bind(cudaArray_t array);

#endif
