// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/grid_run.h"

#include "check/findings.h"
#include "execute/thread_pool.h"
#include "machine/fault.h"
#include "machine/hotness.h"
#include "machine/kernel_name.h"
#include "settings/usable_cores.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace cuda_emulator {

grid_run::grid_run(launch& g, order of_blocks, bool exclusive, std::uint64_t resident)
    : launch_(g)
    , alone_(of_blocks == order::alone)
    , atomics_in_order_(of_blocks == order::of_atomics)
    , exclusive_(exclusive)
    , total_(g.grid.volume())
    , cluster_(g.cluster.volume())
    , resident_(alone_ && g.check.barriers && !g.cooperative && g.code->waits_for_blocks ? resident : 0)
    , is_alone_so_far_(of_blocks == order::any && !exclusive && g.code->time->is_brief(total_))
{
    g.findings = &findings_;
    if (atomics_in_order_ && !exclusive) g.gate = &gate_;
    std::lock_guard lock(g.code->reported->mutex);
    g.reported_loads = g.code->reported->loads;
    if (schedule_) schedule_->begin_launch();
}

grid_run::~grid_run()
{
    launch_.findings = nullptr;
    launch_.gate = nullptr;
}

void grid_run::work()
{
    const unsigned number = threads_.fetch_add(1);
    turn t;
    std::optional<thread_clock> clock;
    if (launch_.hotness && !is_translated(launch_)) clock.emplace();
    std::uint64_t blocks = 0;
    for (;;) {
        try {
            give_way(number);
            if (!take(t)) break;
            const bool ended = run(t, clock);
            if (t.is_fresh) blocks += t.index + (ended ? cluster_ : 0) - t.all.begin;
            if (ended)
                finished(t);
            else
                suspend(t);
            if (!ended && launch_.ask_host) ask_host();
            call_others_if_long();
        } catch (const device_fault& x) {
            failed(t, x.code == device_error::launch_timeout);
        } catch (...) {
            failed(t, false);
        }
    }
    if (number == 0 && blocks)
        launch_.code->time->ended((std::chrono::steady_clock::now() - begin_) / static_cast<double>(blocks));
}

void grid_run::finish()
{
    // If the watchdog ended the kernel, the progress of the other blocks is arbitrary, so all findings are
    // reported.
    findings_.end(timed_out_ || !error_ ? total_ : last_ + cluster_ - 1);
    if (error_) std::rethrow_exception(error_);
    std::lock_guard lock(launch_.code->reported->mutex);
    for (const instruction* load : findings_.loads())
        launch_.code->reported->loads.push_back(load);
    if (launch_.counters)
        for (const auto& b : free_)
            b->add_counters_to(*launch_.counters);
}

bool grid_run::run(turn& t, std::optional<thread_clock>& clock)
{
    executed_turn done;
    const auto count = [&] {
        if (!launch_.hotness) return;
        if (clock) done.duration = clock->elapsed();
        launch_.hotness->turn_ended(launch_, std::exchange(done, {}));
        if (clock && !launch_.hotness->wants_time()) clock.reset();
    };
    bool ended = false, goes_on = false;
    do {
        if (t.is_fresh && !goes_on) t.blocks->start(t.index, t.all.begin);
        ended = t.blocks->run(last_) == progress::finished;
        if (ended) done.blocks += cluster_;
        if (launch_.hotness) done.instructions += t.blocks->newly_executed();
        goes_on = !ended && atomics_in_order_ && t.index < last_;
        if (!goes_on) continue;
        count();
        give_up_if_late(t);
    } while (goes_on || (ended && t.next()));
    count();
    return ended;
}

void grid_run::call_others_if_long()
{
    if (!is_alone_so_far_ || std::chrono::steady_clock::now() - begin_ < block_time::brief) return;
    is_alone_so_far_ = false;
    thread_pool::instance().call_others();
}

void grid_run::give_way(unsigned number)
{
    static const unsigned cores = usable_cores();
    if (!launch_.hotness || number == 0) return;
    for (unsigned n; (n = launch_.hotness->compilers()) != 0 && number + n >= cores;) {
        {
            std::lock_guard lock(mutex_);
            if (error_ || (next_ == total_ && left_.empty())) return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

bool grid_run::blocks_are_translated() const
{
    if (is_translated(launch_)) return true;
    const bool runs_as_paths = launch_.translates_paths && launch_.block.volume() < warp_size;
    return runs_as_paths && !(launch_.hotness && launch_.hotness->wants_time());
}

std::uint64_t grid_run::taken_at_once() const
{
    if (!blocks_are_translated() || launch_.cooperative || launch_.races) return 1;
    // Blocks that come to the gate wait for all blocks of the turns below theirs. The first blocks show if they come.
    constexpr std::uint64_t looked_at = 64;
    if (launch_.gate && (launch_.gate->is_used() || next_ < looked_at * cluster_)) return 1;
    if (alone_ && !suspended_.empty()) return 1;
    return std::clamp<std::uint64_t>(total_ / cluster_ / (32 * thread_pool::instance().size()), 1, most_at_once);
}

bool grid_run::is_too_far() const
{
    const bool follows = launch_.check.uninitialised || launch_.memory_check.uninitialised_global;
    if (exclusive_ || !follows || !left_.empty() || next_ == total_ || unfinished_.empty()) return false;
    return next_ + most_at_once * cluster_ > *unfinished_.begin() + block_findings::blocks_until_load_is_dropped;
}

void grid_run::wait_for_lower_blocks(std::unique_lock<std::mutex>& lock)
{
    while (!error_ && is_too_far() && suspended_.empty()) {
        lock.unlock();
        std::this_thread::sleep_for(std::chrono::microseconds(20));
        lock.lock();
    }
}

bool grid_run::take(turn& t)
{
    std::unique_lock lock(mutex_);
    wait_for_lower_blocks(lock);
    if (schedule_ && !error_) follow_schedule();
    t.step = cluster_;
    t.is_fresh = false;
    if (error_) {
        t.blocks = take_below();
        if (t.blocks) {
            t.index = t.blocks->index();
            return true;
        }
        const auto left = std::find_if(left_.begin(), left_.end(), [&](const range& r) { return r.begin < last_; });
        if (left == left_.end()) return false;
        t.all = *left;
        left_.erase(left);
    } else {
        const bool fresh_left = (next_ < total_ || !left_.empty()) && !is_too_far();
        if (fresh_left && is_full()) resume_first_ = true;
        if (!suspended_.empty() && (!fresh_left || !launch_.cooperative) && (resume_first_ || !fresh_left)) {
            t.blocks = std::move(suspended_.front());
            suspended_.pop_front();
            resume_first_ = resumes_again();
            t.index = t.blocks->index();
            return true;
        }
        if (!fresh_left) return false;
        resume_first_ = true;
        resumed_in_a_row_ = 0;
        if (left_.empty()) {
            t.all = {next_, std::min(next_ + taken_at_once() * cluster_, total_)};
            next_ = t.all.end;
            unfinished_.insert(unfinished_.end(), t.all.begin);
        } else {
            t.all = left_.front();
            left_.erase(left_.begin());
            if (alone_ && !suspended_.empty() && t.all.end - t.all.begin > cluster_) give_back_rest(t);
        }
    }
    t.is_fresh = true;
    t.index = t.all.begin;
    if (!free_.empty()) {
        t.blocks = std::move(free_.back());
        free_.pop_back();
    }
    lock.unlock();
    if (!t.blocks) t.blocks = std::make_unique<cluster_run>(launch_, exclusive_);
    return true;
}

bool grid_run::resumes_again()
{
    constexpr unsigned most = 16; // not without end: the decoder may have missed a loop that waits
    return !launch_.code->may_wait_for_blocks && ++resumed_in_a_row_ < most;
}

void grid_run::give_back_rest(turn& t)
{
    const range rest{t.all.begin + cluster_, t.all.end};
    unfinished_.insert(rest.begin);
    left_.insert(left_.begin(), rest);
    t.all.end = rest.begin;
}

void grid_run::follow_schedule()
{
    constexpr std::size_t under_way = 8, listed = 1u << 12;
    for (bool lists = left_.empty(); lists && next_ < total_ && left_.size() < listed; next_ += cluster_) {
        left_.push_back({next_, next_ + cluster_});
        unfinished_.insert(unfinished_.end(), next_);
    }
    if (!left_.empty()) std::swap(left_.front(), left_[schedule_->choose(left_.size())]);
    if (!suspended_.empty()) std::swap(suspended_.front(), suspended_[schedule_->choose(suspended_.size())]);
    resume_first_ = suspended_.size() >= under_way ? resume_first_ : schedule_->choose(2) == 0;
    schedule_->allow_switch(suspended_.size() < under_way);
}

bool grid_run::is_full()
{
    constexpr std::uint64_t turns_each = 16;
    if (!resident_ || suspended_.size() * cluster_ < resident_) return false;
    if (turns_of_full_++ < turns_each * suspended_.size()) return true;
    const std::string name = name_in_message(std::string(launch_.code->kernel->source->name));
    tell_once("residence " + name,
              "kernel '" + name + "': " + std::to_string(suspended_.size() * cluster_) +
                  " blocks wait for others of the grid's " + std::to_string(total_) +
                  ", and the device holds no more at once: on a GPU of this size the others never begin. A barrier "
                  "among all blocks wants a cooperative launch, or a grid that fits");
    resident_ = 0;
    return false;
}

void grid_run::leave_rest(const turn& t)
{
    if (!t.is_fresh) return;
    unfinished_.insert(t.index);
    if (const std::uint64_t rest = t.index + cluster_; rest < t.all.end) {
        unfinished_.insert(rest);
        left_.push_back({rest, t.all.end});
    }
    if (t.all.begin != t.index) unfinished_.erase(t.all.begin);
}

std::unique_ptr<cluster_run> grid_run::take_below()
{
    auto lowest = suspended_.end();
    for (auto b = suspended_.begin(); b != suspended_.end(); ++b) {
        const std::uint64_t index = (*b)->index();
        if (index < last_ && (timed_out_ || unfinished_.count(index)) &&
            (lowest == suspended_.end() || index < (*lowest)->index()))
            lowest = b;
    }
    if (lowest == suspended_.end()) return nullptr;
    std::unique_ptr<cluster_run> b = std::move(*lowest);
    suspended_.erase(lowest);
    return b;
}

void grid_run::finished(turn& t)
{
    const auto now = std::chrono::steady_clock::now();
    std::lock_guard lock(mutex_);
    if (!error_) last_end_ = now;
    turns_of_full_ = 0;
    do_not_wait_for(t.is_fresh ? t.all.begin : t.index);
    free_.push_back(std::move(t.blocks));
}

bool grid_run::give_up_if_late(turn& t)
{
    const auto now = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    bool late = timeout_ > 0 && now - last_end_ > std::chrono::duration<double>(timeout_);
    if (late && launch_.ask_host && !error_) {
        lock.unlock();
        late = launch_.ask_host(); // time in which the program does not wait does not count
        lock.lock();
        if (!late) last_end_ = std::chrono::steady_clock::now();
    }
    if (late && t.index < last_ && (!error_ || timed_out_)) {
        lock.unlock();
        t.blocks->give_up(timeout_);
    }
    return late;
}

void grid_run::suspend(turn& t)
{
    const bool late = give_up_if_late(t);
    std::lock_guard lock(mutex_);
    leave_rest(t);
    if (late || t.blocks->executed().all > (alone_ ? patience_alone : patience)) do_not_wait_for(t.index);
    suspended_.push_back(std::move(t.blocks));
}

void grid_run::ask_host()
{
    constexpr auto until_question = std::chrono::milliseconds(50);
    constexpr auto between_polls = std::chrono::microseconds(50);
    {
        std::lock_guard lock(mutex_);
        if (error_ || next_ < total_ || !left_.empty()) return;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - last_end_ < until_question) return;
    if (!launch_.ask_host()) last_end_ = std::chrono::steady_clock::now() - until_question;
    std::this_thread::sleep_for(between_polls);
}

void grid_run::failed(turn& t, bool by_watchdog)
{
    t.blocks.reset();
    std::lock_guard lock(mutex_);
    if (!error_ || std::make_pair(by_watchdog, t.index) < std::make_pair(timed_out_, last_.load())) {
        error_ = std::current_exception();
        timed_out_ = by_watchdog;
        last_ = t.index;
    }
    gate_.open(); // nothing reads the results after an error
    leave_rest(t);
    do_not_wait_for(t.index);
}

void grid_run::do_not_wait_for(std::uint64_t index)
{
    unfinished_.erase(index);
    const std::uint64_t front = unfinished_.empty() ? next_ : *unfinished_.begin();
    if (!error_) gate_.set_front(front);
    findings_.set_front(std::min(front, last_.load()));
}

} // namespace cuda_emulator
