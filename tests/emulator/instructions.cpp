// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the forms of the instruction table, one a line, sorted, with how the translator treats each: for
// compat/emulator/calls.py.
#include "isa/form_table.h"

#include <cstdio>
#include <map>
#include <string>

namespace {

const char* how_translated(const cuda_emulator::form& f)
{
    if (f.exchange.what != cuda_emulator::exchange_function::kind::none) return "exchange";
    if (!f.lane) return "interpreted";
    return f.lane->how == cuda_emulator::translated_as::scalar ? "scalar" : "vectors";
}

} // namespace

int main()
{
    std::map<std::string, const char*> all;
    for (const auto& [name, f] : cuda_emulator::forms())
        if (name[0] != '=') all.emplace(name, how_translated(f)); // the decoder alone uses the other names
    for (const auto& [name, how] : all)
        std::printf("%s %s\n", name.c_str(), how);
    return 0;
}
