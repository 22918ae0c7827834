// do: Take the call out.
// note: profiler_control.md
// command: link
// The object of an old program.
extern "C" void cudaProfilerInitialize();
int main() { cudaProfilerInitialize(); }
