// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The addresses of shared and of local memory: a range for each, as on the hardware. A generic address is classified by
// the range that it lies in. The ranges are reserved once, so memory of the host and of the device lies elsewhere.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace cuda_emulator {

class address_window {
public:
    //! The window of the shared memory of running blocks. Each piece begins at a multiple of `shared_stride`. The last
    //! 4 GiB are never used: so a 32-bit offset from any piece stays in the window.
    static address_window& shared();
    //! The window of the stacks of running threads.
    static address_window& local();
    static constexpr std::size_t shared_stride = std::size_t{1} << 24;

    bool holds(std::uint64_t at) const { return at - base_ < reserved_; }

    //! Gives memory that can be read and written, with unspecified content. Null if no addresses or no memory are left.
    char* take(std::size_t bytes);
    //! Returns memory of take(), with the same number of bytes.
    void give_back(char*, std::size_t bytes);

private:
    // `guard`: bytes at the end that are never used. `kept`: bytes at the beginning of a piece whose pages remain after
    // give_back().
    address_window(std::uintptr_t wanted, std::size_t bytes, std::size_t stride, std::size_t guard, std::size_t kept);

    std::uint64_t base_ = 0;
    std::size_t reserved_ = 0, stride_, kept_;
    std::atomic<bool> is_open_{false}; //!< the whole range can be read and written
    std::mutex mutex_;
    std::map<std::size_t, std::size_t> free_; //!< offset and bytes of each free piece
};

//! Owns a piece of a window. Null if none was left, or if none was requested.
class window_memory {
public:
    window_memory() = default;
    window_memory(address_window& from, std::size_t bytes)
        : from_(&from)
        , begin_(from.take(bytes))
        , bytes_(bytes)
    {
    }
    ~window_memory()
    {
        if (begin_) from_->give_back(begin_, bytes_);
    }
    window_memory(window_memory&& other) noexcept { swap(other); }
    window_memory& operator=(window_memory&& other) noexcept
    {
        swap(other);
        return *this;
    }

    char* begin() const { return begin_; }
    std::size_t bytes() const { return bytes_; }

private:
    void swap(window_memory& other)
    {
        std::swap(from_, other.from_);
        std::swap(begin_, other.begin_);
        std::swap(bytes_, other.bytes_);
    }
    address_window* from_ = nullptr;
    char* begin_ = nullptr;
    std::size_t bytes_ = 0;
};

} // namespace cuda_emulator
