// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the variable of shared memory that an address is made of, as far as the text of the function shows it.
#pragma once

#include "ptx/syntax.h"

#include <vector>

namespace cuda_emulator {

class pointed_variables {
public:
    pointed_variables(const ptx::module&, const ptx::function_body&);

    //! Gives the variable that an address in brackets is an offset from. Null if there is no such variable, if it
    //! depends on the path, if the pointer is a parameter, or if the pointer was loaded from memory.
    const ptx::variable* of(const ptx::operand& address) const;

private:
    //! The value of a register, whichever instruction wrote it last.
    struct value {
        enum { unseen, number, pointer, unknown } is = unseen;
        const ptx::variable* to = nullptr;

        bool operator==(const value& b) const { return is == b.is && to == b.to; }
        bool operator!=(const value& b) const { return !(*this == b); }
    };

    static value either(value, value);
    static value sum(value, value);
    static value computed(value, value);
    value of_operand(const ptx::operand&) const;
    value result_of(const ptx::instruction&) const;
    bool write(const ptx::operand&, value);

    const ptx::module& module_;
    const ptx::function_body& body_;
    std::vector<value> registers_;
};

} // namespace cuda_emulator
