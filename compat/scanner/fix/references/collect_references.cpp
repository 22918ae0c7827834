// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the texture and surface references of a unit, with their types and uses.
#include <algorithm>
#include <cstdlib>

#include "clang_library.hpp"
#include "model.hpp"
#include "texture_parameters.hpp"

namespace scanner {
namespace {

// Returns the kind of reference that a type names, or none.
fix_kind kind_of(std::string_view type)
{
    for (const std::string_view word : {"const ", "struct "})
        if (type.substr(0, word.size()) == word) type.remove_prefix(word.size());
    return type.substr(0, 8) == "texture<"   ? fix_kind::textures
           : type.substr(0, 8) == "surface<" ? fix_kind::surfaces
                                             : fix_kind::none;
}

// Returns the fetched type of an integer texel with cudaReadModeNormalizedFloat.
std::string as_float(const std::string& element)
{
    const char last = element.empty() ? ' ' : element.back();
    return last >= '1' && last <= '4' ? std::string("float") + last : "float";
}

// Returns the element type as the declaration writes it, if the declaration contains the template arguments.
std::string written_element(const own_file& file, std::size_t begin, std::size_t end)
{
    for (std::size_t i = 0; i + 1 < file.size(); ++i) {
        if (file.offsets[i] < 0 || file.begin(i) < begin) continue;
        if (file.begin(i) >= end) break;
        if (!file.at(i).is_name("texture") || !file.at(i + 1).is_mark("<")) continue;
        int depth = 0;
        for (std::size_t j = i + 2; j < file.size() && file.offsets[j] >= 0 && file.begin(j) < end; ++j) {
            if (depth == 0 && (file.at(j).is_mark(",") || file.at(j).is_mark(">")))
                return file.text.substr(file.begin(i + 2), file.end(j - 1) - file.begin(i + 2));
            depth += file.at(j).is_mark("<") - file.at(j).is_mark(">");
        }
    }
    return {};
}

void read_type(unit_model& model, reference& one)
{
    const syntax_tree& tree = model.tree;
    const clang::functions& clang = tree.clang();
    const std::string type = canonical_type(tree, *one.declaration);
    const clang::type texture = clang.getCanonicalType(clang.getCursorType(one.declaration->cursor));
    const std::string canonical = clang::text_of(
        clang, clang.getTypeSpelling(clang.getCanonicalType(clang.Type_getTemplateArgumentAsType(texture, 0))));
    if (canonical.empty()) {
        model.refuse(*one.declaration, one.name + ": its type is not understood");
        return;
    }
    // Takes the text after T in texture<T, 2, cudaReadModeNormalizedFloat>. T contains no comma. The parser's version
    // decides how enumerators and default arguments are printed.
    const std::size_t shape = type.find(','), mode = shape == type.npos ? shape : type.find(',', shape + 1);
    const std::string mode_text = mode == type.npos ? "" : type.substr(mode);
    one.normalized_float =
        mode_text.find("NormalizedFloat") != mode_text.npos || mode_text.find(")1") != mode_text.npos;
    one.shape = shape == type.npos ? 1 : std::atoi(type.c_str() + shape + 1);
    const node& declaration = *one.declaration;
    const std::string written = written_element(tree.file_of(declaration), declaration.begin, declaration.end);
    if (one.is_surface() && canonical != "void")
        model.refuse(declaration, one.name + ": a surface of something else than void");
    one.element = written.empty() ? canonical : written;
    one.fetched = one.normalized_float ? as_float(canonical) : one.element;
    for (const int known : {1, 2, 3, 0xF1, 0xF2, 0x0C, 0xFC})
        if (one.shape == known) return;
    model.refuse(declaration, one.name + ": a shape that this fix does not know");
}

// Reads what a fetch through a parameter returns, unless the type depends on template arguments.
void read_type_of_parameter(unit_model& model, reference& one)
{
    const std::string type = canonical_type(model.tree, *one.declaration);
    if (type.find("type-parameter") != type.npos) return;
    const std::size_t begin = type.find('<'), shape = type.find(',');
    if (begin == type.npos || shape == type.npos) return;
    const std::string element = type.substr(begin + 1, shape - begin - 1), mode = type.substr(shape);
    if (element.find('<') != element.npos) return;
    const node& declaration = *one.declaration;
    const std::string written = written_element(model.tree.file_of(declaration), declaration.begin, declaration.end);
    one.normalized_float = mode.find("NormalizedFloat") != mode.npos || mode.find(")1") != mode.npos;
    one.element = written.empty() ? element : written;
    one.fetched = one.normalized_float ? as_float(element) : one.element;
}

// Example: texture<float, 2> t(normalized, filter, address mode of all axes);
void read_initial(unit_model& model, reference& one)
{
    one.initial = {{attribute::normalized, 0}, {attribute::filter, 0},    {attribute::address_x, 1},
                   {attribute::address_y, 1},  {attribute::address_z, 1}, {attribute::srgb, 0}};
    for (const node* child : one.declaration->children) {
        if (!child->is(clang::call)) continue; // template arguments are also children
        int given = 0;
        for (const node* argument : child->children) {
            if (!argument->name) continue; // a default argument
            const auto value = model.constant(*argument);
            if (!value || given > 2) {
                model.refuse(*argument, one.name + " begins with a value that is no constant");
                return;
            }
            if (given == 0) one.initial[attribute::normalized] = *value != 0;
            if (given == 1) one.initial[attribute::filter] = *value;
            if (given == 2)
                for (const attribute axis : {attribute::address_x, attribute::address_y, attribute::address_z})
                    one.initial[axis] = *value;
            ++given;
        }
    }
}

// Marks the words of a refused declaration as accounted for, so that each declaration gives one refusal.
void account_for_words(unit_model& model, const node& one)
{
    const own_file& file = model.tree.file_of(one);
    for (std::size_t i = file.token_at(one.begin);
         i < file.size() && file.offsets[i] >= 0 && file.begin(i) <= one.name.offset; ++i)
        model.accounted.insert({one.file, file.begin(i)});
}

void declare(unit_model& model, node& one, fix_kind kind)
{
    const syntax_tree& tree = model.tree;
    for (const node* around = one.parent; around; around = around->parent)
        if (!around->is(clang::name_space) && !is_linkage(tree, *around)) {
            account_for_words(model, one);
            model.refuse(one, tree.spelling(one) + (around->is(clang::struct_declaration) ||
                                                            around->is(clang::class_declaration) ||
                                                            around->is(clang::class_template)
                                                        ? " is a static member of a class"
                                                        : " is declared in a function"));
            return;
        }
    const int storage = tree.clang().Cursor_getStorageClass(one.cursor);
    if (storage == clang::storage_extern) {
        account_for_words(model, one);
        model.extern_names.push_back(tree.spelling(one));
        model.refuse(one, tree.spelling(one) + " is extern: other sources may use it, and they are not seen from here");
        return;
    }
    model.references.emplace_back();
    reference& result = model.references.back();
    result.kind = kind;
    result.declaration = &one;
    result.name = tree.spelling(one);
    result.is_static = storage == clang::storage_static;
    if (tree.file_of(one).sources.size() > 1)
        model.refuse(one, result.name + " is in a header of several sources: each has a reference of its own");
    model.accounted.insert(one.name);
    read_type(model, result);
    read_initial(model, result);
    result.declared = result.initial;
    result.object = model.constants ? tree.free_name(result.name + "_object") : result.name;
}

constexpr const char* fetches[] = {"tex1Dfetch", "tex1D",        "tex2D",        "tex3D",
                                   "texCubemap", "tex1DLayered", "tex2DLayered", "texCubemapLayered",
                                   "tex1DLod",   "tex2DLod",     "tex3DLod"};

constexpr const char* accesses[] = {"surf1Dread",
                                    "surf1Dwrite",
                                    "surf2Dread",
                                    "surf2Dwrite",
                                    "surf3Dread",
                                    "surf3Dwrite",
                                    "surf1DLayeredread",
                                    "surf1DLayeredwrite",
                                    "surf2DLayeredread",
                                    "surf2DLayeredwrite",
                                    "surfCubemapread",
                                    "surfCubemapwrite",
                                    "surfCubemapLayeredread",
                                    "surfCubemapLayeredwrite"};

template <class List>
bool has(const List& list, const std::string& name)
{
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

// Reads a write such as t.addressMode[1] = value, also as part of a chain of assignments.
bool read_write(unit_model& model, reference& one, node& member)
{
    const syntax_tree& tree = model.tree;
    const std::string field = tree.spelling(member);
    node* target = &member;
    const auto outwards = [&] {
        while (target->parent &&
               (target->parent->is(clang::unexposed_expression) || target->parent->is(clang::parenthesis)))
            target = target->parent;
    };
    outwards();
    std::optional<long long> axis;
    counted_loop loop;
    if (field == "addressMode") {
        node* subscript = target->parent;
        if (!subscript || !subscript->is(clang::subscript) || subscript->children.size() != 2 ||
            subscript->children[0] != target)
            return false;
        axis = model.constant(*subscript->children[1]);
        if (!axis && (loop = loop_of_index(model, *subscript->children[1])).loop && loop.first <= loop.last &&
            loop.last < 3)
            axis = loop.first;
        target = subscript;
        outwards();
    }
    node* assignment = target->parent;
    if (!assignment || !assignment->is(clang::binary_operator) || assignment->children.size() != 2 ||
        assignment->children[0] != target)
        return false;
    const own_file& file = tree.file_of(*assignment);
    const std::string_view between = std::string_view(file.text).substr(
        target->end, assignment->children[1]->begin - std::min(target->end, assignment->children[1]->begin));
    if (between.find_first_not_of(" \t\r\n=") != between.npos || std::count(between.begin(), between.end(), '=') != 1)
        return false;
    const bool known =
        field == "normalized" || field == "filterMode" || field == "sRGB" || (axis && *axis >= 0 && *axis < 3);
    if (!known && (field == "addressMode")) {
        one.open_attributes.push_back(
            {{member.file, member.begin}, one.name + ".addressMode[…] is written at an index that is no constant"});
        return true;
    }
    if (!known) {
        model.refuse(member, one.name + "." + field + " is written: this fix does not carry it over");
        return true;
    }
    const node* value = &stripped(*assignment->children[1]);
    while (value->is(clang::binary_operator) && value->children.size() == 2) // a = b = constant
        value = &stripped(*value->children[1]);
    const auto number = model.constant(*value);
    if (!number) {
        one.open_attributes.push_back({{assignment->file, assignment->begin},
                                       one.name + "." + field + " is written with a value that is no constant"});
        return true;
    }
    node* outermost = assignment;
    for (node* at = assignment->parent; at; at = at->parent) {
        if (at->is(clang::binary_operator))
            outermost = at;
        else if (!at->is(clang::unexposed_expression) && !at->is(clang::parenthesis))
            break;
    }
    const attribute which = field == "normalized"   ? attribute::normalized
                            : field == "filterMode" ? attribute::filter
                            : field == "sRGB"       ? attribute::srgb
                            : *axis == 0            ? attribute::address_x
                            : *axis == 1            ? attribute::address_y
                                                    : attribute::address_z;
    if (loop.loop) { // one write per iteration
        const attribute axes[] = {attribute::address_x, attribute::address_y, attribute::address_z};
        for (long long i = loop.first; i <= loop.last; ++i)
            one.writes.push_back({axes[i], *number, loop.loop});
        return true;
    }
    const bool flag = which == attribute::normalized || which == attribute::srgb;
    one.writes.push_back({which, flag ? *number != 0 : *number, outermost});
    return true;
}

// An implicit conversion marks a read.
bool is_read_attribute(const syntax_tree& tree, const node& member)
{
    const std::string field = tree.spelling(member);
    if (field != "normalized" && field != "filterMode" && field != "addressMode" && field != "sRGB") return false;
    const node* above = member.parent;
    if (field == "addressMode") { // an element of the array
        while (above && above->is(clang::unexposed_expression))
            above = above->parent;
        if (!above || !above->is(clang::subscript)) return false;
        above = above->parent;
    }
    return above && above->is(clang::unexposed_expression);
}

void read_use(unit_model& model, reference& one, node& use)
{
    node* at = &use;
    while (at->parent && (at->parent->is(clang::unexposed_expression) || at->parent->is(clang::parenthesis)))
        at = at->parent;
    // The C form of the calls takes the address of the reference.
    const bool address =
        at->parent && at->parent->is(clang::unary_operator) && model.tree.begins_with(*at->parent, "&");
    if (address) at = at->parent;
    while (address && at->parent && (at->parent->is(clang::unexposed_expression) || at->parent->is(clang::parenthesis)))
        at = at->parent;
    // A parameter by value gets a copy.
    if (!address && at->parent && at->parent->is(clang::call) && at->parent->children.size() == 1) at = at->parent;
    while (!address && at != &use && at->parent && at->parent->is(clang::unexposed_expression))
        at = at->parent;
    node* above = at->parent;
    const std::string here = above && above->is(clang::call) ? model.callee_name(*above) : "";
    const auto is_argument = [&](std::size_t number) {
        return above->children.size() > number + 1 && above->children[number + 1] == at;
    };
    bool good = false;
    if (above && above->is(clang::member_reference)) {
        if (one.is_surface()) return; // a surface has no attributes
        const std::string field = model.tree.spelling(*above);
        if (field == "channelDesc") {
            one.channel_reads.push_back(above);
            good = true;
        } else {
            one.members.push_back(above);
            good = read_write(model, one, *above);
            if (!good && (good = is_read_attribute(model.tree, *above)))
                one.open_attributes.push_back({{above->file, above->begin}, one.name + "." + field + " is read"});
        }
    } else if (one.is_surface() && has(accesses, here)) {
        good = is_argument(0) || is_argument(1);
        if (good) look_at_access(model, one, *above, *at);
        if (good) one.fetches.push_back(above);
    } else if (!one.is_surface() && has(fetches, here)) {
        good = is_argument(0);
        if (good) one.fetches.push_back(above);
    } else if (here == "cudaBindTexture" || here == "cudaBindTexture2D") {
        good = is_argument(1);
        if (good) one.binds.push_back(above);
    } else if (here == "cudaBindTextureToArray" || here == "cudaBindSurfaceToArray") {
        good = is_argument(0);
        if (good) one.binds.push_back(above);
    } else if (here == "cudaUnbindTexture") {
        good = is_argument(0);
        if (good) one.unbinds.push_back(above);
    } else if (here == "cudaGetTextureAlignmentOffset") {
        good = is_argument(1);
        if (good) one.offset_questions.push_back(above);
    } else if (texture_parameter* to = here.empty() ? nullptr : parameter_of(model, *above, *at)) {
        good = to->is_pointer == (address || (one.parameter && one.parameter->is_pointer));
        if (good) one.passed.emplace_back(above, to);
    } else if (!here.empty()) {
        model.refuse(use, one.name + " is passed to " + here);
        good = true;
    } else if (address) {
        model.refuse(use, "the address of " + one.name +
                              " is taken: what is done with it there is not in sight; the calls take the name itself");
        good = true;
    }
    const own_file& file = model.tree.file_of(use);
    if (const std::size_t name = file.token_at(use.name.offset);
        good && name != own_file::none && name > 0 && file.at(name - 1).is_mark("::"))
        model.refuse(use, one.name + " is named by way of its namespace: the object is not in it");
    if (good) model.accounted.insert(use.name);
}

void read_uses(unit_model& model, texture_parameter& one)
{
    const syntax_tree& tree = model.tree;
    if (!one.function->definition) return;
    if (tree.text(*one.use.declaration).find("textureReference") == std::string_view::npos)
        read_type_of_parameter(model, one.use);
    any_below(*one.function->definition, [&](const node& use) {
        if (!use.is(clang::declaration_reference) ||
            !(tree.place_of(tree.clang().getCursorReferenced(use.cursor)) == one.use.declaration->name))
            return false;
        read_use(model, one.use, const_cast<node&>(use));
        if (!model.accounted.count(use.name))
            model.refuse(use, "the parameter " + one.use.name + " is used in a way that this fix does not know");
        return false;
    });
}

} // namespace

void collect_references(unit_model& model)
{
    const syntax_tree& tree = model.tree;
    std::map<place, reference*> by_declaration;
    for (const node& one : tree.nodes()) {
        if ((one.is(clang::typedef_declaration) || one.is(clang::alias_declaration)) &&
            model.wanted.has(kind_of(canonical_type(tree, one))))
            model.type_names.push_back(const_cast<node*>(&one));
        if (!one.is(clang::variable_declaration)) continue;
        const fix_kind kind = kind_of(canonical_type(tree, one));
        if (!model.wanted.has(kind)) continue;
        const std::size_t before = model.references.size();
        declare(model, const_cast<node&>(one), kind);
        if (model.references.size() > before) by_declaration[one.name] = &model.references.back();
    }
    for (const node& one : tree.nodes()) {
        if (!one.is(clang::declaration_reference)) continue;
        const clang::cursor referenced = tree.clang().getCursorReferenced(one.cursor);
        if (tree.clang().Cursor_isNull(referenced) || referenced.kind != clang::variable_declaration) continue;
        const auto found = by_declaration.find(tree.place_of(referenced));
        if (found != by_declaration.end()) read_use(model, *found->second, const_cast<node&>(one));
    }
    for (texture_parameter& one : model.parameters)
        if (one.why.empty()) read_uses(model, one);
    for (reference& one : model.references)
        if (one.is_bound_by_others() && !model.constants) one.object = one.name + ".object";
    // Parameters get the reference's name, so two references with one name would collide.
    std::set<std::string> names;
    for (const reference& one : model.references)
        if (!names.insert(one.name).second)
            model.refuse(*one.declaration, one.name + " is declared twice, in two namespaces");
}

} // namespace scanner
