// expect: multi_grid_group is gone.*migration-notes/device_synchronisation.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cooperative_groups.h>
__device__ int wait_for_all(const cooperative_groups::multi_grid_group& grids)
{
    grids.sync();
    return grids.grid_rank() + grids.num_grids() + grids.is_valid();
}
