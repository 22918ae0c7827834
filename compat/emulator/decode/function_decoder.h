// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes the body of one function. Each instruction family has a file: operands.cpp, arithmetic.cpp (forms of the
// table), data_movement.cpp, asynchronous.cpp, bulk_copy.cpp, control_flow.cpp, matrix.cpp, textures.cpp, special.cpp.
#pragma once

#include "decode/decoder.h"
#include "decode/modifiers.h"
#include "decode/pointed_variables.h"
#include "decode/product_registers.h"
#include "decode/register_layout.h"
#include "execute/memory_access.h"
#include "isa/form_table.h"
#include "ptx/parser.h"

#include <initializer_list>
#include <map>
#include <optional>

namespace cuda_emulator {

struct matrix_fragment;

//! The handler of an instruction that does nothing, or whose flow is its whole effect.
inline void nothing(warp&, const instruction&, std::uint32_t) {}

//! The state that all functions of a program share during decoding.
struct program_decoder {
    const ptx::module& module;
    const symbol_addresses& symbols;
    program& out;
    std::vector<decoded_function*> waiting; //!< found at a call, and not decoded yet
    bool has_indirect_calls = false;
    bool names_reserved_shared = false; //!< the program reads the offset of the shared memory that CUDA's headers use
    bool names_other_blocks = false;    //!< some address may lie in the shared memory of another block of the cluster

    decoded_function* function(const ptx::function&);
    std::uint32_t shared_offset(const ptx::variable&, const std::string& unique_name);
};

//! The scope of a memory instruction or a fence; `unnamed` if it has none.
memory_scope scope_of(const ptx::instruction&, memory_scope unnamed);

class function_decoder {
public:
    function_decoder(program_decoder& p, decoded_function& f)
        : program_(p)
        , out_(f)
    {
    }
    void run();

private:
    using source = const ptx::operand&;

    // --- operands.cpp
    [[noreturn]] void fail(const std::string& what) const;
    //! Fails for a modifier that is in none of the lists. A list has names with blanks between them. To skip an unknown
    //! modifier could change the meaning of the instruction.
    void only_modifiers(std::initializer_list<std::string_view> known) const;
    void lay_out_registers();
    void lay_out_frame();
    operand_slot register_slot(int number) const { return registers_.offset[number] | in_registers; }
    operand_slot temporary(char letter);
    //! The unsigned 32-bit value with 64 bits, in a temporary.
    operand_slot special_slot(special_register);
    operand_slot widened(operand_slot narrow);
    //! The low bits of a value of `have` bytes, with the width of the letter, in a temporary.
    operand_slot narrowed(operand_slot wide, char letter, int have);
    operand_slot constant(char letter, std::uint64_t bits);
    operand_slot broadcast(char letter, std::uint64_t bits);
    //! Gives the slot that holds the operand, with the width of the letter. `relaxed` accepts a wider register and
    //! takes its low bits.
    operand_slot read(source, char letter, bool relaxed = false);
    //! Gives the slot for a result with the width of the letter. A wider register is extended after the instruction.
    operand_slot write(source, char letter, bool relaxed = false, bool sign_extends = false);
    operand_slot address_value(source, char letter);
    operand_slot shared_address(std::uint64_t offset, char letter);
    std::uint64_t constant_bits(source, char letter) const;
    //! Gives one part of an operand "p|q".
    static const ptx::operand* part(source, int k);
    struct location {
        window where = window::flat;
        operand_slot base = no_operand;
        bool wide = true;
        std::int64_t offset = 0;
    };
    location address(source, ptx::space);
    //! Encodes a location for `instruction::detail`, where addresses_of() reads it.
    static std::uint8_t address_detail(const location&);
    //! Gives the value of an address in brackets. It must be one of global memory, or generic.
    operand_slot flat_address(source);
    //! Stores in the instruction which memory it accesses, and how.
    static void note_access(instruction&, access_kind, ptx::space, const location&, int bytes);
    //! Stores in the instruction the shared variable that its address is made of, if the variable is known.
    void keep_to_variable(instruction&, source address);

    // --- emitting
    instruction& emit(handler run);
    instruction& emit(const form&);
    instruction& emit_form(const std::string& name);
    void finish_results();
    //! The form of an instruction for sm_1x if it differs from that for later targets; else null.
    const form* form_before_sm_20() const;

    // --- families: each returns true if the instruction belongs to the family
    bool decode_table_form();
    bool decode_move();
    void take_apart(source whole, const std::vector<ptx::operand>& parts, const std::string& widths);
    bool decode_memory();
    bool decode_prefetch();
    bool decode_atomic();
    void note_group_memory(source address);
    //! Emits an instruction whose handler calls addresses_of(). The operands are the address, d, b and c.
    void emit_at(handler, const location&, std::int64_t offset, operand_slot d, operand_slot b, operand_slot c);
    void emit_atomic(handler, const location&, std::int64_t offset, operand_slot d, operand_slot b, operand_slot c);
    bool decode_control();
    bool decode_barrier();
    bool decode_texture();
    void decode_fetch();
    void decode_surface_access();
    void decode_texture_query();
    //! Reads a scalar, or the first elements of a vector.
    void read_coordinates(source, int count, operand_slot* slots);
    bool decode_special();
    bool decode_cache_policy();
    bool decode_asynchronous();
    bool decode_mbarrier();
    bool decode_bulk_copy();
    bool decode_tensor_copy();
    bool decode_asynchronous_store();
    bool decode_matrix();
    bool decode_multiply();
    bool decode_fragment_access();
    bool decode_warpgroup();
    bool decode_warpgroup_multiply();
    instruction& emit_warpgroup_wait(barrier_info::operation);
    //! Emits the check of the registers of products that the next instruction names.
    void check_product_registers();
    void read_fragment(matrix_fragment&, source, bool is_wmma, bool writes);
    void finish_matrix(std::shared_ptr<register_lists>);
    void decode_call();
    void decode_one();
    std::uint32_t label_target(source) const;
    ptx::space space_of_modifiers() const;
    ptx::type first_type() const;
    ptx::type last_type() const;

    struct pending_extension {
        std::string form;
        operand_slot from, to;
    };

    program_decoder& program_;
    decoded_function& out_;
    const ptx::function_body* body_ = nullptr;
    const ptx::instruction* now_ = nullptr;
    std::optional<pointed_variables> pointed_;
    std::optional<product_registers> products_;
    register_layout registers_;
    std::uint32_t register_bytes_ = 0;
    std::vector<std::uint32_t> frame_offsets_; //!< of the variables in the body
    std::map<std::pair<int, std::uint64_t>, std::uint32_t> constants_;
    std::vector<char> constant_bytes_;
    std::map<char, std::vector<operand_slot>> temporaries_;
    std::map<char, std::size_t> temporaries_used_;
    std::vector<pending_extension> extensions_;
    std::vector<std::uint32_t> index_of_; //!< index of the syntax instruction -> index of the decoded instruction
    std::vector<std::pair<std::size_t, const ptx::operand*>> branches_;
};

//! The bytes of a register with a letter.
inline int width_of(char letter)
{
    switch (letter) {
    case 'h':
    case 'e':
        return 2;
    case 'r':
    case 'f':
        return 4;
    case 'd':
    case 'F':
        return 8;
    case 'q':
        return 16;
    default:
        return 0; // predicate
    }
}
inline char letter_of_width(int bytes) { return bytes <= 2 ? 'h' : bytes == 4 ? 'r' : bytes == 8 ? 'd' : 'q'; }
//! The letter of a PTX type.
char letter_of(ptx::type);

} // namespace cuda_emulator
