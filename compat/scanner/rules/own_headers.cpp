// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "own_headers.hpp"

#include <filesystem>

namespace scanner {

bool own_headers::is_own_file(const token& name, const api_name& row) const
{
    const bool helper = std::string_view(row.area) == "samples helper";
    if (!name.quoted) return helper && name.text != std::string_view(row.name); // <boost/timer.h>
    std::error_code ignored;
    std::filesystem::path folder = std::filesystem::path(source_.path()).parent_path();
    if (std::filesystem::exists(folder / name.text, ignored)) return true;
    // "timer.h" in a folder above may belong to another program. "util/timer.h" is the program's.
    if (!helper || name.text == std::string_view(row.name) || name.text.front() == '.') return false;
    while (folder.has_relative_path()) {
        folder = folder.parent_path();
        if (std::filesystem::exists(folder / name.text, ignored)) return true;
    }
    return false;
}

bool own_headers::define_macro(std::string_view name, const api_name& row)
{
    if (std::string_view(row.kind) != "macro") return false;
    if (!macros_) macros_ = std::make_unique<macro_table>(source_, preprocessor_settings{});
    return macros_->defines(name);
}

} // namespace scanner
