// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Origins and uses of undefined values. A value is undefined if it is read from shared memory that no thread of the
// block wrote, or from global memory that nothing wrote. So is a value that a shuffle takes from a lane outside of the
// shuffle.
//
// A read of such a value is no defect. CUB's merge sort reads one key past the last and discards it, and CUB's scans do
// so in half-filled warps. Definedness tracking (definedness_tracker) therefore follows the value to its use. The use
// is a finding if the value decides a branch, becomes an address, or reaches global memory or an atomic. Only a warp
// that has met an undefined value pays for the tracking. The warp continues in a copy of the code
// (decoded_function::tracked), whose handlers propagate definedness first.
//
// If another thread writes the cell before the block's next barrier, the read came too early. That is a race, not a
// read of uninitialised memory. Such a finding is therefore held back until the next barrier.
//
// Unwritten bytes after written bytes of the same structure may be padding. A structure is copied by words, padding
// included. So a copy of padding to global memory is no use, but a computation with padding is one. The same holds for
// all unwritten bytes of global memory, because buffers may have spare room. Copies of unwritten bytes are unwritten,
// too. A copy is a use if nothing was written to the allocation before the launch.
//
// A copy may move bytes to other places of a word. So bits that a shift moves within their bytes are computed with. So
// is an element of global memory that was unwritten as a whole, if an `and` or `or` has set some bits of it. But a
// bit-field is written just so. So this does not count where the result goes back to the place that was read.
//
// Tracking makes a kernel up to 30 times slower, and a finding is printed once. So later launches do not follow what a
// load with a finding reads, and a block does not follow its own loads from global memory with one. Nor do blocks far
// above (block_findings::blocks_until_load_is_dropped). The next blocks of the launch still follow the load, because
// the order of blocks must not change what is found.
#pragma once

#include "check/definedness.h"
#include "check/undefined_bytes.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace cuda_emulator {

class undefined_values {
public:
    explicit undefined_values(block&);
    ~undefined_values();
    //! Called when a new block begins.
    void start();

    //! Whether this load from global memory has a finding already, so that its values are not followed.
    bool is_reported(const instruction& i) const { return has(reported_, i); }
    //! The allocation that a lane of an instruction accessed. The next lane mostly accesses the same.
    struct accessed_allocation {
        std::uint64_t begin = 0, size = 0;
        bool is_fresh = false; //!< nothing was written to it before the launch
    };
    //! A load from global memory returns bytes that nothing wrote: `bits` by result. A copy of these bits is no use.
    void read_global(warp&, const instruction&, int lane, std::uint64_t address, std::uint32_t bytes,
                     const std::uint64_t* bits, accessed_allocation& of_last_lane);
    //! An atomic in global memory reads unwritten bytes, which is a use.
    void atomic_global(warp&, const instruction&, int lane, std::uint64_t address, std::uint32_t bytes);
    //! A load reads this unwritten cell of shared memory, of `bytes` bytes, at `offset` in the lane's access.
    void read(warp&, const instruction&, int lane, std::uint32_t cell, std::uint32_t offset, std::uint32_t bytes,
              bool may_be_padding);
    //! A matrix instruction has read unwritten cells since the last call. It passes them to element_origin().
    bool has_matrix_read() { return std::exchange(matrix_read_, false); }
    //! The origin of what a lane of a matrix instruction gets from this unwritten cell of shared memory.
    std::uint32_t element_origin(warp&, const instruction&, int lane, std::uint32_t cell);
    //! Marks these bits of the lane's register as undefined.
    void add_element(warp&, operand_slot, int lane, std::uint32_t origin, std::uint64_t bits);
    //! The reason why a lane takes no part in a shuffle that reads its value.
    enum class absence : std::uint8_t { not_named, returned, never_there, elsewhere };
    //! Called after the shuffle's handler: `lane`, with the mask `members`, got the value of an absent lane.
    void shuffled(warp&, const instruction&, operand_slot result, int lane, int from, absence, std::uint32_t members);
    //! Undefined values reach shared memory, so tracking starts in all warps.
    void track_all();
    //! An atomic in shared memory reads an unwritten cell, which is a use.
    void atomic(warp&, const instruction&, int lane, std::uint32_t cell);
    //! Called when a thread writes the cell.
    void written_by(std::uint32_t cell, std::uint32_t thread);
    //! Whether written_by() may have an effect: a thread has read an unwritten cell since the last barrier.
    bool may_race_with_writes() const;
    //! Called for each use of an undefined value.
    void used(warp&, const instruction&, int lane, std::uint32_t origin, const char* how);
    //! Whether an unchanged copy of the value is already a use.
    bool is_copy_a_use(std::uint32_t origin) const { return origins_[origin].copy_is_use; }
    //! Whether the undefined bits come from global memory, and the thread's load has not read this address. What a
    //! program puts into bit-fields goes back to the word it comes from.
    bool is_apart(std::uint32_t origin, std::uint64_t address) const
    {
        const auto& o = origins_[origin];
        return o.address && (address < o.lowest || address - o.lowest >= o.size);
    }
    //! Whether the undefined bits come from a read of these bytes of shared memory.
    bool was_read_at(std::uint32_t origin, std::uint32_t offset, std::uint32_t bytes) const;
    //! Called at a barrier of the block or at its end: reports the held findings.
    void settle();

    //! Undefined bytes in shared memory and on the stacks.
    undefined_bytes memory;
    //! A copy writes these bytes, all defined.
    void overwritten(std::uint64_t address, std::uint32_t bytes) { memory.erase(address, bytes); }

private:
    static bool has(const std::vector<const instruction*>& all, const instruction& i)
    {
        return std::find(all.begin(), all.end(), &i) != all.end();
    }

    static constexpr std::uint32_t no_cell = ~0u;
    struct origin {
        const instruction* at = nullptr;
        const decoded_function* function = nullptr;
        std::uint32_t thread = 0;
        std::uint32_t cell = no_cell; //!< cell of shared memory, or no_cell
        std::uint32_t epoch = 0;      //!< epoch of the read
        int from = 0;                 //!< for a shuffle: the source lane; then the reason, and the mask
        absence why = absence::elsewhere;
        std::uint32_t members = 0;
        std::uint64_t address = 0; //!< address in global memory, or 0
        std::uint32_t bytes = 0;
        std::uint64_t lowest = 0, size = 0; //!< all addresses that the thread's load has read are in this range
        std::uint32_t earlier = 0;          //!< number of an earlier origin of the cell, see last_of_cell_
        bool copy_is_use = false;
        bool raced = false, is_held = false, is_reported = false;
    };

    std::uint32_t new_origin(warp&, const instruction&, int lane, std::uint32_t cell);
    std::uint32_t global_origin(warp&, const instruction&, int lane, std::uint64_t address, std::uint32_t bytes);
    definedness_tracker& track(warp&);
    static const char* kind_of(const origin&);
    bool is_new(origin&);
    void report(const origin&, const std::string& use);
    std::string defect_text(const origin&) const;

    block& block_;
    bool matrix_read_ = false;
    std::vector<origin> origins_;
    std::vector<std::pair<std::uint32_t, std::string>> held_; //!< findings: the origin, and the text of its use
    // The origins of a cell since the last barrier are a list, because each write of the cell looks for them. The list
    // leaves out origins that are known to race. A number is one more than the index in `origins_`; 0 ends a list.
    std::vector<std::uint32_t> last_of_cell_; //!< number of the last origin, by cell
    std::uint32_t epoch_ = 0;                 //!< epoch of the last origin with a cell
    std::size_t first_of_epoch_ = 0;          //!< index of the first origin of `epoch_`. Lists end before it.
    std::map<std::tuple<const instruction*, std::uint32_t, int>, std::uint32_t>
        shuffles_; //!< by thread and source lane
    std::map<std::pair<const instruction*, std::uint32_t>, std::array<std::uint32_t, warp_size>>
        global_reads_; //!< by warp: one more than the index in `origins_`, for each lane
    std::map<std::tuple<const instruction*, std::uint32_t, std::uint32_t>, std::uint32_t>
        matrix_reads_;                         //!< by thread and cell
    std::vector<const instruction*> earlier_;  //!< loads with a finding of an earlier launch, or of a much lower block
    std::vector<const instruction*> reported_; //!< these, and the block's loads from global memory with a finding
    std::vector<std::unique_ptr<definedness_tracker>> trackers_; //!< the block uses the first `used_trackers_`
    std::size_t used_trackers_ = 0;
};

} // namespace cuda_emulator
