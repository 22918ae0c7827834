// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.hpp"

#include <random>

namespace kernel_fuzzer {

namespace {

// The engine gives the same numbers everywhere; a distribution would not.
class generator {
public:
    generator(u64 seed, int architecture)
        : random_(seed)
    {
        program_.seed = seed;
        program_.architecture = architecture;
        static constexpr unsigned sizes[] = {32, 64, 96, 128, 1, 20, 45, 127};
        program_.threads = sizes[below(8)];
        program_.blocks = unsigned(1 + below(3));
        for (std::size_t k = 0; k < operations().size(); ++k) {
            const operation& o = operations()[k];
            if (o.architecture > architecture) continue;
            usable_.push_back(int(k));
            if (o.name == "selp.b32") selection_ = int(k);
            if (o.name.compare(0, 5, "setp.") == 0 && o.signature.find('F') == std::string::npos)
                comparisons_.push_back(int(k));
        }
    }

    program run()
    {
        program_.body = statements(4 + below(24), 0, true);
        return std::move(program_);
    }

private:
    std::size_t below(std::size_t n) { return random_() % n; }

    u64 number(char letter)
    {
        static constexpr u64 ints[] = {0, 1, 2, 5, 31, 32, 33, 255, 0x7fff, 0x7fffffff, 0x80000000, 0xffffffff};
        static constexpr u64 floats[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                         0x7fc00000, 1,          0x00800000, 0x7f7fffff, 0x4b800000};
        if (letter == 'f') return below(2) ? floats[below(10)] : u32(random_());
        if (letter == 'r') return below(2) ? ints[below(12)] : u32(random_());
        return below(2) ? ints[below(12)] : random_();
    }
    operand of(char letter)
    {
        operand o;
        o.number = int(below(letter == 'p' ? predicates : letter == 'd' || letter == 'F' ? longs : words));
        if (letter != 'p' && letter != 'F' && below(4) == 0) {
            o.constant = true;
            o.value = number(letter);
        }
        return o;
    }

    // `together` means that all threads of the block run it equally often.
    std::vector<statement> statements(std::size_t count, int depth, bool together)
    {
        std::vector<statement> all;
        for (std::size_t k = 0; k < count; ++k) {
            if (below(12) == 0) select(all);
            all.push_back(one(depth, together));
        }
        return all;
    }

    // A comparison of constants, and a selection by its result. Translated code computes both once for all lanes.
    void select(std::vector<statement>& all)
    {
        statement compares = of_constants(comparisons_[below(comparisons_.size())]);
        statement selects = of_constants(selection_);
        selects.operands[2].number = compares.result;
        all.push_back(compares);
        all.push_back(selects);
    }
    statement of_constants(int what)
    {
        const std::string& letters = operations()[std::size_t(what)].signature;
        statement s;
        s.what = what;
        s.result = of(letters[0]).number;
        for (std::size_t k = 1; k < letters.size(); ++k) {
            s.operands[k - 1].constant = letters[k] != 'p';
            s.operands[k - 1].value = number(letters[k]);
        }
        return s;
    }

    statement one(int depth, bool together)
    {
        using kind = statement::kind;
        statement s;
        const std::size_t what = below(100);
        if (what < 8 && depth < 3) {
            s.is = kind::choice;
            s.operands[0] = of('p');
            s.body = statements(1 + below(5), depth + 1, false);
            if (below(2)) s.otherwise = statements(1 + below(4), depth + 1, false);
        } else if (what < 14 && depth < 3) {
            s.is = kind::loop;
            s.operands[0].number = int(below(words));
            s.what = below(2) ? int(1 + below(4)) : 0;
            s.body = statements(1 + below(5), depth + 1, together && s.what);
        } else if (what < 20 && together) {
            s.is = kind::exchange;
            s.result = int(below(words));
            s.operands[0] = of('r');
            s.operands[1].number = int(below(words));
        } else if (what < 24) {
            s.is = kind::count;
            s.what = int(below(counters));
            s.operands[0] = of('r');
            s.operands[1].number = int(below(2));
        } else if (what < 28) {
            s.is = kind::own_atomic;
            s.what = int(below(std::size(own_atomic_forms)));
            s.result = int(below(words));
            for (operand& o : s.operands)
                o = of('r');
            s.operands[0].constant = false;
        } else if (what < 35) {
            s.is = kind::store_and_load;
            s.what = int(below(std::size(access_forms)));
            s.result = int(below(words));
            for (operand& o : s.operands)
                o = of('r');
            s.operands[0].constant = s.operands[1].constant = false;
            s.operands[2].number = int(below(2));
        } else {
            const operation* o;
            do
                o = &operations()[std::size_t(s.what = usable_[below(usable_.size())])];
            while (o->converged && (!together || program_.threads % 32));
            s.result = of(o->signature[0]).number;
            for (std::size_t k = 1; k < o->signature.size(); ++k) {
                s.operands[k - 1] = of(o->signature[k]);
                if (o->warp) s.operands[k - 1].constant = false;
            }
        }
        return s;
    }

    std::mt19937_64 random_;
    program program_;
    std::vector<int> usable_, comparisons_;
    int selection_ = 0;
};

} // namespace

program generate(u64 seed, int architecture) { return generator(seed, architecture).run(); }

memory memory_of(const program& p)
{
    std::mt19937_64 random(p.seed ^ 0x9e3779b97f4a7c15u);
    const std::size_t threads = std::size_t{p.blocks} * p.threads;
    static constexpr u32 edges[] = {0,          1,          0xffffffff, 0x80000000, 0x7fffffff, 0x3f800000, 0xbf800000,
                                    0x7f800000, 0xff800000, 0x7fc00000, 0x00000001, 0x00800000, 31,         32};
    memory m;
    m.in.resize(threads * words_in);
    for (u32& w : m.in) {
        const u64 r = random();
        w = r & 1 ? edges[(r >> 8) % std::size(edges)] : r & 2 ? u32(r >> 8) & 127 : u32(r >> 32);
    }
    m.out.assign(threads * words_out, 0xa5a5a5a5u);
    m.counters.resize(counters * (1 + p.blocks));
    for (u32& w : m.counters)
        w = u32(random());
    return m;
}

} // namespace kernel_fuzzer
