/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of the test of symbols named by strings that are in other sources. */
#ifndef SYMBOL_NAMES_H
#define SYMBOL_NAMES_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In symbol_names_other.cu: its variable only_there, and a static one with the same name as one of the test. */
cudaError_t value_there(int* value);
cudaError_t shared_name_there(int* value);

/* In host sources of C++ and C: both copy to the variable with this name and back, the second time in a stream. */
cudaError_t through_cpp(const char* name, int in, int* out);
cudaError_t through_c(const char* name, int in, int* out);
cudaError_t address_in_c(void** address, size_t* size, const char* name);
cudaError_t beyond_the_end_in_c(const char* name);

#ifdef __cplusplus
}
#endif

#endif
