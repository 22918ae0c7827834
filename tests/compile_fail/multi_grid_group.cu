// expect: multi_grid_group is gone.*migration-notes/device_synchronisation.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cooperative_groups.h>

__global__ void wait(cooperative_groups::multi_grid_group* all) { *all = cooperative_groups::multi_grid_group(); }
