// expect: cudaCGScopeMultiGrid is gone.*migration-notes/device_synchronisation.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__device__ int scope() { return cudaCGScopeMultiGrid; }
