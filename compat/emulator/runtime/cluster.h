// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cluster sizes of launches, and their checks.
#pragma once

#include "runtime/context.h"

namespace cuda_emulator {

//! A launch without a cluster attribute.
inline dim3 no_cluster() { return dim3(0, 0, 0); }

struct launch_clusters {
    dim3 size;          //!< size of each cluster, in blocks
    bool given = false; //!< set by the launch, the kernel's code or a function attribute
};

//! Determines the clusters of a launch whose attribute is `asked`. If the code uses .blocksareclusters, the grid counts
//! clusters, and `grid` is converted to blocks. An invalid size returns cudaErrorInvalidClusterSize. The manual names
//! this error, and no GPU's answers are recorded.
cudaError_t clusters_of(const kernel&, const program&, dim3 asked, dim3& grid, launch_clusters&);

//! Returns the cluster attribute of a launch, or no_cluster().
dim3 cluster_attribute(const cudaLaunchConfig_t&);

//! Checks the preferred cluster size. It must be a multiple of the launch's own size and must divide the grid. The
//! emulated device does not use preferred sizes.
cudaError_t check_preferred_clusters(const void* function, const cudaLaunchConfig_t&);

} // namespace cuda_emulator
