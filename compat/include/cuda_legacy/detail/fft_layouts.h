// cuFFT's layouts of data. Today's header has one left, padded as FFTW pads, and the choice is gone.
#ifndef CUDA_LEGACY_DETAIL_FFT_LAYOUTS_H
#define CUDA_LEGACY_DETAIL_FFT_LAYOUTS_H

#if CUFFT_VERSION >= 9000

    #define CUFFT_COMPATIBILITY_NATIVE ((cufftCompatibility)0x00)
    #define CUFFT_COMPATIBILITY_FFTW_ASYMMETRIC ((cufftCompatibility)0x02)
    #define CUFFT_COMPATIBILITY_FFTW_ALL ((cufftCompatibility)0x03)

// A plan keeps the one layout that there is. The native one lay elsewhere for real transforms in place alone. Returns
// CUFFT_INVALID_PLAN where there is no plan.
static inline cufftResult cuda_legacy_cufftSetCompatibilityMode(cufftHandle plan, cufftCompatibility mode)
{
    size_t bytes = 0;
    const int layout = (int)mode;
    if (layout < 0 || layout > 3) return CUFFT_INVALID_VALUE;
    return cufftGetSize(plan, &bytes); // CUFFT_INVALID_PLAN, where it is none
}
    #define cufftSetCompatibilityMode cuda_legacy_cufftSetCompatibilityMode

#endif

#endif
