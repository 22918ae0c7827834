// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take the case out: cuFFT does not answer so any more.
// note: cuda_libraries.md
// needs: cufft.h
#include <cufft.h>
bool call(cufftResult result) { return result == CUFFT_INCOMPLETE_PARAMETER_LIST; }
