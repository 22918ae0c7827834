// expect: define_CUDA_LEGACY_BARE_VOTES_see_migration_notes_warp_functions_md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void vote(const unsigned* in, bool* out) { out[threadIdx.x] = any(in[threadIdx.x] > 3); }
