// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that are undefined: read from shared memory that no thread of the block wrote, from global memory that nothing
// wrote, or taken by a shuffle from a lane that is not in it.
//
// To get such a value is no mistake: CUB's merge sort reads one key past the last and throws it away, and so do its
// scans with what a half-filled warp's last lane would have. So the value is followed from there on (value_follower)
// until it decides a branch, becomes an address, reaches global memory or an atomic: that is a finding. Only a warp
// that met such a value pays: it goes on in a copy of the code (decoded_function::followed) in which every handler
// first says what its operands do to the results.
//
// A cell that another thread writes in the same stretch between two barriers of the block was read too early: that is a
// race and not a read of uninitialised memory. So such a finding is held back until the next barrier.
//
// Bytes that nobody wrote behind others of the same structure may be its padding. A structure is copied with it, by
// words: to copy such bytes to global memory is no use of them; to compute with them is one. It is so of all unwritten
// bytes of global memory: buffers have room to spare. Their copies are unwritten, too. But where nobody wrote anything
// to the allocation before the launch, a copy is a use.
#pragma once

#include "check/value_follower.h"

#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace cuda_emulator {

class undefined_values {
public:
    explicit undefined_values(block&);
    ~undefined_values();
    //! A new block begins.
    void start();

    //! A load from global memory brings bytes that nothing wrote: these bits of its results. Only copied, they are no
    //! use.
    void read_global(warp&, const instruction&, int lane, std::uint64_t address, std::uint32_t bytes,
                     const std::uint64_t* bits);
    //! An atomic in global memory reads and uses such bytes.
    void atomic_global(warp&, const instruction&, int lane, std::uint64_t address, std::uint32_t bytes);
    //! A load of the warp takes this cell of shared memory, which lies `offset` bytes into what the lane loads, and has
    //! so many bytes.
    void read(warp&, const instruction&, int lane, std::uint32_t cell, std::uint32_t offset, std::uint32_t bytes,
              bool may_be_padding);
    //! Why a lane is not in a shuffle that takes its value.
    enum class absence : std::uint8_t { not_named, returned, never_there, elsewhere };
    //! After the shuffle's handler: `lane`, whose mask is `members`, has the value of such a lane.
    void shuffled(warp&, const instruction&, int lane, int from, absence, std::uint32_t members);
    //! Values go to shared memory, so every warp's are followed from here on.
    void follow_all();
    //! An atomic reads and uses it at once.
    void atomic(warp&, const instruction&, int lane, std::uint32_t cell);
    //! A thread writes the cell.
    void written_by(std::uint32_t cell, std::uint32_t thread);
    //! The value is used.
    void used(warp&, const instruction&, int lane, std::uint32_t origin, const char* how);
    //! Whether to store the value as it came is a use already.
    bool is_copy_a_use(std::uint32_t origin) const { return origins_[origin].copy_is_use; }
    //! A barrier of the block, or its end: what was held back is told.
    void settle();

    //! Of a byte in memory.
    struct undefined_byte {
        std::uint32_t origin;
        std::uint8_t bits, padding;
    };
    std::unordered_map<std::uint64_t, undefined_byte> memory;

private:
    struct origin {
        const instruction* at;
        const decoded_function* function;
        std::uint32_t thread;
        std::uint32_t cell;      //!< of shared memory, or no_cell
        std::uint32_t epoch = 0; //!< of the read
        int from = 0;            //!< of a shuffle: the lane, why it has no value, the mask
        absence why = absence::elsewhere;
        std::uint32_t members = 0;
        std::uint64_t address = 0; //!< of global memory, or 0
        std::uint32_t bytes = 0;
        bool copy_is_use = false;
        bool raced = false, told = false;
        std::string use; //!< held back
    };
    static constexpr std::uint32_t no_cell = ~0u;

    std::uint32_t new_origin(warp&, const instruction&, int lane, std::uint32_t cell);
    std::uint32_t global_origin(warp&, const instruction&, int lane, std::uint64_t address, std::uint32_t bytes);
    value_follower& follow(warp&);
    void tell(origin&, const std::string& use);
    std::string what_is_wrong(const origin&) const;

    block& block_;
    std::vector<origin> origins_;
    std::vector<std::uint32_t> held_;
    std::map<std::tuple<const instruction*, std::uint32_t, int>, std::uint32_t> shuffles_; //!< by thread and lane
    std::map<std::pair<const instruction*, std::uint32_t>, std::uint32_t> global_reads_;   //!< by thread
    std::set<const instruction*> told_;                                                    //!< of these
    std::vector<std::unique_ptr<value_follower>> followers_;
};

} // namespace cuda_emulator
