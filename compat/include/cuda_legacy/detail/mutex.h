// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mutex, and a guard that holds it for a scope. <mutex> would do, but costs every source more compile time than all
// of these headers: with C++17 it includes the library's clocks and strings.
#ifndef CUDA_LEGACY_DETAIL_MUTEX_H
#define CUDA_LEGACY_DETAIL_MUTEX_H

#if defined(_WIN32)
    #include <mutex>
#else
    #include <pthread.h>
#endif

namespace cuda_legacy {
namespace __detail {

#if defined(_WIN32)

using mutex = std::mutex;

#else

class mutex {
public:
    mutex() = default;
    mutex(const mutex&) = delete;
    mutex& operator=(const mutex&) = delete;
    void lock() { pthread_mutex_lock(&native_); }
    void unlock() { pthread_mutex_unlock(&native_); }

private:
    pthread_mutex_t native_ = PTHREAD_MUTEX_INITIALIZER;
};

#endif

class __lock_guard {
public:
    explicit __lock_guard(mutex& __held)
        : __held_(__held)
    {
        __held_.lock();
    }
    ~__lock_guard() { __held_.unlock(); }
    __lock_guard(const __lock_guard&) = delete;
    __lock_guard& operator=(const __lock_guard&) = delete;

private:
    mutex& __held_;
};

} // namespace __detail
} // namespace cuda_legacy

#endif
