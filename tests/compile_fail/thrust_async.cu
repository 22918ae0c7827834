// expect: thrust::async is gone.*migration-notes/cccl_3.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrust/async/reduce.h>
