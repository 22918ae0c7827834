// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/stream_order.h"

#include "check/findings.h"
#include "memory/device_memory.h"
#include "runtime/call_site.h"
#include "runtime/capture.h"
#include "runtime/context.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

namespace cuda_emulator {

namespace {

std::atomic<std::uint64_t> waits{0};

using number = std::uint32_t;
using clock = std::vector<number>; //!< for each stream, the number of its last work that precedes

void join(clock& to, const clock& from)
{
    to.resize(std::max(to.size(), from.size()));
    for (std::size_t k = 0; k < from.size(); ++k)
        to[k] = std::max(to[k], from[k]);
}

struct work {
    std::size_t stream;
    number at;
    unsigned long long name_of_stream;
    std::string what, place;
    bool host_waits; //!< the host waits when its own memory is read or written
};

// Tests for cudaMemcpy and similar calls, which wait if one side is host memory.
bool waits_for_copies(const std::string& call)
{
    return (call.rfind("cudaMemcpy", 0) == 0 || call.rfind("cuMemcpy", 0) == 0) &&
           call.find("Async") == std::string::npos;
}

struct stream_state {
    std::size_t index = 0;
    number last = 0;
    bool blocking = true;
    clock before; //!< the work that precedes the stream's next work
};
// Bytes with the same access history.
struct piece {
    std::uintptr_t end;
    std::size_t writer; //!< index into `works`; 0 means no writer
    std::vector<std::size_t> readers;
};

class stream_order {
public:
    // The object is never destroyed, because programs call the runtime from static destructors.
    static stream_order& instance()
    {
        static auto* o = new stream_order;
        return *o;
    }
    std::mutex mutex;

    stream_state& state(CUstream_st* s)
    {
        const auto [at, fresh] = streams_.try_emplace(s);
        if (fresh) {
            at->second.index = streams_made_++;
            at->second.blocking = !s || !(s->flags & cudaStreamNonBlocking);
        }
        return at->second;
    }
    // Orders the stream's next work after all work that the host waited for. The legacy stream and blocking streams
    // also wait for each other.
    stream_state& come_after_others(CUstream_st* s)
    {
        stream_state& mine = state(s);
        join(mine.before, host_);
        if (!s) {
            join_blocking(mine.before);
        } else if (mine.blocking) {
            join(mine.before, state(nullptr).before);
        }
        return mine;
    }
    std::size_t begin(CUstream_st* s)
    {
        stream_state& mine = come_after_others(s);
        mine.before.resize(std::max(mine.before.size(), mine.index + 1));
        mine.before[mine.index] = ++mine.last;
        call_site site = current_call();
        const bool waits = waits_for_copies(site.call);
        works_.push_back({mine.index, mine.last, s ? s->id : 1, std::move(site.call), std::move(site.place), waits});
        clocks_[mine.index] = mine.before;
        return works_.size() - 1;
    }
    void rename(std::size_t w, const std::string& what) { works_[w].what = what; }
    void touch(std::size_t w, std::uintptr_t at, std::uintptr_t end, bool writes);
    void let_next_begin(std::size_t w) { lets_next_begin_[works_[w].stream] = works_[w].at; }
    // Takes the previous work of the stream out of the running work's clock. Later work still has it.
    void begin_early(std::size_t w)
    {
        const work& now = works_[w];
        const auto at = lets_next_begin_.find(now.stream);
        if (at == lets_next_begin_.end() || at->second + 1 != now.at) return;
        clocks_[now.stream][now.stream] = at->second - 1;
    }

    void wait_for(CUstream_st* s) { join(host_, come_after_others(s).before); }
    void wait_for_all()
    {
        for (auto& [other, theirs] : streams_)
            join(host_, theirs.before);
        join(host_, gone_);
    }
    void wait_for_work(std::size_t w) { join(host_, clocks_[works_[w].stream]); }

    bool host_waits_in(std::size_t w) const { return works_[w].host_waits; }

    std::map<const void*, clock> events;
    clock& host() { return host_; }
    void forget(CUstream_st* s)
    {
        const auto at = streams_.find(s);
        if (at == streams_.end()) return;
        // The stream's work may still be in progress.
        join(gone_, at->second.before);
        if (at->second.blocking) join(gone_blocking_, at->second.before);
        streams_.erase(at);
    }
    void forget(std::uintptr_t at, std::uintptr_t end)
    {
        const auto first = split(at);
        pieces_.erase(first, split(end));
    }
    const clock& clock_of(std::size_t w) { return clocks_[works_[w].stream]; }
    void wait_in_work(std::size_t w, const void* e)
    {
        join(clocks_[works_[w].stream], events[e]);
        for (auto& [other, theirs] : streams_)
            if (theirs.index == works_[w].stream) join(theirs.before, events[e]);
    }

private:
    void join_blocking(clock& to)
    {
        for (auto& [other, theirs] : streams_)
            if (theirs.blocking) join(to, theirs.before);
        join(to, gone_blocking_);
    }
    std::map<std::uintptr_t, piece>::iterator split(std::uintptr_t at);
    void check(std::size_t w, std::uintptr_t at, std::uintptr_t end, bool writes, std::size_t earlier, bool wrote);

    std::map<CUstream_st*, stream_state> streams_;
    std::map<std::size_t, clock> clocks_;           //!< the clock of each stream's last work
    std::map<std::size_t, number> lets_next_begin_; //!< the last such kernel of each stream
    std::size_t streams_made_ = 0;
    clock host_, gone_, gone_blocking_; //!< gone_ and gone_blocking_: clocks of destroyed streams
    std::vector<work> works_{1};
    std::map<std::uintptr_t, piece> pieces_;
};

// Returns the first piece at or after the address. Splits a piece that contains the address.
std::map<std::uintptr_t, piece>::iterator stream_order::split(std::uintptr_t at)
{
    auto next = pieces_.lower_bound(at);
    if (next == pieces_.begin()) return next;
    auto& [begin, before] = *std::prev(next);
    if (before.end <= at) return next;
    piece rest = before;
    before.end = at;
    return pieces_.emplace_hint(next, at, std::move(rest));
}

void stream_order::check(std::size_t w, std::uintptr_t at, std::uintptr_t end, bool writes, std::size_t earlier,
                         bool wrote)
{
    if (!earlier || earlier == w) return;
    const work &now = works_[w], &then = works_[earlier];
    const clock& before = clocks_[now.stream];
    if (then.stream < before.size() && then.at <= before[then.stream]) return;
    auto name = [](const work& x) {
        return x.what + " in stream " + std::to_string(x.name_of_stream) + ", called at " + x.place;
    };
    allocation a;
    bool inside = false;
    const bool found = device_memory::instance().find(at, a, inside) && inside;
    const bool overlap = now.stream == then.stream;
    tell_once("hazard " + now.what + now.place + then.what + then.place,
              (overlap ? "hazard in a stream: " : "hazard between streams: ") + name(now) +
                  (writes ? ", writes " : ", reads ") + std::to_string(end - at) + " bytes" +
                  (found ? " at offset " + std::to_string(at - a.address) + " of an allocation of " +
                               std::to_string(a.size) + " bytes"
                         : "") +
                  ", which " + name(then) + (wrote ? ", wrote" : ", read") + ", and nothing orders the two",
              [&] {
                  explanation e;
                  if (overlap) {
                      e.remedy = "The launch allows " + now.what + " to begin before " + then.what +
                                 " has ended. cudaGridDependencySynchronize() in " + now.what +
                                 ", before the access, would wait for its end.";
                      return e;
                  }
                  e.remedy = "An event would order them: cudaEventRecord in stream " +
                             std::to_string(then.name_of_stream) + " behind " + then.what +
                             ", and cudaStreamWaitEvent in stream " + std::to_string(now.name_of_stream) + " before " +
                             now.what + ". So would both in one stream.";
                  return e;
              });
}

void stream_order::touch(std::size_t w, std::uintptr_t at, std::uintptr_t end, bool writes)
{
    auto p = split(at);
    split(end);
    const clock& before = clocks_[works_[w].stream];
    while (at < end) {
        if (p == pieces_.end() || p->first > at) { // not accessed so far
            const std::uintptr_t until = p == pieces_.end() ? end : std::min(end, p->first);
            p = pieces_.emplace_hint(p, at, piece{until, 0, {}});
        }
        piece& x = p->second;
        check(w, at, x.end, writes, x.writer, true);
        if (writes) {
            for (const std::size_t r : x.readers)
                check(w, at, x.end, true, r, false);
            x.writer = w;
            x.readers.clear();
        } else {
            const auto is_before = [&](std::size_t r) {
                const work& then = works_[r];
                return r == w || (then.stream < before.size() && then.at <= before[then.stream]);
            };
            x.readers.erase(std::remove_if(x.readers.begin(), x.readers.end(), is_before), x.readers.end());
            x.readers.push_back(w);
        }
        at = x.end;
        // Merges neighbours with the same history.
        if (p != pieces_.begin()) {
            const auto last = std::prev(p);
            if (last->second.end == p->first && last->second.writer == x.writer && last->second.readers == x.readers) {
                last->second.end = x.end;
                p = pieces_.erase(p);
                continue;
            }
        }
        ++p;
    }
}

thread_local std::size_t running = 0; //!< the calling thread's current work

} // namespace

bool checks_streams()
{
    static const bool on = context::instance().call_check().streams;
    return on;
}

void begin_work(CUstream_st* s)
{
    if (!checks_streams()) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    running = all.begin(s);
}

void name_work(const std::string& what)
{
    if (!checks_streams() || !running) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.rename(running, what);
}

void next_work_may_begin()
{
    if (!checks_streams() || !running) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.let_next_begin(running);
}

void begin_before_previous_ends()
{
    if (!checks_streams() || !running) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.begin_early(running);
}

void work_touches(const void* p, std::size_t bytes, bool writes)
{
    if (!checks_streams() || !running || !bytes) return;
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    allocation a;
    bool inside = false;
    // The host waits while its own memory is copied.
    if (!device_memory::instance().find(at, a, inside) || !inside) return host_waits_for_work();
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.touch(running, at, at + bytes, writes);
    const bool is_hosts = a.kind == allocation_kind::host || a.kind == allocation_kind::managed;
    if (is_hosts && all.host_waits_in(running)) all.wait_for_work(running);
}

void host_waits_for_work()
{
    if (!checks_streams() || !running) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.wait_for_work(running);
}

std::uint64_t host_waits() { return waits; }

void host_waits_for(CUstream_st* s)
{
    ++waits;
    if (!checks_streams()) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.wait_for(s);
}

void host_waits_for_all()
{
    ++waits;
    if (!checks_streams()) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.wait_for_all();
}

void host_waits_for_event(cudaEvent_t e)
{
    ++waits;
    if (!checks_streams()) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    join(all.host(), all.events[e]);
}

void event_in_stream(cudaEvent_t e, CUstream_st* s)
{
    if (!checks_streams()) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.events[e] = all.state(s).before;
}

void stream_waits_for(CUstream_st* s, cudaEvent_t e)
{
    if (!checks_streams()) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    join(all.state(s).before, all.events[e]);
}

void event_in_work(const void* e)
{
    if (!checks_streams() || !running) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.events[e] = all.clock_of(running);
}

void work_waits_for(const void* e)
{
    if (!checks_streams() || !running) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.wait_in_work(running, e);
}

void forget_stream(CUstream_st* s)
{
    if (!checks_streams()) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.forget(s);
}

void forget_event(const void* e)
{
    if (!checks_streams()) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.events.erase(e);
}

void forget_bytes(const void* p)
{
    if (!checks_streams()) return;
    allocation a;
    bool inside = false;
    if (!device_memory::instance().find(reinterpret_cast<std::uintptr_t>(p), a, inside) || !inside) return;
    auto& all = stream_order::instance();
    std::lock_guard lock(all.mutex);
    all.forget(a.address, a.address + a.size);
}

} // namespace cuda_emulator
