// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decoder's output: instructions with their handlers, functions, and a kernel with all functions that it can call.
#pragma once

#include "isa/form.h"
#include "machine/block_time.h"
#include "machine/gate_choice.h"
#include "ptx/syntax.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {

struct decoded_function;
class reconvergence_points; // machine/reconvergence.h

//! Location of an operand. The low two bits select the base: registers of the activation, constants of the function, or
//! special registers of the warp. The other bits are the byte offset.
using operand_slot = std::uint32_t;
enum : operand_slot { in_registers = 0, in_constants = 1, in_special = 2 };
constexpr operand_slot no_operand = 0xffffffffu;
constexpr bool is_register(operand_slot o) { return o != no_operand && (o & 3) == in_registers; }

//! Work that the interpreter itself does; all else is in the handlers.
enum class flow : std::uint8_t {
    none,
    branch,
    branch_indexed,
    call,
    ret,
    exit,
    barrier,      //!< bar.*: operands in `barrier_info`
    warp_barrier, //!< bar.warp.sync
    trap,
    synchronise,   //!< *.sync: the lanes of `member_mask` must be gathered before the handler runs
    poll,          //!< volatile, acquire and atomic accesses: possible parts of a spin loop
    yield,         //!< nanosleep: gives way to others
    clock,         //!< a read of the clock in a loop that only waits for it
    tracked_branch //!< a branch in code with definedness tracking
};

//! Memory ordering of an access.
enum class memory_order : std::uint8_t { weak, volatile_, relaxed, acquire, release, acq_rel };
constexpr bool acquires(memory_order o) { return o == memory_order::acquire || o == memory_order::acq_rel; }
constexpr bool releases(memory_order o) { return o == memory_order::release || o == memory_order::acq_rel; }
//! The threads for which a strong access or a fence establishes an order.
enum class memory_scope : std::uint8_t { block, cluster, device, system };

//! Registers read and written by an instruction that has more of them than `operands` holds.
struct register_lists {
    std::vector<operand_slot> read, written;
    //! Definedness tracking: passes undefined bits from the registers and memory that the instruction reads to those
    //! that it writes. Null: a read of undefined bits is a use, and what is written is defined.
    void (*track)(warp&, const instruction&) = nullptr;
};

//! The memory access of an instruction, for the counters only.
enum class access_kind : std::uint8_t { none, load, store, atomic, copy /* cp.async */, texture };
struct access_note {
    access_kind kind = access_kind::none;
    ptx::space space = ptx::space::none; //!< none: a generic address
    std::uint8_t bytes = 0;              //!< bytes per lane
};

constexpr std::uint32_t all_of_shared = 0xffffffffu; //!< up to the end of the block's shared memory

struct instruction {
    handler run = nullptr;
    operand_slot guard = no_operand;
    std::uint32_t guard_invert = 0; //!< all ones for @!p
    operand_slot operands[10] = {};
    std::int64_t immediate = 0;
    const void* extra = nullptr;
    const form* row = nullptr; //!< row of the instruction table; null: the instruction has its own decoder
    std::uint32_t target = 0;  //!< branch target
    std::int32_t line = 0;     //!< PTX line
    std::int32_t source = -1;  //!< `.loc`
    flow kind = flow::none;
    bool adapter = false;    //!< inserted by the decoder, so not counted
    std::uint8_t detail = 0; //!< data for the handler: boolean operation, size …
    bool overwrites = false; //!< an atomic whose stored value does not depend on the old one
    bool waits = false;      //!< a load or an atomic that a loop repeats until it gives another value
    // Number of instructions from here on that need only their handlers, and how many of these are counted.
    std::uint16_t straight = 0, straight_counted = 0;
    std::uint32_t place = 0; //!< access site: index of the block's cached allocation
    // Bounds in shared memory of the variable that the address is computed from; all of shared memory if unknown.
    std::uint32_t shared_low = 0, shared_high = all_of_shared;
    operand_slot member_mask = no_operand;
    access_note access;
    memory_order order = memory_order::weak;
    memory_scope scope = memory_scope::system;
    operand_roles roles = operand_roles::other;
    std::uint8_t results = 0; //!< number of written operands of a computation
    std::uint8_t element = 0; //!< bytes of each operand in memory, for a load or store; otherwise of a result register
    std::uint8_t source_bytes = 0; //!< for role `bits`: bytes of an operand's register, 0 for predicates
    bool sign_extends = false;     //!< a load of bytes, each of which fills both bytes of its register
    std::uint8_t choosers = 0;     //!< for role `bits`: number of last operands that only select positions of bits
};

//! Whether it is an atomic whose result is used.
inline bool has_atomic_result(const instruction& i)
{
    return i.roles == operand_roles::atomic && i.operands[1] != no_operand;
}

struct barrier_info {
    //! cluster: the wait for the cluster's barrier. product, products_wait: see execute/warpgroup_order.h. These three
    //! have no number and no thread count.
    enum class operation : std::uint8_t {
        sync,
        arrive,
        popc,
        conjunction,
        disjunction,
        cluster,
        product,
        products_wait
    } op = operation::sync;
    bool aligned = true;
    operand_slot number = no_operand, threads = no_operand; //!< 32-bit operands
    operand_slot predicate = no_operand, result = no_operand;
};

struct parameter_slot {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
};

//! device_runtime: a function that libcudadevrt leaves to the driver (execute/device_runtime_calls.h).
enum class builtin : std::uint8_t { none, vprintf, malloc, free, assertfail, trap, set_conditional, device_runtime };

struct call_info {
    decoded_function* callee = nullptr; //!< null: an indirect call by `target`
    operand_slot target = no_operand;
    builtin system = builtin::none;
    std::uint8_t device_function = 0;               //!< for builtin::device_runtime: which
    std::vector<parameter_slot> arguments, results; //!< in the caller's frame
};

struct branch_table {
    std::vector<std::uint32_t> targets;
};

struct translated_path_code; // machine/translated_paths.h

//! One function, decoded for one kernel, because shared variables are laid out per kernel.
struct decoded_function {
    const ptx::function* source = nullptr;
    std::unique_ptr<ptx::function_body> body;
    std::vector<instruction> code;
    std::vector<instruction> tracked; //!< the code for warps with definedness tracking on; created on first use
    std::once_flag tracked_made;
    std::shared_ptr<const reconvergence_points> reconvergence; //!< for warps in lock-step; created on first use
    std::once_flag reconvergence_made;
    std::vector<bool> stores_by_data; //!< by instruction (check/stores_by_data.h); created on first use
    std::once_flag stores_by_data_made;
    std::atomic<translated_path_code*> paths{nullptr}; //!< code for divergent paths; null: none is wanted
    std::vector<char> constant_storage;
    char* constants = nullptr; //!< 64-byte aligned
    std::uint32_t register_bytes = 0;
    std::vector<parameter_slot> zeroed; //!< registers that start as zero; all others are written before they are read
    std::uint32_t frame_bytes = 0;      //!< bytes per lane of the stack frame
    std::uint32_t local_bytes = 0;      //!< bytes of local variables in the frame
    std::vector<parameter_slot> parameters, results;
    std::vector<std::unique_ptr<call_info>> calls;
    std::vector<std::unique_ptr<barrier_info>> barriers;
    std::vector<std::unique_ptr<branch_table>> tables;
    std::vector<std::shared_ptr<void>> extras;
    std::vector<parameter_slot> objects; //!< variables of the frame, as valid targets of addresses
};

struct shared_variable {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    std::string name;
    std::uint32_t alignment = 1;
};

//! Since sm_80, shared memory begins with this many bytes for CUDA's own use. Here only kernels that ask for their
//! place (`%reserved_smem_offset_1`, …) have them: those with tiles of more than one warp.
constexpr std::uint32_t reserved_shared_bytes = 1024;
//! Offset of the barriers and values of cooperative groups in the reserved bytes. On a GPU the driver chooses it.
constexpr std::uint32_t reserved_for_groups = 128;

//! Loads of a kernel that an ended launch reported, because they read what nothing wrote.
struct reported_loads {
    std::mutex mutex;
    std::vector<const instruction*> loads;
};

//! A kernel with all functions that it can call.
struct program {
    const ptx::module* module = nullptr;
    decoded_function* kernel = nullptr;
    std::unordered_map<const ptx::function*, std::unique_ptr<decoded_function>> functions;
    std::unordered_map<std::uint64_t, decoded_function*> by_address; //!< targets of indirect calls
    std::unordered_map<std::string, std::uint32_t> shared_offsets;
    std::vector<parameter_slot> group_memory; //!< shared memory by which tiles of several warps synchronise
    std::vector<shared_variable> shared_variables;
    std::uint32_t shared_bytes = 0; //!< static shared memory, including reserved bytes
    std::uint32_t reserved_bytes =
        0; //!< reserved bytes before the program's variables; 0 if the kernel does not ask for their place
    std::uint32_t dynamic_offset = 0;     //!< offset of `extern .shared`
    std::uint32_t dynamic_alignment = 16; //!< the largest alignment of the kernel's `extern .shared`
    //! Static shared memory without reserved bytes.
    std::uint32_t static_shared() const { return shared_bytes - reserved_bytes; }
    std::vector<parameter_slot> parameters;
    std::uint32_t parameter_bytes = 0;
    std::uint32_t places = 1;      //!< number of access sites; site 0 serves instructions without one of their own
    bool calls_functions = false;  //!< lanes need a stack even without local variables
    std::uint32_t stack_bytes = 0; //!< frames of the deepest call path, with each recursive function counted once
    std::uint32_t local_bytes = 0; //!< local variables on such a path
    bool stack_is_known = true;    //!< false: recursion or indirect calls may need more
    bool uses_dynamic_shared = false;
    bool narrow_accesses = false;     //!< shared memory may be accessed by less than 4 bytes
    bool in_clusters = false;         //!< addresses of shared memory also name the block of the cluster
    bool uses_heap = false;           //!< calls malloc() or free()
    bool uses_printf = false;         //!< calls printf()
    bool block_atomics = false;       //!< has atomics of block scope in global memory
    bool meets_host = false;          //!< has fences or strong accesses of system scope
    bool lets_next_begin = false;     //!< has griddepcontrol.launch_dependents
    bool waits_for_previous = false;  //!< has griddepcontrol.wait
    bool waits_for_blocks = false;    //!< a loop waits for other blocks
    bool may_wait_for_blocks = false; //!< the same, and accesses in loops that may be such a wait
    bool ordered = false;             //!< the order of blocks is observable: one thread, in block order
    bool atomics_in_order = false;    //!< blocks may run side by side, but the order of their atomics is observable
    //! The order of a block's warps is observable: in shared memory, by a clock, or in a sum that rounds.
    bool warps_ordered = false;
    //! A bit for each special_register that an instruction reads. Only these are set, and the indices of the thread.
    std::uint64_t named_special = 0;
    const std::unique_ptr<reported_loads> reported = std::make_unique<reported_loads>();
    const std::unique_ptr<gate_choice> choice = std::make_unique<gate_choice>(); //!< for `atomics_in_order`
    const std::unique_ptr<block_time> time = std::make_unique<block_time>();
};

} // namespace cuda_emulator
