// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the decoder makes of PTX: instructions with their handlers, functions, and a kernel with all that it can call.
#pragma once

#include "isa/form.h"
#include "ptx/syntax.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

struct decoded_function;
class reconvergence;        // execute/reconvergence.h
struct kernel_translations; // translate/translation.h

//! Where an operand lives: the low two bits choose the base (registers of the activation, constants of the function,
//! special registers of the warp), the rest is the byte offset.
using operand_slot = std::uint32_t;
enum : operand_slot { in_registers = 0, in_constants = 1, in_special = 2 };
constexpr operand_slot no_operand = 0xffffffffu;

//! What the interpreter itself must do; everything else is in the handler.
enum class flow : std::uint8_t {
    none,
    branch,
    branch_indexed,
    call,
    ret,
    exit,
    barrier,      //!< bar.*: immediate operands in `barrier_info`
    warp_barrier, //!< bar.warp.sync
    trap,
    synchronise,    //!< *.sync: the lanes of `member_mask` must be together before the handler runs
    poll,           //!< volatile, acquire and atomic accesses: what a spin loop does
    yield,          //!< nanosleep: let others run
    followed_branch //!< a branch in code whose values are followed
};

//! How an access to memory orders others.
enum class memory_order : std::uint8_t { weak, volatile_, relaxed, acquire, release, acq_rel };

//! What an instruction with more registers than operands reads and writes.
struct register_lists {
    std::vector<operand_slot> read, written;
};

//! What an instruction asks of memory: for the counters, not for the handler.
enum class access_kind : std::uint8_t { none, load, store, atomic, copy /* cp.async */, texture };
struct access_note {
    access_kind kind = access_kind::none;
    ptx::space space = ptx::space::none; //!< none: generic, the address tells
    std::uint8_t bytes = 0;              //!< of one lane
};

constexpr std::uint32_t all_of_shared = 0xffffffffu; //!< up to the end of what the block has

struct instruction {
    handler run = nullptr;
    operand_slot guard = no_operand;
    std::uint32_t guard_invert = 0; //!< all ones for @!p
    operand_slot operands[10] = {};
    std::int64_t immediate = 0;
    const void* extra = nullptr;
    const form* row = nullptr; //!< of the instruction table; null: the instruction has a decoder of its own
    std::uint32_t target = 0; //!< of a branch
    std::int32_t line = 0;    //!< PTX line
    std::int32_t source = -1; //!< `.loc`
    flow kind = flow::none;
    bool adapter = false;    //!< put in by the decoder: not counted
    std::uint8_t detail = 0; //!< what the handler wants: boolean operation, size …
    bool overwrites = false; //!< an atomic that stores what does not hang on what was there
    // From here on so many instructions need nothing but their handlers, and so many of them are counted.
    std::uint16_t straight = 0, straight_counted = 0;
    std::uint32_t place = 0; //!< where a block remembers which memory it accesses
    // Where in the block's shared memory the variable lies that the address is made of; all of it where none is known.
    std::uint32_t shared_low = 0, shared_high = all_of_shared;
    operand_slot member_mask = no_operand;
    access_note access;
    memory_order order = memory_order::weak;
    operand_roles roles = operand_roles::other;
    std::uint8_t results = 0;      //!< operands written, of a computation
    std::uint8_t element = 0;      //!< bytes in memory of each operand, of a load or store; of a result's register
    std::uint8_t source_bytes = 0; //!< of role `bits`: of an operand's register, 0 for predicates
    std::uint8_t choosers = 0;     //!< … and how many of the last operands only say where the others' bits go
};

struct barrier_info {
    //! cluster: a wait for the cluster's barrier, which has neither number nor threads.
    enum class operation : std::uint8_t { sync, arrive, popc, conjunction, disjunction, cluster } op = operation::sync;
    bool aligned = true;
    operand_slot number = no_operand, threads = no_operand; //!< 32-bit operands
    operand_slot predicate = no_operand, result = no_operand;
};

struct parameter_slot {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
};

enum class builtin : std::uint8_t { none, vprintf, malloc, free, assertfail, trap, set_conditional };

struct call_info {
    decoded_function* callee = nullptr; //!< null: through `target`
    operand_slot target = no_operand;
    builtin system = builtin::none;
    std::vector<parameter_slot> arguments, results; //!< in the caller's frame
};

struct branch_table {
    std::vector<std::uint32_t> targets;
};

//! One function, decoded for one kernel (shared variables have their place per kernel).
struct decoded_function {
    const ptx::function* source = nullptr;
    std::unique_ptr<ptx::function_body> body;
    std::vector<instruction> code;
    std::vector<instruction> followed; //!< the same, for warps whose values are followed; made when first wanted
    std::once_flag followed_made;
    std::shared_ptr<const reconvergence> meetings; //!< for warps in lock step; made when first wanted
    std::once_flag meetings_made;
    std::shared_ptr<kernel_translations> translations; //!< of a kernel; made when first wanted
    std::vector<char> constant_storage;
    char* constants = nullptr; //!< 64-byte aligned
    std::uint32_t register_bytes = 0;
    std::vector<parameter_slot> zeroed; //!< registers that begin as zero; the others are written before they are read
    std::uint32_t frame_bytes = 0;      //!< of each lane's stack
    std::uint32_t local_bytes = 0;      //!< of these, local variables
    std::vector<parameter_slot> parameters, results;
    std::vector<std::unique_ptr<call_info>> calls;
    std::vector<std::unique_ptr<barrier_info>> barriers;
    std::vector<std::unique_ptr<branch_table>> tables;
    std::vector<std::shared_ptr<void>> extras;
    std::vector<parameter_slot> objects; //!< of the frame: what an address may lead to
};

struct shared_variable {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    std::string name;
    std::uint32_t alignment = 1;
};

//! Since sm_80 shared memory begins with this many bytes for CUDA's own use. Only kernels that ask for their place
//! (`%reserved_smem_offset_1`, …) have them here: those with tiles of more than one warp.
constexpr std::uint32_t reserved_shared_bytes = 1024;
//! Where in these cooperative groups have their barriers and values. A GPU's driver chooses the place.
constexpr std::uint32_t reserved_for_groups = 128;

//! A kernel with everything it can call.
struct program {
    const ptx::module* module = nullptr;
    decoded_function* kernel = nullptr;
    std::unordered_map<const ptx::function*, std::unique_ptr<decoded_function>> functions;
    std::unordered_map<std::uint64_t, decoded_function*> by_address; //!< targets of indirect calls
    std::unordered_map<std::string, std::uint32_t> shared_offsets;
    std::vector<parameter_slot> group_memory; //!< where in shared memory tiles of several warps meet
    std::vector<shared_variable> shared_variables;
    std::uint32_t shared_bytes = 0;   //!< static shared memory, and what is reserved of it
    std::uint32_t reserved_bytes = 0; //!< before it, for CUDA's own headers: 0 where the kernel does not ask where
    std::uint32_t dynamic_offset = 0; //!< where `extern .shared` begins
    //! Static shared memory as the program knows it.
    std::uint32_t static_shared() const { return shared_bytes - reserved_bytes; }
    std::vector<parameter_slot> parameters;
    std::uint32_t parameter_bytes = 0;
    std::uint32_t places = 1;      //!< of the instructions that access memory; the first is for the rest
    bool calls_functions = false;  //!< lanes need a stack even with no local variables
    std::uint32_t stack_bytes = 0; //!< frames of the deepest path of calls, with each function of a recursion once
    std::uint32_t local_bytes = 0; //!< local variables of such a path
    bool stack_is_known = true;    //!< false: recursion or calls by pointer may want more
    bool uses_dynamic_shared = false;
    bool narrow_accesses = false;    //!< shared memory may be touched by less than 4 bytes
    bool in_clusters = false;        //!< its addresses of shared memory name the block of the cluster, too
    bool uses_heap = false;          //!< it calls malloc() or free()
    bool ordered = false;            //!< blocks see each other's order: one thread, in block order
    bool warps_ordered = false;      //!< of a block: they see each other's order in shared memory, or a clock
    std::uint64_t named_special = 0; //!< a bit for each special_register that an instruction names
};

} // namespace cuda_emulator
