// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "decode/register_layout.h"

#include "isa/integers.h"
#include "machine/lanes.h"

#include <algorithm>
#include <map>
#include <queue>
#include <unordered_set>

namespace cuda_emulator {

namespace {

// Instructions that write their whole first operand and do not read it. A missing name makes a range longer, but no
// result wrong.
bool writes_first_operand(std::string_view opcode)
{
    // clang-format off
    static const std::unordered_set<std::string_view> known = {
        "abs", "activemask", "add", "addc", "and", "atom", "bfe", "bfi", "bfind", "bmsk", "brev", "clz", "cnot",
        "copysign", "cos", "cvt", "cvta", "div", "dp2a", "dp4a", "ex2", "fma", "fns", "isspacep", "ld", "ldu", "lg2",
        "ldmatrix", "lop3", "mad", "mad24", "madc", "match", "max", "min", "mma", "mov", "movmatrix", "mul", "mul24", "neg", "not", "or", "popc",
        "prmt", "rcp", "redux", "rem", "rsqrt", "sad", "selp", "set", "setp", "shf", "shfl", "shl", "shr", "sin",
        "slct", "sqrt", "sub", "subc", "suld", "szext", "tanh", "testp", "tex", "tld4", "vote", "xor"};
    // clang-format on
    return known.count(opcode) != 0;
}

void add_accesses(std::vector<register_access>& to, const ptx::operand& o, bool written)
{
    if (o.kind == ptx::operand_kind::reg) to.push_back({static_cast<u32>(o.index), written});
    for (const ptx::operand& e : o.elements)
        add_accesses(to, e, written);
}

void add_accesses(std::vector<register_access>& to, const ptx::instruction& i)
{
    if (i.guard >= 0) to.push_back({static_cast<u32>(i.guard), false});
    const bool writes = writes_first_operand(i.opcode);
    for (std::size_t k = 0; k < i.operands.size(); ++k)
        add_accesses(to, i.operands[k], k == 0 && writes);
}

using bit_set = std::vector<u64>;
bool test(const bit_set& s, u32 n) { return s[n / 64] >> n % 64 & 1; }
void put(bit_set& s, u32 n) { s[n / 64] |= u64{1} << n % 64; }
template <class F>
void each_bit(const bit_set& s, F f)
{
    for (u32 word = 0; word < s.size(); ++word)
        for (u64 bits = s[word]; bits; bits &= bits - 1)
            f(word * 64 + static_cast<u32>(__builtin_ctzll(bits)));
}

// A basic block: only its first instruction is a target, and only its last one jumps.
struct basic_block {
    u32 begin = 0, end = 0;
    std::vector<u32> successors;
    bit_set wanted;  // read before it is written in the block
    bit_set written; // written by every lane that passes
    bit_set in, out; // live on entry, and live at the end
};

class register_analysis {
public:
    explicit register_analysis(const ptx::function_body& body)
        : body_(body)
        , first_(body.registers.size(), ~u32{0})
        , last_(body.registers.size(), 0)
        , is_read_(body.registers.size(), false)
    {
        find_accesses();
        find_blocks();
        find_wanted();
        propagate();
        find_ranges();
    }
    register_layout layout() const;

private:
    void find_accesses();
    void find_blocks();
    void find_wanted();
    void propagate();
    void find_ranges();
    bool is_jump(const ptx::instruction& i) const
    {
        return i.opcode == "bra" || i.opcode == "brx" || i.opcode == "ret" || i.opcode == "exit";
    }
    template <class F>
    void each_access(u32 instruction, F f) const
    {
        for (u32 k = accesses_begin_[instruction]; k < accesses_begin_[instruction + 1]; ++k)
            f(accesses_[k].reg, accesses_[k].written);
    }
    void extend(u32 r, u32 at)
    {
        first_[r] = std::min(first_[r], at);
        last_[r] = std::max(last_[r], at);
    }

    static constexpr u32 none = ~u32{0};

    const ptx::function_body& body_;
    std::vector<register_access> accesses_; // the accesses of all instructions
    std::vector<u32> accesses_begin_;       // the first access of each instruction, and the end
    std::vector<basic_block> blocks_;
    // Only registers that are live on entry to some block take part in the data flow between blocks.
    std::vector<u32> crossing_;    // bit -> register
    std::vector<u32> crossing_of_; // register -> bit, or none
    std::vector<u32> first_, last_;
    std::vector<bool> is_read_;
};

void register_analysis::find_accesses()
{
    accesses_begin_.reserve(body_.instructions.size() + 1);
    for (const ptx::instruction& i : body_.instructions) {
        accesses_begin_.push_back(static_cast<u32>(accesses_.size()));
        add_accesses(accesses_, i);
    }
    accesses_begin_.push_back(static_cast<u32>(accesses_.size()));
}

void register_analysis::find_blocks()
{
    const auto count = static_cast<u32>(body_.instructions.size());
    std::vector<bool> begins(count + 1, false);
    begins[0] = true;
    for (const auto& label : body_.labels)
        begins[static_cast<u32>(label.second)] = true;
    for (u32 n = 0; n < count; ++n)
        if (is_jump(body_.instructions[n])) begins[n + 1] = true;
    std::vector<u32> block_at(count + 1, none);
    for (u32 n = 0; n < count; ++n) {
        if (begins[n]) {
            if (!blocks_.empty()) blocks_.back().end = n;
            blocks_.emplace_back();
            blocks_.back().begin = n;
        }
        block_at[n] = static_cast<u32>(blocks_.size()) - 1;
    }
    if (blocks_.empty()) return;
    blocks_.back().end = count;
    for (basic_block& b : blocks_) {
        auto follows = [&](u32 at) {
            if (at < count) b.successors.push_back(block_at[at]); // the function returns after the last instruction
        };
        // The decoder refuses a jump without a label, and an unknown label.
        auto goes_to = [&](std::string_view label) {
            if (auto at = body_.labels.find(label); at != body_.labels.end()) follows(static_cast<u32>(at->second));
        };
        const ptx::instruction& last = body_.instructions[b.end - 1];
        if (last.opcode == "bra" && !last.operands.empty()) goes_to(last.operands[0].name);
        if (last.opcode == "brx" && last.operands.size() > 1)
            if (auto list = body_.branch_targets.find(last.operands[1].name); list != body_.branch_targets.end())
                for (std::string_view label : list->second)
                    goes_to(label);
        if (!is_jump(last) || last.guard >= 0) follows(b.end);
    }
}

void register_analysis::find_wanted()
{
    // First finds the registers that are live between blocks. The sets then have a bit for each of these only.
    crossing_of_.assign(body_.registers.size(), none);
    std::vector<u32> written_in(body_.registers.size(), none);
    for (u32 k = 0; k < blocks_.size(); ++k)
        for (u32 n = blocks_[k].begin; n < blocks_[k].end; ++n) {
            each_access(n, [&](u32 r, bool written) {
                if (written) return;
                is_read_[r] = true;
                if (written_in[r] == k || crossing_of_[r] != none) return;
                crossing_of_[r] = static_cast<u32>(crossing_.size());
                crossing_.push_back(r);
            });
            if (body_.instructions[n].guard >= 0) continue; // some lanes may keep their old value
            each_access(n, [&](u32 r, bool written) {
                if (written) written_in[r] = k;
            });
        }
    const std::size_t words = crossing_.size() / 64 + 1;
    for (basic_block& b : blocks_) {
        b.wanted.resize(words);
        b.written.resize(words);
        b.out.resize(words);
        for (u32 n = b.begin; n < b.end; ++n) {
            each_access(n, [&](u32 r, bool written) {
                const u32 bit = crossing_of_[r];
                if (!written && bit != none && !test(b.written, bit)) put(b.wanted, bit);
            });
            if (body_.instructions[n].guard >= 0) continue;
            each_access(n, [&](u32 r, bool written) {
                const u32 bit = crossing_of_[r];
                if (written && bit != none) put(b.written, bit);
            });
        }
        b.in = b.wanted;
    }
}

void register_analysis::propagate()
{
    for (bool changes = true; changes;) {
        changes = false;
        for (std::size_t k = blocks_.size(); k-- > 0;) {
            basic_block& b = blocks_[k];
            for (std::size_t word = 0; word < b.in.size(); ++word) {
                u64 out = 0;
                for (const u32 s : b.successors)
                    out |= blocks_[s].in[word];
                const u64 in = b.wanted[word] | (out & ~b.written[word]);
                changes |= in != b.in[word];
                b.in[word] = in;
                b.out[word] = out;
            }
        }
    }
}

void register_analysis::find_ranges()
{
    for (u32 n = 0; n < body_.instructions.size(); ++n)
        each_access(n, [&](u32 r, bool) { extend(r, n); });
    for (const basic_block& b : blocks_) {
        each_bit(b.in, [&](u32 bit) { extend(crossing_[bit], b.begin); });
        each_bit(b.out, [&](u32 bit) { extend(crossing_[bit], b.end - 1); });
    }
}

register_layout register_analysis::layout() const
{
    const std::size_t count = body_.registers.size();
    register_layout out;
    out.offset.assign(count, 0);
    out.is_read = is_read_;
    std::vector<u32> by_first;
    for (u32 r = 0; r < count; ++r)
        if (first_[r] != none) by_first.push_back(r);
    std::sort(by_first.begin(), by_first.end(),
              [&](u32 a, u32 b) { return first_[a] != first_[b] ? first_[a] < first_[b] : a < b; });

    struct width_class {
        std::vector<u32> free;
        std::priority_queue<std::pair<u32, u32>, std::vector<std::pair<u32, u32>>, std::greater<>> busy; // last, slot
        u32 places = 0;
        u32 begin = 0; // offset in the storage
    };
    std::map<int, width_class> classes; // by width, because predicates come first
    std::vector<u32> place(count, 0);
    for (const u32 r : by_first) {
        width_class& c = classes[register_width(body_.registers[r])];
        while (!c.busy.empty() && c.busy.top().first < first_[r]) {
            c.free.push_back(c.busy.top().second);
            c.busy.pop();
        }
        if (c.free.empty()) {
            place[r] = c.places++;
        } else {
            place[r] = c.free.back(); // the slot that was used last is still in the cache
            c.free.pop_back();
        }
        c.busy.emplace(last_[r], place[r]);
    }
    auto bytes_of = [](int width) { return width == 0 ? u32{4} : static_cast<u32>(width) * warp_size; };
    for (auto& [width, c] : classes) {
        c.begin = (out.bytes + 63) / 64 * 64;
        out.bytes = c.begin + c.places * bytes_of(width);
    }
    for (const u32 r : by_first) {
        const int width = register_width(body_.registers[r]);
        out.offset[r] = classes[width].begin + place[r] * bytes_of(width);
        out.stays.push_back({out.offset[r], first_[r], last_[r], r});
    }
    std::stable_sort(out.stays.begin(), out.stays.end(),
                     [](const auto& a, const auto& b) { return a.offset < b.offset; });
    if (!blocks_.empty())
        each_bit(blocks_[0].in, [&](u32 bit) {
            const u32 r = crossing_[bit];
            out.zeroed.push_back({out.offset[r], bytes_of(register_width(body_.registers[r]))});
        });
    return out;
}

} // namespace

std::uint32_t register_layout::register_at(std::uint32_t offset, std::uint32_t instruction) const
{
    auto behind =
        std::upper_bound(stays.begin(), stays.end(), std::make_pair(offset, instruction),
                         [](const auto& key, const stay& s) { return key < std::make_pair(s.offset, s.first); });
    if (behind == stays.begin()) return none;
    const stay& s = *--behind;
    return s.offset == offset && instruction <= s.last ? s.reg : none;
}

int register_width(ptx::type t) { return t == ptx::type::pred ? 0 : std::max(2, ptx::size_of(t)); }

std::vector<register_access> register_accesses(const ptx::instruction& i)
{
    std::vector<register_access> r;
    add_accesses(r, i);
    return r;
}

register_layout lay_out(const ptx::function_body& body) { return register_analysis(body).layout(); }

} // namespace cuda_emulator
