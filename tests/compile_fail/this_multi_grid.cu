// expect: this_multi_grid is gone.*migration-notes/device_synchronisation.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cooperative_groups.h>

__global__ void wait()
{
    const cooperative_groups::multi_grid_group all = cooperative_groups::this_multi_grid();
    (void)all;
}
