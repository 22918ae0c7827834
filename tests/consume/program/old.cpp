// Host C++ of an old program.
#include <cuda_runtime_api.h>

int wait_in_cpp() { return cudaThreadSynchronize(); }
