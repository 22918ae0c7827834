// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Definedness tracking of one warp: propagates undefined bits from register to register.
//
// An instruction that only moves or combines bits (operand_roles::bits) is run with its undefined bits 0 and with these
// bits 1. Result bits that differ are undefined. So an `and` with a known zero, or a `selp`, drops undefined bits. Any
// other instruction makes the whole result undefined.
#pragma once

#include "check/undefined_bits.h"
#include "machine/lanes.h"
#include "machine/warp.h"

#include <vector>

namespace cuda_emulator {

class undefined_values;

//! The registers of one warp that hold undefined bits.
class definedness_tracker {
public:
    explicit definedness_tracker(undefined_values& v)
        : all_(v)
    {
    }
    //! Called when a new block begins: all registers are defined.
    void start();
    bool idle() const;
    //! Marks these bits of the lane's register as undefined.
    void add(const activation*, operand_slot, int lane, std::uint32_t origin, std::uint64_t bits,
             std::uint64_t may_be_padding);
    //! Called before the handler of the instruction.
    void step(warp&, const instruction&, std::uint32_t mask);
    //! Called after the handler of the instruction.
    void finish_store();
    //! Called for a branch with its guard, for all lanes of the path.
    void branch(warp&, const instruction&, std::uint32_t mask);
    //! Marks a register as defined that was written outside of an instruction's handler.
    void written(const activation*, operand_slot, std::uint32_t lanes);
    //! The activation is reused for another call.
    void forget(const activation*);
    //! These lanes of a register were copied, maybe to another activation.
    void copy(const activation* from, operand_slot source, const activation* to, operand_slot target,
              std::uint32_t lanes);
    //! Bytes of a lane's stack were copied.
    void copied(std::uint64_t to, std::uint64_t from, std::uint32_t bytes);

    // --- for register_lists::track
    //! Reports the use of a register that holds undefined bits in these lanes.
    void use(warp&, const instruction&, operand_slot, std::uint32_t mask, const char* how);
    //! Whether memory holds undefined bytes.
    bool has_undefined_bytes() const;
    //! The origin of an undefined byte in memory; null: none.
    const std::uint32_t* find_byte(std::uint64_t address) const;
    //! The undefined bits of the register; null: none.
    const undefined_lanes* find(const warp&, operand_slot) const;
    //! Replaces the undefined bits of these lanes.
    void set(const warp&, operand_slot, std::uint32_t mask, const undefined_lanes&);
    //! The lane loads `bytes` bytes into its register, `shift` bits from the lowest.
    void loaded(const warp&, operand_slot, int lane, std::uint32_t shift, std::uint64_t from, std::uint32_t bytes);
    //! The lane stores `bytes` bytes, of which these bits are undefined.
    void stored(warp&, const instruction&, int lane, std::uint64_t to, std::uint32_t bytes, std::uint32_t origin,
                std::uint64_t bits, std::uint64_t padding);

private:
    struct value {
        const activation* at;
        operand_slot slot;
        undefined_lanes what;
    };
    void clear(const warp& w, operand_slot o, std::uint32_t lanes) { written(w.current, o, lanes); }
    // A bit of `slots_`. Most registers have no undefined bits, which their bit says without a search in `values_`.
    static std::uint64_t bit_of(operand_slot o) { return std::uint64_t{1} << (o * 0x9e3779b1u >> 26); }
    bool may_hold(operand_slot o) const { return is_register(o) && (slots_ & bit_of(o)) != 0; }
    void update_slots();
    void put(const activation*, operand_slot, std::uint32_t lanes, const undefined_lanes&);
    undefined_lanes computed(warp&, const instruction&, std::uint32_t mask) const;
    void compute(warp&, const instruction&, std::uint32_t mask);
    void move_bits(warp&, const instruction&, std::uint32_t mask);
    void shuffle(warp&, const instruction&, std::uint32_t mask);
    void load(warp&, const instruction&, std::uint32_t mask);
    void store(warp&, const instruction&, std::uint32_t mask);
    void run_listed(warp&, const instruction&, std::uint32_t mask);

    undefined_values& all_;
    std::vector<value> values_;
    std::uint64_t slots_ = 0;              //!< of all slots of `values_`
    std::vector<std::uint64_t> unwritten_; //!< bytes of global memory that a store fills with undefined values
};

//! A copy of the function's code for warps with definedness tracking on.
const instruction* tracked_code(decoded_function&);

} // namespace cuda_emulator
