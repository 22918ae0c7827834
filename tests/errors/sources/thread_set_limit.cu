// do: Call `cudaDeviceSetLimit`.
// note: thread_management.md
void call() { cudaThreadSetLimit(cudaLimitStackSize, 4096); }
