// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the deepest chain of calls. Functions that call each other in a cycle form a strongly connected component
// (Tarjan's algorithm). Each counts once, because the depth of the recursion is unknown. A call by pointer may reach
// every function whose address is taken. The kernel's size excludes the local variables of recursive functions, as
// ptxas's does.
#include "decode/stack_size.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

struct depth {
    std::uint32_t frames = 0, local = 0;

    void add(const depth& other)
    {
        frames += other.frames;
        local += other.local;
    }
    void extend(const depth& other)
    {
        frames = std::max(frames, other.frames);
        local = std::max(local, other.local);
    }
};

class call_depths {
public:
    struct node {
        std::uint32_t index = 0, lowest = 0;
        bool is_open = true; //!< the component of this function is not complete
        bool calls_itself = false;
        depth below, all;
    };

    explicit call_depths(const program& p)
        : program_(p)
    {
    }

    const node& visit(const decoded_function& f)
    {
        node& n = nodes_[&f]; // a reference into the map stays valid
        n.index = n.lowest = next_++;
        open_.push_back(&f);
        for (const auto& call : f.calls) {
            if (call->callee) follow(n, f, *call->callee);
            if (call->target == no_operand) continue;
            is_known_ = false;
            for (const auto& target : program_.by_address)
                follow(n, f, *target.second);
        }
        if (n.lowest == n.index) complete(f);
        return n;
    }
    bool is_known() const { return is_known_; }

private:
    void follow(node& n, const decoded_function& f, const decoded_function& called)
    {
        n.calls_itself |= &called == &f;
        const auto known = nodes_.find(&called);
        const node& callee = known == nodes_.end() ? visit(called) : known->second;
        if (callee.is_open) {
            n.lowest = std::min(n.lowest, callee.lowest);
        } else {
            n.below.extend(callee.all);
        }
    }
    void complete(const decoded_function& first)
    {
        const auto begin = std::find(open_.begin(), open_.end(), &first);
        depth all, below;
        for (auto f = begin; f != open_.end(); ++f) {
            const node& n = nodes_[*f];
            const bool is_recursive = open_.end() - begin > 1 || n.calls_itself;
            all.add({(*f)->frame_bytes, is_recursive ? 0 : (*f)->local_bytes});
            below.extend(n.below);
            if (is_recursive) is_known_ = false;
        }
        all.add(below);
        for (auto f = begin; f != open_.end(); ++f) {
            nodes_[*f].all = all;
            nodes_[*f].is_open = false;
        }
        open_.erase(begin, open_.end());
    }

    const program& program_;
    std::unordered_map<const decoded_function*, node> nodes_;
    std::vector<const decoded_function*> open_;
    std::uint32_t next_ = 0;
    bool is_known_ = true;
};

} // namespace

void find_stack_size(program& p)
{
    call_depths depths(p);
    const depth deepest = depths.visit(*p.kernel).all;
    p.stack_bytes = deepest.frames;
    p.local_bytes = deepest.local;
    p.stack_is_known = depths.is_known();
}

} // namespace cuda_emulator
