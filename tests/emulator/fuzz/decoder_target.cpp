// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decoder: any text gives programs, or a syntax_error or decode_error.
#include "decode/decoder.h"
#include "ptx/parser.h"

namespace {
struct addresses : cuda_emulator::symbol_addresses {
    explicit addresses(const cuda_emulator::ptx::module& m)
    {
        for (const auto& f : m.functions)
            if (f.has_body) functions.push_back(&f);
    }
    std::uint64_t variable_address(const cuda_emulator::ptx::variable& v) const override
    {
        return reinterpret_cast<std::uint64_t>(&v);
    }
    std::uint64_t function_address(const cuda_emulator::ptx::function& f) const override
    {
        return reinterpret_cast<std::uint64_t>(&f);
    }
    const std::vector<const cuda_emulator::ptx::function*>& addressed_functions() const override { return functions; }
    std::vector<const cuda_emulator::ptx::function*> functions;
};
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    using namespace cuda_emulator;
    try {
        const auto module = ptx::parse_module(std::string(reinterpret_cast<const char*>(data), size));
        const addresses symbols(*module);
        for (const ptx::function& f : module->functions)
            if (f.has_body && f.is_entry) try {
                    decode(*module, f, symbols);
                } catch (const ptx::syntax_error&) {
                } catch (const decode_error&) {
                }
    } catch (const ptx::syntax_error&) {
    }
    return 0;
}
