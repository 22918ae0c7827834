// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Syntax tree -> decoded instructions with handlers and resolved operands.
#pragma once

#include "machine/program.h"
#include "ptx/syntax.h"

#include <stdexcept>

namespace cuda_emulator {

//! An instruction or form that is not known, or makes no sense: the message names it, the function, the PTX line and,
//! where the PTX tells it, the source line.
struct decode_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

//! Where the module's variables and functions are; the loader knows.
struct symbol_addresses {
    virtual ~symbol_addresses() = default;
    virtual std::uint64_t variable_address(const ptx::variable&) const = 0;
    virtual std::uint64_t function_address(const ptx::function&) const = 0;
    //! Functions whose address is taken by an initialiser: what an indirect call may reach.
    virtual const std::vector<const ptx::function*>& addressed_functions() const = 0;
};

//! Decodes the kernel and all that it can call. Throws decode_error and ptx::syntax_error.
std::unique_ptr<program> decode(const ptx::module&, const ptx::function& kernel, const symbol_addresses&);

} // namespace cuda_emulator
