// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the text of source.h. Basic blocks are in source.cpp, branches in branch_text.cpp, unrolled loops in
// unroll_text.cpp, and divergent threads in span_text.cpp. Arithmetic is in compute_text.cpp, loads in memory_text.cpp,
// stores in store_text.cpp, and accesses of any addresses in gather_text.cpp, shared_gather_text.cpp and
// local_text.cpp. Exchanges between lanes are in exchange_text.cpp. Calls of handlers are in handler_text.cpp, entries
// from the interpreter in entry_text.cpp, and exits to it in leave_text.cpp. What the code of divergent paths does
// otherwise is in path_text.cpp.
//
// Registers of shape `any` live in the register file, which the interpreter shares. An affine register at offset 123 is
// three C++ variables: b123 (base), s123 (stride across a row) and t123 (stride from row to row).
#pragma once

#include "machine/warp.h"
#include "translate/code_graph.h"
#include "translate/if_conversion.h"
#include "translate/loop_nest.h"
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

//! Base and strides of an affine operand, as text in an unsigned type.
struct affine_value {
    std::string base, across = "0", along = "0";
};

class source_writer {
public:
    source_writer(const decoded_function& f, const lane_layout& lanes);

    source write();

private:
    // --- operands

    int width(operand_slot o) const { return widths_.at(o); }
    shape shape_now(operand_slot o) const { return shape_of(now_, o, lanes_); }
    bool is_block() const { return lanes_.warps > 1; }
    bool is_path() const { return lanes_.of_path; }
    // A row of at least eight lanes gets an inner loop, in which memory is read row by row.
    bool has_rows() const { return lanes_.lanes_of_row() >= 8; }

    affine_value affine(operand_slot o, int bytes);
    // The same for a register of the given shape.
    affine_value affine_of(operand_slot o, const strided_shape& s) const;
    // The operand's value in lane l, for a statement that runs later. A value that may change until then is copied to a
    // named constant.
    std::string in_lane(operand_slot o, const std::string& type);
    // The same for an argument of a lane function.
    std::string argument(const instruction& i, const lane_function& o, int operand);
    std::string kept(const std::string& type, const std::string& expression);

    // --- the pending loop: statements of one lane that are collected for a common loop over the lanes

    // Text of the pending loop, with a spill of each register that is live at `pc`. `more` is appended to the loop's
    // body.
    std::string loop_text(std::uint32_t pc, const std::vector<operand_slot>& but = {}, const std::string& more = {});
    void flush(std::uint32_t pc);
    void forget_pending();
    // Starts a new pending loop at `pc`. If the interpreter must make a later access, the block leaves at `pc`. No
    // statement of the loop has run then, and the affine registers are restored.
    void begin_waiting(std::uint32_t pc);
    // Flushes the pending loop if it reads one of these registers, which the instruction is about to overwrite.
    void redefine(std::uint32_t at, const std::vector<operand_slot>& written);

    // The predicate's mask in the register file. Predicates in `chosen_` are not there.
    std::string predicate(operand_slot o);
    bool is_predicate(operand_slot o) const { return predicates_.count(o) != 0; }
    // Writes the predicate to the register file.
    std::string set_predicate(operand_slot o, const std::string& value) const;

    // --- statements

    void line(const std::string& s) { body_ += "    " + s + "\n"; }

    // Spills an affine register to the register file, by a call of `function`.
    std::string put(operand_slot o, const std::string& function = {});
    // Leaves at `at`, or at the start of the pending loop: the second needs no copy of the loop here.
    std::string leave_or_begin(std::uint32_t at, std::uint32_t done);
    // Leaves to the interpreter at `pc`, when `done` instructions of the block have run.
    std::string leave(std::uint32_t pc, std::uint32_t done, const std::vector<operand_slot>& but = {});
    // The end of each exit. Exits with the same spills share them, because copies would take the compiler longer. The
    // spills may name only variables of the whole function.
    std::string leave_by(const std::string& puts, std::uint32_t done, std::uint32_t pc);
    std::string exits() const;
    const register_set& wanted_at(std::uint32_t pc);
    // At a barrier: saves bases and strides without a spill, because this warp continues in translated code after it.
    void keep(std::uint32_t n, std::uint32_t at, std::uint32_t done);
    // Jumps to block `n`, with each live register in the form that the block expects. Registers in `but` are in the
    // register file already.
    std::string go_to(std::uint32_t n, const std::set<operand_slot>& but = {});

    // At an entry: reads registers of these shapes from the register file. If the values do not have the shapes, the
    // interpreter continues. It is one call for all registers: a call for each would take longer to compile.
    std::string taken(const shapes& registers);
    // An entry at a branch inside a block, for a warp that comes from whole-block code. `done` instructions of the
    // block have run.
    void enter_here(std::uint32_t at, std::uint32_t done);
    // A jump from an entry to a label of the block. It goes through the header of each loop around the block: GCC does
    // not vectorise conditions inside of a loop that has a second entry.
    std::string enter(std::uint32_t block, const std::string& label);
    // Defines the macros ENTRIES_…, by which the headers jump on.
    std::string dispatches() const;
    static std::string label_of(std::uint32_t block) { return "block_" + text_of(block); }

    void block(std::uint32_t n);
    // Unrolls block `n` if the block is a loop by itself. The unrolled iterations precede the block.
    void unroll(std::uint32_t n, std::uint32_t count);
    bool may_unroll(const code_block& b, std::uint32_t n) const;
    bool write_unrolled(std::uint32_t n, std::uint32_t count, unsigned number);
    static std::string label_of_rolled(std::uint32_t n) { return "rolled_" + text_of(n); }
    // Leaves the unrolled iterations. All their changes are undone, and the block runs one iteration.
    std::string give_up() const { return "goto " + rolled_ + ";"; }
    bool is_unrolling() const { return !rolled_.empty(); }
    // Emits the loop condition of an unrolled iteration. `all` and `none` are texts that define `is_so`: the comparison
    // holds in all lanes, or in none.
    void go_on_if(const instruction& compare, const std::string& all, const std::string& none);
    void statements(const code_block& b, std::uint32_t count);
    std::string guard(const instruction& i);
    void branch(const code_block& b, const instruction& i, std::uint32_t at, std::uint32_t done, std::uint32_t count);
    // A divergent path: the lanes `lanes` run it, while the others wait at instruction `others`.
    struct short_path {
        const code_block* block;
        const char* lanes;
        std::uint32_t others;
    };
    // The short divergent paths from a branch to its reconvergence point, in execution order. Empty if the lanes do not
    // reconverge soon.
    struct short_paths {
        std::vector<short_path> paths;
        std::uint32_t reconvergence = 0; //!< the block at the reconvergence point
        std::uint32_t jumps = 0;         //!< executed jumps that lead to a path
    };
    // For the branch at the end of block `b`, which the lanes of `p` take.
    short_paths short_paths_of(const code_block& b) const;
    bool is_short(std::uint32_t block, std::uint32_t reconvergence) const;
    // The end of the instructions from `at` on that a loop over the lanes of the path runs. `at`: the handler is
    // better.
    std::uint32_t end_of_loop(const short_path& w, std::uint32_t at) const;
    // Emits the loop. The path's registers are in the register file, and those in `written` have no shape.
    void compute_on_short_path(const short_path& w, std::uint32_t at, std::uint32_t end,
                               const std::set<operand_slot>& written);
    // Calls the handler for the lanes of the path. The registers in `placed` are in the register file.
    void handle_on_short_path(const short_path& w, std::uint32_t at, std::uint32_t executed,
                              const std::set<operand_slot>& placed);
    // The region behind the divergent branch at the end of the block; null if it cannot be converted.
    const convertible_region* region_of(std::uint32_t block) const;
    // Converts the branch at the end of the block, as a part of the pending loop. Returns false, without a change, if
    // another way is better.
    bool convert_at_once(std::uint32_t block, std::uint32_t count);
    // Emits the region, and the jump to its reconvergence point.
    void convert(const code_block& b, const convertible_region&, std::uint32_t count);
    // Emits an instruction of the region. `on` says whether a lane runs it. Other lanes keep their values of the
    // registers in `kept_slots`.
    void predicate_one(const instruction&, const std::string& on, const register_set& kept_slots);
    // The declaration of an argument, with a question mark for its name.
    std::string predicated_operand(const instruction&, const lane_function&, int operand, bool of_masks);
    // The code of divergent paths: its way to the next block, and its branches and accesses.
    std::string path_dispatch(const std::string& entries) const;
    std::string jump(std::uint32_t n) const;
    void branch_of_path(const code_block& b, const instruction& i, std::uint32_t at, std::uint32_t done,
                        std::uint32_t count);
    // The lanes of `m` jump, and the others do not.
    void part(const code_block& b);
    // A path may enter at the branch, because the code of warps leaves there.
    void enter_at_branch(const code_block& b, const instruction& i, std::uint32_t at);
    bool access_on_path(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    // The arguments of the prelude's functions for loads and stores of any addresses.
    std::string arguments_on_path(const instruction& i, const memory_operation& m, std::uint32_t at) const;
    void load_on_path(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    void store_on_path(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    // Emits the divergent branch at the end of block `b`: loops over the lanes and handlers run each path.
    void diverge(const code_block& b, std::uint32_t at, std::uint32_t done, std::uint32_t count);
    // The same in translated code, if the diverging threads are contiguous and the block is one row.
    void span(const short_path& w, std::uint32_t reconvergence, const std::set<operand_slot>& written,
              std::uint32_t executed);
    // Leaves to the interpreter: the span's threads at `at`, the others at the reconvergence point.
    std::string leave_span(std::uint32_t at, const std::vector<operand_slot>& but = {});
    bool may_have_spans() const { return is_block() && lanes_.lanes_of_row() == lanes_.lanes(); }
    // The bits that lanes off the path have in the masks of `diverging`.
    static std::string off_path(const short_path& w) { return w.lanes[0] == '~' ? "all" : "0"; }

    bool all_arrive_at(const instruction& barrier) const;
    void one(const instruction& i, std::uint32_t at, std::uint32_t done);
    bool is_for_handler(const instruction& i, const lane_function& o) const;
    // With checks on, whole-block code leaves before an instruction that may cause a finding.
    std::string leave_if_watched(std::uint32_t at, std::uint32_t done);
    // Whether an instruction that its handler runs may cause a finding.
    static bool may_be_found(const instruction& i);
    static bool is_plain_atomic(const instruction& i);
    // Fills the special registers of all warps before a handler in a span; only the first warp has them. An atomic
    // without such an operand does not need them.
    static std::string prepare(const instruction& i);
    // Calls the interpreter's handler, after a spill of the operands.
    std::string handled(const instruction& i, std::uint32_t at, std::uint32_t done);
    void handle(const instruction& i, std::uint32_t at, std::uint32_t done);

    // Adds a statement to the pending loop and returns the name of its value.
    std::string waits(const instruction& i, const lane_function& o, const std::string& type,
                      const std::string& expression);
    void compute(const instruction& i, const lane_function& o, std::uint32_t at, std::uint32_t done);
    // Computes base and strides of an affine result.
    void affine_result(const instruction& i, const lane_function& o, const std::string& name, const std::string& u,
                       std::uint32_t at, std::uint32_t done);
    // The type of a comparison's lane function, and the register files' places of its results.
    static std::string operation_of(const lane_function& comparison);
    static std::string mask_places(const instruction& comparison);
    // An ordered comparison of 32-bit integers, of an affine and a uniform operand.
    bool compare_ends(const instruction& i, const lane_function& o, std::uint32_t at);
    // The same for equality, if only a branch uses the result.
    bool compare_equal(const instruction& i, const lane_function& o, std::uint32_t at);
    // In whole-block code: whether only the branch at the block's end uses the predicate. The predicate is then a range
    // of threads, and becomes masks only where the block leaves.
    bool is_for_branch(const instruction& i, std::uint32_t at) const;
    std::string choose(const instruction& i, std::uint32_t at);
    // The guard's masks, as arguments of the prelude's functions for all warps.
    static std::string guard_in_files(const instruction&);
    // Threads for which the guard holds, as one contiguous range. If they are not contiguous, the range is unknown.
    std::string jumping(const instruction& branch) const;
    void masks(const instruction& i, const lane_function& o, const shapes& behind, std::uint32_t at);
    // Two predicates, each with a lane function of its own.
    void two_masks(const instruction& i, bool is_uniform, std::uint32_t at);

    // The run-time condition under which translated code makes the access itself.
    std::string may_access(const instruction& i, const memory_operation& m, std::uint32_t at) const;
    static std::string place_of(operand_slot o);
    // Copies the threads' values of a register from the register files to an array.
    static std::string collect(const std::string& to, operand_slot from);
    static std::string base_of(const access_form&);        //!< base address of the window
    static std::string in_memory(const access_form&);      //!< type of an element in memory
    static std::string in_register_of(const access_form&); //!< type of an element in a register
    // Declares the addresses of the access and returns the suffix of their names.
    std::string reach(const instruction& i, const memory_operation& m, std::uint32_t at);
    bool may_store_in_loop(const instruction& i, const memory_operation& m, std::uint32_t at);
    void store(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    // The texts that all forms of a load use.
    struct load_texts {
        std::string here; //!< suffix of the names of its addresses
        std::string from, in_memory, in_register;
        std::string may;       //!< condition under which translated code makes the load
        std::string otherwise; //!< the load by its handler
    };
    // A load from one address, into a uniform register.
    void load_uniform(const instruction& i, const access_form& form, const load_texts& t);
    // A load of one element for each row, or of adjacent elements: the pending loop reads them from memory directly.
    // Returns false if the strides do not allow that.
    bool load_rows(const instruction& i, const access_form& form, const load_texts& t);
    // Any other load. The pending loop reads adjacent elements from memory directly.
    void load_elements(const instruction& i, const access_form& form, const load_texts& t);
    // Accesses of global memory with any addresses, if `may_gather` allows them.
    bool may_gather(const instruction& i, const memory_operation& m) const;
    // The values of an access of any addresses, as arguments of the prelude's functions: an array for each register
    // that is loaded, and the text that fills the arrays if the handler makes the load; or the registers that are
    // stored.
    struct gathered_lists {
        std::string arrays, collected;
    };
    gathered_lists gathered_values(const instruction& i, const access_form& form, std::uint32_t at);
    std::string scattered_values(const instruction& i, const access_form& form);
    // The condition under which translated code makes the access.
    std::string gathered(const instruction& i, const memory_operation& m, std::uint32_t at) const;
    void gather(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    void scatter(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    // The same for shared memory, in shared_gather_text.cpp.
    // The lanes of each warp that make the access, as an expression: all, or those of a branch.
    std::string active_lanes() const;
    bool may_gather_shared(const instruction& i, const memory_operation& m) const;
    std::string places_of(const instruction& i, const memory_operation& m, std::uint32_t at) const;
    std::string gathered_shared(const instruction& i, const memory_operation& m, std::uint32_t at) const;
    void gather_shared(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    void scatter_shared(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    // The same for local memory, in local_text.cpp.
    bool may_gather_local(const instruction& i, const memory_operation& m) const;
    void gather_local(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    void scatter_local(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    bool local_on_path(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);
    // The offset of a variable of the frame, for all lanes.
    void frame_address(const instruction& i, std::uint32_t at);
    // A read of the clock in a loop that only waits for it.
    void clock(const instruction& i, std::uint32_t at, std::uint32_t done);
    // The variables of the frame, as initialisers.
    std::string local_objects() const;
    // Exchanges between the lanes of a warp, in exchange_text.cpp.
    void exchange(const instruction& i, std::uint32_t at, std::uint32_t done);
    void shuffle(const instruction& i, std::uint32_t at, std::uint32_t done, const std::string& named);
    std::string exchanged(const instruction& i, const std::string& x);
    std::string names_all(const instruction& i, std::uint32_t at);
    static std::string members_of(const instruction& i);
    std::string by_lane(operand_slot o);
    // Returns false if the handler must make the access.
    bool access(const instruction& i, const memory_operation& m, std::uint32_t at, std::uint32_t done);

    const decoded_function& f_;
    const lane_layout lanes_;
    const code_graph graph_;
    const convertible_regions regions_;
    const std::vector<std::vector<std::uint32_t>>
        headers_; //!< by block: headers of the loops around it, outermost first
    const std::vector<shapes> in_;
    shapes now_;
    std::map<operand_slot, int> widths_;
    std::set<operand_slot> predicates_;
    std::uint32_t wanted_of_ = ~0u; //!< the block that `wanted_` describes, by instruction
    std::vector<register_set> wanted_;
    std::string pending_;                               //!< body of the pending loop, for one lane
    std::string pending_rows_;                          //!< text for one row, before the loop over its lanes
    std::map<operand_slot, std::string> values_;        //!< names of values that only the pending loop holds
    std::map<std::string, std::string> before_one_nan_; //!< name of the same value before NaNs are made canonical
    std::set<operand_slot> pending_reads_; //!< registers that the pending loop reads from the register file
    struct load {
        std::string from, along; //!< names of the first row's address and of the stride to the next row
        int bytes;
        bool is_row; //!< a row of adjacent elements; else one element for the row
    };
    std::vector<load> loads_;    //!< loads inside the pending loop
    bool loads_unknown_ = false; //!< the pending loop may also load from an unknown address
    int pending_count_ = 0;
    unsigned names_ = 0;
    struct chosen {
        std::string span;
        bool is_other; //!< the complement of `span`
    };
    std::map<operand_slot, chosen> chosen_;
    std::string rolled_;                   //!< label of the loop without unrolling; empty while nothing is unrolled
    std::string iteration_;                //!< suffix of names, by unrolled iteration
    bool stops_unrolling_ = false;         //!< a side effect that cannot be undone was met
    std::string span_;                     //!< off_path() of the span that is being written; empty outside of spans
    std::uint32_t span_reconvergence_ = 0; //!< block at the span's reconvergence point
    std::uint32_t span_executed_ = 0;      //!< instructions executed when the span ends
    std::set<operand_slot> span_written_;
    struct waiting {
        std::size_t begin = 0; //!< position in `body_`
        std::uint32_t pc = 0, done = 0;
        shapes there;
        std::set<operand_slot> changed; //!< registers changed since the loop began
        std::string leaves;             //!< text that leaves; empty: a jump to the loop's own label
        bool is_left = false;
    };
    waiting waiting_;
    unsigned waits_ = 0;                            //!< number of the current pending loop
    std::uint32_t done_ = 0;                        //!< instructions of the block before the current one
    std::set<operand_slot> remembered_;             //!< registers whose earlier value an exit may restore
    std::string behind_;                            //!< text after the block: its exits
    std::string kept_;                              //!< case labels of entries after barriers and at branches
    std::map<std::uint32_t, std::string> dispatch_; //!< by header of a loop: the entries that come through it
    unsigned entries_ = 0;                          //!< entries that are numbered, because they lead into a loop
    std::vector<std::uint32_t> entered_branches_;
    std::uint32_t kept_values_ = 0;
    std::map<std::string, std::size_t> exits_; //!< numbers of the exits, by their spills
    std::string body_;
    int translated_ = 0;
    int converted_ = 0;
    std::vector<int> handled_;
};

} // namespace cuda_emulator::translation
