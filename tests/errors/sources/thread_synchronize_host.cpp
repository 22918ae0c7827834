// do: Call `cudaDeviceSynchronize`.
// note: thread_management.md
#include <cuda_runtime.h>
void call() { cudaThreadSynchronize(); }
