// A call that is not there: returns cudaErrorNotSupported and names itself. Weak, so that an implementation anywhere
// in the library takes its place.
#pragma once

extern "C" int cuda_emulator_unsupported(const char* name);
extern "C" int cuda_emulator_unsupported_driver(const char* name);

#define CUDA_EMULATOR_UNSUPPORTED(name)                                                                                \
    extern "C" __attribute__((weak)) int name(void) { return cuda_emulator_unsupported(#name); }
#define CUDA_EMULATOR_UNSUPPORTED_DRIVER(name)                                                                         \
    extern "C" __attribute__((weak)) int name(void) { return cuda_emulator_unsupported_driver(#name); }
