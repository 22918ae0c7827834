// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's lock, which was another name of std::mutex.
#ifndef CUDA_LEGACY_DETAIL_CCCL_CUB_MUTEX_H
#define CUDA_LEGACY_DETAIL_CCCL_CUB_MUTEX_H

#include <cub/config.cuh>
#include <cub/version.cuh>

#if CUB_VERSION >= 300000 && !defined(CUDA_LEGACY_NO_CCCL_NAMES)

    #include <mutex>

CUB_NAMESPACE_BEGIN

class Mutex {
public:
    void Lock() { __mutex_.lock(); }
    void Unlock() { __mutex_.unlock(); }

private:
    std::mutex __mutex_;
};

CUB_NAMESPACE_END

#endif

#endif
