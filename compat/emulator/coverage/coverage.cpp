// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "coverage/coverage.h"

#include "coverage/function_lines.h"
#include "coverage/shared_file.h"
#include "machine/kernel_name.h"
#include "machine/launch.h"
#include "profile/output_file.h"
#include "ptx/parser.h"

#include <cstdio>
#include <exception>

namespace cuda_emulator {

namespace {

constexpr const char* variable = "CUDA_EMULATOR_COVERAGE";

void tell_without_lines(const program& code)
{
    static bool told = false;
    if (told || !code.kernel->body || !code.kernel->body->sources.empty()) return;
    told = true;
    std::fprintf(stderr,
                 "cuda_emulator: kernel '%s' was built without -lineinfo: the coverage (%s) has lines of kernels only "
                 "where nvcc had this option\n",
                 demangled(code.kernel->source->name).c_str(), variable);
}

} // namespace

coverage* coverage::wanted()
{
    // Never destroyed: it is written when the program's own statics may be gone.
    static coverage* const of_the_program = file_in(variable) ? new coverage : nullptr;
    return of_the_program;
}

execution_observer* coverage::begin(const launch& l, std::shared_ptr<const void> keeps, execution_observer* beside,
                                    bool counts)
{
    tell_without_lines(*l.code);
    modules_.emplace(l.code->module, keeps);
    programs_.emplace(l.code, std::move(keeps));
    beside_ = beside;
    in_order = beside && beside->in_order;
    with_counters = counts || (beside && beside->with_counters);
    return this;
}

void coverage::add_module(const ptx::module& m, std::shared_ptr<const void> keeps)
{
    modules_.emplace(&m, std::move(keeps));
}

void coverage::executes(warp& w, const instruction& i, std::uint32_t mask, std::uint32_t active)
{
    counts_.add(w, i, mask, active);
    if (beside_) beside_->executes(w, i, mask, active);
}

// No other observer is beside: each wants the counters.
void coverage::executes_straight(warp& w, const instruction& first, std::size_t count, std::uint32_t mask)
{
    counts_.add_straight(w, first, count, mask);
}

void coverage::takes_back(warp& w, const instruction& i, std::uint32_t active)
{
    counts_.take_back(w, i, active);
    if (beside_) beside_->takes_back(w, i, active);
}

void coverage::block_starts(const block& b)
{
    if (beside_) beside_->block_starts(b);
}

void coverage::barrier_opens(const block& b, std::uint32_t number)
{
    if (beside_) beside_->barrier_opens(b, number);
}

bool coverage::write()
{
    const auto counts = counts_.by_function();
    const line_counts never;
    tracefile all;
    for (const auto& [m, keeps] : modules_)
        for (const ptx::function& f : m->functions) {
            if (!f.has_body) continue;
            const auto of = counts.find(&f);
            try {
                add_function(all, *m, f, *ptx::parse_body(*m, f), of == counts.end() ? never : of->second);
            } catch (const std::exception&) {
                // A function that cannot be read never ran. Its launch would be a finding.
            }
        }
    return add_to_file(file_in(variable), std::move(all), variable);
}

} // namespace cuda_emulator
