/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of the test of device properties that is a host source in C. */
#ifndef DEVICE_PROPERTIES_H
#define DEVICE_PROPERTIES_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C"
#endif
    /* Fills eight values, in the order of the header's documentation, and a ninth: the device that fits them best. */
    cudaError_t
    properties_in_c(int device, int values[9]);

#endif
