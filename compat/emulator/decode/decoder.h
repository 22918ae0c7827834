// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns the syntax tree into decoded instructions with handlers and resolved operands.
#pragma once

#include "machine/program.h"
#include "ptx/syntax.h"

#include <stdexcept>
#include <string_view>

namespace cuda_emulator {

//! Reports an instruction or form that is unknown or wrong. The message has the instruction, the function, the PTX line
//! and, if the PTX has it, the source line.
struct decode_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

//! The addresses of the module's variables and functions. The loader provides them.
struct symbol_addresses {
    virtual ~symbol_addresses() = default;
    virtual std::uint64_t variable_address(const ptx::variable&) const = 0;
    virtual std::uint64_t function_address(const ptx::function&) const = 0;
    //! Functions whose address an initialiser takes. An indirect call may reach any of these.
    virtual const std::vector<const ptx::function*>& addressed_functions() const = 0;
};

//! Decodes the kernel and every function that it can call. Throws decode_error and ptx::syntax_error.
std::unique_ptr<program> decode(const ptx::module&, const ptx::function& kernel, const symbol_addresses&);

//! Tests whether a GPU's driver provides a function that code declares and does not define.
bool is_system_function(std::string_view name);

} // namespace cuda_emulator
