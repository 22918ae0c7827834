// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hand-over from the interpreter to translated code (machine/translated_code.h), in the middle of a path.
//
// A path enters translated code at an entry of the translation. If it has all lanes of the warp, it enters the code of
// warps, where registers may be affine, and comes back where its lanes diverge. Other paths enter the code of paths. A
// path comes back at an instruction that is not translated, too. execute/whole_warp.h enters translated code without
// the interpreter.
#pragma once

#include "execute/paths.h"
#include "machine/hotness.h"
#include "machine/lanes.h"
#include "machine/translated_code.h"

#include <cstdint>

namespace cuda_emulator {

//! The translated code that a path may continue in.
struct translation_of_path {
    const translated_kernel* kernel = nullptr;
    translated_kernel::function run = nullptr; //!< null: none, or it does not fit the path's code
    const translated_path_code* paths = nullptr;
    translated_path_code::function run_paths = nullptr; //!< the same for the code of paths

    //! Whether translated code begins at the PC for these lanes.
    bool begins_at(std::uint32_t pc, std::uint32_t mask) const
    {
        return (run && mask == all_lanes && kernel->is_entry[pc]) || (run_paths && paths->is_entry[pc]);
    }
    bool may_enter(const warp& w, std::uint32_t pc, std::uint32_t mask, std::uint64_t executed) const
    {
        return run && mask == all_lanes && executed < w.slice_end && kernel->is_entry[pc];
    }
    bool may_enter_paths(const warp& w, const running_path& r) const
    {
        return run_paths && w.executed < w.slice_end && r.pc < r.limit && paths->is_entry[r.pc];
    }
};

//! The translation for a path that runs `code` of the function.
inline translation_of_path find_translation(const warp& w, decoded_function& f, const instruction* code)
{
    translation_of_path t;
    t.kernel = w.counters ? nullptr : w.grid->translated;
    // Code with definedness tracking is another version of the function, which is not translated.
    if (code != f.code.data()) return t;
    if (t.kernel && &f == w.grid->code->kernel) t.run = t.kernel->run.load(std::memory_order_acquire);
    if (!w.grid->translates_paths) return t;
    translated_path_code* const paths = f.paths.load(std::memory_order_acquire);
    if (!paths) return t;
    t.run_paths = paths->run.load(std::memory_order_acquire);
    if (!t.run_paths && paths->is_awaited.load(std::memory_order_relaxed) && w.grid->hotness) {
        w.grid->hotness->path_waits(*w.grid, f);
        t.run_paths = paths->run.load(std::memory_order_acquire);
    }
    t.paths = paths;
    return t;
}

//! Spills the affine registers that translated code has saved in the activation, unless the path continues in
//! translated code where they are expected.
inline void expand_saved_registers(warp& w, const translation_of_path& t, const running_path& r)
{
    if (r.at->kept_at == no_pc) return;
    if (r.at->kept_at != r.pc || !t.may_enter(w, r.pc, r.mask, w.executed)) expand_kept(w, *t.kernel);
}

//! Runs translated code from the path's PC, as far as it goes. Sets the path's PC to the instruction where the
//! interpreter continues. Returns false if the lanes have diverged; all parts are then on the list.
bool enter_translation(warp&, const translation_of_path&, running_path&, std::uint64_t slice_end);

//! Splits the only path of the warp: the diverged lanes continue at their own PC.
void split_path(warp&, const diverged_lanes&);

} // namespace cuda_emulator
