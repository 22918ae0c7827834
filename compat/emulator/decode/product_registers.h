// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registers of a function that belong to products by wgmma, and the instructions that name them.
#pragma once

#include "ptx/syntax.h"

#include <vector>

namespace cuda_emulator {

class product_registers {
public:
    explicit product_registers(const ptx::function_body&);

    struct access {
        std::vector<int> reads, writes; //!< numbers of registers
        bool copies = false;            //!< a mov
    };
    //! The registers of products that the instruction reads, and those that it writes. A product's own accumulator is
    //! not among them.
    access access_of(const ptx::instruction&) const;

private:
    // By register; empty in a function without wgmma.
    std::vector<bool> results_; // holds an element of D, or a copy of one
    std::vector<bool> sources_; // holds elements of A
};

} // namespace cuda_emulator
