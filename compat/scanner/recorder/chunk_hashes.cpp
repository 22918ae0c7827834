// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "chunk_hashes.h"

#include "record/hash.h"
#include "record/tracked_content.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace cuda_recorder {

namespace {

using cuda_emulator::chunk_bytes;

struct job {
    const unsigned char* chunks = nullptr;
    std::uint64_t* hashes = nullptr;
    std::size_t count = 0;
    std::atomic<std::size_t> next{0};

    void work()
    {
        for (std::size_t k; (k = next++) < count;)
            hashes[k] = cuda_emulator::hash_of(chunks + k * chunk_bytes, chunk_bytes);
    }
};

// Helpers for one job at a time. Never destroyed: copies may end when the program does.
class helpers {
public:
    explicit helpers(unsigned count)
    {
        for (unsigned k = 0; k < count; ++k)
            std::thread([this] { run(); }).detach();
    }

    void run_job(job& j)
    {
        std::unique_lock lock(mutex_);
        current_ = &j;
        ++turn_;
        begins_.notify_all();
        lock.unlock();
        j.work();
        lock.lock();
        current_ = nullptr; // a helper that wakes up only now finds nothing to do
        ends_.wait(lock, [&] { return working_ == 0; });
    }

private:
    void run()
    {
        std::unique_lock lock(mutex_);
        for (std::uint64_t seen = 0;;) {
            begins_.wait(lock, [&] { return turn_ != seen; });
            seen = turn_;
            if (!current_) continue;
            job& j = *current_;
            ++working_;
            lock.unlock();
            j.work();
            lock.lock();
            if (--working_ == 0) ends_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable begins_, ends_;
    job* current_ = nullptr;
    std::uint64_t turn_ = 0;
    unsigned working_ = 0;
};

} // namespace

void hash_chunks(const unsigned char* chunks, std::size_t count, std::uint64_t* hashes)
{
    job j;
    j.chunks = chunks;
    j.hashes = hashes;
    j.count = count;
    // For less, waking the helpers takes as long as the hash.
    constexpr std::size_t worth_helpers = 8;
    // Copies of several threads at once share the helpers: the first one has them.
    static std::mutex taken;
    std::unique_lock mine(taken, std::try_to_lock);
    if (count < worth_helpers || !mine) return j.work();
    static helpers* const all = new helpers(std::min(std::max(std::thread::hardware_concurrency(), 1u) - 1, 7u));
    all->run_job(j);
}

} // namespace cuda_recorder
