// tex, tld4, suld, sust, txq.
#include "decode/function_decoder.h"
#include "execute/texture_access.h"

namespace cuda_emulator {

namespace {
// "2d" or "a2d": dimensions and layers.
bool geometry(std::string_view m, int& dimensions, bool& layered)
{
    const bool has_layers = m.size() == 3 && m[0] == 'a';
    if (has_layers) m.remove_prefix(1);
    if (m != "1d" && m != "2d" && m != "3d") return false;
    dimensions = m[0] - '0';
    layered = has_layers;
    return true;
}
} // namespace

bool function_decoder::decode_texture()
{
    const std::string_view op = now_->opcode;
    const auto& o = now_->operands;
    auto coordinates = [&](source v) -> const std::vector<ptx::operand>* {
        return v.kind == ptx::operand_kind::vector ? &v.elements : nullptr;
    };
    if (op == "tex" || op == "tld4") {
        auto form = std::make_shared<texture_form>();
        bool known = false;
        for (std::string_view m : now_->modifiers) {
            known |= geometry(m, form->dimensions, form->layered);
            if (m == "grad") fail("explicit gradients are not there, for textures have no mipmaps");
            if (op == "tld4" && m.size() == 1 && std::string_view("rgba").find(m[0]) != std::string_view::npos)
                form->gather_component = static_cast<int>(std::string_view("rgba").find(m[0]));
        }
        if (!known) fail("this geometry is not there");
        if (op == "tld4" && form->gather_component < 0) fail("no component");
        form->integer_coordinates = now_->modifiers.back() == "s32";
        if (!form->integer_coordinates && now_->modifiers.back() != "f32") fail("unknown type of coordinates");
        if (o.size() < 2 || o[0].kind != ptx::operand_kind::vector || o[1].kind != ptx::operand_kind::address ||
            o[1].elements.size() < 2)
            fail("takes a vector and an address with coordinates");
        // A third operand is the level of detail: there are no mipmaps, so it changes nothing.
        const std::string_view type = now_->modifiers[now_->modifiers.size() - 2];
        if (type != "f32" && type != "s32" && type != "u32") fail("results of this type are not there");
        if (o[0].elements.size() != 4) fail("takes four results");
        operand_slot slots[10];
        for (int k = 0; k < 4; ++k)
            slots[k] = o[0].elements[k].kind == ptx::operand_kind::sink ? no_operand : write(o[0].elements[k], 'r');
        slots[4] = read(o[1].elements[0], 'd');
        const auto* at = coordinates(o[1].elements.back());
        const int count = form->dimensions + form->layered;
        if (!at && count != 1) fail("takes a vector of coordinates");
        if (at && static_cast<int>(at->size()) < count) fail("too few coordinates");
        for (int k = 0; k < count; ++k)
            slots[5 + k] = read(at ? (*at)[k] : o[1].elements.back(), 'r');
        instruction& i = emit(run_texture);
        i.access.kind = access_kind::texture;
        i.roles = operand_roles::texture;
        for (int k = 0; k < 5 + count; ++k)
            i.operands[k] = slots[k];
        i.extra = form.get();
        out_.extras.push_back(form);
        return true;
    }
    if (op == "suld" || op == "sust") {
        if (!now_->has("b")) fail("only unformatted surface access is there");
        auto form = std::make_shared<surface_form>();
        form->stores = op == "sust";
        bool known = false;
        for (std::string_view m : now_->modifiers) {
            known |= geometry(m, form->dimensions, form->layered);
            if (m == "v2" || m == "v4") form->count = m[1] - '0';
            if (m == "clamp") form->mode = surface_form::outside::clamp;
            if (m == "zero") form->mode = surface_form::outside::zero;
        }
        if (!known) fail("this geometry is not there");
        const ptx::type type = last_type();
        form->bytes = ptx::size_of(type);
        if (o.size() != 2) fail("takes a vector and an address with coordinates");
        const ptx::operand& values = o[form->stores ? 1 : 0];
        const ptx::operand& where = o[form->stores ? 0 : 1];
        if (where.kind != ptx::operand_kind::address || where.elements.size() != 2)
            fail("takes an address with coordinates");
        const char letter = letter_of_width(form->bytes);
        operand_slot slots[10];
        auto value = [&](int k) -> const ptx::operand& {
            return values.kind == ptx::operand_kind::vector ? values.elements[k] : values;
        };
        if (values.kind == ptx::operand_kind::vector && static_cast<int>(values.elements.size()) != form->count)
            fail("another number of registers than .v says");
        for (int k = 0; k < form->count; ++k)
            slots[k] = form->stores ? read(value(k), letter, true) : write(value(k), letter, true);
        slots[form->count] = read(where.elements[0], 'd');
        const auto* at = coordinates(where.elements[1]);
        const int count = form->dimensions + form->layered;
        if (!at && count != 1) fail("takes a vector of coordinates");
        if (at && static_cast<int>(at->size()) < count) fail("too few coordinates");
        for (int k = 0; k < count; ++k)
            slots[form->count + 1 + k] = read(at ? (*at)[k] : where.elements[1], 'r');
        instruction& i = emit(run_surface);
        i.access.kind = access_kind::texture;
        for (int k = 0; k < form->count + 1 + count; ++k)
            i.operands[k] = slots[k];
        i.extra = form.get();
        out_.extras.push_back(form);
        finish_results();
        return true;
    }
    return false;
}

} // namespace cuda_emulator
