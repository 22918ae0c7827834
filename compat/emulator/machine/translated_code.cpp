// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/translated_code.h"

namespace cuda_emulator {

namespace {

bool handle(translated_warp* t, std::uint32_t pc, std::uint32_t mask)
{
    const instruction& i = t->code[pc];
    i.run(*t->w, i, mask);
    return t->w->slice_end == 0;
}

// The same values as in translate/prelude/state.hpp.
constexpr std::uint32_t from_kept = 1u << 31, expand = 1u << 30;

std::uint32_t call(warp& w, const translated_kernel& k, translated_kernel::function run, std::uint32_t pc,
                   shared_reads* noted, diverged_lanes& diverged)
{
    translated_warp t = translated_state(w, k.kept_values, noted);
    t.kept_at = no_pc;
    translated_warp* const warps[] = {&t};
    const std::uint32_t at = run(warps, pc);
    w.translated += t.executed - w.executed;
    w.executed = t.executed;
    w.current->kept_at = t.kept_at;
    diverged = {t.diverged, t.diverged_at};
    return at;
}

} // namespace

translated_warp translated_state(warp& w, std::uint32_t kept_values, shared_reads* noted)
{
    activation& a = *w.current;
    const decoded_function& f = *a.function;
    if (a.kept.size() < kept_values) a.kept.resize(kept_values);
    translated_warp t;
    t.w = &w;
    t.registers = a.registers;
    t.special = w.special;
    t.shared = w.shared;
    t.parameters = w.grid->parameter_base;
    t.constants = f.constants;
    t.noted = noted;
    t.ranges = w.ranges;
    t.stack = w.stack;
    t.stack_stride = w.stack_stride;
    t.frame = a.stack_offset;
    t.executed = w.executed;
    t.end = w.slice_end;
    t.kept = a.kept.data();
    t.handle = handle;
    t.prepare = nullptr;
    t.shared_size = w.shared_size;
    t.checks = w.checks;
    t.kept_at = a.kept_at;
    t.warp_index = w.index;
    t.may_diverge = !w.grid->lock_step; // in lock-step mode divergent lanes need their reconvergence point
    t.diverged = 0;
    t.diverged_at = 0;
    t.watched = 0;
    t.access = nullptr;
    t.scattered = nullptr;
    t.barrier = nullptr;
    t.find = nullptr;
    t.listed = nullptr;
    t.barriers = nullptr;
    t.function = &f;
    t.paths = nullptr;
    t.waited = &w.waited;
    t.code = f.code.data();
    return t;
}

std::uint32_t run_translated(translated_warp& t, translated_kernel::function run, std::uint32_t pc)
{
    const std::uint32_t from = t.kept_at == pc ? pc | from_kept : pc;
    t.kept_at = no_pc;
    translated_warp* const warps[] = {&t};
    return run(warps, from);
}

std::uint32_t run_translated(warp& w, const translated_kernel& k, translated_kernel::function run, std::uint32_t pc,
                             shared_reads* noted, diverged_lanes& diverged)
{
    return call(w, k, run, w.current->kept_at == pc ? pc | from_kept : pc, noted, diverged);
}

std::uint32_t run_translated_paths(warp& w, translated_path_code::function run, std::uint32_t pc, shared_reads* noted,
                                   translated_paths& paths)
{
    translated_warp t = translated_state(w, 0, noted);
    t.paths = &paths;
    translated_warp* const warps[] = {&t};
    const std::uint32_t at = run(warps, pc);
    w.translated += t.executed - w.executed;
    w.executed = t.executed;
    return at;
}

void expand_kept(warp& w, const translated_kernel& k)
{
    diverged_lanes none;
    call(w, k, k.run.load(), w.current->kept_at | expand, nullptr, none);
}

} // namespace cuda_emulator
