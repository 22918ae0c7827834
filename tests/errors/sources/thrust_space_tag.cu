// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Write `thrust::host_system_tag`; `device_` and `any_` have the same ending. Thrust 1.6 renamed them.
// note: cccl_3.md
// needs: thrust/version.h
#include <thrust/iterator/iterator_traits.h>
typedef thrust::host_space_tag memory;
