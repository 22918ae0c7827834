// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the emulated device does not have. A program that asked for it is told, at once and when it ends, and its exit
// status is that of a finding: an error that a program ignores must not look like success. See also unsupported() in
// runtime/context.h.
#pragma once

//! For a call that is not there: tells its name, once, and gives the error, which the first makes the runtime's last
//! one.
extern "C" int cuda_emulator_unsupported(const char* name);
extern "C" int cuda_emulator_unsupported_driver(const char* name);

namespace cuda_emulator {
//! Tells again, on stderr, all that was refused.
void list_refusals();

//! A symbol of the real libcuda.so.1: the call that it is a version of, and since which CUDA. The last has no name.
struct driver_symbol {
    const char* name;
    int since;
    void* address;
    void* stub; //!< what `address` is where there is no implementation
};
extern const driver_symbol driver_symbols[];
} // namespace cuda_emulator

// Such a call. Weak, so that an implementation anywhere in the library takes its place.
#define CUDA_EMULATOR_UNSUPPORTED(name)                                                                                \
    extern "C" __attribute__((weak)) int name(void) { return cuda_emulator_unsupported(#name); }
#define CUDA_EMULATOR_UNSUPPORTED_DRIVER(name)                                                                         \
    extern "C" {                                                                                                       \
    static int name##_is_not_there(void) { return cuda_emulator_unsupported_driver(#name); }                           \
    __attribute__((weak, alias(#name "_is_not_there"))) int name(void);                                                \
    }
#define CUDA_EMULATOR_DRIVER_SYMBOL(name, since, symbol)                                                               \
    {                                                                                                                  \
        #name, since, reinterpret_cast < void*>(&symbol), reinterpret_cast < void*>(&symbol##_is_not_there)            \
    }
