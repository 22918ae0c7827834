// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The codes keep their numbers, wherever cufft.h is included. Here it is a stand-in, so the test needs no cuFFT.
#include <cuda_legacy/cufft_codes.h>

#include "check.h"

#if CUDART_VERSION >= 13000

typedef enum cufftResult_t { CUFFT_SUCCESS = 0x0, CUFFT_INVALID_VALUE = 0x4, CUFFT_NOT_SUPPORTED = 0x10 } cufftResult;

static const char* name(cufftResult error)
{
    switch (static_cast<int>(error)) {
    case CUFFT_SUCCESS:
        return "CUFFT_SUCCESS";
    case CUFFT_INCOMPLETE_PARAMETER_LIST:
        return "CUFFT_INCOMPLETE_PARAMETER_LIST";
    case CUFFT_PARSE_ERROR:
        return "CUFFT_PARSE_ERROR";
    case CUFFT_LICENSE_ERROR:
        return "CUFFT_LICENSE_ERROR";
    }
    return "another";
}

int main()
{
    cufftResult result = CUFFT_PARSE_ERROR;
    CHECK(result == CUFFT_PARSE_ERROR && result != CUFFT_SUCCESS);
    CHECK(CUFFT_INCOMPLETE_PARAMETER_LIST == 10 && CUFFT_PARSE_ERROR == 12 && CUFFT_LICENSE_ERROR == 15);
    CHECK(name(result)[6] == 'P' && name(CUFFT_NOT_SUPPORTED)[0] == 'a');
    return failures;
}

#else
int main() { return failures; }
#endif
