// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clusters of a launch: which size it has, and whether it may be.
#pragma once

#include "runtime/context.h"

namespace cuda_emulator {

//! What the launch asks for in an attribute: nothing.
inline dim3 no_cluster() { return dim3(0, 0, 0); }

struct launch_clusters {
    dim3 size;          //!< of each, in blocks
    bool given = false; //!< somebody said so: the launch, the kernel's code or an attribute of the function
};

//! The clusters of a launch whose attribute says `asked`. Where the code says that a grid counts clusters
//! (.blocksareclusters), `grid` becomes blocks. What does not fit is cudaErrorInvalidClusterSize: a GPU's answers are
//! not recorded, and the manual has this error for all of it.
cudaError_t clusters_of(const kernel&, const program&, dim3 asked, dim3& grid, launch_clusters&);

//! The attribute of a launch; no_cluster() when it has none.
dim3 cluster_attribute(const cudaLaunchConfig_t&);

//! Whether the larger clusters that a launch prefers may be: a multiple of its own, which divides the grid. They are
//! never used.
cudaError_t check_preferred_clusters(const void* function, const cudaLaunchConfig_t&);

} // namespace cuda_emulator
