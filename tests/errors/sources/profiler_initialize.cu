// do: Take it out: `nsys` and `ncu` have options instead.
// note: profiler_control.md
#include <cuda_profiler_api.h>
void start() { cudaProfilerInitialize("settings", "out.csv", cudaCSV); }
