// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take it out: cuFFT lays out its data as FFTW does, by default.
// note: cuda_libraries.md
// needs: cufft.h
#include <cufft.h>
void call(cufftHandle plan) { cufftSetCompatibilityMode(plan, CUFFT_COMPATIBILITY_NATIVE); }
