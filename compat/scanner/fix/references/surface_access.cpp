// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the reads and writes through a surface. An object supports fewer types than a reference, and takes no size.
// References moved any type of 1, 2, 4, 8 or 16 bytes.
#include <algorithm>
#include <cstring>

#include "clang_library.hpp"
#include "model.hpp"

namespace scanner {
namespace {

std::size_t coordinates_of(const std::string& name)
{
    for (const auto& [begin, count] : {std::pair{"surf1DL", 2}, {"surf1D", 1}, {"surf2DL", 3}, {"surf2D", 2}})
        if (name.compare(0, std::strlen(begin), begin) == 0) return static_cast<std::size_t>(count);
    return 3; // surf3D, and cube maps with their face
}

// Types that surf2Dread<T> and similar functions accept for objects.
bool objects_move(std::string type)
{
    for (const std::string word : {"const ", "volatile ", "struct "})
        if (type.compare(0, word.size(), word) == 0) type.erase(0, word.size());
    for (const char* scalar : {"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int",
                               "long long", "unsigned long long", "float"})
        if (type == scalar) return true;
    for (const char* vector : {"char", "uchar", "short", "ushort", "int", "uint", "longlong", "ulonglong", "float"})
        for (const char* size : {"1", "2", "4"})
            if (type == std::string(vector) + size)
                return *size != '4' || std::string(vector).find("longlong") == std::string::npos;
    return false;
}

} // namespace

void look_at_access(unit_model& model, const reference& one, const node& call, const node& argument)
{
    const syntax_tree& tree = model.tree;
    const clang::functions& clang = tree.clang();
    const std::string name = model.callee_name(call);
    const node* callee = model.callee(call);
    const own_file& file = tree.file_of(*callee);
    const std::size_t word = file.token_at(callee->name.offset);
    if (word == own_file::none || !file.at(word).is_name(name)) return; // a macro's body, refused with the other calls
    // Default arguments have no position.
    std::vector<const node*> arguments;
    for (std::size_t i = 1; i < call.children.size(); ++i)
        if (call.children[i]->file == callee->name.file && call.children[i]->begin > callee->name.offset)
            arguments.push_back(call.children[i]);
    const std::size_t position =
        static_cast<std::size_t>(std::find(arguments.begin(), arguments.end(), &argument) - arguments.begin());
    const std::size_t needed = position + 1 + coordinates_of(name);
    if (arguments.size() < needed || arguments.size() > needed + 1 || position > 1) {
        model.refuse(call, name + " of " + one.name + " is called in a way that this fix does not know");
        return;
    }
    if (arguments.size() > needed && canonical_type(tree, *arguments.back()) != "cudaSurfaceBoundaryMode") {
        model.refuse(call, name + " of " + one.name + " has a size: that of an object has none");
        return;
    }
    std::string type = canonical_type(tree, position == 0 ? call : *arguments[0]);
    if (position == 1 && name.compare(name.size() - 4, 4, "read") == 0)
        type = clang::text_of(clang, clang.getTypeSpelling(clang.getCanonicalType(clang.getPointeeType(
                                         clang.getCanonicalType(clang.getCursorType(arguments[0]->cursor))))));
    if (!objects_move(type))
        model.refuse(call, name + " of " + one.name + " moves a " + type +
                               ": an object moves integers and floats of 1, 2 or 4 components");
}

} // namespace scanner
