// expect: no_kernel_is_found_by_its_name_see_migration_notes_constant_memory_symbols_md
cudaError_t set() { return cudaFuncSetCacheConfig("kernel", cudaFuncCachePreferL1); }
