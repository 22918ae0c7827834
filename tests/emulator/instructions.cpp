// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the names of all instruction forms that the decoder's table has, one a line, sorted: for
// compat/emulator/calls.py.
#include "isa/form_table.h"

#include <cstdio>
#include <set>

int main()
{
    std::set<std::string> names;
    for (const auto& f : cuda_emulator::forms())
        if (f.first[0] != '=') names.insert(f.first); // the others are the decoder's own
    for (const std::string& n : names)
        std::puts(n.c_str());
    return 0;
}
