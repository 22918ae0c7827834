#include "execute/block.h"

#include "check/barriers.h"
#include "check/shared_memory.h"
#include "check/undefined_values.h"
#include "machine/lanes.h"
#include "profile/count_instruction.h"
#include "profile/counters.h"

#include <algorithm>
#include <sys/mman.h>

namespace cuda_emulator {

namespace {
constexpr std::uint64_t slice = 1u << 20;

void fill(warp& w, special_register r, std::uint32_t value)
{
    auto* p = reinterpret_cast<std::uint32_t*>(w.special + r * 128);
    std::fill(p, p + warp_size, value);
}
} // namespace

block::block(const launch& g, bool exclusive)
    : grid(g)
{
    const std::uint32_t threads = static_cast<std::uint32_t>(g.block.volume());
    const std::uint32_t count = (threads + warp_size - 1) / warp_size;
    shared_size = std::max(g.code->dynamic_offset + g.dynamic_shared, g.code->shared_bytes);
    shared_storage.resize(shared_size + 256);
    // 128-byte aligned; at least one byte, so that the window is not empty memory.
    shared = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(shared_storage.data()) + 127) / 128 * 128);
    if (shared_size && g.check.shared_memory()) shared_check = std::make_unique<shared_memory_check>(*this, g.check);
    if (shared_check || g.check.barriers) undefined = std::make_unique<undefined_values>(*this);
    std::uint32_t stride = 0;
    if (g.code->calls_functions) {
        stride = std::max(g.stack_limit, g.code->kernel->frame_bytes) + 64;
        stride = (stride + 63) / 64 * 64;
        stacks_size = std::size_t(stride) * warp_size * count;
        void* p =
            mmap(nullptr, stacks_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED) throw device_fault(2, "no memory for the stacks of a block");
        stacks = static_cast<char*>(p);
    }
    if (g.counters) counters = std::make_unique<cuda_emulator_counters>();
    for (std::uint32_t k = 0; k < count; ++k) {
        warps.push_back(std::make_unique<warp>());
        warp& w = *warps.back();
        w.owner = this;
        w.grid = &g;
        w.index = k;
        w.shared = shared;
        w.shared_size = shared_size;
        w.stack = stacks ? stacks + std::size_t(stride) * warp_size * k : nullptr;
        w.stack_stride = stride;
        w.checks = g.check.memory || shared_check;
        w.shared_check = shared_check.get();
        w.exclusive = exclusive;
        w.counters = counters.get();
        w.base[in_special] = w.special;
        const std::uint32_t lanes = std::min<std::uint32_t>(warp_size, threads - k * warp_size);
        w.present = lanes == warp_size ? all_lanes : (1u << lanes) - 1;
        auto* x = reinterpret_cast<std::uint32_t*>(w.special + sr_tid_x * 128);
        auto* y = reinterpret_cast<std::uint32_t*>(w.special + sr_tid_y * 128);
        auto* z = reinterpret_cast<std::uint32_t*>(w.special + sr_tid_z * 128);
        auto word = [&](special_register r) { return reinterpret_cast<std::uint32_t*>(w.special + r * 128); };
        for (std::uint32_t l = 0; l < warp_size; ++l) {
            const std::uint32_t t = k * warp_size + l;
            x[l] = t % g.block.x;
            y[l] = t / g.block.x % g.block.y;
            z[l] = t / g.block.x / g.block.y;
            word(sr_laneid)[l] = l;
            word(sr_lanemask_eq)[l] = 1u << l;
            word(sr_lanemask_lt)[l] = (1u << l) - 1;
            word(sr_lanemask_le)[l] = ((1u << l) - 1) | 1u << l;
            word(sr_lanemask_ge)[l] = ~((1u << l) - 1);
            word(sr_lanemask_gt)[l] = ~(((1u << l) - 1) | 1u << l);
            reinterpret_cast<std::uint64_t*>(w.special + sr_gridid * 128)[l] = g.id;
        }
        fill(w, sr_ntid_x, g.block.x);
        fill(w, sr_ntid_y, g.block.y);
        fill(w, sr_ntid_z, g.block.z);
        fill(w, sr_nctaid_x, g.grid.x);
        fill(w, sr_nctaid_y, g.grid.y);
        fill(w, sr_nctaid_z, g.grid.z);
        fill(w, sr_warpid, k);
        fill(w, sr_nwarpid, 32);
        fill(w, sr_nsmid, 4);
        fill(w, sr_dynamic_smem_size, g.dynamic_shared);
        fill(w, sr_total_smem_size, shared_size);
        fill(w, sr_zero, 0);
        fill(w, sr_one, 1);
        fill(w, sr_envreg1, static_cast<std::uint32_t>(g.workspace >> 32));
        fill(w, sr_envreg2, static_cast<std::uint32_t>(g.workspace));
    }
}

block::~block()
{
    if (stacks) munmap(stacks, stacks_size);
}

void block::start(std::uint64_t at)
{
    linear_index = at;
    index.x = static_cast<std::uint32_t>(at % grid.grid.x);
    index.y = static_cast<std::uint32_t>(at / grid.grid.x % grid.grid.y);
    index.z = static_cast<std::uint32_t>(at / grid.grid.x / grid.grid.y);
    live_threads = static_cast<std::uint32_t>(grid.block.volume());
    for (barrier_state& b : barriers)
        b = {};
    if (shared_check) shared_check->start();
    if (undefined) undefined->start();
    for (auto& w : warps) {
        for (address_range& r : w->ranges)
            r = {};
        fill(*w, sr_ctaid_x, index.x);
        fill(*w, sr_ctaid_y, index.y);
        fill(*w, sr_ctaid_z, index.z);
        fill(*w, sr_smid, static_cast<std::uint32_t>(at % 4));
        start_warp(*w);
    }
}

progress block::run()
{
    for (;;) {
        bool any_live = false, any_progress = false, any_yield = false;
        for (auto& w : warps) {
            if (w->fragments.empty()) continue;
            any_live = true;
            const std::uint64_t before = w->executed;
            const progress p = run_warp(*w, slice);
            any_progress |= w->executed != before;
            any_yield |= p == progress::yielded;
        }
        if (!any_live) {
            if (shared_check) shared_check->finish();
            return progress::finished;
        }
        if (any_yield) return progress::yielded;
        if (!any_progress) report_deadlock();
    }
}

void block::add_counters_to(cuda_emulator_counters& total) const
{
    if (!counters) return;
    add_counters(total, *counters);
    for (auto& w : warps) {
        total.warp_instructions += w->executed;
        total.thread_instructions += w->thread_instructions;
    }
}

// Everybody waits: a barrier that some threads will never reach.
void block::report_deadlock()
{
    const fragment* first = nullptr;
    const warp* first_warp = nullptr;
    std::string others;
    for (auto& w : warps)
        for (const fragment& f : w->fragments) {
            if (!first) {
                first = &f;
                first_warp = w.get();
            } else if (others.empty() && (f.pc != first->pc || f.at->function != first->at->function)) {
                const std::uint32_t thread = w->index * warp_size + static_cast<std::uint32_t>(__builtin_ctz(f.mask));
                others = "; thread " + thread_name(*this, thread) + " waits at " +
                         line_of(*grid.code, *f.at->function, f.at->function->code[f.pc]);
            }
        }
    const auto threads = static_cast<std::uint32_t>(grid.block.volume());
    std::string who = "all threads of the block wait: this barrier is not reached by every thread";
    if (first->state == fragment_state::at_barrier) {
        const barrier_state& b = barriers[first->wait];
        who += " (barrier " + std::to_string(first->wait) + ": " + std::to_string(b.arrived) + " of " +
               std::to_string(b.expected ? b.expected : live_threads) + ")";
    }
    if (live_threads != threads) who += "; " + std::to_string(threads - live_threads) + " threads have returned";
    const std::uint32_t thread = first_warp->index * warp_size + static_cast<std::uint32_t>(__builtin_ctz(first->mask));
    throw device_fault(719, place_of(*this, thread, *first->at->function, first->at->function->code[first->pc]) + ": " +
                                who + others);
}

void block::give_up(double seconds)
{
    for (auto& w : warps)
        for (const fragment& f : w->fragments) {
            w->current = f.at;
            fault(*w, f.at->function->code[f.pc], __builtin_ctz(f.mask), 702,
                  "still running after " + std::to_string(static_cast<int>(seconds)) +
                      " s (CUDA_EMULATOR_TIMEOUT): a spin that nothing ends?");
        }
    throw device_fault(702, "the kernel did not end in time");
}

void block::arrive(warp& w, const instruction& i, std::uint32_t mask)
{
    const auto& info = *static_cast<const barrier_info*>(i.extra);
    const int lane = __builtin_ctz(mask);
    const std::uint32_t number = slot<std::uint32_t>(w, info.number)[lane];
    if (number >= barrier_count) fault(w, i, lane, 719, "barrier " + std::to_string(number) + " does not exist");
    barrier_state& b = barriers[number];
    if (info.threads != no_operand) b.expected = slot<std::uint32_t>(w, info.threads)[lane];
    // With a count, a warp counts whole even where lanes of it do not exist or have left.
    b.arrived += b.expected && mask == w.live ? warp_size : static_cast<unsigned>(__builtin_popcount(mask));
    if (shared_check && info.op == barrier_info::operation::arrive) shared_check->arrive(w, mask, number);
    if (info.predicate != no_operand) {
        b.count += static_cast<unsigned>(__builtin_popcount(*slot<std::uint32_t>(w, info.predicate) & mask));
        b.voters += static_cast<unsigned>(__builtin_popcount(mask));
    }
    for (fragment& f : w.fragments)
        if (f.state == fragment_state::at_barrier && f.mask == mask && f.barrier == &info) f.wait = number;
    try_release(static_cast<int>(number));
}

void block::threads_exited(std::uint32_t count)
{
    live_threads -= count;
    for (int n = 0; n < barrier_count; ++n)
        if (barriers[n].arrived) try_release(n);
}

// What the barrier's threads did before it comes before what they do behind it.
void block::order_threads(int number)
{
    std::uint32_t waiting = 0;
    auto each = [&](auto f) {
        for (auto& w : warps)
            for (const fragment& x : w->fragments)
                if (x.state == fragment_state::at_barrier && x.wait == static_cast<std::uint32_t>(number))
                    f(*w, x.mask);
    };
    each([&](warp&, std::uint32_t mask) { waiting += static_cast<unsigned>(__builtin_popcount(mask)); });
    if (waiting == live_threads) return shared_check->block_barrier();
    const auto n = static_cast<std::uint32_t>(number);
    each([&](warp& w, std::uint32_t mask) { shared_check->arrive(w, mask, n); });
    each([&](warp& w, std::uint32_t mask) { shared_check->leave(w, mask, n); });
    shared_check->barrier_done(n);
}

void block::try_release(int number)
{
    barrier_state& b = barriers[number];
    if (b.arrived < (b.expected ? b.expected : live_threads)) return;
    if (grid.check.barriers || grid.check.exited) check_barrier(*this, number);
    if (shared_check) order_threads(number);
    for (auto& w : warps)
        for (fragment& f : w->fragments) {
            if (f.state != fragment_state::at_barrier || f.wait != static_cast<std::uint32_t>(number)) continue;
            if (f.barrier->result != no_operand) {
                char* const before = w->base[in_registers];
                w->base[in_registers] = f.at->registers;
                auto* r = slot<std::uint32_t>(*w, f.barrier->result);
                using operation = barrier_info::operation;
                const std::uint32_t count = b.count;
                if (f.barrier->op == operation::popc) {
                    for_lanes(r, f.mask, [=](int) { return count; });
                } else {
                    const bool truth = f.barrier->op == operation::conjunction ? count == b.voters : count != 0;
                    write_predicate(r, f.mask, truth ? all_lanes : 0);
                }
                w->base[in_registers] = before;
                if (w->follower) w->follower->written(f.at, f.barrier->result, f.mask);
            }
            f.state = fragment_state::runnable;
            ++f.pc;
        }
    b = {};
}

} // namespace cuda_emulator
