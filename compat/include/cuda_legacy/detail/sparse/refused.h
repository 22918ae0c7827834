// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// csrgemm2 and csrsm2, which cuSPARSE 12 removed. The new functions need other steps. cusparseSpGEMM computes the size
// of its result and adds no third matrix. cusparseSpSM has a separate matrix for the solution. A call of an old name is
// a compile error that names the note.
#ifndef CUDA_LEGACY_DETAIL_SPARSE_REFUSED_H
#define CUDA_LEGACY_DETAIL_SPARSE_REFUSED_H

#include "../gone.h"

#if CUSPARSE_VERSION >= 12000

typedef struct csrgemm2Info* csrgemm2Info_t;
typedef struct csrsm2Info* csrsm2Info_t;

    #define CUDA_LEGACY_DETAIL_SPARSE_GONE(name, __now)                                                                \
        CUDA_LEGACY_DETAIL_GONE(cusparseStatus_t, name,                                                                \
                                #name " is gone with CUDA 12.0; now: " __now                                           \
                                      ". See migration-notes/cuda_libraries.md of cuda_legacy")

CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseCreateCsrgemm2Info, "cusparseSpGEMM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseXcsrgemm2Nnz, "cusparseSpGEMM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseScsrgemm2_bufferSizeExt, "cusparseSpGEMM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseDcsrgemm2_bufferSizeExt, "cusparseSpGEMM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseCcsrgemm2_bufferSizeExt, "cusparseSpGEMM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseZcsrgemm2_bufferSizeExt, "cusparseSpGEMM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseScsrgemm2, "cusparseSpGEMM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseDcsrgemm2, "cusparseSpGEMM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseCcsrgemm2, "cusparseSpGEMM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseZcsrgemm2, "cusparseSpGEMM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseCreateCsrsm2Info, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseScsrsm2_bufferSizeExt, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseDcsrsm2_bufferSizeExt, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseCcsrsm2_bufferSizeExt, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseZcsrsm2_bufferSizeExt, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseScsrsm2_analysis, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseDcsrsm2_analysis, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseCcsrsm2_analysis, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseZcsrsm2_analysis, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseScsrsm2_solve, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseDcsrsm2_solve, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseCcsrsm2_solve, "cusparseSpSM")
CUDA_LEGACY_DETAIL_SPARSE_GONE(cusparseZcsrsm2_solve, "cusparseSpSM")

    #undef CUDA_LEGACY_DETAIL_SPARSE_GONE

#endif

#endif
