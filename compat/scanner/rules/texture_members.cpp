// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds texture and surface references that are static members of a class. compat's back end of objects cannot bring
// them back.
#include "rules.hpp"

namespace scanner {

void find_static_members(const search& where)
{
    const program& source = where.source;
    std::vector<bool> is_class;
    bool class_ahead = false;
    for (std::size_t i = 0; i + 2 < source.size(); ++i) {
        const token& one = source.at(i);
        if (one.in_directive) continue;
        if (one.is_name("struct") || one.is_name("class")) class_ahead = true;
        if (one.is_mark(";") || one.is_mark(")") || one.is_mark(">")) class_ahead = false;
        if (one.is_mark("{")) {
            is_class.push_back(class_ahead);
            class_ahead = false;
        }
        if (one.is_mark("}") && !is_class.empty()) is_class.pop_back();
        const token& type = source.at(i + 1);
        if (!one.is_name("static") || (!type.is_name("texture") && !type.is_name("surface")) ||
            !source.at(i + 2).is_mark("<") || is_class.empty() || !is_class.back())
            continue;
        finding* found = where.add(type, "static-reference", type.text, 10010, 12000);
        if (!found) continue;
        found->message = "a reference that is a static member of a class";
        found->replacement = type.is("texture") ? "cudaTextureObject_t" : "cudaSurfaceObject_t";
        found->note = type.is("texture") ? "texture_reference.md" : "surface_reference.md";
        found->effort = effort_of_change::high;
    }
}

} // namespace scanner
