// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The modules of the program. Each CUDA source that is compiled by itself is a module, and the driver finds its
// declarations by name. A kernel of the source identifies the module.
#ifndef CUDA_LEGACY_DETAIL_MODULES_H
#define CUDA_LEGACY_DETAIL_MODULES_H

#include <cstddef>

#include "mutex.h"
#include "sequence.h"
#include "visibility.h"

namespace cuda_legacy {
namespace __detail {

// A kernel of each module that is loaded.
struct __module_list {
    __detail::mutex mutex;
    __sequence<const void*> kernels;
};

// The list is never destroyed: sources remove themselves while the program ends.
CUDA_LEGACY_DETAIL_SHARED inline __module_list& __modules()
{
    static __module_list* const __list = new __module_list;
    return *__list;
}

// One object in each source. Its destructor removes the module of a shared object that is unloaded.
class __listed_module {
public:
    explicit __listed_module(const void* kernel)
        : __kernel_(kernel)
    {
        const __lock_guard lock(__modules().mutex);
        __modules().kernels.push_back(__kernel_);
    }
    ~__listed_module()
    {
        const __lock_guard lock(__modules().mutex);
        auto& kernels = __modules().kernels;
        std::size_t __at = 0;
        while (kernels[__at] != __kernel_)
            ++__at;
        kernels.__erase(kernels.begin() + static_cast<std::ptrdiff_t>(__at));
    }
    __listed_module(const __listed_module&) = delete;
    __listed_module& operator=(const __listed_module&) = delete;

private:
    const void* __kernel_;
};

#if defined(__CUDACC__)

static __global__ void __module_anchor() {}

// Constructors of native references have this call as a default argument. It is evaluated in the translation unit that
// defines the reference.
static inline const void* __this_module() { return reinterpret_cast<const void*>(&__module_anchor); }

#endif

} // namespace __detail
} // namespace cuda_legacy

#endif
