// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tex, tld4, txq, suld, sust, suq.
#include "decode/function_decoder.h"
#include "execute/texture_access.h"

#include <algorithm>
#include <iterator>

namespace cuda_emulator {

namespace {

// Reads the modifiers "2d", "a2d", "cube" and "acube".
bool geometry_of(std::string_view m, geometry& g)
{
    geometry read;
    if (m == "a1d" || m == "a2d" || m == "acube") {
        read.layered = true;
        m.remove_prefix(1);
    }
    if (m == "cube") {
        read.cube = true;
        read.dimensions = 3;
    } else if (m == "1d" || m == "2d" || (m == "3d" && !read.layered)) {
        read.dimensions = static_cast<std::uint8_t>(m[0] - '0');
    } else {
        return false;
    }
    g = read;
    return true;
}

bool query_of(std::string_view m, texture_query& q)
{
    if (m != "width" && m != "height" && m != "depth") return false;
    q = m == "width" ? texture_query::width : m == "height" ? texture_query::height : texture_query::depth;
    return true;
}

} // namespace

bool function_decoder::decode_texture()
{
    const std::string_view op = now_->opcode;
    if (op == "tex" || op == "tld4") {
        decode_fetch();
    } else if (op == "suld" || op == "sust") {
        decode_surface_access();
    } else if (op == "txq" || op == "suq") {
        decode_texture_query();
    } else {
        return false;
    }
    return true;
}

void function_decoder::read_coordinates(source place, int count, operand_slot* slots)
{
    const bool is_vector = place.kind == ptx::operand_kind::vector;
    if (!is_vector && count != 1) fail("takes a vector of coordinates");
    if (is_vector && static_cast<int>(place.elements.size()) < count) fail("too few coordinates");
    for (int k = 0; k < count; ++k)
        slots[k] = read(is_vector ? place.elements[static_cast<std::size_t>(k)] : place, 'r');
}

void function_decoder::decode_fetch()
{
    const auto& o = now_->operands;
    const bool gathers = now_->opcode == "tld4";
    auto form = std::make_shared<texture_form>();
    bool known = false;
    for (std::string_view m : now_->modifiers) {
        known |= geometry_of(m, form->shape);
        if (m == "level") form->level = texture_form::level_choice::explicit_level;
        if (m == "grad") form->level = texture_form::level_choice::gradient;
        if (gathers && m.size() == 1 && std::string_view("rgba").find(m[0]) != std::string_view::npos)
            form->gather_component = static_cast<int>(std::string_view("rgba").find(m[0]));
    }
    if (!known) fail("this geometry is not there");
    if (gathers && form->gather_component < 0) fail("no component");
    const std::string_view coordinates = now_->modifiers.back();
    form->integer_coordinates = coordinates == "s32";
    if (!form->integer_coordinates && coordinates != "f32") fail("unknown type of coordinates");
    const std::string_view type = now_->modifiers[now_->modifiers.size() - 2];
    if (type != "f32" && type != "s32" && type != "u32") fail("results of this type are not there");
    if (o.size() < 2 || o[1].kind != ptx::operand_kind::address || o[1].elements.size() != 2)
        fail("takes a vector and an address with coordinates");
    const ptx::operand& results = *part(o[0], 0);
    const ptx::operand* is_resident = part(o[0], 1);
    if (results.kind != ptx::operand_kind::vector) fail("takes a vector and an address with coordinates");
    if (results.elements.size() != 4) fail("takes four results");
    using choice = texture_form::level_choice;
    const std::size_t wanted = form->level == choice::gradient ? 4 : form->level == choice::explicit_level ? 3 : 2;
    if (o.size() != wanted) fail("takes another number of operands: offsets and depth comparisons are not there");
    for (int k = 0; k < 4; ++k)
        form->results[k] =
            results.elements[k].kind == ptx::operand_kind::sink ? no_operand : write(results.elements[k], 'r');
    form->handle = read(o[1].elements[0], 'd');
    operand_slot places[4];
    const int layered = form->shape.layered;
    read_coordinates(o[1].elements[1], form->shape.dimensions + layered, places);
    if (layered) form->layer = places[0];
    for (int k = 0; k < form->shape.dimensions; ++k)
        form->coordinates[k] = places[k + layered];
    if (form->level == choice::explicit_level) form->lod = read(o[2], 'r');
    if (form->level == choice::gradient) {
        read_coordinates(o[2], form->shape.dimensions, form->dx);
        read_coordinates(o[3], form->shape.dimensions, form->dy);
    }
    instruction& i = emit(run_texture);
    i.extra = form.get();
    i.access.kind = access_kind::texture;
    // The handler reads its operands from the form. The copies here serve the code that follows values, such as the
    // checks.
    i.roles = operand_roles::texture;
    std::copy_n(form->results, 4, i.operands);
    const operand_slot inputs[] = {form->handle,         form->layer,          form->lod,
                                   form->coordinates[0], form->coordinates[1], form->coordinates[2]};
    std::copy(std::begin(inputs), std::end(inputs), i.operands + 4);
    out_.extras.push_back(form);
    if (!is_resident || is_resident->kind == ptx::operand_kind::sink) return;
    // Only sparse arrays have texels without memory, and these arrays are refused.
    const operand_slot all = broadcast('p', all_lanes), resident = write(*is_resident, 'p');
    instruction& mark = emit_form("mov.pred");
    mark.operands[0] = resident;
    mark.operands[1] = all;
    mark.adapter = true;
}

void function_decoder::decode_surface_access()
{
    const auto& o = now_->operands;
    auto form = std::make_shared<surface_form>();
    form->stores = now_->opcode == "sust";
    form->formatted = now_->has("p");
    if (!now_->has("b") && !(form->stores && form->formatted)) fail("neither .b nor .p");
    bool known = false;
    for (std::string_view m : now_->modifiers) {
        known |= geometry_of(m, form->shape);
        if (m == "v2" || m == "v4") form->count = m[1] - '0';
        if (m == "clamp") form->mode = surface_form::outside::clamp;
        if (m == "zero") form->mode = surface_form::outside::zero;
    }
    if (!known || form->shape.cube) fail("this geometry is not there");
    form->bytes = ptx::size_of(last_type());
    if (o.size() != 2) fail("takes a vector and an address with coordinates");
    const ptx::operand& values = o[form->stores ? 1 : 0];
    const ptx::operand& where = o[form->stores ? 0 : 1];
    if (where.kind != ptx::operand_kind::address || where.elements.size() != 2)
        fail("takes an address with coordinates");
    const char letter = letter_of_width(form->bytes);
    const bool is_vector = values.kind == ptx::operand_kind::vector;
    if (is_vector ? static_cast<int>(values.elements.size()) != form->count : form->count != 1)
        fail("another number of registers than .v says");
    for (int k = 0; k < form->count; ++k) {
        const ptx::operand& v = is_vector ? values.elements[static_cast<std::size_t>(k)] : values;
        form->values[k] = form->stores ? read(v, letter, true) : write(v, letter, true);
    }
    form->handle = read(where.elements[0], 'd');
    operand_slot places[4];
    const int layered = form->shape.layered;
    read_coordinates(where.elements[1], form->shape.dimensions + layered, places);
    if (layered) form->layer = places[0];
    for (int k = 0; k < form->shape.dimensions; ++k)
        form->coordinates[k] = places[k + layered];
    instruction& i = emit(run_surface);
    i.extra = form.get();
    i.access.kind = access_kind::texture;
    if (!form->stores) {
        i.roles = operand_roles::computation;
        i.results = static_cast<std::uint8_t>(form->count);
        std::copy_n(form->values, form->count, i.operands);
    }
    out_.extras.push_back(form);
    finish_results();
}

void function_decoder::decode_texture_query()
{
    auto form = std::make_shared<query_form>();
    form->of_surface = now_->opcode == "suq";
    bool known = false;
    for (std::string_view m : now_->modifiers)
        known |= query_of(m, form->query);
    if (!known) fail("only width, height and depth can be asked: today's driver refuses the others, too");
    const auto& o = now_->operands;
    const bool has_level = now_->has("level");
    if (o.size() != (has_level ? 3u : 2u)) fail("takes another number of operands");
    const ptx::operand& where = o[1];
    if (where.kind != ptx::operand_kind::address || where.elements.empty()) fail("takes an address");
    form->handle = read(where.elements[0], 'd');
    if (has_level) form->level = read(o[2], 'r');
    form->result = write(o[0], 'r');
    instruction& i = emit(run_texture_query);
    i.extra = form.get();
    i.roles = operand_roles::computation;
    i.results = 1;
    i.operands[0] = form->result;
    out_.extras.push_back(form);
    finish_results();
}

} // namespace cuda_emulator
