/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One of refused.cu's calls in C. */
#include <cusparse.h>

cusparseStatus_t multiply(cusparseHandle_t handle) { return cusparseScsrgemm2(handle); }
