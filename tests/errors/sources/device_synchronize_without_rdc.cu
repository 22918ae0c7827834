// do: Device code has no such call: take it out, or end the kernel there.
// note: from-cuda-n.md
__global__ void kernel() { cudaDeviceSynchronize(); }
