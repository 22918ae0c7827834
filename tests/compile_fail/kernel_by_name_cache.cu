// expect: no_kernel_is_found_by_its_name_see_migration_notes_constant_memory_symbols_md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cudaError_t set() { return cudaFuncSetCacheConfig("kernel", cudaFuncCachePreferL1); }
