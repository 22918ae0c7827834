//! \file
//! The part of the CUDA Samples' helper_cuda.h that old course code uses: checkCudaErrors, getLastCudaError and
//! findCudaDevice. On the include path only when asked for (compat/include/shims).
//!
//! As there, an error prints file, line, code and call to stderr and ends the program with EXIT_FAILURE; warnings off.
//! Where the process has to go on, define CUDA_LEGACY_CHECK_FAILED for every source that includes this header.
#ifndef CUDA_LEGACY_SHIMS_HELPER_CUDA_H
#define CUDA_LEGACY_SHIMS_HELPER_CUDA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

//! What comes after the message: the program ends, as in the original. A build may define it as something else that
//! takes the error in parentheses and does not return: `-DCUDA_LEGACY_CHECK_FAILED=throw` throws the cudaError_t, in
//! C++. What the program had allocated stays allocated.
#ifndef CUDA_LEGACY_CHECK_FAILED
    #define CUDA_LEGACY_CHECK_FAILED(error) exit(EXIT_FAILURE)
#endif

//! Ends the program with a message when `call` did not return cudaSuccess.
#define checkCudaErrors(call) cuda_legacy_check((call), #call, __FILE__, __LINE__)

//! Ends the program with `message` when cudaGetLastError tells an error.
#define getLastCudaError(message) cuda_legacy_check_last(message, __FILE__, __LINE__)

static inline void cuda_legacy_check(cudaError_t error, const char* call, const char* file, int line)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)error, cudaGetErrorName(error), call);
    CUDA_LEGACY_CHECK_FAILED(error);
}

static inline void cuda_legacy_check_last(const char* message, const char* file, int line)
{
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s(%d) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, (int)error,
            cudaGetErrorString(error));
    CUDA_LEGACY_CHECK_FAILED(error);
}

//! Makes a device current and returns its number: the one that a command-line argument `-device=N` or `--device=N`
//! names, else the first. Ends the program when there is none.
static inline int findCudaDevice(int argc, const char** argv)
{
    int count = 0, device = 0, i;
    struct cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (count == 0) {
        fprintf(stderr, "CUDA error: no devices supporting CUDA.\n");
        CUDA_LEGACY_CHECK_FAILED(cudaErrorNoDevice);
    }
    for (i = 1; i < argc; i++) {
        const char* name = argv[i] + strspn(argv[i], "-");
        if (name == argv[i] || strncmp(name, "device=", 7) != 0) continue;
        device = atoi(name + 7);
        if (device < 0 || device >= count) {
            fprintf(stderr, "CUDA error: there is no device %d, only %d of them.\n", device, count);
            CUDA_LEGACY_CHECK_FAILED(cudaErrorInvalidDevice);
        }
    }
    checkCudaErrors(cudaSetDevice(device));
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, properties.name, properties.major,
           properties.minor);
    return device;
}

#endif
