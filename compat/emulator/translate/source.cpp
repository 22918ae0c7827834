// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers that are `any` stay in the warp's registers, where the interpreter has them. Even ones are C++ variables:
// b123, s123 and t123 for the base, the step across and the step along of the register at offset 123.
#include "translate/source.h"

#include "machine/addresses.h"
#include "machine/warp.h"
#include "translate/code_graph.h"
#include "translate/operations.h"
#include "translate/shapes.h"

#include <algorithm>
#include <cstring>
#include <utility>

extern const char* const cuda_emulator_translation_prelude; // prelude.hpp, by CMake

namespace cuda_emulator::translation {

namespace {

std::string text_of(std::uint64_t n) { return std::to_string(n); }

std::string unsigned_of(int bytes) { return "u" + std::to_string(8 * bytes); }

// Base and steps of an even operand, in an unsigned type.
struct even_value {
    std::string base, across = "0", along = "0";
};

class writer {
public:
    writer(const decoded_function& f, int row)
        : f_(f)
        , row_(row)
        , graph_(graph_of(f))
        , in_(find_shapes(f, graph_, row))
    {
        for (const instruction& i : f.code) {
            if (i.guard != no_operand) predicates_.insert(i.guard);
            if (const operation* o = find_operation(i)) {
                for (std::size_t k = 0; k < o->types.size(); ++k)
                    if (o->types[k] == "mask") predicates_.insert(i.operands[i.results + k]);
                for (int k = 0; k < i.results; ++k) {
                    if (o->result == "mask") {
                        predicates_.insert(i.operands[k]);
                    } else {
                        widths_[i.operands[k]] = bytes_of(o->result);
                    }
                }
            } else if (const memory_operation* m = find_memory_operation(i); m && m->loads) {
                for (int k = 0; k < m->form.count; ++k)
                    if (i.operands[1 + k] != no_operand) widths_[i.operands[1 + k]] = std::max(2, m->form.bytes);
            }
        }
    }

    source write()
    {
        source out;
        out.is_entry.assign(f_.code.size(), false);
        for (std::uint32_t n = 0; n < graph_.blocks.size(); ++n)
            block(n);
        std::string entries;
        for (std::uint32_t n = 0; n < graph_.blocks.size(); ++n) {
            const code_block& b = graph_.blocks[n];
            const instruction& first = f_.code[b.first];
            if (is_for_interpreter(f_, first) && b.end == b.first + 1) continue;
            out.is_entry[b.first] = true;
            entries += "    case " + text_of(b.first) + ":\n";
            for (const auto& [o, s] : in_[n]) {
                const std::string name = text_of(o & ~3u);
                if (is_predicate(o)) {
                    entries += "        if (" + predicate(o) + " + 1u > 1u) return pc;\n";
                    continue;
                }
                entries += "        if (!take(R + " + name + ", b" + name + ", s" + name + ", t" + name + ", " +
                           (s == shape::uniform ? "true" : "false") + ")) return pc;\n";
            }
            entries += "        goto block_" + text_of(n) + ";\n";
        }
        out.text = "#define ROW " + std::to_string(lanes_of_row()) + "\n" + cuda_emulator_translation_prelude + "\n";
        out.text += "extern \"C\" u32 run(warp_state* w, u32 pc)\n{\n    char* const R = w->registers;\n"
                    "    char* const X = w->special;\n    char* const C = w->constants;\n    (void)R;\n    (void)X;\n  "
                    "  (void)C;\n    u64 executed = w->executed;\n"
                    "    const u64 end = w->end;\n";
        for (const auto& [o, bytes] : widths_) {
            const std::string name = text_of(o & ~3u), type = unsigned_of(bytes);
            out.text += "    " + type + " b" + name + " = 0, s" + name + " = 0, t" + name + " = 0;\n";
        }
        out.text +=
            "    switch (pc) {\n" + entries + kept_ + "    default:\n        return pc;\n    }\n" + body_ + "}\n";
        out.translated = translated_;
        out.handled = std::move(handled_);
        out.kept_values = kept_values_;
        return out;
    }

private:
    // --- text of operands

    int width(operand_slot o) const { return widths_.at(o); }
    int lanes_of_row() const { return row_ ? row_ : warp_size; }
    shape shape_now(operand_slot o) const { return shape_of(now_, o, row_); }

    even_value even(operand_slot o, int bytes)
    {
        even_value v;
        const std::string type = unsigned_of(bytes);
        if ((o & 3) == in_constants) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, f_.constants + (o & ~3u), static_cast<std::size_t>(bytes));
            v.base = type + "(" + text_of(bits) + "ull)";
            // An address, which differs from run to run: the text is not to.
            if (bits > 0xffffffffu) v.base = "reinterpret_cast<const " + type + "*>(C + " + text_of(o & ~3u) + ")[0]";
        } else if ((o & 3) == in_special) {
            const std::uint32_t which = (o & ~3u) / 128;
            v.base = "reinterpret_cast<const " + type + "*>(X + " + text_of(o & ~3u) + ")[0]";
            const int row = lanes_of_row();
            if (which == sr_tid_x || which == sr_laneid) v.across = row > 1 ? "1" : "0";
            if (which == sr_tid_y) v.along = row < warp_size ? "1" : "0";
            if (which == sr_laneid) v.along = row < warp_size ? std::to_string(row) : "0";
        } else {
            const std::string name = text_of(o & ~3u);
            v.base = "b" + name;
            if (shape_now(o) == shape::even) {
                v.across = "s" + name;
                v.along = "t" + name;
            }
        }
        return v;
    }
    // The operand's value in lane l, for a statement that runs later: what changes until then is kept under a name.
    std::string in_lane(operand_slot o, const std::string& type)
    {
        const auto pending = values_.find(o);
        if (type == "mask") {
            if (pending != values_.end()) return pending->second;
            return "(" + kept("mask", predicate(o)) + " >> l & 1) != 0";
        }
        const int bytes = bytes_of(type);
        const std::string u = unsigned_of(bytes);
        switch (shape_now(o)) {
        case shape::any:
            if (pending != values_.end()) return "bits<" + type + ">(" + pending->second + ")";
            pending_reads_.insert(o);
            return "reinterpret_cast<const " + type + "*>(" + ((o & 3) == in_special ? "X" : "R") + " + " +
                   text_of(o & ~3u) + ")[l]";
        case shape::uniform:
            return "bits<" + type + ">(" + kept(u, even(o, bytes).base) + ")";
        default: {
            const even_value v = even(o, bytes);
            return "bits<" + type + ">(in_lane<" + u + ">(" + kept(u, v.base) + ", " + kept(u, v.across) + ", " +
                   kept(u, v.along) + ", l))";
        }
        }
    }
    std::string kept(const std::string& type, const std::string& expression)
    {
        if (expression == "0" || expression == "1") return expression;
        const std::string name = "k" + text_of(names_++);
        line("const " + type + " " + name + " = " + expression + ";");
        return name;
    }

    // --- statements of one lane that wait for a common loop

    // What the loop would be, were it here, with the registers that are wanted at `pc` put into their places.
    std::string loop_text(std::uint32_t pc, const std::vector<operand_slot>& but = {})
    {
        if (pending_.empty() && values_.empty()) return {};
        std::string before, in, after;
        if (pc < f_.code.size())
            for (const operand_slot o : wanted_at(pc)) {
                const auto v = values_.find(o);
                if (v == values_.end() || std::count(but.begin(), but.end(), o)) continue;
                const std::string place = text_of(o & ~3u);
                if (is_predicate(o)) {
                    before += "alignas(32) u8 m" + place + "[lanes]; ";
                    in += "m" + place + "[l] = " + v->second + " ? 0xff : 0; ";
                    after += "*reinterpret_cast<mask*>(R + " + place + ") = gather_mask(m" + place + "); ";
                } else {
                    in += "reinterpret_cast<" + unsigned_of(width(o)) + "*>(R + " + place + ")[l] = bits<" +
                          unsigned_of(width(o)) + ">(" + v->second + "); ";
                }
            }
        if (in.empty()) return {};
        return "{ " + before + "EACH_LANE { " + pending_ + in + "} " + after + "}";
    }
    void flush(std::uint32_t pc)
    {
        const std::string text = loop_text(pc);
        if (!text.empty()) line(text);
        pending_.clear();
        values_.clear();
        pending_reads_.clear();
        pending_count_ = 0;
    }
    // The instruction gives these registers values outside of the loop that waits.
    void redefine(std::uint32_t at, const std::vector<operand_slot>& written)
    {
        for (const operand_slot o : written)
            if (pending_reads_.count(o)) {
                flush(at);
                break;
            }
        for (const operand_slot o : written)
            values_.erase(o);
    }

    // Predicates are always in their places.
    std::string predicate(operand_slot o)
    {
        if ((o & 3) == in_constants) {
            std::uint32_t bits;
            std::memcpy(&bits, f_.constants + (o & ~3u), sizeof bits);
            return "mask(" + text_of(bits) + "u)";
        }
        if ((o & 3) == in_special) return "reinterpret_cast<const mask*>(X + " + text_of(o & ~3u) + ")[0]";
        return "*reinterpret_cast<const mask*>(R + " + text_of(o & ~3u) + ")";
    }
    bool is_predicate(operand_slot o) const { return predicates_.count(o) != 0; }

    // --- statements

    void line(const std::string& s) { body_ += "    " + s + "\n"; }

    // Puts an even register into its place.
    std::string put(operand_slot o)
    {
        if ((o & 3) != in_registers || shape_now(o) == shape::any || is_predicate(o)) return {};
        const std::string name = text_of(o & ~3u);
        const even_value v = even(o, width(o));
        return "put(R + " + name + ", " + v.base + ", " + unsigned_of(width(o)) + "(" + v.across + "), " +
               unsigned_of(width(o)) + "(" + v.along + ")); ";
    }
    // The interpreter goes on at `pc`; `done` instructions of the block have run.
    std::string leave(std::uint32_t pc, std::uint32_t done, const std::vector<operand_slot>& but = {})
    {
        std::string s = "{ " + loop_text(pc, but);
        if (pc < f_.code.size())
            for (const operand_slot o : wanted_at(pc))
                s += put(o);
        return s + "w->executed = executed + " + text_of(done) + "; return " + text_of(pc) + "; }";
    }
    const std::set<operand_slot>& wanted_at(std::uint32_t pc)
    {
        const std::uint32_t n = graph_.block_at[pc];
        if (pc == graph_.blocks[n].first) return graph_.blocks[n].live;
        if (wanted_of_ != n) {
            wanted_of_ = n;
            wanted_ = live_in_block(f_, graph_, n);
        }
        return wanted_[pc - graph_.blocks[n].first];
    }
    // At a barrier: even registers stay together, for this warp will go on here behind it.
    void keep(std::uint32_t n, std::uint32_t at, std::uint32_t done)
    {
        std::string store, load, expand;
        std::uint32_t count = 0;
        for (const operand_slot o : graph_.blocks[n].live) {
            if (shape_now(o) == shape::any || is_predicate(o)) continue;
            const auto wanted = in_[n].find(o);
            if (wanted == in_[n].end()) {
                store += put(o);
                continue;
            }
            const std::string name = text_of(o & ~3u);
            const even_value have = even(o, width(o));
            const std::string* const values[] = {&have.base, &have.across, &have.along};
            const char* const letters[] = {"b", "s", "t"};
            for (int k = 0; k < (wanted->second == shape::uniform ? 1 : 3); ++k) {
                const std::string place = "w->kept[" + text_of(count++) + "]";
                store += place + " = " + *values[k] + "; ";
                load += std::string(letters[k]) + name + " = " + place + "; ";
            }
            const shapes now = std::exchange(now_, in_[n]);
            expand += put(o);
            now_ = now;
        }
        const std::string next = text_of(graph_.blocks[n].first);
        kept_ += "    case " + next + " | from_kept:\n        " + load + "\n        goto block_" + text_of(n) + ";\n";
        kept_ += "    case " + next + " | expand:\n        " + load + expand + "\n        return " + next + ";\n";
        kept_values_ = std::max(kept_values_, count);
        line("{ " + store + "w->kept_at = " + next + "; w->executed = executed + " + text_of(done) + "; return " +
             text_of(at) + "; }");
    }
    // What the next block takes for granted.
    std::string go_to(std::uint32_t n)
    {
        std::string s = "{ ";
        for (const operand_slot o : graph_.blocks[n].live) {
            const shape have = shape_now(o);
            if (have == shape::any || is_predicate(o)) continue;
            const auto wanted = in_[n].find(o);
            if (wanted == in_[n].end()) {
                s += put(o);
            } else if (have == shape::uniform && wanted->second == shape::even) {
                const std::string name = text_of(o & ~3u);
                s += "s" + name + " = t" + name + " = 0; ";
            }
        }
        return s + "goto block_" + text_of(n) + "; }";
    }

    void block(std::uint32_t n)
    {
        const code_block& b = graph_.blocks[n];
        now_ = in_[n];
        std::uint32_t count = 0;
        for (std::uint32_t at = b.first; at < b.end; ++at)
            count += !f_.code[at].adapter;
        body_ += "block_" + text_of(n) + ": __attribute__((unused));\n{\n";
        statements(b, count);
        body_ += "}\n";
    }
    void statements(const code_block& b, std::uint32_t count)
    {
        if (!is_for_interpreter(f_, f_.code[b.first]))
            line("if (__builtin_expect(executed + " + text_of(count) + " > end, 0)) " + leave(b.first, 0));
        std::uint32_t done = 0;
        for (std::uint32_t at = b.first; at < b.end; ++at) {
            const instruction& i = f_.code[at];
            if (is_for_interpreter(f_, i) || i.kind == flow::branch) flush(at);
            if (is_for_interpreter(f_, i)) {
                if (i.kind == flow::barrier && b.how == ending::leaves && i.guard == no_operand && b.next.size() == 1) {
                    keep(b.next.front(), at, done);
                    return;
                }
                const bool may_not = i.guard != no_operand && (i.kind == flow::exit || i.kind == flow::ret);
                if (may_not && !b.next.empty())
                    line("if (!" + guard(i) + ") { executed += " + text_of(count) + "; " + go_to(b.next.back()) + " }");
                line(leave(at, done));
                return;
            }
            if (i.kind == flow::branch) {
                branch(b, i, at, done, count);
                return;
            }
            if (pending_count_ >= 48) flush(at);
            one(i, at, done);
            done += !i.adapter;
            step(f_, i, row_, now_);
        }
        flush(b.end);
        line("executed += " + text_of(count) + ";");
        if (b.next.empty()) {
            line(leave(b.end, 0));
        } else {
            line(go_to(b.next.back()));
        }
    }
    std::string guard(const instruction& i)
    {
        return std::string(i.guard_invert ? "~" : "") + "(" + predicate(i.guard) + ")";
    }
    void branch(const code_block& b, const instruction& i, std::uint32_t at, std::uint32_t done, std::uint32_t count)
    {
        if (i.guard != no_operand) {
            line("{ const mask p = " + guard(i) + ";");
            line("if (p == 0) { executed += " + text_of(count) + "; " + go_to(b.next.back()) + " }");
            if (shape_now(i.guard) == shape::any) line("if (p != all) " + leave(at, done));
            line("}");
        }
        line("executed += " + text_of(count) + ";");
        line(go_to(b.next.front()));
    }

    void one(const instruction& i, std::uint32_t at, std::uint32_t done)
    {
        const bool plain = i.kind == flow::none && i.guard == no_operand;
        if (const operation* o = plain ? find_operation(i) : nullptr) {
            ++translated_;
            compute(i, *o, at, done);
        } else if (const memory_operation* m = plain ? find_memory_operation(i) : nullptr;
                   m && access(i, *m, at, done)) {
            ++translated_;
        } else {
            handle(i, at, done);
        }
    }
    // The interpreter's handler, on registers that are in their places.
    std::string handled(const instruction& i, std::uint32_t at, std::uint32_t done, const std::string& lanes)
    {
        std::string s;
        const access_lists a = accesses_of(i);
        for (const operand_slot o : a.read)
            s += put(o);
        if (i.guard != no_operand)
            for (const operand_slot o : a.written)
                s += put(o);
        s += "if (w->handle(w, " + text_of(at) + ", " + lanes + ")) ";
        // A value has to be followed from here on. It is behind the instruction that its results are what they are.
        const shapes before = now_;
        step(f_, i, row_, now_);
        for (const operand_slot o : a.written)
            now_.erase(o);
        s += leave(at + 1, done + !i.adapter, a.written);
        now_ = before;
        return s;
    }
    void handle(const instruction& i, std::uint32_t at, std::uint32_t done)
    {
        flush(at);
        if (handled_.empty() || handled_.back() != i.line) handled_.push_back(i.line);
        if (i.guard == no_operand) {
            line(handled(i, at, done, "all"));
        } else {
            for (const operand_slot o : accesses_of(i).written)
                line(put(o));
            line("if (const mask p = " + guard(i) + ") { " + handled(i, at, done, "p") + " }");
        }
    }

    // A statement of the loop that waits; returns the name of its value.
    std::string waits(const instruction& i, const operation& o, const std::string& type, const std::string& expression)
    {
        std::string operands;
        for (std::size_t k = 0; k < o.types.size(); ++k)
            operands += std::string("const ") + (o.types[k] == "mask" ? "bool" : o.types[k]) + " " + char('a' + k) +
                        " = " + in_lane(i.operands[i.results + k], o.types[k]) + "; ";
        const std::string v = "v" + text_of(names_++);
        pending_ += type + " " + v + "; { " + operands + v + " = " + expression + "; } ";
        ++pending_count_;
        return v;
    }
    void compute(const instruction& i, const operation& o, std::uint32_t at, std::uint32_t done)
    {
        const operand_slot* const from = i.operands + i.results;
        shapes behind = now_;
        step(f_, i, row_, behind);
        const operand_slot d = i.operands[0];
        if (o.result == "mask") {
            masks(i, o, behind, at);
            return;
        }
        const int bytes = bytes_of(o.result);
        const shape result = shape_of(behind, d, row_);
        if (result == shape::any) {
            const std::string v = waits(i, o, o.result, o.expression);
            values_[d] = v;
            return;
        }
        redefine(at, {d});
        const std::string name = text_of(d & ~3u), u = unsigned_of(bytes);
        if (result == shape::uniform) {
            std::string s = "{ ";
            for (std::size_t k = 0; k < o.types.size(); ++k)
                s += std::string("const ") + (o.types[k] == "mask" ? "bool" : o.types[k]) + " " + char('a' + k) +
                     " = " +
                     (o.types[k] == "mask"
                          ? predicate(from[k]) + " & 1"
                          : "bits<" + o.types[k] + ">(" + even(from[k], bytes_of(o.types[k])).base + ")") +
                     "; ";
            line(s + "b" + name + " = bits<" + u + ">(" + o.result + "(" + o.expression + ")); }");
            return;
        }
        steps(i, o, name, u, at, done);
    }
    // Base and steps of an even result.
    void steps(const instruction& i, const operation& o, const std::string& name, const std::string& u,
               std::uint32_t at, std::uint32_t done)
    {
        const operand_slot* const from = i.operands + i.results;
        even_value v[3];
        for (std::size_t k = 0; k < o.types.size(); ++k)
            v[k] = even(from[k], bytes_of(o.types[k]));
        auto set = [&](const std::string& b, const std::string& s, const std::string& t) {
            line("{ const " + u + " b = " + u + "(" + b + "), s = " + u + "(" + s + "), t = " + u + "(" + t + "); b" +
                 name + " = b; s" + name + " = s; t" + name + " = t; }");
        };
        auto both = [](const std::string& a, const char* op, const std::string& b) {
            return "(" + a + ") " + op + " (" + b + ")";
        };
        const bool first_is_even = shape_now(from[0]) == shape::even;
        const even_value& factor = first_is_even ? v[1] : v[0]; // the uniform one
        const even_value& other = first_is_even ? v[0] : v[1];
        switch (o.how) {
        case rule::move:
            set(v[0].base, v[0].across, v[0].along);
            break;
        case rule::narrow:
            set(v[0].base, v[0].across, v[0].along);
            break;
        case rule::add:
        case rule::subtract: {
            const char* const op = o.how == rule::add ? "+" : "-";
            set(both(v[0].base, op, v[1].base), both(v[0].across, op, v[1].across), both(v[0].along, op, v[1].along));
            break;
        }
        case rule::negate:
            set("0 - " + v[0].base, "0 - " + v[0].across, "0 - " + v[0].along);
            break;
        case rule::multiply:
        case rule::multiply_add: {
            auto part = [&](const std::string& of, const std::string& c) {
                return "(" + of + ") * (" + factor.base + ")" + (o.how == rule::multiply ? "" : " + (" + c + ")");
            };
            set(part(other.base, v[2].base), part(other.across, v[2].across), part(other.along, v[2].along));
            break;
        }
        case rule::shift_left: {
            auto part = [&](const std::string& of) {
                return "(" + v[1].base + ") > " + text_of(static_cast<unsigned>(8 * bytes_of(o.result) - 1)) + " ? " +
                       u + "(0) : " + u + "(" + of + ") << (" + v[1].base + ")";
            };
            set(part(v[0].base), part(v[0].across), part(v[0].along));
            break;
        }
        default: { // the wide ones: exact where the narrow value does not wrap
            const bool is_signed = o.types[0] == "i32";
            const bool multiplies = o.how != rule::widen;
            const even_value& narrow = multiplies ? other : v[0];
            const std::string wide = is_signed ? "u64(i64(i32(" : "u64(i64(u32(";
            line("if (__builtin_expect(!stays_" + std::string(is_signed ? "signed(" : "unsigned(") + narrow.base +
                 ", " + narrow.across + ", " + narrow.along + "), 0)) " + leave(at, done));
            auto part = [&](const std::string& of, bool is_step, const std::string& c) {
                // Steps go down as well as up, whatever the value's type.
                std::string s = (is_step ? "u64(i64(i32(" : wide) + of + ")))";
                if (multiplies) s += " * " + wide + factor.base + ")))";
                if (o.how == rule::widen_multiply_add) s += " + (" + c + ")";
                return s;
            };
            set(part(narrow.base, false, v[2].base), part(narrow.across, true, v[2].across),
                part(narrow.along, true, v[2].along));
            break;
        }
        }
    }
    // An order of 32-bit integers, one even and one the same in all lanes.
    bool compare_ends(const instruction& i, const operation& o, std::uint32_t at)
    {
        const operand_slot* const from = i.operands + i.results;
        if (o.types.size() != 2 || (o.types[0] != "i32" && o.types[0] != "u32")) return false;
        if (o.expression.find_first_of("<>") == std::string::npos) return false;
        const shape a = shape_now(from[0]), b = shape_now(from[1]);
        const bool first = a == shape::even && b == shape::uniform;
        if (!first && !(a == shape::uniform && b == shape::even)) return false;
        const even_value v = even(from[first ? 0 : 1], 4), c = even(from[first ? 1 : 0], 4);
        redefine(at, {i.operands, i.operands + i.results});
        const std::string t = o.types[0], parameters = first ? t + " a, " + t + " b" : t + " b, " + t + " a";
        std::string s = "{ const mask m = compare<" + t + ">(" + v.base + ", " + v.across + ", " + v.along + ", " +
                        c.base + ", [](" + parameters + ") { return " + o.expression + "; }); ";
        for (int k = 0; k < i.results; ++k)
            s += "*reinterpret_cast<mask*>(R + " + text_of(i.operands[k] & ~3u) + ") = " + (k ? "~m" : "m") + "; ";
        line(s + "}");
        return true;
    }
    void masks(const instruction& i, const operation& o, const shapes& behind, std::uint32_t at)
    {
        const operand_slot* const from = i.operands + i.results;
        const bool of_masks = o.types[0] == "mask";
        const bool uniform = shape_of(behind, i.operands[0], row_) == shape::uniform;
        if (!of_masks && !uniform && compare_ends(i, o, at)) return;
        if (!of_masks && !uniform) {
            const std::string v = waits(i, o, "bool", o.expression);
            values_[i.operands[0]] = v;
            if (i.results > 1) values_[i.operands[1]] = "!" + v;
            return;
        }
        // Masks as a whole.
        for (std::size_t k = 0; of_masks && k < o.types.size(); ++k)
            if (values_.count(from[k])) {
                flush(at);
                break;
            }
        std::string s = "{ ";
        for (std::size_t k = 0; k < o.types.size(); ++k)
            s += "const " + o.types[k] + " " + char('a' + k) + " = " +
                 (of_masks ? predicate(from[k])
                           : "bits<" + o.types[k] + ">(" + even(from[k], bytes_of(o.types[k])).base + ")") +
                 "; ";
        s += of_masks ? "const mask m = " + o.expression + "; " : "const mask m = " + o.expression + " ? all : 0; ";
        redefine(at, {i.operands, i.operands + i.results});
        for (int k = 0; k < i.results; ++k)
            s += "*reinterpret_cast<mask*>(R + " + text_of(i.operands[k] & ~3u) + ") = " + (k ? "~m" : "m") + "; ";
        line(s + "}");
    }

    // False: left to the handler.
    bool access(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done)
    {
        const access_form& form = m.form;
        const shape of_address = shape_now(i.operands[0]);
        if (!is_translated(i, m, of_address)) return false;
        const bool shared = form.where == window::shared, parameter = form.where == window::parameter;
        const access_lists lists = accesses_of(i);
        if (m.loads) {
            redefine(at, lists.written);
        } else {
            flush(at);
        }
        const even_value a = even(i.operands[0], form.wide_address ? 8 : 4);
        const std::string offset = text_of(static_cast<std::uint64_t>(i.immediate)), here = text_of(at);
        const std::string address =
            form.wide_address ? a.base + " + u64(" + offset + "ull), i64(" + a.across + "), i64(" + a.along + ")"
                              : "u64(u32(" + a.base + " + u32(" + offset + "ull))), i64(i32(" + a.across +
                                    ")), i64(i32(" + a.along + "))";
        line("const reach at" + here + "{" + address + "};");
        const int wide = std::max(2, form.bytes);
        const std::string bytes = text_of(static_cast<unsigned>(form.bytes * form.count));
        const std::string from = shared ? "w->shared" : parameter ? "w->parameters" : "static_cast<char*>(nullptr)";
        const std::string memory = form.sign_extends ? "i8" : unsigned_of(form.bytes);
        const std::string in_register = form.sign_extends ? "i16" : unsigned_of(wide);
        const std::string count = std::to_string(form.count);
        std::string may = "true";
        if (shared)
            may = m.loads ? "may_load_shared(w, at" + here + ", " + bytes + ", " + here + ")"
                          : "may_store_shared(w, at" + here + ", " + bytes + ")";
        // Of some loads the check has to know which lanes want what they get.
        if (shared && i.extra) may = "!w->noted && " + may;
        if (form.where == window::flat)
            may = (m.loads ? "may_read(w, at" : "may_write(w, at") + here + ", " + text_of(range_index(i, !m.loads)) +
                  ", " + bytes + ")";
        auto place = [](operand_slot o) {
            return std::string((o & 3) == in_special     ? "X"
                               : (o & 3) == in_constants ? "C"
                                                         : "R") +
                   " + " + text_of(o & ~3u);
        };
        if (!m.loads) {
            std::string list;
            for (int k = 0; k < form.count; ++k) {
                line(put(i.operands[1 + k])); // constants have their 32 values, too
                list += (k ? ", " : "") +
                        ("reinterpret_cast<const " + in_register + "*>(" + place(i.operands[1 + k]) + ")");
            }
            line("if (__builtin_expect(" + may + ", 1)) {");
            line("const " + in_register + "* const v[" + count + "] = {" + list + "};");
            line("store<" + memory + ", " + in_register + ", " + count + ">(" + from + ", at" + here + ", v);");
            line("} else { " + handled(i, at, done, "all") + " }");
            return true;
        }
        if (of_address == shape::uniform) {
            line("if (__builtin_expect(" + may + ", 1)) {");
            line("const char* const p = " + from + " + at" + here + ".base;");
            for (int k = 0; k < form.count; ++k)
                if (const operand_slot d = i.operands[1 + k]; d != no_operand)
                    line("{ " + memory + " v; std::memcpy(&v, p + " + text_of(static_cast<unsigned>(k * form.bytes)) +
                         ", sizeof v); b" + text_of(d & ~3u) + " = " + unsigned_of(wide) + "(" + in_register +
                         "(v)); }");
            line("} else { " + handled(i, at, done, "all"));
            for (int k = 0; k < form.count; ++k)
                if (const operand_slot d = i.operands[1 + k]; d != no_operand)
                    line("b" + text_of(d & ~3u) + " = *reinterpret_cast<const " + unsigned_of(wide) + "*>(" + place(d) +
                         ");");
            line("}");
            return true;
        }
        // Where the elements lie side by side in memory, they are read there by the loop that waits.
        std::string list, direct, slow;
        for (int k = 0; k < form.count; ++k) {
            const operand_slot d = i.operands[1 + k];
            const std::string x = "x" + here + "_" + std::to_string(k), p = "p" + here + "_" + std::to_string(k);
            list += (k ? ", " : "") + (d == no_operand ? std::string("nullptr") : x);
            if (d == no_operand) continue;
            line("alignas(64) " + in_register + " " + x + "[lanes]; const " + in_register + "* " + p + " = " + x + ";");
            slow += "std::memcpy(" + x + ", " + place(d) + ", sizeof " + x + "); "; // others may have the place by then
            direct = p;
        }
        line("if (__builtin_expect(" + may + ", 1)) {");
        const bool alike = form.count == 1 && memory == in_register;
        if (alike)
            line("if (ROW == lanes && at" + here + ".across == " + bytes + ") " + direct +
                 " = reinterpret_cast<const " + in_register + "*>(" + from + " + at" + here + ".base); else");
        line("{ " + in_register + "* const v[" + count + "] = {" + list + "}; load<" + memory + ", " + in_register +
             ", " + count + ">(" + from + ", at" + here + ", v); }");
        line("} else { " + handled(i, at, done, "all") + " " + slow + "}");
        for (int k = 0; k < form.count; ++k)
            if (const operand_slot d = i.operands[1 + k]; d != no_operand)
                values_[d] = "p" + here + "_" + std::to_string(k) + "[l]";
        ++pending_count_;
        return true;
    }

    const decoded_function& f_;
    const int row_;
    const code_graph graph_;
    const std::vector<shapes> in_;
    shapes now_;
    std::map<operand_slot, int> widths_;
    std::set<operand_slot> predicates_;
    std::uint32_t wanted_of_ = ~0u; //!< block of `wanted_`, which is by instruction
    std::vector<std::set<operand_slot>> wanted_;
    std::string pending_;                        //!< statements of one lane that wait for their loop
    std::map<operand_slot, std::string> values_; //!< of registers whose values are the loop's, not in their places yet
    std::set<operand_slot> pending_reads_;       //!< registers that it reads in their places
    int pending_count_ = 0;
    unsigned names_ = 0;
    std::string kept_; //!< entries behind barriers
    std::uint32_t kept_values_ = 0;
    std::string body_;
    int translated_ = 0;
    std::vector<int> handled_;
};

} // namespace

source source_of(const decoded_function& f, int row) { return writer(f, row).write(); }

} // namespace cuda_emulator::translation
