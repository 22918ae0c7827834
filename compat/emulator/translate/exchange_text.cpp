// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges between the lanes of a warp: shuffles, votes, matches and reductions. All lanes run the instruction, so no
// lane waits for another one. Usually the member mask names all lanes, which a register can only tell at run time.
#include "translate/source_writer.h"

#include <algorithm>
#include <iterator>

namespace cuda_emulator::translation {

// The operand of a shuffle by lane. A uniform one needs no array.
std::string source_writer::by_lane(operand_slot o)
{
    if ((o & 3) != in_special && shape_now(o) == shape::uniform) return "same_in_all{" + affine(o, 4).base + "}";
    line(put(o));
    return "reinterpret_cast<const u32*>(" + place_of(o) + ")";
}

// Defines a condition, and returns its name: the member mask names all lanes. Empty: it is known to do so.
std::string source_writer::names_all(const instruction& i, std::uint32_t at)
{
    if (i.kind != flow::synchronise || (i.member_mask & 3) == in_constants) return {}; // constants name all lanes
    const std::string name = "named" + text_of(at);
    if (shape_now(i.member_mask) == shape::uniform) {
        line("const bool " + name + " = " + affine(i.member_mask, 4).base + " == all;");
    } else {
        line(put(i.member_mask));
        line("bool " + name + " = true; EACH_WARP { ITS_PLACES " + name + " &= names_all(" + members_of(i) + "); }");
    }
    return name;
}

std::string source_writer::members_of(const instruction& i)
{
    return "reinterpret_cast<const u32*>(" + place_of(i.member_mask) + ")";
}

void source_writer::exchange(const instruction& i, std::uint32_t at, std::uint32_t done)
{
    using kind = exchange_function::kind;
    const kind what = i.row ? i.row->exchange.what : kind::none;
    stops_unrolling_ = true;
    flush(at);
    const bool asks = std::any_of(std::begin(i.operands), std::end(i.operands),
                                  [](operand_slot o) { return o != no_operand && (o & 3) == in_special; });
    if (is_block() && asks) line("w->prepare(w);");
    const std::string named = names_all(i, at);
    if (what == kind::none) {
        if (!named.empty()) line("if (__builtin_expect(!" + named + ", 0)) " + leave(at, done));
        handle(i, at, done);
        return;
    }
    ++translated_;
    if (what == kind::shuffle) {
        shuffle(i, at, done, named);
        return;
    }
    const std::string x = "x" + text_of(at);
    const bool is_predicate_alone = what == kind::vote;
    if (!is_predicate_alone) line("alignas(64) u32 " + x + "[threads];");
    std::string puts;
    for (const operand_slot o : accesses_of(i).read)
        puts += put(o);
    if (named.empty()) {
        line("{ " + puts);
    } else {
        // Each group of lanes exchanges by the handler, whose result is in the register file.
        line("if (__builtin_expect(!" + named + ", 0)) { " + puts + " bool may = true; EACH_WARP { ITS_PLACES " +
             "may &= are_whole_groups(" + members_of(i) + "); } if (!may) " + leave(at, done));
        line("EACH_WARP { ITS_PLACES handle_groups(warps[warp], " + text_of(at) + ", " + members_of(i) + "); }" +
             (is_predicate_alone ? "" : collect(x, i.operands[0])) + "} else {");
        const operand_slot from = i.operands[is_predicate_alone || what == kind::match_all ? i.results : 1];
        line(put(from));
    }
    line("EACH_WARP { ITS_PLACES " + exchanged(i, x) + " } }");
    if (is_predicate_alone) return;
    values_[i.operands[0]] = x + "[thread]";
    ++pending_count_;
}

// The exchange of all lanes of a warp.
std::string source_writer::exchanged(const instruction& i, const std::string& x)
{
    using kind = exchange_function::kind;
    const exchange_function& e = i.row->exchange;
    const std::string function = std::string("lane::") + e.name;
    const auto array = [&](int operand) {
        return "reinterpret_cast<const " + std::string(e.type) + "*>(" + place_of(i.operands[operand]) + ")";
    };
    const auto to_all = [&](const std::string& value) {
        return "const u32 v = " + value + "; for (int l = 0; l < lanes; ++l) " + x + "[warp * lanes + l] = v;";
    };
    const std::string mask_at = "*reinterpret_cast<mask*>(R + ";
    switch (e.what) {
    case kind::vote:
        return mask_at + text_of(i.operands[0] & ~3u) + ") = " + function + "(" + predicate(i.operands[1]) + ", all);";
    case kind::ballot:
        return to_all(predicate(i.operands[1]));
    case kind::match_any:
        return function + "(" + x + " + warp * lanes, " + array(1) + ", all);";
    case kind::match_all:
        return "const bool same = " + function + "(" + array(2) + ", all); " + mask_at + text_of(i.operands[1] & ~3u) +
               ") = same ? all : 0; " + to_all("same ? all : 0");
    case kind::reduce:
        return to_all("u32(" + function + "(" + array(1) + ", all))");
    default: // activemask
        return to_all("all");
    }
}

void source_writer::shuffle(const instruction& i, std::uint32_t at, std::uint32_t done, const std::string& named)
{
    const std::string x = "x" + text_of(at), mode = std::string("<lane::") + i.row->exchange.name + ">(";
    const std::string from = ", " + by_lane(i.operands[3]) + ", " + by_lane(i.operands[4]);
    if (!named.empty())
        line("if (__builtin_expect(!" + named + ", 0)) { " + put(i.member_mask) +
             "bool may = true; EACH_WARP { ITS_PLACES may &= shuffles_in_groups" + mode + members_of(i) + from +
             "); } if (!may) " + leave(at, done) + " }");
    line(put(i.operands[2]));
    line("alignas(64) u32 " + x + "[threads];");
    const operand_slot p = i.operands[1];
    const std::string store =
        wanted_at(at + 1).count(p) ? "*reinterpret_cast<mask*>(R + " + text_of(p & ~3u) + ") = p;" : "(void)p;";
    line("EACH_WARP { ITS_PLACES const mask p = shuffle" + mode + x + " + warp * lanes, reinterpret_cast<const u32*>(" +
         place_of(i.operands[2]) + ")" + from + ", all); " + store + " }");
    values_[i.operands[0]] = x + "[thread]";
    ++pending_count_;
}

} // namespace cuda_emulator::translation
