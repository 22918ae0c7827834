// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which variable of shared memory an address is made of, as far as the text of its function tells.
#pragma once

#include "ptx/syntax.h"

#include <vector>

namespace cuda_emulator {

class pointed_variables {
public:
    pointed_variables(const ptx::module&, const ptx::function_body&);

    //! Of an address in brackets: the variable alone that it is an offset from. Null: there is none, or it depends on
    //! the way to here, or a function was given the pointer, or it comes from memory.
    const ptx::variable* of(const ptx::operand& address) const;

private:
    //! What a register holds, whichever of its writers was the last.
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
