// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The errors that ptxas finds in a module before any of its code runs, in the words of ptxas.
#pragma once

#include "ptx/lexer.h"
#include "ptx/syntax.h"

#include <stdexcept>

namespace cuda_emulator::ptx {

//! The lines that ptxas writes about a text that it cannot parse.
std::string assembler_log(const syntax_error&);

//! A module that ptxas refuses. The message is the first reason, `log` has the lines of ptxas.
struct assembly_error : std::runtime_error {
    assembly_error(const std::string& what, std::string log, bool is_version = false)
        : std::runtime_error(what)
        , log(std::move(log))
        , is_version(is_version)
    {
    }
    std::string log;
    bool is_version; //!< the PTX is of a version that is not known yet
};

//! A program in one module, or a part whose functions other parts may define.
enum class unit { whole, part };

//! Who wrote the PTX. The types of a compiler's instructions fit.
enum class origin { program, compiler };

//! Tests whether a text is meant as PTX: it begins with `.version`, after blanks and comments.
bool begins_as_ptx(std::string_view text);

//! Checks the version, and that the target is not above an architecture (90 for sm_90). A program's own text may be of
//! the driver's version at most. Throws assembly_error.
void check_target(const module&, int architecture, origin);
//! Parses each function, and checks instructions with their operands, and called functions. `is_provided` tests for
//! functions that need no definition. An instruction that PTX has, but the emulated device lacks, is no error here.
//! Throws assembly_error or syntax_error.
void check_code(const module&, unit, bool (*is_provided)(std::string_view), origin);

//! The names that a body mentions and does not define itself: functions and variables of modules.
std::vector<std::string_view> mentioned_names(const function_body&);

} // namespace cuda_emulator::ptx
