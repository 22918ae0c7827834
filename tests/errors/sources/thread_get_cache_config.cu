// do: Call `cudaDeviceGetCacheConfig`.
// note: thread_management.md
void call(cudaFuncCache* config) { cudaThreadGetCacheConfig(config); }
