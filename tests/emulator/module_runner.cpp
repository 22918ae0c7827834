// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "module_runner.h"

#include "decode/decoder.h"
#include "execute/grid.h"
#include "ptx/parser.h"

#include <cstring>

namespace module_runner {

using namespace cuda_emulator;

namespace {

struct no_symbols : symbol_addresses {
    std::uint64_t variable_address(const ptx::variable&) const override { return 0; }
    std::uint64_t function_address(const ptx::function& f) const override
    {
        return reinterpret_cast<std::uint64_t>(&f);
    }
    const std::vector<const ptx::function*>& addressed_functions() const override { return none; }
    std::vector<const ptx::function*> none;
};

} // namespace

void run_module(const std::string& text, void* data, unsigned blocks, unsigned threads, bool checks,
                cuda_emulator_counters* counters, bool lock_step)
{
    auto module = ptx::parse_module(text);
    const ptx::function& kernel = module->functions[static_cast<std::size_t>(module->function_index.at("k"))];
    no_symbols symbols;
    auto program = decode(*module, kernel, symbols);
    launch l;
    l.code = program.get();
    l.grid.x = blocks;
    l.block.x = threads;
    l.check = checks ? check_options{} : check_options::none();
    l.memory_check = checks ? memory_options{} : memory_options::none();
    l.counters = counters;
    l.lock_step = lock_step;
    l.stack_limit = 4096;
    l.parameters.resize(64);
    l.parameter_base = l.parameters.data();
    std::memcpy(l.parameter_base, &data, 8);
    execute(l);
}

} // namespace module_runner
