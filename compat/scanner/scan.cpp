// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scan.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_set>

#include <unistd.h>

#include "files/read.hpp"
#include "fix/replace_file.hpp"
#include "fix/unified_diff.hpp"
#include "rules/rules.hpp"

namespace scanner {
namespace {

// Of each thread: its memory is used again for each file.
struct workplace {
    std::string text;
    program source;
};

void search_text(workplace& place, const std::string& path, const step& asked, std::vector<finding>& found)
{
    if (is_build_file(path)) {
        find_in_build_file(path, place.text, asked, found);
    } else {
        place.source.read(path, place.text, asked.to);
        find_in_source({place.source, asked, found});
    }
}

// What to do with each file.
struct task {
    step asked;
    fix_kinds fix;
    bool dry_run = false;
    const changes* planned = nullptr;
};

// Makes the changes, or their diff.
void fix_file(workplace& place, const task& wanted, bool recoded, file_result& result)
{
    edit_list edits;
    if (const edit_list* planned = wanted.planned ? wanted.planned->of(result.path) : nullptr) edits = *planned;
    result.changed = edits.in_order().size();
    for (const finding& one : result.found)
        if (wanted.fix.has(one.fix) && !one.edits.empty()) result.changed += edits.add(one.edits);
    if (edits.empty()) return;
    if (recoded) {
        result.not_changed = "in UTF-16";
    } else if (wanted.dry_run) {
        result.diff = unified_diff(result.path, place.text, edits);
    } else {
        std::string text = edits.applied_to(place.text);
        result.not_changed = replace_file(result.path, place.text, text);
        if (!result.not_changed.empty()) return;
        place.text = std::move(text);
        result.found.clear();
        search_text(place, result.path, wanted.asked, result.found);
    }
}

file_result search_file(workplace& place, const std::string& path, const task& wanted)
{
    bool recoded = false;
    file_result result;
    result.path = path;
    result.skipped = read_source(path, place.text, &recoded);
    if (!result.skipped.empty()) return result;
    search_text(place, path, wanted.asked, result.found);
    if (wanted.fix.any()) fix_file(place, wanted, recoded, result);
    return result;
}

// Hands out paths by number and takes results back, so that they are written in the order of the numbers.
class line_of_work {
public:
    line_of_work(const task& wanted, unsigned threads)
        : wanted_(wanted)
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
            file_result result = search_file(place, path, wanted_);
            lock.lock();
            done_.emplace(number, std::move(result));
            result_there_.notify_all();
        }
    }

    task wanted_;
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
    return search_file(place, path, {asked, {}, false, nullptr});
}

totals scan(const options& wanted, baseline& known, writer& output, const changes& planned)
{
    totals all;
    progress shown;
    const auto complain = [](const std::string& text) { std::cerr << "cuda-legacy-scan: " << text << '\n'; };
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    walk files(wanted.paths, wanted.files, complain);
    line_of_work work({wanted.asked, wanted.fix, wanted.dry_run, &planned}, wanted.jobs ? wanted.jobs : cores);
    output.begin();
    const auto write_one = [&] {
        const file_result result = work.take();
        ++all.files;
        if (!result.skipped.empty()) {
            complain(result.path + ": skipped: " + result.skipped);
            all.skipped.push_back({result.path, result.skipped});
        }
        if (!result.not_changed.empty()) {
            complain(result.path + ": not changed: " + result.not_changed);
            ++all.not_changed;
        } else if (result.changed) {
            all.changed_places += result.changed;
            ++all.changed_files;
            std::cout << result.diff;
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
    std::unordered_set<std::string> reached; // a file that is reached twice is changed once
    for (std::string path; files.next(path);) {
        if (wanted.fix.any()) {
            std::error_code ignored;
            if (!reached.insert(std::filesystem::weakly_canonical(path, ignored).string()).second) continue;
        }
        if (work.is_full()) write_one();
        work.push(path);
    }
    while (!work.is_empty())
        write_one();
    output.end(all);
    if (wanted.fix.any())
        complain(std::to_string(all.changed_places) + (all.changed_places == 1 ? " place" : " places") + " in " +
                 std::to_string(all.changed_files) + (all.changed_files == 1 ? " file " : " files ") +
                 (wanted.dry_run ? "would change" : "changed"));
    return all;
}

} // namespace scanner
