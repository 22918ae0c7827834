# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set(condition ON_GPU_ALONE)
if(TARGET CUDA::cublas)
  target_link_libraries(note_matrix_product_after PRIVATE CUDA::cublas)
else()
  set(missing cuBLAS)
endif()
