// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's own function of a name, behind the recorder's function of that name.
#pragma once

#include <cuda_runtime_api.h>

namespace cuda_recorder {

//! Ends the program, with a message, if the CUDA runtime is not loaded as a library of its own.
void* next_address(const char* name);
//! Null where this runtime has no such function.
void* next_address_if_any(const char* name);

template <class Function>
Function* next_call(const char* name)
{
    return reinterpret_cast<Function*>(next_address(name));
}

} // namespace cuda_recorder

//! The runtime's own function, looked up once.
#define CUDA_RECORDER_NEXT(name)                                                                                       \
    ([]() -> decltype(::name)* {                                                                                       \
        static auto* const function = ::cuda_recorder::next_call<decltype(::name)>(#name);                             \
        return function;                                                                                               \
    }())
