// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers that share a place: what shares, what must not, and random programs against a computation of their own.
#include <boost/test/unit_test.hpp>

#include "decode/register_layout.h"
#include "module_runner.h"
#include "ptx/parser.h"

#include <map>
#include <random>
#include <set>

namespace {

std::string kernel(const std::string& body)
{
    return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
           ".reg .b64 %data, %at, %rd<10>; .reg .b32 %t, %r<100>; .reg .pred %p<10>;\n" +
           body + "\n}\n";
}

struct layout_of {
    explicit layout_of(const std::string& text)
        : module(cuda_emulator::ptx::parse_module(kernel(text)))
        , body(cuda_emulator::ptx::parse_body(*module, module->functions.at(0)))
        , layout(cuda_emulator::lay_out(*body))
    {
    }
    int number(const std::string& name) const
    {
        for (std::size_t n = 0; n < body->registers.size(); ++n)
            if (body->register_name(static_cast<int>(n)) == name) return static_cast<int>(n);
        throw std::runtime_error("no register " + name);
    }
    bool share(const std::string& a, const std::string& b) const
    {
        return layout.offset[number(a)] == layout.offset[number(b)];
    }
    bool begins_as_zero(const std::string& name) const
    {
        for (const auto& z : layout.zeroed)
            if (z.offset == layout.offset[number(name)]) return true;
        return false;
    }

    std::unique_ptr<cuda_emulator::ptx::module> module;
    std::unique_ptr<cuda_emulator::ptx::function_body> body;
    cuda_emulator::register_layout layout;
};

} // namespace

BOOST_AUTO_TEST_CASE(values_that_follow_one_another_share)
{
    const layout_of l("mov.u32 %r1, 1; add.u32 %r2, %r1, 1; add.u32 %r3, %r2, 1; add.u32 %r4, %r3, 1;\n"
                      "add.u32 %r5, %r4, 1; st.global.u32 [%at], %r5; ret;");
    BOOST_TEST(l.share("%r1", "%r3"));
    BOOST_TEST(l.share("%r1", "%r5"));
    BOOST_TEST(!l.share("%r1", "%r2")); // an operand and the result of one instruction
    BOOST_TEST(!l.begins_as_zero("%r1"));
    BOOST_TEST(l.begins_as_zero("%at")); // never written
}

BOOST_AUTO_TEST_CASE(whose_value_lies_in_a_place)
{
    const layout_of l("mov.u32 %r1, 1; add.u32 %r2, %r1, 1; add.u32 %r3, %r2, 1; st.global.u32 [%at], %r3; ret;");
    const std::uint32_t place = l.layout.offset[l.number("%r1")];
    BOOST_TEST(l.share("%r1", "%r3"));
    for (const std::uint32_t at : {0, 1})
        BOOST_TEST(int(l.layout.register_at(place, at)) == l.number("%r1"));
    for (const std::uint32_t at : {2, 3})
        BOOST_TEST(int(l.layout.register_at(place, at)) == l.number("%r3"));
    BOOST_TEST(l.layout.register_at(place, 4) == l.layout.none);
    BOOST_TEST(l.layout.register_at(l.layout.offset[l.number("%r2")], 0) == l.layout.none);
    BOOST_TEST(l.layout.register_at(l.layout.bytes + 64, 0) == l.layout.none);
}

BOOST_AUTO_TEST_CASE(widths_are_apart)
{
    const layout_of l("mov.u32 %r1, 1; cvt.u64.u32 %rd1, %r1; setp.eq.u64 %p1, %rd1, 0; @%p1 ret;\n"
                      "mov.u32 %r2, 2; mov.u64 %rd2, 3; st.u32 [%rd2], %r2; ret;");
    BOOST_TEST(l.share("%r1", "%r2"));
    BOOST_TEST(l.share("%rd1", "%rd2"));
    std::set<std::uint32_t> places;
    for (const char* name : {"%r1", "%rd1", "%p1"})
        places.insert(l.layout.offset[l.number(name)]);
    BOOST_TEST(places.size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_loop_keeps_what_its_next_round_wants)
{
    // %r1 is read at the loop's beginning: the place must be its own until the end of the loop.
    const layout_of l("mov.u32 %r1, 5; mov.u32 %r2, 0; loop: add.u32 %r2, %r2, %r1; add.u32 %r3, %r2, 1;\n"
                      "setp.lt.u32 %p1, %r3, 99; @%p1 bra loop; mov.u32 %r4, %r2; st.global.u32 [%at], %r4; ret;");
    BOOST_TEST(!l.share("%r1", "%r3"));
    BOOST_TEST(!l.share("%r2", "%r3"));
    BOOST_TEST(l.share("%r1", "%r4") + l.share("%r3", "%r4") == 1);
}

BOOST_AUTO_TEST_CASE(a_guarded_write_keeps_what_was_there)
{
    const layout_of l(
        "mov.u32 %t, %tid.x; setp.eq.u32 %p1, %t, 0; @%p1 mov.u32 %r1, 1; mov.u32 %r2, 1; add.u32 %r2, %r2, 1;\n"
        "add.u32 %r3, %r1, %r2; st.global.u32 [%at], %r3; ret;");
    BOOST_TEST(l.begins_as_zero("%r1"));
    BOOST_TEST(!l.share("%r1", "%r2"));
}

BOOST_AUTO_TEST_CASE(results_that_nobody_reads)
{
    const layout_of l("atom.global.add.u32 %r1, [%rd1], 1; atom.global.add.u32 %r2, [%rd1], 1;\n"
                      "setp.eq.u32 %p1, %r2, 0; @%p1 ret; ret;");
    BOOST_TEST(!l.layout.is_read[l.number("%r1")]);
    BOOST_TEST(l.layout.is_read[l.number("%r2")]);
    BOOST_TEST(l.layout.is_read[l.number("%p1")]);
}

// --- Random programs: 40 registers, some of which are stored at the end, and nested conditions and loops.

namespace {

constexpr int register_count = 40;
constexpr unsigned thread_count = 64, block_count = 3;

class random_program {
public:
    explicit random_program(unsigned seed)
        : random_(seed)
    {
        text_ = "ld.param.u64 %data, [data]; mov.u32 %t, %tid.x; mov.u32 %r99, %ctaid.x;\n"
                "mad.lo.u32 %r98, %r99, " +
                std::to_string(thread_count) + ", %t; mad.wide.u32 %at, %r98, 4, %data;\n";
        make(root_, 0);
        text_ += "mov.u32 %r90, 0;\n";
        for (int k = 0; k < 5; ++k) {
            stored_.push_back(pick());
            text_ += "mad.lo.u32 %r90, %r90, 31, %r" + std::to_string(stored_.back()) + ";\n";
        }
        text_ += "st.global.u32 [%at], %r90; ret;\n";
    }
    const std::string& text() const { return text_; }
    std::uint32_t expected(std::uint32_t thread) const
    {
        std::vector<std::uint32_t> r(register_count, 0);
        run(root_, r, thread);
        std::uint32_t sum = 0;
        for (const int s : stored_)
            sum = sum * 31 + r[s];
        return sum;
    }

private:
    struct step {
        enum class kind { operation, guarded, condition, loop } what = kind::operation;
        int d = 0, a = 0, b = 0; // b < 0: the thread's number
        int times = 0;
        std::vector<step> inside, otherwise;
    };

    int pick(int n = register_count) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    static std::string reg(int n) { return n < 0 ? "%t" : "%r" + std::to_string(n); }

    void make(std::vector<step>& steps, int depth)
    {
        for (int k = 3 + pick(8); k > 0; --k) {
            step s;
            s.d = pick();
            s.a = pick();
            s.b = pick(4) == 0 ? -1 : pick();
            const int choice = pick(10);
            const std::string label = std::to_string(labels_++);
            const std::string test =
                "and.b32 %r91, " + reg(s.a) + ", 1; setp.ne.u32 %p1, %r91, 0;\n"; // is the register odd?
            if (choice < 6 || depth == 3) {
                text_ += "mad.lo.u32 " + reg(s.d) + ", " + reg(s.a) + ", 5, " + reg(s.b) + ";\n";
            } else if (choice == 6) {
                s.what = step::kind::guarded;
                text_ += test + "@%p1 xor.b32 " + reg(s.d) + ", " + reg(s.a) + ", " + reg(s.b) + ";\n";
            } else if (choice < 9) {
                s.what = step::kind::condition;
                text_ += test + "@%p1 bra yes" + label + ";\n";
                make(s.otherwise, depth + 1);
                text_ += "bra.uni end" + label + ";\nyes" + label + ":\n";
                make(s.inside, depth + 1);
                text_ += "end" + label + ":\n";
            } else {
                s.what = step::kind::loop;
                s.times = 1 + pick(3);
                const std::string counter = "%r" + std::to_string(92 + depth), p = "%p" + std::to_string(2 + depth);
                text_ += "mov.u32 " + counter + ", " + std::to_string(s.times) + ";\nagain" + label + ":\n";
                make(s.inside, depth + 1);
                text_ += "sub.u32 " + counter + ", " + counter + ", 1; setp.ne.u32 " + p + ", " + counter + ", 0; @" +
                         p + " bra again" + label + ";\n";
            }
            steps.push_back(std::move(s));
        }
    }

    static void run(const std::vector<step>& steps, std::vector<std::uint32_t>& r, std::uint32_t thread)
    {
        for (const step& s : steps) {
            const std::uint32_t b = s.b < 0 ? thread : r[s.b];
            if (s.what == step::kind::operation) r[s.d] = r[s.a] * 5 + b;
            if (s.what == step::kind::guarded && r[s.a] % 2) r[s.d] = r[s.a] ^ b;
            if (s.what == step::kind::condition) run(r[s.a] % 2 ? s.inside : s.otherwise, r, thread);
            for (int k = 0; s.what == step::kind::loop && k < s.times; ++k)
                run(s.inside, r, thread);
        }
    }

    std::mt19937 random_;
    int labels_ = 0;
    std::string text_;
    std::vector<step> root_;
    std::vector<int> stored_;
};

} // namespace

BOOST_AUTO_TEST_CASE(random_programs)
{
    for (unsigned seed = 1; seed <= 300; ++seed) {
        const random_program program(seed);
        std::vector<std::uint32_t> out(thread_count * block_count, 0xdeadbeef);
        module_runner::run_module(kernel(program.text()), out.data(), block_count, thread_count);
        for (unsigned k = 0; k < out.size(); ++k)
            if (out[k] != program.expected(k % thread_count)) {
                BOOST_ERROR("seed " << seed << ", thread " << k << ": " << out[k] << ", not "
                                    << program.expected(k % thread_count));
                break;
            }
    }
}
