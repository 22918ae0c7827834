// do: Call `cudaDeviceSetCacheConfig`.
// note: thread_management.md
void call() { cudaThreadSetCacheConfig(cudaFuncCachePreferL1); }
