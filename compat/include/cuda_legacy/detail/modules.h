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
namespace detail {

// A kernel of each module that is loaded.
struct module_list {
    detail::mutex mutex;
    sequence<const void*> kernels;
};

// Never destroyed: sources leave it while the program ends.
CUDA_LEGACY_DETAIL_SHARED inline module_list& modules()
{
    static module_list* const list = new module_list;
    return *list;
}

// One in each source: what a shared object brought goes with it.
class listed_module {
public:
    explicit listed_module(const void* kernel)
        : kernel_(kernel)
    {
        const lock_guard lock(modules().mutex);
        modules().kernels.push_back(kernel_);
    }
    ~listed_module()
    {
        const lock_guard lock(modules().mutex);
        auto& kernels = modules().kernels;
        std::size_t at = 0;
        while (kernels[at] != kernel_)
            ++at;
        kernels.erase(kernels.begin() + static_cast<std::ptrdiff_t>(at));
    }
    listed_module(const listed_module&) = delete;
    listed_module& operator=(const listed_module&) = delete;

private:
    const void* kernel_;
};

#if defined(__CUDACC__)

static __global__ void module_anchor() {}

// Also a default argument of the constructors of native references: it is evaluated where a reference is defined, in
// that translation unit.
static inline const void* this_module() { return reinterpret_cast<const void*>(&module_anchor); }

#endif

} // namespace detail
} // namespace cuda_legacy

#endif
