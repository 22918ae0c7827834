// Values read from shared memory that no thread of the block wrote.
//
// The read alone is no mistake: CUB's merge sort reads one key past the last and throws it away. So the value is
// followed from the load on, lane by lane and register by register, until it decides a branch, becomes an address,
// reaches global memory or an atomic: that is a finding. Only a warp that met such a value pays: it goes on in a copy
// of the code (decoded_function::followed) in which every handler first says what its operands do to the results. `and`
// with a known zero, `or` with known ones and `selp` drop what does not matter.
//
// A cell that another thread writes in the same stretch between two barriers of the block was read too early: that is a
// race and not a read of uninitialised memory. So a finding is held back until the next barrier.
#pragma once

#include "execute/machine.h"

#include <unordered_map>
#include <vector>

namespace cuda_emulator {

class shared_memory_check;
class uninitialised_reads;

//! The registers of one warp that hold such values.
class value_follower {
public:
    explicit value_follower(uninitialised_reads& r)
        : reads_(r)
    {
    }
    bool idle() const;
    //! The lane's register holds what read number `origin` brought.
    void add(const activation*, operand_slot, std::uint32_t lanes, std::uint32_t origin);
    //! Before the handler of the instruction runs.
    void step(warp&, const instruction&, std::uint32_t mask);
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
        std::uint32_t lanes, origin;
    };
    struct found {
        std::uint32_t lanes = 0, origin = 0;
    };
    found find(const warp&, operand_slot) const;
    void clear(const warp&, operand_slot, std::uint32_t lanes);
    void set(const warp&, operand_slot, std::uint32_t mask, found);
    void use(warp&, const instruction&, operand_slot, std::uint32_t mask, const char* how);
    found computed(warp&, const instruction&, std::uint32_t mask) const;
    void shuffle(warp&, const instruction&, std::uint32_t mask);
    void load(warp&, const instruction&, std::uint32_t mask);
    void store(warp&, const instruction&, std::uint32_t mask);

    uninitialised_reads& reads_;
    std::vector<value> values_;
};

//! What a block read before it was written.
class uninitialised_reads {
public:
    uninitialised_reads(block&, const shared_memory_check&);
    ~uninitialised_reads();
    void start();

    //! A load of the warp takes this cell, which lies `offset` bytes into what the lane loads.
    void read(warp&, const instruction&, int lane, std::uint32_t cell, std::uint32_t offset);
    //! The warp's values are followed from here on.
    value_follower& follow(warp&);
    //! … and every warp's, for such a value went to shared memory.
    void follow_all();
    //! An atomic reads and uses it at once.
    void atomic(warp&, const instruction&, int lane, std::uint32_t cell);
    //! A thread writes the cell.
    void written_by(std::uint32_t cell, std::uint32_t thread);
    //! The value of a read is used.
    void used(warp&, const instruction&, int lane, std::uint32_t origin, const char* how);
    //! A barrier of the block, or its end: what was held back is told.
    void settle();

    std::unordered_map<std::uint64_t, std::uint32_t>
        memory; //!< bytes that hold such values, and the read they are from

private:
    struct origin {
        const instruction* at;
        const decoded_function* function;
        std::uint32_t thread, cell, epoch;
        bool raced = false, told = false;
        std::string use; //!< held back
    };
    std::uint32_t add_origin(warp&, const instruction&, int lane, std::uint32_t cell);
    void tell(origin&, const std::string& use);
    std::uint32_t epoch() const;

    block& block_;
    const shared_memory_check& shared_;
    std::vector<origin> origins_;
    std::vector<std::uint32_t> held_;
    std::vector<std::unique_ptr<value_follower>> followers_;
};

//! The function's code for warps whose values are followed.
const instruction* followed_code(decoded_function&);

} // namespace cuda_emulator
