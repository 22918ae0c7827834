// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scan.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>

#include <unistd.h>

#include "files/read.hpp"
#include "rules/rules.hpp"

namespace scanner {
namespace {

// Of each thread: its memory is used again for each file.
struct workplace {
    std::string text;
    program source;
};

file_result search_file(workplace& place, const std::string& path, const step& asked)
{
    file_result result{path, read_source(path, place.text), {}};
    if (!result.skipped.empty()) return result;
    if (is_build_file(path)) {
        find_in_build_file(path, place.text, asked, result.found);
    } else {
        place.source.read(path, place.text, asked.to);
        find_in_source({place.source, asked, result.found});
    }
    return result;
}

// Hands out paths by number and takes results back, so that they are written in the order of the numbers.
class line_of_work {
public:
    line_of_work(const step& asked, unsigned threads)
        : asked_(asked)
        , most_ahead_(threads * 16)
    {
        for (unsigned i = 0; i < threads; ++i)
            threads_.emplace_back([this] { work(); });
    }

    ~line_of_work()
    {
        {
            const std::lock_guard lock(mutex_);
            over_ = true;
        }
        work_ahead_.notify_all();
        for (std::thread& one : threads_)
            one.join();
    }

    bool is_full() const { return pushed_ - taken_ >= most_ahead_; }
    bool is_empty() const { return pushed_ == taken_; }

    void push(std::string path)
    {
        {
            const std::lock_guard lock(mutex_);
            waiting_.emplace_back(pushed_++, std::move(path));
        }
        work_ahead_.notify_one();
    }

    file_result take()
    {
        std::unique_lock lock(mutex_);
        result_there_.wait(lock, [this] { return done_.count(taken_) != 0; });
        auto node = done_.extract(taken_++);
        return std::move(node.mapped());
    }

private:
    void work()
    {
        workplace place;
        std::unique_lock lock(mutex_);
        while (true) {
            work_ahead_.wait(lock, [this] { return over_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            const auto [number, path] = std::move(waiting_.front());
            waiting_.pop_front();
            lock.unlock();
            file_result result = search_file(place, path, asked_);
            lock.lock();
            done_.emplace(number, std::move(result));
            result_there_.notify_all();
        }
    }

    step asked_;
    std::size_t most_ahead_, pushed_ = 0, taken_ = 0;
    std::mutex mutex_;
    std::condition_variable work_ahead_, result_there_;
    std::deque<std::pair<std::size_t, std::string>> waiting_;
    std::map<std::size_t, file_result> done_;
    bool over_ = false;
    std::vector<std::thread> threads_; // last: they use all of the above
};

// One line on stderr, written over, where it does not come between results on the same terminal.
class progress {
public:
    void tell(std::size_t files)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!shown_ || now - last_ < std::chrono::milliseconds(500)) return;
        last_ = now;
        any_ = true;
        std::cerr << '\r' << files << " files" << std::flush;
    }

    ~progress()
    {
        if (any_) std::cerr << "\r\033[K" << std::flush;
    }

private:
    bool shown_ = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
    bool any_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

} // namespace

file_result scan_file(const std::string& path, const step& asked)
{
    workplace place;
    return search_file(place, path, asked);
}

totals scan(const options& wanted, baseline& known, writer& output)
{
    totals all;
    progress shown;
    const auto complain = [](const std::string& text) { std::cerr << "cuda-legacy-scan: " << text << '\n'; };
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    walk files(wanted.paths, wanted.files, complain);
    line_of_work work(wanted.asked, wanted.jobs ? wanted.jobs : cores);
    output.begin();
    const auto write_one = [&] {
        const file_result result = work.take();
        ++all.files;
        if (!result.skipped.empty()) {
            complain(result.path + ": skipped: " + result.skipped);
            all.skipped.push_back({result.path, result.skipped});
        }
        bool any = false;
        for (const finding& one : result.found) {
            if (known.takes(one)) {
                ++all.known;
                continue;
            }
            any = true;
            all.count(one);
            output.add(result.path, one);
        }
        all.files_with_findings += any;
        shown.tell(all.files);
    };
    for (std::string path; files.next(path);) {
        if (work.is_full()) write_one();
        work.push(path);
    }
    while (!work.is_empty())
        write_one();
    output.end(all);
    return all;
}

} // namespace scanner
