// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the text of source.h: blocks in source.cpp, branches in branch_text.cpp, several turns of a loop at once in
// turns_text.cpp, what some threads do alone in span_text.cpp, what computes in compute_text.cpp, loads in
// memory_text.cpp, stores in store_text.cpp, and where the interpreter goes on in leave_text.cpp.
//
// Registers that are `any` stay in the warp's registers, where the interpreter has them. Even ones are C++ variables:
// b123, s123 and t123 for the base, the step across and the step along of the register at offset 123.
#pragma once

#include "machine/warp.h"
#include "translate/code_graph.h"
#include "translate/operations.h"
#include "translate/shapes.h"
#include "translate/source.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cuda_emulator::translation {

inline std::string text_of(std::uint64_t n) { return std::to_string(n); }
//! The call of a lane function with the arguments a, b, c, d.
inline std::string text_of(const lane_function& f) { return "lane::" + f.call(); }

inline std::string unsigned_of(int bytes) { return "u" + std::to_string(8 * bytes); }

//! Base and steps of an even operand, in an unsigned type.
struct even_value {
    std::string base, across = "0", along = "0";
};

class source_writer {
public:
    source_writer(const decoded_function& f, const lane_layout& lanes);

    source write();

private:
    // --- text of operands

    int width(operand_slot o) const { return widths_.at(o); }
    shape shape_now(operand_slot o) const { return shape_of(now_, o, lanes_); }
    bool is_block() const { return lanes_.warps > 1; }
    // Is a row of lanes worth a loop of its own? Memory is read there row by row, then.
    bool has_rows() const { return lanes_.lanes_of_row() >= 8; }

    even_value even(operand_slot o, int bytes);
    // Of a register that has the shape.
    even_value even_of(operand_slot o, const stepped_shape& s) const;
    // The operand's value in lane l, for a statement that runs later: what changes until then is kept under a name.
    std::string in_lane(operand_slot o, const std::string& type);
    std::string kept(const std::string& type, const std::string& expression);

    // --- statements of one lane that wait for a common loop

    // What the loop would be, were it here, with the registers that are wanted at `pc` put into their places.
    // `more` is a statement behind the others.
    std::string loop_text(std::uint32_t pc, const std::vector<operand_slot>& but = {}, const std::string& more = {});
    void flush(std::uint32_t pc);
    void forget_pending();
    // From `pc` on, loops may wait. Where an access that comes behind it is not translated code's, the block leaves
    // here: no loop has run since, and what even registers were is kept.
    void begin_waiting(std::uint32_t pc);
    // The instruction gives these registers values outside of the loop that waits.
    void redefine(std::uint32_t at, const std::vector<operand_slot>& written);

    // Predicates are in their places, but for those of `chosen_`.
    std::string predicate(operand_slot o);
    bool is_predicate(operand_slot o) const { return predicates_.count(o) != 0; }

    // --- statements

    void line(const std::string& s) { body_ += "    " + s + "\n"; }

    // Puts an even register into its place, by such a function.
    std::string put(operand_slot o, const std::string& function = {});
    // The interpreter goes on at `at`, or at the instruction from which on loops wait: then these need not be written
    // again here.
    std::string leave_or_begin(std::uint32_t at, std::uint32_t done);
    // The interpreter goes on at `pc`; `done` instructions of the block have run.
    std::string leave(std::uint32_t pc, std::uint32_t done, const std::vector<operand_slot>& but = {});
    const std::set<operand_slot>& wanted_at(std::uint32_t pc);
    // At a barrier: even registers stay together, for this warp will go on here behind it.
    void keep(std::uint32_t n, std::uint32_t at, std::uint32_t done);
    // What the next block takes for granted.
    // Those of `but` are in their places already.
    std::string go_to(std::uint32_t n, const std::set<operand_slot>& but = {});

    // Takes a register of the shape out of its place, where an entry is; elsewhere the interpreter goes on.
    std::string taken(operand_slot o, const stepped_shape& s);
    // An entry within a block, of which `done` instructions are behind it: for warps that come from code of all warps.
    void enter_here(std::uint32_t at, std::uint32_t done);

    void block(std::uint32_t n);
    // In front of block `n`, where it is a loop of its own: so many turns at once, when nothing is in their way.
    void turns(std::uint32_t n, std::uint32_t count);
    bool may_have_turns(const code_block& b, std::uint32_t n) const;
    bool write_turns(std::uint32_t n, std::uint32_t count, unsigned number);
    static std::string label_of_one_turn(std::uint32_t n) { return "one_turn_" + text_of(n); }
    // In such turns: nothing has been changed that is not taken back, and the block goes on with one turn.
    std::string give_up() const { return "goto " + one_turn_ + ";"; }
    bool are_turns() const { return !one_turn_.empty(); }
    // The loop goes on by this comparison; `holds` is the condition in all lanes.
    void go_on_if(const instruction& compare, const std::string& all, const std::string& none);
    void statements(const code_block& b, std::uint32_t count);
    std::string guard(const instruction& i);
    void branch(const code_block& b, const instruction& i, std::uint32_t at, std::uint32_t done, std::uint32_t count);
    // What some lanes do without the others: those of `lanes`, while the others wait at `others`.
    struct way {
        const code_block* block;
        const char* lanes;
        std::uint32_t others;
    };
    // From a branch to where all lanes meet, in this order. None: they do not, or not soon.
    struct short_ways {
        std::vector<way> ways;
        std::uint32_t meeting = 0; //!< a block
        std::uint32_t jumps = 0;   //!< executed before them, which lead to one
    };
    // Those of `p` jump at the end of block `b`.
    short_ways short_ways_of(const code_block& b) const;
    bool is_short(std::uint32_t way, std::uint32_t meeting) const;
    // The lanes part at the end of block `b`: the handlers do for each side what it does alone.
    void part(const code_block& b, std::uint32_t at, std::uint32_t done, std::uint32_t count);
    // The same where those that go a way lie side by side, and the block is one row: translated, for them alone.
    void span(const way& w, std::uint32_t meeting, const std::set<operand_slot>& written, std::uint32_t executed);
    // The span's threads go on at `at`, the others where all meet.
    std::string leave_span(std::uint32_t at, const std::vector<operand_slot>& but = {});
    bool may_have_spans() const { return is_block() && lanes_.lanes_of_row() == lanes_.lanes(); }
    // Their masks, of which `parting` has what the branch asks.
    static std::string lanes_of_span(const way& w) { return w.lanes[0] == '~' ? "~parting[warp]" : "parting[warp]"; }

    bool all_arrive_at(const instruction& barrier) const;
    void one(const instruction& i, std::uint32_t at, std::uint32_t done);
    bool is_for_handler(const instruction& i, const lane_function& o) const;
    // Where checks are on, code of a whole block leaves before what they may find something in.
    std::string leave_if_watched(std::uint32_t at, std::uint32_t done);
    // May they, in an instruction that is left to its handler?
    static bool may_be_found(const instruction& i);
    static bool is_plain_atomic(const instruction& i);
    // Before a span's handler: every warp gets the block's own numbers, which only the first one has. An atomic asks
    // for its operands alone.
    static std::string prepare(const instruction& i);
    // The interpreter's handler, on registers that are in their places.
    std::string handled(const instruction& i, std::uint32_t at, std::uint32_t done);
    void handle(const instruction& i, std::uint32_t at, std::uint32_t done);

    // A statement of the loop that waits; returns the name of its value.
    std::string waits(const instruction& i, const lane_function& o, const std::string& type,
                      const std::string& expression);
    void compute(const instruction& i, const lane_function& o, std::uint32_t at, std::uint32_t done);
    // Base and steps of an even result.
    void steps(const instruction& i, const lane_function& o, const std::string& name, const std::string& u,
               std::uint32_t at, std::uint32_t done);
    // An order of 32-bit integers, one even and one the same in all lanes.
    bool compare_ends(const instruction& i, const lane_function& o, std::uint32_t at);
    // Whether such ones are equal, where it is for a branch.
    bool compare_equal(const instruction& i, const lane_function& o, std::uint32_t at);
    // In code of a whole block: is what it says only for the branch at the end? Then it says it as a span of threads,
    // and the masks are put into their places where the block leaves.
    bool is_for_branch(const instruction& i, std::uint32_t at) const;
    std::string choose(const instruction& i, std::uint32_t at);
    // The threads that jump by this guard, as a span; of those that are none, as one of which nothing is known.
    std::string jumping(const instruction& branch) const;
    void masks(const instruction& i, const lane_function& o, const shapes& behind, std::uint32_t at);

    // The condition under which an access is translated code's, when it runs.
    std::string may_access(const instruction& i, const memory_operation& m, std::uint32_t at) const;
    static std::string place_of(operand_slot o);
    static std::string base_of(const access_form&);        //!< of the memory, as text
    static std::string in_memory(const access_form&);      //!< the type of an element there
    static std::string in_register_of(const access_form&); //!< … and in a register
    // Declares the access's addresses; returns the suffix of its names.
    std::string reach(const instruction& i, const memory_operation& m, std::uint32_t at);
    bool may_store_in_loop(const instruction& i, const memory_operation& m, std::uint32_t at);
    void store(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    // False: left to the handler.
    bool access(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);

    const decoded_function& f_;
    const lane_layout lanes_;
    const code_graph graph_;
    const std::vector<shapes> in_;
    shapes now_;
    std::map<operand_slot, int> widths_;
    std::set<operand_slot> predicates_;
    std::uint32_t wanted_of_ = ~0u; //!< block of `wanted_`, which is by instruction
    std::vector<std::set<operand_slot>> wanted_;
    std::string pending_;                        //!< statements of one lane that wait for their loop
    std::string pending_rows_;                   //!< … and of one row, before those of its lanes
    std::map<operand_slot, std::string> values_; //!< of registers whose values are the loop's, not in their places yet
    std::map<std::string, std::string> before_one_nan_; //!< of such a value: it, before a NaN became the one of PTX
    std::set<operand_slot> pending_reads_;              //!< registers that it reads in their places
    struct load {
        std::string from, along; //!< names, of where the first row is and of the step to the next
        int bytes;
        bool is_row; //!< elements side by side; else one for a row
    };
    std::vector<load> loads_;    //!< from memory, by the loop
    bool loads_unknown_ = false; //!< and others, it may be
    int pending_count_ = 0;
    unsigned names_ = 0;
    struct chosen {
        std::string span;
        bool is_other; //!< its other threads
    };
    std::map<operand_slot, chosen> chosen_;
    std::string one_turn_;            //!< a label, while several turns are written at once
    std::string turn_;                //!< a suffix of names, by turn
    bool stops_turns_ = false;        //!< something was met that cannot be taken back
    std::string span_;                //!< the masks of the span that is being written; empty: none is
    std::uint32_t span_meeting_ = 0;  //!< the block where it ends
    std::uint32_t span_executed_ = 0; //!< instructions, counted from the last block on to there
    std::set<operand_slot> span_written_;
    struct waiting {
        std::size_t begin = 0; //!< in `body_`
        std::uint32_t pc = 0, done = 0;
        shapes there;
        std::set<operand_slot> changed; //!< registers, since then
        std::string leaves;             //!< how; empty: by the label of its number
        bool is_left = false;
    };
    waiting waiting_;
    unsigned waits_ = 0;                //!< its number
    std::uint32_t done_ = 0;            //!< of the block's instructions, before the one that is being written
    std::set<operand_slot> remembered_; //!< registers of which it may be wanted what they were
    std::string behind_;                //!< of the block: what is done where it leaves
    std::string kept_;                  //!< entries behind barriers, and at branches
    std::uint32_t kept_values_ = 0;
    std::string body_;
    int translated_ = 0;
    std::vector<int> handled_;
};

} // namespace cuda_emulator::translation
