// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mechanical.hpp"

#include "array_copies.hpp"
#include "fields.hpp"
#include "renames.hpp"

namespace scanner {

std::vector<edit> mechanical_edits(const program& source, std::size_t i, const api_name& row)
{
    if (!row.becomes) return {};
    const std::string_view area = row.area;
    if (area == "array copy") return array_copy_at(source, i, row);
    if (area == "pointer attributes") return pointer_field_at(source, i, row);
    if (area == "device properties" && std::string_view(row.kind) == "field") return property_at(source, i, row);
    return rename_at(source, i, row);
}

} // namespace scanner
