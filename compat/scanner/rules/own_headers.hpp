// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Headers of the program itself, which may have the name of a header or a macro that is gone.
#pragma once

#include <memory>
#include <string_view>

#include "names/table.hpp"
#include "source/macros.hpp"
#include "source/program.hpp"

namespace scanner {

class own_headers {
public:
    explicit own_headers(const program& source)
        : source_(source)
    {
    }

    // Tests for the program's own file of the name of a header that is gone: beside the source, or in a folder above
    // it, where its build searches.
    bool is_own_file(const token& name, const api_name& row) const;
    // Tests whether one of the program's headers has a #define of the name.
    bool define_macro(std::string_view name, const api_name& row);

private:
    const program& source_;
    std::unique_ptr<macro_table> macros_; // null until it is asked for
};

} // namespace scanner
