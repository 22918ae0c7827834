#include "check/uninitialised.h"

#include "check/findings.h"
#include "check/shared_memory.h"
#include "execute/block.h"

namespace cuda_emulator {

namespace {
using u32 = std::uint32_t;
}

uninitialised_reads::uninitialised_reads(block& b, const shared_memory_check& s)
    : block_(b)
    , shared_(s)
{
}
uninitialised_reads::~uninitialised_reads() = default;

void uninitialised_reads::start()
{
    origins_.clear();
    held_.clear();
    memory.clear();
    for (auto& w : block_.warps)
        w->follower = nullptr;
    followers_.clear();
}

u32 uninitialised_reads::epoch() const { return shared_.epoch(); }

u32 uninitialised_reads::add_origin(warp& w, const instruction& i, int lane, u32 cell)
{
    origins_.push_back(
        {&i, w.current->function, w.index * warp_size + static_cast<u32>(lane), cell, epoch(), false, false, {}});
    return static_cast<u32>(origins_.size() - 1);
}

void uninitialised_reads::read(warp& w, const instruction& i, int lane, u32 cell, u32 offset)
{
    if (i.roles != operand_roles::load) return;
    const operand_slot result = i.operands[1 + offset / i.element];
    if (result == no_operand) return;
    const u32 origin = add_origin(w, i, lane, cell);
    if (follow(w).idle()) w.slice_end = 0; // on in the other code
    w.follower->add(w.current, result, 1u << lane, origin);
}

value_follower& uninitialised_reads::follow(warp& w)
{
    if (!w.follower) {
        followers_.push_back(std::make_unique<value_follower>(*this));
        w.follower = followers_.back().get();
    }
    return *w.follower;
}

void uninitialised_reads::follow_all()
{
    for (auto& w : block_.warps)
        follow(*w);
}

void uninitialised_reads::atomic(warp& w, const instruction& i, int lane, u32 cell)
{
    used(w, i, lane, add_origin(w, i, lane, cell), "it is the operand of an atomic operation");
}

void uninitialised_reads::written_by(u32 cell, u32 thread)
{
    for (auto o = origins_.rbegin(); o != origins_.rend() && o->epoch == epoch(); ++o)
        if (o->cell == cell && o->thread != thread) o->raced = true;
}

void uninitialised_reads::used(warp& w, const instruction& i, int lane, u32 n, const char* how)
{
    origin& o = origins_[n];
    if (o.raced || o.told || !o.use.empty()) return;
    std::string use = how + std::string(" at ") + line_of(w, i);
    if (const u32 user = w.index * warp_size + static_cast<u32>(lane); user != o.thread)
        use += " in thread " + thread_name(block_, user);
    if (o.epoch != epoch()) return tell(o, use);
    o.use = std::move(use);
    held_.push_back(n);
}

void uninitialised_reads::settle()
{
    for (const u32 n : held_)
        if (!origins_[n].raced && !origins_[n].told) tell(origins_[n], origins_[n].use);
    held_.clear();
}

void uninitialised_reads::tell(origin& o, const std::string& use)
{
    o.told = true;
    const std::string place = place_of(block_, o.thread, *o.function, *o.at);
    const std::size_t offset = shared_.offset_of(o.cell);
    add_finding("uninitialised " + std::string(block_.grid.code->kernel->source->name) +
                    key_of(*block_.grid.code, *o.function, *o.at),
                place + ": read of shared memory at " + shared_place(block_, offset) +
                    ", which no thread has written, and " + use);
}

} // namespace cuda_emulator
