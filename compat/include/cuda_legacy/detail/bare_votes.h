// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any, all and ballot where CUDA_LEGACY_BARE_VOTES is not defined, with CUDA 13.
#ifndef CUDA_LEGACY_DETAIL_BARE_VOTES_H
#define CUDA_LEGACY_DETAIL_BARE_VOTES_H

// The toolkit declares these functions, and ptxas rejects them on all GPUs it knows. A second function that matches
// equally well makes each call an error with advice.
namespace cuda_legacy {
typedef bool define_CUDA_LEGACY_BARE_VOTES_see_migration_notes_warp_functions_md;
}
__device__ bool any(const cuda_legacy::define_CUDA_LEGACY_BARE_VOTES_see_migration_notes_warp_functions_md&);
__device__ bool all(const cuda_legacy::define_CUDA_LEGACY_BARE_VOTES_see_migration_notes_warp_functions_md&);
__device__ unsigned int ballot(const cuda_legacy::define_CUDA_LEGACY_BARE_VOTES_see_migration_notes_warp_functions_md&);

#endif
