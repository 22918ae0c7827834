// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE's names of algorithms until CUDA 11 keep their values.
#include <cusparse.h>
static_assert(CUSPARSE_MV_ALG_DEFAULT == 0 && CUSPARSE_COOMV_ALG == 1 && CUSPARSE_CSRMV_ALG1 == 2 && CUSPARSE_CSRMV_ALG2 == 3,
              "of products with a vector");
static_assert(CUSPARSE_MM_ALG_DEFAULT == 0 && CUSPARSE_COOMM_ALG1 == 1 && CUSPARSE_COOMM_ALG2 == 2 && CUSPARSE_COOMM_ALG3 == 3 &&
                  CUSPARSE_CSRMM_ALG1 == 4,
              "of products with a matrix");
const cusparseSpMVAlg_t of_vector = CUSPARSE_CSRMV_ALG1;
const cusparseSpMMAlg_t of_matrix = CUSPARSE_CSRMM_ALG1;
const cusparseCsr2CscAlg_t of_conversion = CUSPARSE_CSR2CSC_ALG2;
