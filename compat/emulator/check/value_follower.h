// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How undefined values go from register to register, bit by bit.
//
// What an instruction makes of undefined bits, it says itself where it only moves bits or combines them place by place
// (operand_roles::bits): it runs with those bits 0 and with those bits 1, and where the results differ, they are
// undefined. So what `and` with a known zero or `selp` drops is dropped. All other results are undefined as a whole.
#pragma once

#include "machine/lanes.h"
#include "machine/warp.h"

#include <vector>

namespace cuda_emulator {

class undefined_values;

//! What of a register is undefined.
struct undefined_lanes {
    std::uint32_t lanes = 0;               //!< that have such bits
    std::uint32_t origin[warp_size] = {};  //!< where a lane's are from
    std::uint64_t bits[warp_size] = {};    //!< of a 128-bit register all or none; of a predicate the lowest
    std::uint64_t padding[warp_size] = {}; //!< of these, the bits that may be padding of a structure

    void add(int lane, std::uint32_t from, std::uint64_t which, std::uint64_t may_be_padding);
};

//! The registers of one warp that hold such values.
class value_follower {
public:
    explicit value_follower(undefined_values& v)
        : all_(v)
    {
    }
    bool idle() const;
    //! These bits of the lane's register are undefined.
    void add(const activation*, operand_slot, int lane, std::uint32_t origin, std::uint64_t bits,
             std::uint64_t may_be_padding);
    //! Before the handler of the instruction runs.
    void step(warp&, const instruction&, std::uint32_t mask);
    //! After it has run.
    void finish_store();
    //! The guard of a branch, for all lanes that are there.
    void branch(warp&, const instruction&, std::uint32_t mask);
    //! Something other than an instruction's handler has written the lanes' register.
    void written(const activation*, operand_slot, std::uint32_t lanes);
    //! The activation begins anew, as another call.
    void forget(const activation*);
    //! Bytes of a lane's stack are copied to another place of it.
    void copied(std::uint64_t to, std::uint64_t from, std::uint32_t bytes);

private:
    struct value {
        const activation* at;
        operand_slot slot;
        undefined_lanes what;
    };
    const undefined_lanes* find(const warp&, operand_slot) const;
    void set(const warp&, operand_slot, std::uint32_t mask, const undefined_lanes&);
    void clear(const warp& w, operand_slot o, std::uint32_t lanes) { written(w.current, o, lanes); }
    void use(warp&, const instruction&, operand_slot, std::uint32_t mask, const char* how);
    undefined_lanes computed(warp&, const instruction&, std::uint32_t mask) const;
    void compute(warp&, const instruction&, std::uint32_t mask);
    void move_bits(warp&, const instruction&, std::uint32_t mask);
    void shuffle(warp&, const instruction&, std::uint32_t mask);
    void load(warp&, const instruction&, std::uint32_t mask);
    void store(warp&, const instruction&, std::uint32_t mask);

    undefined_values& all_;
    std::vector<value> values_;
    std::vector<std::uint64_t> unwritten_; //!< bytes of global memory that a store gives undefined values to
};

//! The function's code for warps whose values are followed.
const instruction* followed_code(decoded_function&);

} // namespace cuda_emulator
