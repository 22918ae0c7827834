// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.hpp"

#include <cstdio>

namespace kernel_fuzzer {

namespace {

class printer {
public:
    explicit printer(const program& p)
        : program_(p)
    {
    }

    std::string run()
    {
        begin();
        all(program_.body, "%m0");
        end();
        return ".version 7.8\n.target sm_" + std::to_string(program_.architecture) +
               "\n.address_size 64\n\n.visible .entry " + name_of(program_) +
               "(.param .u64 out, .param .u64 in, .param .u64 counters)\n{\n" + declarations() + out_ + "}\n";
    }

private:
    using kind = statement::kind;

    void line(const std::string& text) { out_ += "    " + text + "\n"; }
    static std::string n(std::size_t v) { return std::to_string(v); }

    std::string declarations() const
    {
        const std::string used = n(std::size_t(masks_ + 1));
        return "    .reg .b32 %r<" + n(words) + ">, %m<" + used + ">, %c<" + used + ">, %t<4>;\n    .reg .b64 %d<" +
               n(longs) + ">, %at<6>;\n    .reg .pred %p<" + n(predicates) + ">, %q;\n    .shared .b32 words[" +
               n(program_.threads) + "], counts[" + n(counters) + "];\n    .local .align 8 .b8 own[" +
               n(scratch_bytes) + "];\n";
    }

    // %at0: in, %at1: out, %at2: the thread's scratch there, %at3: global counters, %t0: thread
    void begin()
    {
        line("mov.u32 %t0, %tid.x;");
        line("mov.u32 %t1, %ctaid.x;");
        line("mad.lo.u32 %t2, %t1, " + n(program_.threads) + ", %t0;");
        line("ld.param.u64 %at0, [in];");
        line("ld.param.u64 %at1, [out];");
        line("ld.param.u64 %at3, [counters];");
        for (const char* at : {"%at0", "%at1", "%at3"})
            line(std::string("cvta.to.global.u64 ") + at + ", " + at + ";");
        line("mad.wide.u32 %at0, %t2, " + n(words_in * 4) + ", %at0;");
        line("mad.wide.u32 %at1, %t2, " + n(words_out * 4) + ", %at1;");
        line("add.u64 %at2, %at1, " + n((words_in + 1) * 4) + ";");
        // The block's own counters lie behind the grid's.
        line("add.u32 %t1, %t1, 1;");
        line("mad.wide.u32 %at4, %t1, " + n(counters * 4) + ", %at3;");
        registers("ld.global", "%at0", true);
        for (int k = 0; k < predicates; ++k) // of the first words' lowest bits
            line("and.b32 %t1, %r" + n(k) + ", 1; setp.ne.u32 %p" + n(k) + ", %t1, 0;");
        for (int k = 0; k < scratch_bytes; k += 4) {
            line("st.local.u32 [own+" + n(k) + "], " + n(k) + ";");
            line("st.global.u32 [%at2+" + n(k) + "], " + n(k) + ";");
        }
        counts(true);
        // The lanes that the warp has.
        line("and.b32 %t1, %t0, -32; sub.u32 %t1, " + n(program_.threads) + ", %t1; min.u32 %t1, %t1, 32;");
        line("shl.b32 %m0, 1, %t1; sub.u32 %m0, %m0, 1;");
    }

    void end()
    {
        counts(false);
        registers("st.global", "%at1", false);
        line("mov.u32 %t1, 0;");
        for (int k = 0; k < predicates; ++k)
            line("@%p" + n(k) + " or.b32 %t1, %t1, " + n(1u << k) + ";");
        line("st.global.u32 [%at1+" + n(words_in * 4) + "], %t1;");
        for (int k = 0; k < scratch_bytes; k += 4)
            line("ld.local.u32 %t1, [own+" + n(k) + "]; st.global.u32 [%at2+" + n(scratch_bytes + k) + "], %t1;");
        line("ret;");
    }

    void registers(const std::string& access, const std::string& at, bool loads)
    {
        auto move = [&](const std::string& type, const std::string& name, int offset) {
            const std::string address = "[" + at + "+" + n(offset) + "]";
            line(access + type + (loads ? name + ", " + address : address + ", " + name) + ";");
        };
        for (int k = 0; k < words; ++k)
            move(".u32 ", "%r" + n(k), 4 * k);
        for (int k = 0; k < longs; ++k) { // in two halves: the threads' places are aligned for words alone
            const std::string d = "%d" + n(k), offset = n(4 * words + 8 * k);
            if (loads) {
                move(".u32 ", "%t2", 4 * words + 8 * k);
                move(".u32 ", "%t3", 4 * words + 8 * k + 4);
                line("mov.b64 " + d + ", {%t2, %t3};");
            } else {
                line("mov.b64 {%t2, %t3}, " + d + ";");
                move(".u32 ", "%t2", 4 * words + 8 * k);
                move(".u32 ", "%t3", 4 * words + 8 * k + 4);
            }
        }
    }

    // The block's counters: from global memory to shared memory, or back. One thread does it.
    void counts(bool begins)
    {
        if (!begins) line("bar.sync 0;");
        line("setp.ne.u32 %q, %t0, 0;");
        const std::string skip = label();
        line("@%q bra " + skip + ";");
        for (int k = 0; k < 4 * counters; k += 4)
            line(begins ? "ld.global.u32 %t1, [%at4+" + n(k) + "]; st.shared.u32 [counts+" + n(k) + "], %t1;"
                        : "ld.shared.u32 %t1, [counts+" + n(k) + "]; st.global.u32 [%at4+" + n(k) + "], %t1;");
        out_ += skip + ":\n";
        if (begins) line("bar.sync 0;");
    }

    std::string label() { return "L" + n(std::size_t(labels_++)); }

    static std::string text_of(const operand& o, char letter)
    {
        if (o.constant) {
            char s[32];
            const char* format = letter == 'f' ? "0f%08llx" : letter == 'F' ? "0d%016llx" : "0x%llx";
            std::snprintf(s, sizeof s, format, static_cast<unsigned long long>(o.value));
            return s;
        }
        return (letter == 'p' ? "%p" : letter == 'd' || letter == 'F' ? "%d" : "%r") + n(std::size_t(o.number));
    }

    void all(const std::vector<statement>& list, const std::string& mask)
    {
        for (const statement& s : list)
            one(s, mask);
    }

    void one(const statement& s, const std::string& mask)
    {
        const std::string result = "%r" + n(std::size_t(s.result)), a = text_of(s.operands[0], 'r'),
                          b = text_of(s.operands[1], 'r'), c = text_of(s.operands[2], 'r');
        switch (s.is) {
        case kind::compute:
            compute(s, mask);
            break;
        case kind::choice: {
            const std::string chosen = "%m" + n(std::size_t(++masks_)), p = text_of(s.operands[0], 'p'),
                              other = label(), end = label();
            line("vote.sync.ballot.b32 " + chosen + ", " + p + ", " + mask + ";");
            line("@!" + p + " bra " + other + ";");
            all(s.body, chosen);
            line("bra " + end + ";");
            out_ += other + ":\n";
            line("not.b32 " + chosen + ", " + chosen + "; and.b32 " + chosen + ", " + chosen + ", " + mask + ";");
            all(s.otherwise, chosen);
            out_ += end + ":\n";
            line("bar.warp.sync " + mask + ";");
            break;
        }
        case kind::loop: {
            const std::string k = n(std::size_t(++masks_)), m = "%m" + k, count = "%c" + k, head = label(),
                              end = label();
            line(s.what ? "mov.u32 " + count + ", " + n(std::size_t(s.what)) + ";"
                        : "and.b32 " + count + ", " + a + ", 7;");
            line("mov.u32 " + m + ", " + mask + ";");
            out_ += head + ":\n";
            line("setp.ne.u32 %q, " + count + ", 0;");
            line("vote.sync.ballot.b32 " + m + ", %q, " + m + ";");
            line("@!%q bra " + end + ";");
            all(s.body, m);
            line("sub.u32 " + count + ", " + count + ", 1;");
            line("bra " + head + ";");
            out_ += end + ":\n";
            line("bar.warp.sync " + mask + ";");
            break;
        }
        case kind::exchange:
            line("mov.u64 %at0, words; mad.wide.u32 %at5, %t0, 4, %at0;");
            line("st.shared.u32 [%at5], " + a + ";");
            line("bar.sync 0;");
            line("rem.u32 %t1, " + b + ", " + n(program_.threads) + "; mad.wide.u32 %at5, %t1, 4, %at0;");
            line("ld.shared.u32 " + result + ", [%at5];");
            line("bar.sync 0;");
            break;
        case kind::count: {
            const std::string form = counter_forms[s.what], at = n(std::size_t(s.what) * 4);
            line(s.operands[1].number ? "red.shared." + form + " [counts+" + at + "], " + a + ";"
                                      : "red.global." + form + " [%at3+" + at + "], " + a + ";");
            break;
        }
        case kind::own_atomic: {
            const std::string form = own_atomic_forms[s.what];
            line("and.b32 %t1, " + a + ", " + n(scratch_bytes - 4) +
                 "; cvt.u64.u32 %at5, %t1; add.u64 %at5, %at5, %at2;");
            line("atom.global." + form + " " + result + ", [%at5], " + b + (form == "cas.b32" ? ", " + c : "") + ";");
            break;
        }
        case kind::store_and_load: {
            const access_form& f = access_forms[s.what];
            const bool local = s.operands[2].number;
            const std::string where = local ? "local." : "global.";
            line("and.b32 %t1, " + a + ", " + n(std::size_t(scratch_bytes - f.bytes)) + "; cvt.u64.u32 %at5, %t1;");
            line(local ? "mov.u64 %at0, own; add.u64 %at5, %at5, %at0;" : "add.u64 %at5, %at5, %at2;");
            line("mov.b32 %t1, " + b + "; st." + where + f.store + " [%at5], %t1;"); // a copy: see copied()
            line("ld." + where + f.load + " " + result + ", [%at5];");
            break;
        }
        }
    }

    void compute(const statement& s, const std::string& mask)
    {
        const operation& o = operations()[std::size_t(s.what)];
        std::string text = o.text;
        if (text.empty()) {
            text = o.name + " $0";
            for (std::size_t k = 1; k < o.signature.size(); ++k)
                text += ", $" + n(k);
            text += ";";
        }
        operand result;
        result.number = s.result;
        std::string done;
        for (std::size_t k = 0; k < text.size(); ++k) {
            if (text[k] != '$') {
                done += text[k];
            } else if (text[++k] == 'm') {
                done += mask;
            } else {
                const std::size_t which = std::size_t(text[k] - '0');
                done += text_of(which ? s.operands[which - 1] : result, o.signature[which]);
            }
        }
        line(done);
    }

    const program& program_;
    std::string out_;
    int masks_ = 0, labels_ = 0;
};

} // namespace

std::string name_of(const program& p) { return "k_" + std::to_string(p.seed); }
std::string ptx_of(const program& p) { return printer(p).run(); }

} // namespace kernel_fuzzer
