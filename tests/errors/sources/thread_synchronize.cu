// do: Call `cudaDeviceSynchronize`.
// note: thread_management.md
void call() { cudaThreadSynchronize(); }
