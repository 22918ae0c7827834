// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Features that the emulated device lacks. A request is reported at once and when the program ends, and sets the exit
// status of a finding. Otherwise an ignored error would look like success. See also unsupported() in runtime/context.h.
#pragma once

//! Reports a missing call by name, once, and returns the error. The first function also sets the runtime's last error.
extern "C" int cuda_emulator_unsupported(const char* name);
extern "C" int cuda_emulator_unsupported_driver(const char* name);
//! Does so for a symbol of the driver. `caller` is an address in the code that called it: queries of the tables for
//! tools by NVRTC and nvJitLink are not reported.
extern "C" int cuda_emulator_missing_driver_symbol(const char* name, void* caller);

namespace cuda_emulator {
//! Prints all refused requests on stderr again.
void list_refusals();

//! A symbol of the real libcuda.so.1: the call that it implements, and the CUDA version that introduced it. The last
//! entry has a null name.
struct driver_symbol {
    const char* name;
    int since;
    void* address;
    void* stub;       //!< equals `address` if the call is not implemented
    void* per_thread; //!< the call whose stream 0 is the calling thread's; `address` if it is the same
};
extern const driver_symbol driver_symbols[];
} // namespace cuda_emulator

// Defines a missing call as a weak symbol, so that an implementation in the library replaces it.
#define CUDA_EMULATOR_UNSUPPORTED(name)                                                                                \
    extern "C" __attribute__((weak)) int name(void) { return cuda_emulator_unsupported(#name); }
#define CUDA_EMULATOR_UNSUPPORTED_DRIVER(name)                                                                         \
    extern "C" {                                                                                                       \
    static int name##_is_not_there(void)                                                                               \
    {                                                                                                                  \
        return cuda_emulator_missing_driver_symbol(#name, __builtin_return_address(0));                                \
    }                                                                                                                  \
    __attribute__((weak, alias(#name "_is_not_there"))) int name(void);                                                \
    }
#define CUDA_EMULATOR_DRIVER_SYMBOL(name, since, symbol, of_threads)                                                   \
    {                                                                                                                  \
        #name, since, reinterpret_cast < void*>(&symbol), reinterpret_cast < void*>(&symbol##_is_not_there),           \
            reinterpret_cast < void*>(&of_threads)                                                                     \
    }
