// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The PTX parser: any text gives a module with bodies, or a syntax_error. The linker's rewriting of names is included.
#include "ptx/link.h"
#include "ptx/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    using namespace cuda_emulator;
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        const auto module = ptx::parse_module(text);
        for (const ptx::function& f : module->functions)
            if (f.has_body) try {
                    ptx::parse_body(*module, f);
                } catch (const ptx::syntax_error&) {
                }
        ptx::link({text, ".version 9.0\n.target sm_90\n.address_size 64\n.func k() { ret; }\n"});
    } catch (const std::runtime_error&) {
    }
    return 0;
}
