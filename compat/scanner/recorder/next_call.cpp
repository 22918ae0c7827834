// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "next_call.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>

namespace cuda_recorder {

void* next_address_if_any(const char* name)
{
    if (void* const found = dlsym(RTLD_NEXT, name)) return found;
    // A plug-in may have brought the runtime along, outside of the global scope.
    for (const char* library : {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0"})
        if (void* const loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD))
            if (void* const found = dlsym(loaded, name)) return found;
    return nullptr;
}

void* next_address(const char* name)
{
    if (void* const found = next_address_if_any(name)) return found;
    std::fprintf(stderr, "cuda_recorder: the CUDA runtime has no %s, or it is not loaded as libcudart.so\n", name);
    std::abort();
}

} // namespace cuda_recorder
