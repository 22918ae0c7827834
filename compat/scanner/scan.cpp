// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scan.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_set>

#include "files/read.hpp"
#include "fix/patch_names.hpp"
#include "fix/replace_file.hpp"
#include "fix/shuffles/shuffles.hpp"
#include "fix/unified_diff.hpp"
#include "output/progress.hpp"
#include "rules/rules.hpp"
#include "rules/silenced.hpp"

namespace scanner {
namespace {

// The memory of a thread, which it reuses for each file.
struct workplace {
    std::string text;
    program source;
};

// The names that the program itself defines, each with a file that defines it. A call in any file may mean the
// program's function.
using own_names = std::map<std::string, std::string>;

// The work to do on each file.
struct task {
    step asked;
    fix_kinds fix;
    bool dry_run = false;
    const changes* planned = nullptr;
    patch_names names;
    bool only_own_names = false; // only collect the program's own names
    bool only_launches = false;  // only collect the launches
    const shuffle_context* shuffles = nullptr;
    const options* wanted = nullptr;    // the rules, and the name of standard input; null: all rules
    const std::string* input = nullptr; // the text of standard input, whose path is -
    const own_names* own = nullptr;
    const compile_commands* commands = nullptr;
};

void read_program(workplace& place, const std::string& path, const task& wanted)
{
    place.source.read(path, place.text, wanted.asked.to, wanted.commands ? wanted.commands->of(path) : nullptr);
}

void search_text(workplace& place, const std::string& path, const task& wanted, file_result& result)
{
    std::vector<finding>& found = result.found;
    result.wrong_comments.clear();
    if (is_build_file(path)) {
        find_in_build_file(path, place.text, wanted.asked, found);
    } else {
        read_program(place, path, wanted);
        find_in_source({place.source, wanted.asked, found, wanted.shuffles});
    }
    const bool tells_unused = wanted.wanted && wanted.wanted->unused_ignores;
    result.silenced =
        drop_silenced(place.text, found, result.wrong_comments, tells_unused ? &result.wrong_comments : nullptr);
    if (wanted.wanted)
        found.erase(std::remove_if(found.begin(), found.end(),
                                   [&](const finding& one) { return !wanted.wanted->has_rule(one.rule); }),
                    found.end());
}

// A program may define its own cudaThreadExit. It cannot define cub::Sum, because the namespace shows the owner.
bool may_be_own(const api_name& one)
{
    const std::string_view kind = one.kind, name = one.name;
    return one.becomes && kind != "header" && kind != "field" && name.find("::") == name.npos;
}

void collect_own_names(workplace& place, const std::string& path, const task& wanted, file_result& result)
{
    // compat defines all of these names, but only if the toolkit does not.
    if (is_build_file(path) || path.find("cuda_legacy/") != path.npos) return;
    read_program(place, path, wanted);
    for (std::size_t i = 0; i < api_names_count; ++i)
        if (may_be_own(api_names[i]) && place.source.defines(api_names[i].name))
            result.own_names.push_back(api_names[i].name);
}

// --fix leaves names that may mean the program's own.
void leave_own(const task& wanted, file_result& result)
{
    if (!wanted.own || wanted.own->empty()) return;
    for (finding& one : result.found) {
        if (one.fix != fix_kind::mechanical || !wanted.own->count(one.name)) continue;
        result.own_names.push_back(one.name);
        one.fix = fix_kind::none;
        one.edits.clear();
    }
}

// Makes the changes, or their diff.
void fix_file(workplace& place, const task& wanted, bool recoded, file_result& result)
{
    leave_own(wanted, result);
    edit_list edits;
    if (const edit_list* planned = wanted.planned ? wanted.planned->of(result.path) : nullptr) edits = *planned;
    result.changed = edits.in_order().size();
    for (const finding& one : result.found)
        if (wanted.fix.has(one.fix) && !one.edits.empty()) result.changed += edits.add(one.edits);
    if (edits.empty()) return;
    if (recoded) {
        result.not_changed = "in UTF-16";
    } else if (wanted.dry_run) {
        result.diff = unified_diff(wanted.names.of(result.path), place.text, edits);
    } else {
        std::string text = edits.applied_to(place.text);
        result.not_changed = replace_file(result.path, place.text, text);
        if (!result.not_changed.empty()) return;
        place.text = std::move(text);
        result.found.clear();
        search_text(place, result.path, wanted, result);
        leave_own(wanted, result);
    }
}

file_result search_file(workplace& place, const std::string& path, const task& wanted)
{
    bool recoded = false;
    file_result result;
    result.path = path == "-" && wanted.input ? wanted.wanted->stdin_name : path;
    if (path == "-" && wanted.input) {
        place.text = *wanted.input;
        result.skipped = as_source(place.text, &recoded);
    } else {
        result.skipped = read_source(path, place.text, &recoded);
    }
    if (!result.skipped.empty()) return result;
    if (wanted.only_own_names) return collect_own_names(place, result.path, wanted, result), result;
    if (wanted.only_launches) {
        if (is_build_file(result.path)) return result;
        read_program(place, result.path, wanted);
        read_launches(place.source, result.launches);
        return result;
    }
    search_text(place, result.path, wanted, result);
    if (wanted.fix.any()) fix_file(place, wanted, recoded, result);
    return result;
}

// Hands out paths by number and collects the results. So the output has the order of the numbers.
class line_of_work {
public:
    line_of_work(const task& wanted, unsigned threads)
        : wanted_(wanted)
        , most_ahead_(threads == 1 ? 1 : threads * 16)
    {
        for (unsigned i = 0; threads > 1 && i < threads; ++i) // a single thread is the caller's
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

    // Waits until half of the pending results are there, and gives their number. A wait for each file would cost two
    // context switches.
    std::size_t wait_for_half()
    {
        std::unique_lock lock(mutex_);
        result_there_.wait(lock, [this] { return done_.size() >= half(); });
        return half();
    }

    void push(std::string path)
    {
        if (threads_.empty()) {
            done_.emplace(pushed_++, search_file(own_place_, path, wanted_));
            return;
        }
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
    std::size_t half() const { return (most_ahead_ + 1) / 2; }

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
            if (number == taken_ || done_.size() == half()) result_there_.notify_all();
        }
    }

    task wanted_;
    std::size_t most_ahead_, pushed_ = 0, taken_ = 0;
    std::mutex mutex_;
    std::condition_variable work_ahead_, result_there_;
    std::deque<std::pair<std::size_t, std::string>> waiting_;
    std::map<std::size_t, file_result> done_;
    bool over_ = false;
    workplace own_place_;
    std::vector<std::thread> threads_; // the last member, because the threads use all others
};

} // namespace

file_result scan_file(const std::string& path, const step& asked)
{
    workplace place;
    task wanted;
    wanted.asked = asked;
    return search_file(place, path, wanted);
}

compile_commands read_commands(const options& wanted, const std::function<void(const std::string&)>& complain)
{
    compile_commands result;
    if (!wanted.compile_commands.empty()) {
        result.read(wanted.compile_commands); // which the options have tried
        return result;
    }
    for (const std::string& path : wanted.paths)
        for (const char* name : {"compile_commands.json", "build/compile_commands.json"}) {
            const auto file = std::filesystem::path(path) / name;
            std::error_code ignored;
            if (!std::filesystem::is_regular_file(file, ignored)) continue;
            if (!result.read(file.string())) complain(file.string() + ": no list of compile commands");
            break;
        }
    return result;
}

namespace {

// Runs a task that changes nothing on each file, and passes its results to `take`.
void look_through(const options& wanted, const task& what, unsigned threads,
                  const std::function<void(const file_result&)>& take)
{
    walk files(wanted.paths, wanted.files, [](const std::string&) {});
    line_of_work work(what, threads);
    for (std::string path; files.next(path);) {
        if (work.is_full())
            for (std::size_t left = work.wait_for_half(); left > 0; --left)
                take(work.take());
        work.push(path);
    }
    while (!work.is_empty())
        take(work.take());
}

own_names find_own_names(const options& wanted, task names_only, unsigned threads)
{
    names_only.only_own_names = true;
    own_names result;
    look_through(wanted, names_only, threads, [&](const file_result& one) {
        for (const std::string& name : one.own_names)
            result.emplace(name, one.path);
    });
    return result;
}

launch_shapes find_launches(const options& wanted, task launches_only, unsigned threads)
{
    launches_only.only_launches = true;
    launch_shapes result;
    look_through(wanted, launches_only, threads, [&](const file_result& one) {
        for (const auto& [kernel, shape] : one.launches) {
            const auto [found, added] = result.emplace(kernel, shape);
            if (!added) found->second = common_shape(found->second, shape);
        }
    });
    return result;
}

// The options -I and -D of the command line.
preprocessor_settings preprocessor_of(const options& wanted)
{
    preprocessor_settings result;
    for (const std::string& one : wanted.parser_arguments)
        (one[1] == 'I' ? result.folders : result.defines).push_back(one.substr(2));
    return result;
}

} // namespace

void tell(const refused_fix& one)
{
    std::cerr << one.path << ':' << one.line << ':' << one.column << ": " << one.reason << " [left as it is]\n";
}

void show_files(const options& wanted)
{
    walk files(wanted.paths, wanted.files, [&](const std::string& text) {
        if (!wanted.quiet) std::cerr << "cuda-legacy-scan: " << text << '\n';
    });
    for (std::string path; files.next(path);)
        std::cout << path << '\n';
}

totals scan(const options& wanted, baseline& known, writer& output, const changes& planned,
            std::vector<refused_fix> refused, const changed_lines* changed)
{
    totals all;
    all.refused = std::move(refused);
    progress shown(!wanted.quiet);
    const auto say = [&](const std::string& text) {
        shown.hide();
        std::cerr << "cuda-legacy-scan: " << text << '\n';
    };
    const auto complain = [&](const std::string& text) {
        if (!wanted.quiet) say(text);
    };
    std::string input;
    if (wanted.paths[0] == "-") input.assign(std::istreambuf_iterator<char>(std::cin), {});
    const unsigned threads = wanted.jobs ? wanted.jobs : std::max(1u, std::thread::hardware_concurrency());
    const compile_commands commands = read_commands(wanted, complain);
    task what;
    what.asked = wanted.asked;
    what.commands = &commands;
    what.wanted = &wanted;
    what.input = &input;
    own_names own;
    if (wanted.fix.has(fix_kind::mechanical)) own = find_own_names(wanted, what, threads);
    shuffle_context shuffles;
    shuffles.settings = preprocessor_of(wanted);
    launch_shapes launches;
    if (wanted.fix.has(fix_kind::shuffles)) {
        launches = find_launches(wanted, what, threads);
        shuffles.launches = &launches;
    }
    what.shuffles = &shuffles;
    walk files(wanted.paths, wanted.files, complain);
    what.fix = wanted.fix;
    what.dry_run = wanted.dry_run;
    what.planned = &planned;
    what.names = patch_names(wanted.paths[0] == "-" ? std::vector{wanted.stdin_name} : wanted.paths);
    what.own = &own;
    line_of_work work(what, threads);
    std::set<std::string> left;
    output.begin();
    const auto write_one = [&] {
        const file_result result = work.take();
        ++all.files;
        if (!result.skipped.empty()) {
            const skipped_file one{result.path, result.skipped, wanted.is_named(result.path)};
            if (one.is_named) {
                say(text_of(one));
                ++all.not_scanned;
            } else {
                complain(text_of(one));
            }
            all.skipped.push_back(one);
        }
        if (!result.not_changed.empty()) {
            say(result.path + ": not changed: " + result.not_changed);
            ++all.not_changed;
        } else if (result.changed) {
            all.changed_places += result.changed;
            std::cout << (all.changed_files++ == 0 && wanted.dry_run ? what.names.head() : "") << result.diff;
        }
        for (const std::string& name : result.own_names)
            if (left.insert(name).second) complain(name + ": left as it is, for " + own.at(name) + " defines it");
        all.silenced += result.silenced;
        for (const std::string& one : result.wrong_comments)
            complain(result.path + ":" + one);
        bool any = false;
        if (!result.found.empty()) shown.hide();
        for (const finding& one : result.found) {
            if (wanted.fix.has(fix_kind::shuffles) && !one.refusal.empty()) {
                all.refused.push_back({result.path, one.line, one.column, "shuffles", one.name + ": " + one.refusal});
                shown.hide();
                if (!wanted.quiet) tell(all.refused.back());
            }
            if (changed && !changed->has(result.path, one.line)) {
                ++all.elsewhere;
                continue;
            }
            if (known.takes(one)) {
                ++all.known;
                continue;
            }
            any = true;
            all.count(one);
            output.add(result.path, one);
        }
        all.files_with_findings += any;
        shown.results_written();
        shown.tell(all.files);
    };
    std::unordered_set<std::string> reached; // each file is changed once, even if two paths lead to it
    for (std::string path; files.next(path);) {
        if (wanted.fix.any()) {
            std::error_code ignored;
            if (!reached.insert(std::filesystem::weakly_canonical(path, ignored).string()).second) continue;
        }
        if (work.is_full())
            for (std::size_t ready = work.wait_for_half(); ready > 0; --ready)
                write_one();
        work.push(path);
    }
    while (!work.is_empty())
        write_one();
    output.end(all);
    if (wanted.fix.any())
        complain(std::to_string(all.changed_places) + (all.changed_places == 1 ? " place" : " places") + " in " +
                 std::to_string(all.changed_files) + (all.changed_files == 1 ? " file " : " files ") +
                 (wanted.dry_run ? "would change" : "changed") +
                 (wanted.dry_run && all.changed_files ? what.names.hint() : ""));
    return all;
}

} // namespace scanner
