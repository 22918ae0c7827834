// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "translate/source.h"

#include "execute/barriers.h"
#include "execute/clock.h"
#include "machine/addresses.h"
#include "machine/block.h"
#include "translate/source_writer.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

extern const char* const cuda_emulator_translation_prelude; // the files of translate/prelude, embedded by CMake

namespace cuda_emulator::translation {

// In instructions. In larger kernels, copies of functions take a good part of the compilation.
constexpr std::size_t most_of_small = 300;

source_writer::source_writer(const decoded_function& f, const lane_layout& lanes)
    : f_(f)
    , lanes_(lanes)
    , graph_(graph_of(f, lanes.of_path))
    , regions_(find_regions(f, graph_))
    , headers_(loop_headers_of(graph_))
    , in_(find_shapes(f, graph_, regions_, lanes))
{
    for (const instruction& i : f.code) {
        if (i.guard != no_operand) predicates_.insert(i.guard);
        if (const lane_function* o = translated_function(i)) {
            for (std::size_t k = 0; k < static_cast<std::size_t>(o->count); ++k)
                if (is_mask(o->type(k))) predicates_.insert(i.operands[i.results + k]);
            for (int k = 0; k < i.results; ++k) {
                if (is_mask(o->result)) {
                    predicates_.insert(i.operands[k]);
                } else {
                    widths_[i.operands[k]] = bytes_of(o->result);
                }
            }
        } else if (i.row && i.row->exchange.what != exchange_function::kind::none) {
            for (std::size_t k = 0, o = 0; k < i.row->operands.size(); ++k) {
                if (i.row->operands[k] == ':') continue;
                const operand_slot at = i.operands[o++];
                if (i.row->operands[k] == 'p') {
                    predicates_.insert(at);
                } else if (o <= i.results) {
                    widths_[at] = 4;
                }
            }
        } else if (is_frame_address(i)) {
            widths_[i.operands[0]] = 8;
        } else if (i.kind == flow::clock) {
            widths_[i.operands[0]] = instruction_clock(i)->wide ? 8 : 4;
        } else if (const memory_operation* m = find_memory_operation(i); m && m->loads) {
            for (int k = 0; k < m->form.count; ++k)
                if (i.operands[1 + k] != no_operand) widths_[i.operands[1 + k]] = std::max(2, m->form.bytes);
        }
    }
}

// Whole-block code runs all warps to the barrier, so the barrier is complete if all threads must arrive.
bool source_writer::all_arrive_at(const instruction& barrier) const
{
    if (!is_plain_barrier(barrier)) return false;
    const operand_slot number = static_cast<const barrier_info*>(barrier.extra)->number;
    std::uint32_t value = barrier_count;
    if ((number & 3) == in_constants) std::memcpy(&value, f_.constants + (number & ~3u), sizeof value);
    return value < barrier_count;
}

source source_writer::write()
{
    source out;
    out.is_entry.assign(f_.code.size(), false);
    for (std::uint32_t n = 0; n < graph_.blocks.size(); ++n)
        block(n);
    std::string entries;
    if (is_path()) entries = std::exchange(kept_, {});
    for (const std::uint32_t at : entered_branches_)
        out.is_entry[at] = true;
    for (std::uint32_t n = 0; n < graph_.blocks.size(); ++n) {
        const code_block& b = graph_.blocks[n];
        const instruction& first = f_.code[b.first];
        if (is_for_interpreter(f_, first) && b.end == b.first + 1) continue;
        if (is_block() && n > 0) break;
        out.is_entry[b.first] = true;
        entries += "    case " + text_of(b.first) + ":\n";
        entries +=
            taken(in_[n]) + "        " + (is_path() ? "goto " + label_of(n) + ";" : enter(n, label_of(n))) + "\n";
    }
    out.text = "#define ROW " + std::to_string(lanes_.lanes_of_row()) + "\n#define WARPS " +
               std::to_string(lanes_.warps) + "\n#define PATHS " + (is_path() ? "1" : "0") + "\n#define IS_LARGE " +
               (f_.code.size() > most_of_small ? "1" : "0") + "\n#define LOCAL_OBJECTS " + local_objects() + "\n" +
               cuda_emulator_translation_prelude + "\n";
    std::string registers, special;
    for (int k = 0; k < lanes_.warps; ++k) {
        registers += "warps[" + std::to_string(k) + "]->registers, ";
        special += "warps[" + std::to_string(k) + "]->special, ";
    }
    out.text += dispatches() +
                "extern \"C\" u32 run(warp_state* const* warps, u32 pc)\n{\n    warp_state* const w = warps[0];\n"
                "    char* const registers[] = {" +
                registers + "};\n    char* const special[] = {" + special +
                "};\n    char* const R = registers[0];\n    char* const X = special[0];\n"
                "    char* const C = w->constants;\n    (void)R;\n    (void)X;\n    (void)C;\n"
                "    u64 executed = w->executed;\n"
                "    const u64 end = w->end;\n    u64* const kept = w->kept;\n    (void)kept;\n"
                "    u32 left_at = 0;\n    u32 entry = 0;\n    (void)entry;\n";
    for (const auto& [o, bytes] : widths_) {
        const std::string name = text_of(o & ~3u), type = unsigned_of(bytes);
        out.text += "    " + type + " b" + name + ", s" + name + ", t" + name + ";\n";
        if (remembered_.count(o))
            out.text += "    " + type + " was_b" + name + ", was_s" + name + ", was_t" + name + ";\n";
    }
    out.text += is_path() ? path_dispatch(entries)
                          : "    switch (pc) {\n" + entries + kept_ + "    default:\n        return pc;\n    }\n";
    out.text += body_ + exits() + "}\n";
    out.translated = translated_;
    out.converted = converted_;
    out.handled = std::move(handled_);
    out.kept_values = kept_values_;
    return out;
}

affine_value source_writer::affine_of(operand_slot o, const strided_shape& s) const
{
    const std::string name = text_of(o & ~3u);
    auto stride = [&](const std::optional<std::uint64_t>& known, const char* variable) {
        if (!known) return variable + name;
        return *known ? unsigned_of(width(o)) + "(" + text_of(*known) + "ull)" : "0";
    };
    return {"b" + name, stride(s.across, "s"), stride(s.along, "t")};
}

affine_value source_writer::affine(operand_slot o, int bytes)
{
    affine_value v;
    const std::string type = unsigned_of(bytes);
    if ((o & 3) == in_constants) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, f_.constants + (o & ~3u), static_cast<std::size_t>(bytes));
        v.base = type + "(" + text_of(bits) + "ull)";
        // Addresses differ from run to run, and the text must not: it is the key of the cache.
        if (bits > 0xffffffffu) v.base = "reinterpret_cast<const " + type + "*>(C + " + text_of(o & ~3u) + ")[0]";
    } else if ((o & 3) == in_special) {
        v.base = "reinterpret_cast<const " + type + "*>(X + " + text_of(o & ~3u) + ")[0]";
        if (const strided_shape s = strided_shape_of(now_, o, lanes_); s.what == shape::affine) {
            v.across = text_of(*s.across);
            v.along = text_of(*s.along);
        }
    } else {
        v.base = "b" + text_of(o & ~3u);
        if (const strided_shape s = strided_shape_of(now_, o, lanes_); s.what == shape::affine) v = affine_of(o, s);
    }
    return v;
}

std::string source_writer::in_lane(operand_slot o, const std::string& type)
{
    const auto pending = values_.find(o);
    if (type == "mask") {
        if (pending != values_.end()) return pending->second;
        const std::string name = "k" + text_of(names_++);
        line("mask " + name + "[WARPS]; EACH_WARP { ITS_PLACES " + name + "[warp] = " + predicate(o) + "; }");
        return "(" + name + "[warp] >> l & 1) != 0";
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
        return "bits<" + type + ">(" + kept(u, affine(o, bytes).base) + ")";
    default: {
        const affine_value v = affine(o, bytes);
        return "bits<" + type + ">(in_lane<" + u + ">(" + kept(u, v.base) + ", " + kept(u, v.across) + ", " +
               kept(u, v.along) + ", row, column))";
    }
    }
}

std::string source_writer::kept(const std::string& type, const std::string& expression)
{
    if (expression == "0" || expression == "1") return expression;
    const std::string name = "k" + text_of(names_++);
    line("const " + type + " " + name + " = " + expression + ";");
    return name;
}

std::string source_writer::loop_text(std::uint32_t pc, const std::vector<operand_slot>& but, const std::string& more)
{
    if (pending_.empty() && values_.empty()) return {};
    std::string before, in, after;
    if (pc < f_.code.size())
        for (const operand_slot o : wanted_at(pc)) {
            const auto v = values_.find(o);
            if (v == values_.end() || std::count(but.begin(), but.end(), o)) continue;
            const std::string place = text_of(o & ~3u);
            if (is_predicate(o)) {
                before += "alignas(64) u32 m" + place + "[lanes]; ";
                in += "m" + place + "[l] = " + v->second + " ? all : 0; ";
                after += set_predicate(o, "gather_mask(m" + place + ")");
            } else {
                const std::string u = unsigned_of(width(o)), to = "reinterpret_cast<" + u + "*>(R + " + place + ")[l]";
                const std::string value = "bits<" + u + ">(" + v->second + ")";
                // The old value is read in any case: GCC vectorises no load behind a condition.
                in += is_path()
                          ? "{ const " + u + " old = " + to + "; " + to + " = on.is_on[l] ? " + value + " : old; } "
                          : to + " = " + value + "; ";
            }
        }
    in += more;
    if (in.empty()) return {};
    const std::string body = pending_ + in + "} ";
    return "EACH_WARP { ITS_PLACES " + before +
           (pending_rows_.empty() ? "EACH_LANE_OF_WARP { LANE_OF_WARP " + body
                                  : "EACH_ROW { " + pending_rows_ + "EACH_LANE { LANE " + body + "} ") +
           after + "}";
}

void source_writer::flush(std::uint32_t pc)
{
    stops_unrolling_ |= !pending_.empty() || !values_.empty();
    const std::string text = loop_text(pc);
    if (!text.empty()) line(text);
    forget_pending();
    begin_waiting(pc);
}

void source_writer::forget_pending()
{
    pending_.clear();
    pending_rows_.clear();
    loads_.clear();
    loads_unknown_ = false;
    values_.clear();
    pending_reads_.clear();
    pending_count_ = 0;
}

void source_writer::redefine(std::uint32_t at, const std::vector<operand_slot>& written)
{
    for (const operand_slot o : written)
        if (pending_reads_.count(o)) {
            flush(at);
            break;
        }
    for (const operand_slot o : written)
        values_.erase(o);
}

std::string source_writer::predicate(operand_slot o)
{
    if ((o & 3) == in_constants) {
        std::uint32_t bits;
        std::memcpy(&bits, f_.constants + (o & ~3u), sizeof bits);
        return "mask(" + text_of(bits) + "u)";
    }
    if ((o & 3) == in_special) return "reinterpret_cast<const mask*>(X + " + text_of(o & ~3u) + ")[0]";
    return "*reinterpret_cast<const mask*>(R + " + text_of(o & ~3u) + ")";
}

const register_set& source_writer::wanted_at(std::uint32_t pc)
{
    const std::uint32_t n = graph_.block_at[pc];
    if (pc == graph_.blocks[n].first) return graph_.blocks[n].live;
    if (wanted_of_ != n) {
        wanted_of_ = n;
        wanted_ = live_in_block(f_, graph_, n);
    }
    return wanted_[pc - graph_.blocks[n].first];
}

void source_writer::keep(std::uint32_t n, std::uint32_t at, std::uint32_t done)
{
    std::string store, load, expand;
    std::uint32_t count = 0;
    const auto& barrier = *static_cast<const barrier_info*>(f_.code[at].extra);
    for (const operand_slot o : {barrier.number, barrier.threads}) // operands that the interpreter reads at the barrier
        if (o != no_operand) store += put(o);
    for (const operand_slot o : graph_.blocks[n].live) {
        if (shape_now(o) == shape::any || is_predicate(o)) continue;
        const auto wanted = in_[n].find(o);
        if (wanted == in_[n].end()) {
            store += put(o);
            continue;
        }
        const std::string name = text_of(o & ~3u);
        const affine_value have = affine(o, width(o));
        const std::string* const values[] = {&have.base, &have.across, &have.along};
        const char* const letters[] = {"b", "s", "t"};
        const bool is_kept[] = {true, !wanted->second.across, !wanted->second.along};
        for (int k = 0; k < 3; ++k) {
            if (!is_kept[k]) continue;
            const std::string place = "kept[" + text_of(count++) + "]";
            store += place + " = " + *values[k] + "; ";
            load += std::string(letters[k]) + name + " = " + place + "; ";
        }
        const shapes now = std::exchange(now_, in_[n]);
        expand += put(o);
        now_ = now;
    }
    const std::string next = text_of(graph_.blocks[n].first);
    kept_ += "    case " + next + " | from_kept:\n        " + load + "\n        " + enter(n, label_of(n)) + "\n";
    kept_ += "    case " + next + " | expand:\n        " + load + "\n        " +
             leave_by(expand, 0, graph_.blocks[n].first) + "\n";
    kept_values_ = std::max(kept_values_, count);
    line("{ " + store + "w->kept_at = " + next + "; w->executed = executed + " + text_of(done) + "; return " +
         text_of(at) + "; }");
}

std::string source_writer::go_to(std::uint32_t n, const std::set<operand_slot>& but)
{
    std::string s = "{ ";
    for (const operand_slot o : graph_.blocks[n].live) {
        if (shape_now(o) == shape::any || is_predicate(o) || but.count(o)) continue;
        const auto wanted = in_[n].find(o);
        if (wanted == in_[n].end()) {
            s += put(o);
        } else { // strides that differ between the predecessors of the block
            const affine_value have = affine(o, width(o));
            const std::string name = text_of(o & ~3u);
            if (!wanted->second.across && have.across != "s" + name) s += "s" + name + " = " + have.across + "; ";
            if (!wanted->second.along && have.along != "t" + name) s += "t" + name + " = " + have.along + "; ";
        }
    }
    return s + (is_path() ? jump(n) : "goto " + label_of(n) + ";") + " }";
}

void source_writer::block(std::uint32_t n)
{
    const code_block& b = graph_.blocks[n];
    now_ = in_[n];
    std::uint32_t count = 0;
    for (std::uint32_t at = b.first; at < b.end; ++at)
        count += !f_.code[at].adapter;
    body_ += label_of(n) + ": __attribute__((unused));\n";
    if (!is_path() && !headers_[n].empty() && headers_[n].back() == n) body_ += "    ENTRIES_" + text_of(n) + "\n";
    body_ += "{\n";
    unroll(n, count);
    statements(b, count);
    body_ += "}\n" + std::exchange(behind_, {});
}

void source_writer::statements(const code_block& b, std::uint32_t count)
{
    if (!is_for_interpreter(f_, f_.code[b.first]))
        line("if (__builtin_expect(executed + " + text_of(count) + " > end" +
             (is_path() ? " || paths->limit < " + text_of(b.end) : "") + ", 0)) " + leave(b.first, 0));
    std::uint32_t done = 0;
    for (std::uint32_t at = b.first; at < b.end; ++at) {
        const instruction& i = f_.code[at];
        done_ = done;
        if (pending_.empty() && values_.empty()) begin_waiting(at);
        if (i.kind == flow::branch && convert_at_once(graph_.block_at[at], count)) return;
        if (is_for_interpreter(f_, i) || i.kind == flow::branch) flush(at);
        if (is_for_interpreter(f_, i)) {
            if (i.kind == flow::barrier && b.how == ending::leaves && i.guard == no_operand && b.next.size() == 1) {
                if (is_block() && all_arrive_at(i)) {
                    line("executed += " + text_of(count) + "; if (w->barrier) w->barrier(w);");
                    line(go_to(b.next.front()));
                    return;
                }
                if (!is_block() && !is_path()) {
                    keep(b.next.front(), at, done);
                    return;
                }
            }
            const bool may_not = i.guard != no_operand && (i.kind == flow::exit || i.kind == flow::ret);
            if (may_not && !b.next.empty())
                line("{ mask p = 0; EACH_WARP { ITS_PLACES p |= " + guard(i) +
                     "; } if (!p) { executed += " + text_of(count) + "; " + go_to(b.next.back()) + " } }");
            line(leave(at, done));
            return;
        }
        if (i.kind == flow::branch) {
            if (is_path()) {
                branch_of_path(b, i, at, done, count);
                enter_at_branch(b, i, at);
            } else {
                branch(b, i, at, done, count);
            }
            return;
        }
        if (pending_count_ >= 48) flush(at);
        if (is_path() && i.kind == flow::synchronise) // the interpreter waits for lanes that are not on the path
            line("if (on.of_path != all) " + leave(at, done));
        one(i, at, done);
        for (const operand_slot o : accesses_of(i).written)
            if (widths_.count(o)) waiting_.changed.insert(o);
        done += !i.adapter;
        transfer(f_, i, lanes_, now_);
    }
    flush(b.end);
    line("executed += " + text_of(count) + ";");
    if (b.next.empty()) {
        line(leave(b.end, 0));
    } else {
        line(go_to(b.next.back()));
    }
}

void source_writer::one(const instruction& i, std::uint32_t at, std::uint32_t done)
{
    const bool plain = i.kind == flow::none && i.guard == no_operand;
    const bool exchanges = i.row && i.row->exchange.what != exchange_function::kind::none;
    if (i.kind == flow::clock) {
        ++translated_;
        clock(i, at, done);
    } else if (i.kind == flow::synchronise || (plain && exchanges && span_.empty() && !is_path())) {
        exchange(i, at, done);
    } else if (const lane_function* o = plain ? translated_function(i) : nullptr; o && !is_for_handler(i, *o)) {
        ++translated_;
        compute(i, *o, at, done);
    } else if (i.guard != no_operand && computes(i) && span_.empty() && !is_unrolling()) {
        ++translated_;
        predicate_one(i, "", {});
    } else if (plain && is_frame_address(i)) {
        ++translated_;
        frame_address(i, at);
    } else if (const memory_operation* m = plain ? find_memory_operation(i) : nullptr; m && access(i, *m, at, done)) {
        ++translated_;
    } else {
        handle(i, at, done);
    }
}

source source_of(const decoded_function& f, const lane_layout& lanes) { return source_writer(f, lanes).write(); }

std::size_t prelude_size()
{
    static const std::size_t size = std::strlen(cuda_emulator_translation_prelude);
    return size;
}

} // namespace cuda_emulator::translation
