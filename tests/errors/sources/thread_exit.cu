// do: Call `cudaDeviceReset`.
// note: thread_management.md
void call() { cudaThreadExit(); }
