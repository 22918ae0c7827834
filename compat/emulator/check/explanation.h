// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a finding of two accesses shows below its line: both lines of code, and what would order them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cuda_emulator {

//! One of two accesses that nothing orders.
struct explained_access {
    std::string who;   //!< "thread (0,0,0)", with its block where the blocks differ, or "an asynchronous copy"
    std::string does;  //!< "reads" or "writes"
    std::string place; //!< "path:line"
    std::string code;  //!< the text of that line; empty if the file cannot be read, or is newer than the program
};

//! Empty where nothing is known, as without -lineinfo.
struct explanation {
    std::string threads; //!< the smallest set of threads that shows the race, as a sentence
    std::vector<explained_access> accesses;
    std::string remedy; //!< what would order the accesses, in sentences
};

//! Makes the explanation. Called once for each finding that is reported.
using explain = std::function<explanation()>;

//! The lines below the finding, each indented and with its end; empty without an explanation.
std::string text_of(const explanation&);

} // namespace cuda_emulator
