// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distributes the blocks of a launch over the host's cores.
//
// A kernel whose order of blocks is observable runs in one thread, in block order, so that every run gives the same
// result. Such kernels use atomics with results, volatile or acquire loads, or printf. A block that can only wait for
// another block is suspended, and resumed after the others had a turn.
//
// A kernel whose only such instructions are floating-point atomics without a result may run on all cores. Each of these
// atomics waits until all lower blocks have ended (block_gate), so sums round as in one thread. That is faster if a
// block adds at its end, and gate_choice finds out. Blocks of such a kernel are not suspended, because none can wait
// for another one.
#include "execute/grid.h"

#include "check/block_findings.h"
#include "check/findings.h"
#include "check/global_races.h"
#include "execute/bulk_copy.h"
#include "execute/cluster.h"
#include "execute/seeded_schedule.h"
#include "execute/tensor_copy.h"
#include "execute/thread_clock.h"
#include "execute/thread_pool.h"
#include "machine/block_gate.h"
#include "machine/fault.h"
#include "machine/hotness.h"
#include "machine/kernel_name.h"
#include "machine/observer.h"
#include "machine/translated_code.h"
#include "settings/environment.h"
#include "settings/usable_cores.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <unistd.h>
#include <utility>

namespace cuda_emulator {

namespace {

bool is_translated(const launch& l) { return l.translated && l.translated->run.load(std::memory_order_relaxed); }

// The unit of scheduling is the cluster, usually of one block. In this class "block" means its cluster.
//
// Reports do not depend on the number of threads. Findings wait for the lower blocks (block_findings), and so does an
// error that ends the kernel. After an error the lower blocks are completed, because one of them may also end in an
// error. The higher blocks are abandoned. A block that has run very long, or waits for an abandoned block, is not
// waited for.
class grid_run {
public:
    // How the blocks share the host's threads.
    enum class order : std::uint8_t { any, adding, alone };

    grid_run(launch& g, order of_blocks, bool exclusive, std::uint64_t resident)
        : launch_(g)
        , alone_(of_blocks == order::alone)
        , adds_in_order_(of_blocks == order::adding)
        , exclusive_(exclusive)
        , total_(g.grid.volume())
        , cluster_(g.cluster.volume())
        , resident_(alone_ && g.check.barriers && !g.cooperative ? resident : 0)
    {
        g.findings = &findings_;
        if (adds_in_order_ && !exclusive) g.gate = &gate_;
        std::lock_guard lock(g.code->reported->mutex);
        g.reported_loads = g.code->reported->loads;
        if (schedule_) schedule_->begin_launch();
    }
    ~grid_run()
    {
        launch_.findings = nullptr;
        launch_.gate = nullptr;
    }

    void work()
    {
        const unsigned number = threads_.fetch_add(1);
        turn t;
        std::optional<thread_clock> clock;
        if (launch_.hotness && !is_translated(launch_)) clock.emplace();
        for (;;) {
            try {
                give_way(number);
                if (!take(t)) return;
                const bool ended = run(t, clock);
                if (ended)
                    finished(t);
                else
                    suspend(t);
            } catch (const device_fault& x) {
                failed(t, x.code == device_error::launch_timeout);
            } catch (...) {
                failed(t, false);
            }
        }
    }
    void finish()
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

private:
    // Blocks that have not begun.
    struct range {
        std::uint64_t begin = 0, end = 0;
    };
    // The work of one thread: a block, and the next few blocks that were taken with it.
    struct turn {
        std::unique_ptr<cluster_run> blocks;
        std::uint64_t index = 0, step = 1;
        range all; //!< `unfinished_` holds its beginning
        bool is_fresh = false;

        // Advances to the next block of the turn. Returns false after the last one.
        bool next()
        {
            if (!is_fresh || all.end - index <= step) return false;
            index += step;
            return true;
        }
    };

    // Returns false if the turn's last block will go on.
    bool run(turn& t, std::optional<thread_clock>& clock)
    {
        executed_turn done;
        const auto count = [&] {
            if (!launch_.hotness) return;
            if (clock) done.duration = clock->elapsed();
            launch_.hotness->turn_ended(launch_, std::exchange(done, {}));
        };
        bool ended = false, goes_on = false;
        do {
            if (t.is_fresh && !goes_on) t.blocks->start(t.index);
            ended = t.blocks->run(last_) == progress::finished;
            if (ended) done.blocks += cluster_;
            if (launch_.hotness) done.instructions += t.blocks->newly_executed();
            goes_on = !ended && adds_in_order_ && t.index < last_;
            if (!goes_on) continue;
            count();
            give_up_if_late(t);
        } while (goes_on || (ended && t.next()));
        count();
        return ended;
    }

    // A core that compiles the kernel is worth more than one that interprets it. So threads wait for the code, as many
    // as there are compilers without a core. The first one goes on.
    void give_way(unsigned number)
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

    // Blocks of hot kernels are short, so taking them one by one would dominate the run time. A single thread takes
    // turns with blocks that are suspended, so its order of blocks is the interpreter's.
    std::uint64_t taken_at_once() const
    {
        if (!is_translated(launch_) || launch_.cooperative || launch_.races || launch_.gate) return 1;
        if (alone_ && !suspended_.empty()) return 1;
        return std::clamp<std::uint64_t>(total_ / cluster_ / (32 * thread_pool::instance().size()), 1, 32);
    }
    // Takes blocks that have not begun, as long as few blocks are suspended. Otherwise takes the block that was
    // suspended first.
    bool take(turn& t)
    {
        std::unique_lock lock(mutex_);
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
            const bool fresh_left = next_ < total_ || !left_.empty();
            if (fresh_left && is_full()) resume_first_ = true;
            if (!suspended_.empty() && (!fresh_left || !launch_.cooperative) && (resume_first_ || !fresh_left)) {
                t.blocks = std::move(suspended_.front());
                suspended_.pop_front();
                resume_first_ = false;
                t.index = t.blocks->index();
                return true;
            }
            if (!fresh_left) return false;
            resume_first_ = true;
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
    // Leaves the turn its first block. Call with the lock held.
    void give_back_rest(turn& t)
    {
        const range rest{t.all.begin + cluster_, t.all.end};
        unfinished_.insert(rest.begin);
        left_.insert(left_.begin(), rest);
        t.all.end = rest.begin;
    }
    // Changes what is taken next: the first one of `left_`, or of `suspended_`. Call with the lock held.
    void follow_schedule()
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
    // The device's resident blocks all wait. On a GPU no further block begins before one of them ends. So each gets
    // more turns; if none of them ends, a wait for a block that has not begun is reported. Call with the lock held.
    bool is_full()
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
    // Gives back the blocks of the turn that have not begun, because the thread turns to other work. Call with the lock
    // held.
    void leave_rest(const turn& t)
    {
        if (!t.is_fresh) return;
        unfinished_.insert(t.index);
        if (const std::uint64_t rest = t.index + cluster_; rest < t.all.end) {
            unfinished_.insert(rest);
            left_.push_back({rest, t.all.end});
        }
        if (t.all.begin != t.index) unfinished_.erase(t.all.begin);
    }
    // After an error: the lowest suspended block that must still end.
    std::unique_ptr<cluster_run> take_below()
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
    void finished(turn& t)
    {
        const auto now = std::chrono::steady_clock::now();
        std::lock_guard lock(mutex_);
        if (!error_) last_end_ = now;
        turns_of_full_ = 0;
        do_not_wait_for(t.is_fresh ? t.all.begin : t.index);
        free_.push_back(std::move(t.blocks));
    }
    // Returns whether no block has ended for too long. Throws if the watchdog ends the kernel at this block.
    bool give_up_if_late(turn& t)
    {
        const auto now = std::chrono::steady_clock::now();
        std::unique_lock lock(mutex_);
        const bool late = timeout_ > 0 && now - last_end_ > std::chrono::duration<double>(timeout_);
        if (late && t.index < last_ && (!error_ || timed_out_)) {
            lock.unlock();
            t.blocks->give_up(timeout_);
        }
        return late;
    }
    void suspend(turn& t)
    {
        const bool late = give_up_if_late(t);
        std::lock_guard lock(mutex_);
        leave_rest(t);
        if (late || t.blocks->executed().all > (alone_ ? patience_alone : patience)) do_not_wait_for(t.index);
        suspended_.push_back(std::move(t.blocks));
    }
    // Call in an exception handler. The lowest block's error wins, and any error wins over the watchdog's.
    void failed(turn& t, bool by_watchdog)
    {
        t.blocks.reset();
        std::lock_guard lock(mutex_);
        if (!error_ || std::make_pair(by_watchdog, t.index) < std::make_pair(timed_out_, last_.load())) {
            error_ = std::current_exception();
            timed_out_ = by_watchdog;
            last_ = t.index;
        }
        gate_.open(); // nothing reads the sums after an error
        leave_rest(t);
        do_not_wait_for(t.index);
    }
    void do_not_wait_for(std::uint64_t index)
    {
        unfinished_.erase(index);
        const std::uint64_t front = unfinished_.empty() ? next_ : *unfinished_.begin();
        if (!error_) gate_.set_front(front);
        findings_.set_front(std::min(front, last_.load()));
    }

    // Seconds without the end of a block until the kernel is ended; 0: never.
    static double timeout() { return number_in("CUDA_EMULATOR_TIMEOUT", 300, 0, 1e9); }
    // Instructions after which no finding waits for the block any longer, which take some seconds. In one thread the
    // limit is lower: a lower block may wait for an abandoned one. The limit does not depend on time, so the findings
    // are the same in each run.
    static constexpr std::uint64_t patience = 1u << 28, patience_alone = 1u << 22;

    launch& launch_;
    seeded_schedule* const schedule_ = seeded_schedule::wanted();
    const double timeout_ = timeout();
    // When a block ended before any error, or the launch began.
    std::chrono::steady_clock::time_point last_end_ = std::chrono::steady_clock::now();
    const bool alone_, adds_in_order_, exclusive_;
    const std::uint64_t total_, cluster_; //!< blocks of the grid, and of each cluster
    std::uint64_t resident_;              //!< blocks that the device holds at once; 0: not checked
    std::uint64_t turns_of_full_ = 0;
    block_findings findings_;
    block_gate gate_;
    std::atomic<unsigned> threads_{0}; //!< that have begun
    std::mutex mutex_;
    std::uint64_t next_ = 0;
    bool resume_first_ = false;
    std::deque<std::unique_ptr<cluster_run>> suspended_;
    std::vector<range> left_; //!< taken and given back; `unfinished_` holds the first block of each
    std::vector<std::unique_ptr<cluster_run>> free_;
    //! First blocks of the clusters that findings wait for. Clusters that were taken together have one entry.
    std::set<std::uint64_t> unfinished_;
    std::atomic<std::uint64_t> last_{~std::uint64_t{0}}; //!< the cluster with the error; no cluster above it runs
    bool timed_out_ = false;                             //!< the watchdog raised the error
    std::exception_ptr error_;
};

// Bulk copies complete at once here, but not on a GPU. The order of their accesses is not modelled, so races cannot be
// checked.
bool can_follow_accesses(const launch& l, bool asked)
{
    const auto copies_in_bulk = [](const instruction& i) { return i.run == run_bulk_copy || i.run == run_tensor_copy; };
    bool can = true;
    for (const auto& [source, f] : l.code->functions)
        can = can && std::none_of(f->code.begin(), f->code.end(), copies_in_bulk);
    static std::once_flag told;
    if (!can && asked)
        std::call_once(told, [&] {
            std::fprintf(stderr,
                         "cuda_emulator: what kernels with bulk copies do in global memory is not checked for races "
                         "and hazards: '%s' is the first\n",
                         name_in_message(std::string(l.code->kernel->source->name)).c_str());
        });
    return can;
}

} // namespace

void execute(launch& l, const touched_bytes& touched, std::uint64_t resident)
{
    std::unique_ptr<global_races> races;
    const bool asked = l.memory_check.races || touched;
    seeded_schedule* const schedule = seeded_schedule::wanted();
    if ((asked || schedule) && can_follow_accesses(l, asked)) {
        std::function<bool()> sees_old;
        if (schedule) sees_old = [schedule] { return schedule->reads_old_value(); };
        races = std::make_unique<global_races>(*l.code, l.memory_check.races, std::move(sees_old));
    }
    l.races = races.get();
    const bool alone = l.code->ordered || l.cooperative || l.grid.volume() == l.cluster.volume() || races ||
                       (l.code->adds_in_order && (l.cluster.volume() > 1 || schedule));
    using order = grid_run::order;
    const order of_blocks = alone ? order::alone : l.code->adds_in_order ? order::adding : order::any;
    auto& pool = thread_pool::instance();
    const bool in_one_thread = alone || pool.size() == 1 || schedule || (l.observer && l.observer->in_order);
    const bool chooses = !in_one_thread && of_blocks == order::adding, was_translated = is_translated(l);
    const bool exclusive = in_one_thread || (chooses && !l.code->choice->wants_gate(was_translated));
    const auto begin = std::chrono::steady_clock::now();
    grid_run run(l, of_blocks, exclusive, resident);
    if (exclusive) {
        run.work();
    } else {
        pool.run([&] { run.work(); });
    }
    run.finish();
    if (chooses && is_translated(l) == was_translated)
        l.code->choice->ended(was_translated, !exclusive,
                              (std::chrono::steady_clock::now() - begin) / static_cast<double>(l.grid.volume()));
    if (touched && races) races->each_touched(touched);
}

} // namespace cuda_emulator
