// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.hpp"

#include <algorithm>
#include <cstring>

namespace kernel_fuzzer {

namespace {

struct thread {
    u64 w[words], l[longs];
    bool p[predicates];
    unsigned char global[scratch_bytes], local[scratch_bytes];
};

using active = std::vector<bool>;

class evaluator {
public:
    evaluator(const program& p, memory& m, unsigned block)
        : program_(p)
        , memory_(m)
        , threads_(p.threads)
        , counts_(&m.counters[counters * (1 + block)])
        , first_(std::size_t{block} * p.threads)
    {
    }

    void run()
    {
        for (std::size_t k = 0; k < threads_.size(); ++k) {
            thread& t = threads_[k];
            const u32* in = &memory_.in[(first_ + k) * words_in];
            std::copy_n(in, words, t.w);
            for (int j = 0; j < longs; ++j)
                t.l[j] = in[words + 2 * j] | u64{in[words + 2 * j + 1]} << 32;
            for (int j = 0; j < predicates; ++j)
                t.p[j] = in[j] & 1;
            for (u32 j = 0; j < scratch_bytes; j += 4) {
                std::memcpy(t.global + j, &j, 4);
                std::memcpy(t.local + j, &j, 4);
            }
        }
        all(program_.body, active(threads_.size(), true));
        for (std::size_t k = 0; k < threads_.size(); ++k) {
            const thread& t = threads_[k];
            u32* out = &memory_.out[(first_ + k) * words_out];
            for (const u64 w : t.w)
                *out++ = u32(w);
            for (const u64 l : t.l) {
                *out++ = u32(l);
                *out++ = u32(l >> 32);
            }
            *out = 0;
            for (int j = 0; j < predicates; ++j)
                *out |= u32(t.p[j]) << j;
            std::memcpy(++out, t.global, scratch_bytes);
            std::memcpy(out + scratch_bytes / 4, t.local, scratch_bytes);
        }
    }

private:
    using kind = statement::kind;

    static u64 value(const thread& t, const operand& o, char letter)
    {
        if (o.constant) return o.value;
        const auto k = std::size_t(o.number);
        return letter == 'p' ? t.p[k] : letter == 'd' || letter == 'F' ? t.l[k] : t.w[k];
    }
    static void set(thread& t, int k, char letter, u64 v)
    {
        if (letter == 'p') {
            t.p[k] = v & 1;
        } else if (letter == 'd' || letter == 'F') {
            t.l[k] = v;
        } else {
            t.w[k] = u32(v);
        }
    }

    void all(const std::vector<statement>& list, const active& who)
    {
        if (std::find(who.begin(), who.end(), true) == who.end()) return;
        for (const statement& s : list)
            one(s, who);
    }

    template <class F>
    void each(const active& who, F f)
    {
        for (std::size_t k = 0; k < threads_.size(); ++k)
            if (who[k]) f(threads_[k], k);
    }

    void one(const statement& s, const active& who)
    {
        switch (s.is) {
        case kind::compute:
            compute(s, who);
            break;
        case kind::choice: {
            active chosen = who, other = who;
            each(who, [&](thread& t, std::size_t k) {
                chosen[k] = t.p[s.operands[0].number];
                other[k] = !chosen[k];
            });
            all(s.body, chosen);
            all(s.otherwise, other);
            break;
        }
        case kind::loop: {
            std::vector<u32> left(threads_.size());
            each(who, [&](thread& t, std::size_t k) {
                left[k] = s.what ? u32(s.what) : u32(t.w[s.operands[0].number]) & 7;
            });
            for (active still = who;;) {
                bool any = false;
                each(who, [&](thread&, std::size_t k) {
                    still[k] = left[k] > 0;
                    left[k] -= still[k];
                    any |= still[k];
                });
                if (!any) break;
                all(s.body, still);
            }
            break;
        }
        case kind::exchange: {
            std::vector<u32> shared;
            for (const thread& t : threads_)
                shared.push_back(u32(value(t, s.operands[0], 'r')));
            for (thread& t : threads_)
                t.w[s.result] = shared[u32(t.w[s.operands[1].number]) % shared.size()];
            break;
        }
        case kind::count:
            each(who, [&](thread& t, std::size_t) {
                u32& c = (s.operands[1].number ? counts_ : memory_.counters.data())[s.what];
                const u32 v = u32(value(t, s.operands[0], 'r'));
                const u32 made[counters] = {c + v, s32(v) < s32(c) ? v : c, std::max(c, v), c & v, c | v, c ^ v};
                c = made[s.what];
            });
            break;
        case kind::own_atomic:
            each(who, [&](thread& t, std::size_t) {
                const u32 at = u32(t.w[s.operands[0].number]) & (scratch_bytes - 4);
                const u32 b = u32(value(t, s.operands[1], 'r')), c = u32(value(t, s.operands[2], 'r'));
                u32 old;
                std::memcpy(&old, t.global + at, 4);
                const u32 made[] = {b,
                                    old == b ? c : old,
                                    old >= b ? 0 : old + 1,
                                    old == 0 || old > b ? b : old - 1,
                                    old + b,
                                    s32(old) > s32(b) ? old : b,
                                    old ^ b};
                std::memcpy(t.global + at, &made[s.what], 4);
                t.w[s.result] = old;
            });
            break;
        case kind::store_and_load:
            each(who, [&](thread& t, std::size_t) {
                const access_form& f = access_forms[s.what];
                unsigned char* at = (s.operands[2].number ? t.local : t.global) +
                                    (u32(t.w[s.operands[0].number]) & u32(scratch_bytes - f.bytes));
                u32 v = u32(value(t, s.operands[1], 'r'));
                std::memcpy(at, &v, std::size_t(f.bytes));
                const int rest = 32 - 8 * f.bytes;
                t.w[s.result] = f.load[0] == 's' ? u32(s32(v << rest) >> rest) : v << rest >> rest;
            });
            break;
        }
    }

    void compute(const statement& s, const active& who)
    {
        const operation& o = operations()[std::size_t(s.what)];
        const std::size_t sources = o.signature.size() - 1;
        for (std::size_t warp = 0; warp < threads_.size(); warp += 32) {
            u64 a[32][3] = {}, d[32] = {};
            u32 mask = 0;
            for (std::size_t k = 0; k < 32 && warp + k < threads_.size(); ++k) {
                if (!who[warp + k]) continue;
                mask |= 1u << k;
                for (std::size_t j = 0; j < sources; ++j)
                    a[k][j] = value(threads_[warp + k], s.operands[j], o.signature[j + 1]);
            }
            if (o.warp && mask) o.warp(a, mask, d);
            for (std::size_t k = 0; k < 32; ++k)
                if (mask >> k & 1) set(threads_[warp + k], s.result, o.signature[0], o.warp ? d[k] : o.one(a[k]));
        }
    }

    const program& program_;
    memory& memory_;
    std::vector<thread> threads_;
    u32* counts_;
    std::size_t first_;
};

} // namespace

void evaluate(const program& p, memory& m)
{
    for (unsigned b = 0; b < p.blocks; ++b)
        evaluator(p, m, b).run();
}

} // namespace kernel_fuzzer
