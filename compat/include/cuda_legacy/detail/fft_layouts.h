// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT's layouts of data. Today's header has one left, padded as FFTW pads, and the choice is gone.
#ifndef CUDA_LEGACY_DETAIL_FFT_LAYOUTS_H
#define CUDA_LEGACY_DETAIL_FFT_LAYOUTS_H

#if CUFFT_VERSION >= 9000

    #define CUFFT_COMPATIBILITY_NATIVE ((cufftCompatibility)0x00)
    #define CUFFT_COMPATIBILITY_FFTW_ASYMMETRIC ((cufftCompatibility)0x02)
    #define CUFFT_COMPATIBILITY_FFTW_ALL ((cufftCompatibility)0x03)

// A plan keeps the only layout, so the native layout is refused: real transforms in place would use other addresses
// than the program reads, and a plan does not report whether it makes such transforms. Returns CUFFT_INVALID_PLAN
// without a plan, and CUFFT_NOT_SUPPORTED for the native layout.
static inline cufftResult cuda_legacy_cufftSetCompatibilityMode(cufftHandle __plan, cufftCompatibility mode)
{
    size_t bytes = 0;
    const int __layout = (int)mode;
    if (__layout < 0 || __layout > 3) return CUFFT_INVALID_VALUE;
    const cufftResult result = cufftGetSize(__plan, &bytes); // CUFFT_INVALID_PLAN, where it is none
    return result == CUFFT_SUCCESS && __layout == 0 ? CUFFT_NOT_SUPPORTED : result;
}
    #define cufftSetCompatibilityMode cuda_legacy_cufftSetCompatibilityMode

#endif

#endif
