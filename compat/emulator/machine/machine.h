// The state of the machine: decoded instructions, warps, blocks and launches.
//
// A register is 32 lanes side by side (a predicate is a 32-bit mask), so that one instruction is one loop which the
// compiler vectorises. Lanes that run together form a fragment: a mask, a PC and an activation (one call of a
// function by a set of lanes). Fragments of one activation merge when they meet at a PC; the one deepest in calls and
// lowest in PC runs first.
#pragma once

#include "ptx/syntax.h"
#include "settings/check_options.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

struct cuda_emulator_counters; // profile/counters.h

namespace cuda_emulator {

constexpr int warp_size = 32;
constexpr std::uint32_t all_lanes = 0xffffffffu;

struct warp;
struct instruction;
struct decoded_function;
struct launch;
struct block;
class shared_memory_check;
class value_follower;

using handler = void (*)(warp&, const instruction&, std::uint32_t mask);

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

//! Which operands are read and written, for those who follow values.
enum class operand_roles : std::uint8_t {
    other,
    computation, //!< the first `results` are written, the rest read
    bits,        //!< … and each bit of a result is one of an operand, or made of those at its place
    select,      //!< selp
    conjunction, //!< and: zero decides
    disjunction, //!< or: ones decide
    compare_and, //!< setp.….and: the last operand decides when it is false
    compare_or,  //!< … when it is true
    shuffle,
    load,    //!< address, then results
    store,   //!< address, then values
    atomic,  //!< address, result, values
    texture, //!< four results, then what is read
    listed   //!< in the register_lists that `extra` points to; and the first is an address
};

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

struct instruction {
    handler run = nullptr;
    operand_slot guard = no_operand;
    std::uint32_t guard_invert = 0; //!< all ones for @!p
    operand_slot operands[10] = {};
    std::int64_t immediate = 0;
    const void* extra = nullptr;
    std::uint32_t target = 0; //!< of a branch
    std::int32_t line = 0;    //!< PTX line
    std::int32_t source = -1; //!< `.loc`
    flow kind = flow::none;
    bool adapter = false;    //!< put in by the decoder: not counted
    std::uint8_t detail = 0; //!< what the handler wants: boolean operation, size …
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
    enum class operation : std::uint8_t { sync, arrive, popc, conjunction, disjunction } op = operation::sync;
    bool aligned = true;
    operand_slot number = no_operand, threads = no_operand; //!< 32-bit operands
    operand_slot predicate = no_operand, result = no_operand;
};

struct parameter_slot {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
};

enum class builtin : std::uint8_t { none, vprintf, malloc, free, assertfail, trap };

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
    std::vector<char> constant_storage;
    char* constants = nullptr; //!< 64-byte aligned
    std::uint32_t register_bytes = 0;
    std::vector<parameter_slot> zeroed; //!< registers that begin as zero; the others are written before they are read
    std::uint32_t frame_bytes = 0;      //!< of each lane's stack
    std::vector<parameter_slot> parameters, results;
    std::vector<std::unique_ptr<call_info>> calls;
    std::vector<std::unique_ptr<barrier_info>> barriers;
    std::vector<std::unique_ptr<branch_table>> tables;
    std::vector<std::shared_ptr<void>> extras;
};

struct shared_variable {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    std::string name;
    std::uint32_t alignment = 1;
};

//! A kernel with everything it can call.
struct program {
    const ptx::module* module = nullptr;
    decoded_function* kernel = nullptr;
    std::unordered_map<const ptx::function*, std::unique_ptr<decoded_function>> functions;
    std::unordered_map<std::uint64_t, decoded_function*> by_address; //!< targets of indirect calls
    std::unordered_map<std::string, std::uint32_t> shared_offsets;
    std::vector<shared_variable> shared_variables;
    std::uint32_t shared_bytes = 0;   //!< static shared memory
    std::uint32_t dynamic_offset = 0; //!< where `extern .shared` begins
    std::vector<parameter_slot> parameters;
    std::uint32_t parameter_bytes = 0;
    bool calls_functions = false; //!< lanes need a stack even with no local variables
    bool uses_dynamic_shared = false;
    bool narrow_accesses = false; //!< shared memory may be touched by less than 4 bytes
    bool ordered = false;         //!< blocks see each other's order: one thread, in block order
};

//! An error of the running kernel: the launch ends, and the context stays broken as CUDA's does.
struct device_fault : std::runtime_error {
    device_fault(int code, const std::string& what)
        : std::runtime_error(what)
        , code(code)
    {
    }
    int code; //!< cudaError_t
};

struct activation {
    decoded_function* function = nullptr;
    activation* parent = nullptr;
    const call_info* call = nullptr;
    std::uint32_t return_pc = 0;
    std::uint32_t live = 0; //!< lanes that have not returned
    std::uint32_t stack_offset = 0;
    int depth = 0;
    char* registers = nullptr;
    std::vector<char> storage;
};

enum class fragment_state : std::uint8_t { runnable, at_barrier, at_warp_barrier, at_sync };

struct fragment {
    activation* at = nullptr;
    std::uint32_t pc = 0;
    std::uint32_t mask = 0;
    fragment_state state = fragment_state::runnable;
    std::uint32_t turn = 0; //!< grows when it gives way to others; the lowest runs first
    std::uint32_t wait = 0; //!< barrier number, or member mask
    const barrier_info* barrier = nullptr;
};

//! Special registers: each is 32 lanes of 32 bits at this index times 128 bytes.
enum special_register : std::uint32_t {
    sr_tid_x,
    sr_tid_y,
    sr_tid_z,
    sr_ntid_x,
    sr_ntid_y,
    sr_ntid_z,
    sr_ctaid_x,
    sr_ctaid_y,
    sr_ctaid_z,
    sr_nctaid_x,
    sr_nctaid_y,
    sr_nctaid_z,
    sr_laneid,
    sr_warpid,
    sr_nwarpid,
    sr_smid,
    sr_nsmid,
    sr_lanemask_eq,
    sr_lanemask_le,
    sr_lanemask_lt,
    sr_lanemask_ge,
    sr_lanemask_gt,
    sr_dynamic_smem_size,
    sr_total_smem_size,
    sr_zero,
    sr_one,
    sr_envreg1,
    sr_envreg2, // address of the grid workspace of a cooperative launch
    sr_gridid,
    sr_gridid_high, // 64 bits: two places
    sr_count
};

struct address_range {
    std::uintptr_t low = 1, high = 0;
};

struct warp {
    char* base[4] = {}; //!< see operand_slot
    block* owner = nullptr;
    const launch* grid = nullptr;
    activation* current = nullptr;
    std::uint32_t pc = 0;
    std::uint32_t carry = 0; //!< CC.CF of each lane
    char* shared = nullptr;
    std::uint32_t shared_size = 0;
    char* stack = nullptr; //!< lane 0's; the next lane's is stack_stride further
    std::uint32_t stack_stride = 0;
    bool checks = false;                         //!< of what the warp touches, see launch
    shared_memory_check* shared_check = nullptr; //!< null: off
    value_follower* follower = nullptr;          //!< null: no value needs to be followed
    std::uint64_t slice_end = 0;                 //!< a handler that sets it to 0 has the warp's code chosen again
    cuda_emulator_counters* counters = nullptr;  //!< null: nobody counts
    bool exclusive = false;                      //!< no other thread runs blocks of this grid: plain atomics will do
    std::uint32_t index = 0;
    std::uint32_t present = 0; //!< lanes that exist
    std::uint32_t live = 0;    //!< … and have not exited
    std::uint32_t polls = 0;
    std::uint32_t turns = 0;
    std::uint64_t executed = 0; //!< warp instructions
    std::uint64_t thread_instructions = 0;
    std::vector<fragment> fragments;
    std::vector<std::unique_ptr<activation>> pool; //!< finished activations, to be used again
    std::vector<std::unique_ptr<activation>> active;
    address_range ranges[8]; //!< allocations seen last: a check is mostly two comparisons
    alignas(64) char special[sr_count * 128];
};

template <class T>
inline T* slot(warp& w, operand_slot o)
{
    return reinterpret_cast<T*>(w.base[o & 3] + (o & ~3u));
}

struct dimensions {
    std::uint32_t x = 1, y = 1, z = 1;
    std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
};

//! One kernel launch.
struct launch {
    const program* code = nullptr;
    dimensions grid, block;
    std::uint32_t dynamic_shared = 0;
    std::uint64_t id = 0;
    bool cooperative = false;
    check_options check;
    std::vector<char> parameters;
    char* parameter_base = nullptr;
    std::uint64_t workspace = 0;                //!< of a cooperative grid
    std::uint32_t stack_limit = 0;              //!< bytes of each lane's stack
    cuda_emulator_counters* counters = nullptr; //!< where to add what the kernel does; null: nobody counts
};

//! Runs the kernel to its end. Throws device_fault.
void execute(launch&);

//! "(x,y,z)" of a thread of the block, by its number.
std::string thread_name(const block&, std::uint32_t thread);
//! "PTX line n, file:line"
std::string line_of(const program&, const decoded_function&, const instruction&);
//! The source line alone where it is known: one line may become many instructions.
std::string key_of(const program&, const decoded_function&, const instruction&);
//! line_of for an instruction of the function that the warp runs.
std::string line_of(const warp&, const instruction&);
//! "offset n ('variable' + m)" of a byte of shared memory.
std::string shared_place(const block&, std::size_t offset);
std::string place_of(const block&, std::uint32_t thread, const decoded_function&, const instruction&);
//! "kernel 'name', block (x,y,z), thread (x,y,z), PTX line n, file:line: "
std::string place_of(const warp&, const instruction&, int lane);

[[noreturn]] void fault(const warp&, const instruction&, int lane, int code, const std::string& what);

} // namespace cuda_emulator
