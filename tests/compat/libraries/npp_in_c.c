/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A host source in C of the same program. It sets the stream that the other source uses. */
#include <nppcore.h>
#include <nppi_filtering_functions.h>

int set_in_c(cudaStream_t stream);

int set_in_c(cudaStream_t stream)
{
    const NppiSize size = {4, 1};
    const NppiPoint anchor = {0, 0};
    if (nppSetStream(stream) != NPP_SUCCESS || nppGetStream() != stream) return 1;
    return nppiFilterBox_8u_C1R(NULL, 4, NULL, 4, size, size, anchor) != NPP_NULL_POINTER_ERROR;
}
