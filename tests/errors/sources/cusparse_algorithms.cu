// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Write today's name: `CUSPARSE_SPMV_CSR_ALG1`, `CUSPARSE_SPMM_CSR_ALG1`, `CUSPARSE_SPMV_ALG_DEFAULT`.
// note: cuda_libraries.md
// needs: cusparse.h
#include <cusparse.h>
cusparseSpMVAlg_t first = CUSPARSE_MV_ALG_DEFAULT, second = CUSPARSE_CSRMV_ALG1;
cusparseSpMMAlg_t third = CUSPARSE_CSRMM_ALG1;
