// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/race_order.h"

#include "machine/source_file.h"

#include <cctype>
#include <cstdlib>
#include <utility>

namespace cuda_emulator {

namespace {

struct place {
    std::string path;
    int line = 0;
};

place place_in(const std::string& path_and_line)
{
    const std::size_t colon = path_and_line.rfind(':');
    return {path_and_line.substr(0, colon), std::atoi(path_and_line.c_str() + colon + 1)};
}

const char* barrier_of(const race_sides& r)
{
    switch (r.reach) {
    case barrier_reach::warp:
        return r.more_warps ? "A __syncthreads(), or a __syncwarp() where only lanes of one warp share the data,"
                            : "A __syncwarp()";
    case barrier_reach::block:
        return "A __syncthreads()";
    case barrier_reach::cluster:
        return "A barrier of the cluster (cooperative_groups::this_cluster().sync())";
    default:
        return "The end of the kernel, or a barrier of the grid (cooperative_groups::this_grid().sync() in a "
               "cooperative "
               "launch),";
    }
}

// The words for both lines: of one file by the number alone.
class line_names {
public:
    line_names(const place& a, const place& b)
        : in_one_file_(a.path == b.path)
    {
    }
    std::string of(const place& p) const
    {
        if (p.line == 0) return "a line that the compiler merged with others";
        return in_one_file_ ? "line " + std::to_string(p.line)
                            : p.path.substr(p.path.rfind('/') + 1) + ":" + std::to_string(p.line);
    }
    std::string between(const place& a, const place& b) const
    {
        if (in_one_file_ && a.line > b.line) return "after " + of(a) + ", before the loop comes back to " + of(b) + ",";
        return "between " + of(a) + " and " + of(b);
    }

private:
    const bool in_one_file_;
};

// Which of two accesses the code leads to from the other, without a barrier.
struct ways {
    bool on, back; //!< from the first to the second, and from the second to the first
};

// Both accesses stem from one line.
std::string within_a_line(const race_sides& r, std::string barrier, const std::string& line, ways w)
{
    const bool comes_back = r.first.writes ? w.on : w.back;
    const std::string pass = barrier + " after " + line + ", before the loop comes back to it, would order them.";
    if (r.first.writes && r.second.writes)
        return comes_back ? pass + " Writes of one pass need an atomic, or one thread that writes alone."
                          : "If threads are to update one element, an atomic does it. Else each thread needs an "
                            "element of its own.";
    if (!comes_back) {
        barrier.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(barrier.front())));
        return "If threads are to update one element, an atomic does it. Else " + barrier +
               " between the reads and the writes of " + line + " would order them: keep what is read in a variable.";
    }
    if (w.on != w.back) return barrier + " between the write and the read of " + line + " would order them.";
    if (r.first.writes) return pass;
    return pass + " If both are of one pass, it takes a barrier between the reads and the writes of the line.";
}

std::string order_within_block(const race_sides& r, const place& first, const place& second)
{
    const line_names names(first, second);
    const std::string barrier = barrier_of(r);
    if (r.first.copies)
        return "The thread that copies must wait for it, as by __pipeline_wait_prior(0), before a __syncthreads() " +
               names.between(first, second) + ".";
    const std::string order = " would order them.";
    if (r.first.function != r.second.function) return barrier + " " + names.between(first, second) + order;
    const decoded_function& f = *r.first.function;
    const int a = r.first.at->line, b = r.second.at->line;
    const bool on = leads_without_barrier(f, a, b, r.reach), back = leads_without_barrier(f, b, a, r.reach);
    if (first.path == second.path && first.line == second.line)
        return within_a_line(r, barrier, names.of(first), {on, back});
    if (on && back) {
        const bool in_order = first.line < second.line;
        const place &low = in_order ? first : second, &high = in_order ? second : first;
        return barrier + " " + names.between(low, high) + ", and one after " + names.of(high) +
               ", before the loop comes back to " + names.of(low) + "," + order;
    }
    if (on) return barrier + " " + names.between(first, second) + order;
    if (back) return barrier + " " + names.between(second, first) + order;
    const auto leads = [&](int from, int to) { return leads_without_barrier(f, from, to, barrier_reach::grid); };
    if (const bool is_ahead = leads(a, b); is_ahead || leads(b, a))
        return "The barrier " + (is_ahead ? names.between(first, second) : names.between(second, first)) +
               " does not hold both threads. " + barrier + " that holds both would order them.";
    return "The threads take different branches to " + names.of(first) + " and " + names.of(second) + ". " + barrier +
           " that all threads reach, between these branches," + order;
}

std::string order_of_blocks(const race_sides& r, const place& first, const place& second)
{
    const line_names names(first, second);
    const std::string barrier = barrier_of(r);
    if (first.path == second.path && first.line == second.line)
        return "If all blocks are to update one element, an atomic does it. Else each block needs an element of its "
               "own, or what is read must be another array than what is written.";
    const bool in_order = first.line <= second.line || first.path != second.path;
    return barrier + " " + names.between(in_order ? first : second, in_order ? second : first) + " would order them.";
}

} // namespace

explanation explain_race(const race_sides& r)
{
    explanation e;
    for (const racing_side* side : {&r.first, &r.second}) {
        const decoded_function& f = *side->function;
        if (side->at->source < 0 || !f.body) return {};
        const std::string source = r.code->module->source_line(*f.body, side->at->source);
        e.accesses.push_back({side->who, side->writes ? "writes" : "reads", source, source_text(source)});
    }
    e.threads = r.threads;
    const place first = place_in(e.accesses[0].place), second = place_in(e.accesses[1].place);
    if (r.narrow_scope) {
        e.remedy = "Atomics and fences whose scope holds both threads would order them: without _block, or of "
                   "cuda::thread_scope_device.";
        return e;
    }
    e.remedy =
        r.reach <= barrier_reach::block ? order_within_block(r, first, second) : order_of_blocks(r, first, second);
    if (signals_elsewhere(*r.second.function, r.first.at->line, r.second.at->line, r.reach))
        e.remedy += std::string(" If a flag, a counter or a lock is to order them: a fence (") +
                    (r.reach <= barrier_reach::block ? "__threadfence_block()" : "__threadfence()") +
                    ") before it is set, and one after it is read.";
    return e;
}

} // namespace cuda_emulator
