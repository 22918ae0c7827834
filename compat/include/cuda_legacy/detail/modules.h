// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The modules of the program. A CUDA source that is compiled by itself is one, and the driver finds by name what it
// declares; which module that is, a kernel of the same source tells.
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

// Never destroyed: sources leave it while the program ends.
CUDA_LEGACY_DETAIL_SHARED inline __module_list& __modules()
{
    static __module_list* const __list = new __module_list;
    return *__list;
}

// One in each source: what a shared object brought goes with it.
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

// Also a default argument of the constructors of native references: it is evaluated where a reference is defined, in
// that translation unit.
static inline const void* __this_module() { return reinterpret_cast<const void*>(&__module_anchor); }

#endif

} // namespace __detail
} // namespace cuda_legacy

#endif
