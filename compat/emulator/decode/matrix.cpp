// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma, wmma, ldmatrix, stmatrix, movmatrix.
#include "execute/matrix.h"
#include "decode/function_decoder.h"
#include "decode/matrix_names.h"
#include "execute/matrix_definedness.h"

#include <cfenv>

namespace cuda_emulator {

namespace {

// The shapes of mma and wmma for a type of A.
struct known_shapes {
    std::string_view types, mma, wmma;
};
constexpr known_shapes all_shapes[] = {
    {"f16 bf16", "m16n8k8 m16n8k16", "m16n16k16 m32n8k16 m8n32k16"},
    {"tf32", "m16n8k4 m16n8k8", "m16n16k8"},
    {"e4m3 e5m2", "m16n8k16 m16n8k32", ""},
    {"f64", "m8n8k4 m16n8k4 m16n8k8 m16n8k16", "m8n8k4"},
    {"s8 u8", "m8n8k16 m16n8k16 m16n8k32", "m16n16k16 m32n8k16 m8n32k16"},
    {"s4 u4", "m8n8k32 m16n8k32 m16n8k64", "m8n8k32"},
    {"b1", "m8n8k128 m16n8k128 m16n8k256", "m8n8k128"},
};

// The types of accumulators for a type of A.
std::string_view accumulators(std::string_view a)
{
    if (modifiers::contains("f16 e4m3 e5m2", a)) return "f16 f32";
    if (modifiers::contains("bf16 tf32", a)) return "f32";
    return a == "f64" ? "f64" : "s32";
}

} // namespace

void function_decoder::read_fragment(matrix_fragment& f, source o, bool is_wmma, bool writes)
{
    // wmma of f16 has eight registers for A and eight for B, whatever the shape.
    const bool always_eight = is_wmma && f.type == matrix_element::f16 && f.role != matrix_role::accumulator;
    const std::size_t count = always_eight ? 8 : static_cast<std::size_t>(f.distinct_registers());
    if (o.kind != ptx::operand_kind::vector || o.elements.size() != count)
        fail("takes " + std::to_string(count) + " registers of this matrix");
    const char letter = f.type == matrix_element::f64 ? 'F' : f.type == matrix_element::f32 ? 'f' : 'r';
    for (source e : o.elements)
        f.registers.push_back(writes ? write(e, letter) : read(e, letter));
}

// Completes a matrix instruction, which needs the whole warp and registers that its operands do not name.
void function_decoder::finish_matrix(std::shared_ptr<register_lists> form)
{
    const operand_slot all = broadcast('r', all_lanes);
    instruction& i = out_.code.back();
    i.kind = flow::synchronise;
    i.member_mask = all;
    i.roles = operand_roles::listed;
    i.extra = form.get();
    out_.extras.push_back(std::move(form));
}

bool function_decoder::decode_multiply()
{
    const bool is_wmma = now_->opcode == "wmma";
    only_modifiers({is_wmma ? "mma" : "", "sync aligned row col satfinite rn rz rm rp and xor popc", element_list,
                    "m8n8k4 m16n8k4 m16n8k8 m16n8k16 m8n8k16 m16n8k32 m8n8k32 m16n8k64 m8n8k128 m16n8k128 m16n8k256 "
                    "m16n16k16 m32n8k16 m8n32k16 m16n16k8"});
    matrix_shape s;
    std::string_view name;
    if (!shape_of(*now_, s, name) || !now_->has("sync") || !now_->has("aligned"))
        fail("takes .sync.aligned and a shape");
    std::vector<std::string_view> types, layouts;
    for (std::string_view m : now_->modifiers) {
        if (modifiers::contains(element_list, m)) types.push_back(m);
        if (m == "row" || m == "col") layouts.push_back(m);
    }
    // wmma of f16 has only the types of the accumulators.
    if (is_wmma && types.size() == 2) types = {types[0], "f16", "f16", types[1]};
    if (types.size() != 4 || layouts.size() != 2) fail("takes two layouts, and the types of d, a, b and c");
    const std::string_view a = types[1], b = types[2];
    bool known = false;
    for (const known_shapes& k : all_shapes)
        if (modifiers::contains(k.types, a) && modifiers::contains(k.types, b))
            known = modifiers::contains(is_wmma ? k.wmma : k.mma, name);
    const bool mixed = a != b && modifiers::contains("f16 bf16", a);
    const std::string_view sums = accumulators(a);
    if (!known || mixed || !modifiers::contains(sums, types[0]) || !modifiers::contains(sums, types[3]))
        fail("no such product of matrices");
    // The layout of mma's matrix fragments follows .row.col. wmma chooses a layout at the load.
    if (!is_wmma && (layouts[0] != "row" || layouts[1] != "col")) fail("A by rows and B by columns only");
    const bool integers = sums == "s32", bits = a == "b1";
    if (now_->has("satfinite") && (!integers || bits)) fail(".satfinite is for integers");
    if (bits != now_->has("popc") || (bits && now_->has("and") == now_->has("xor")))
        fail("single bits take .and.popc or .xor.popc, and nothing else does");
    auto form = std::make_shared<multiply_form>();
    form->rounding = FE_TONEAREST;
    for (auto [mode, value] : {std::pair<std::string_view, int>{"rz", FE_TOWARDZERO},
                               {"rm", FE_DOWNWARD},
                               {"rp", FE_UPWARD},
                               {"rn", FE_TONEAREST}})
        if (now_->has(mode)) {
            if (a != "f64") fail("only f64 is rounded as told");
            form->rounding = value;
        }
    form->type = element_of(a);
    form->saturates = now_->has("satfinite");
    form->bit_and = now_->has("and");
    form->a = fragment_of(matrix_role::a, a, s);
    form->b = fragment_of(matrix_role::b, b, s);
    form->c = fragment_of(matrix_role::accumulator, types[3], s);
    form->d = fragment_of(matrix_role::accumulator, types[0], s);
    if (now_->operands.size() != 4) fail("takes four matrices");
    read_fragment(form->a, now_->operands[1], is_wmma, false);
    read_fragment(form->b, now_->operands[2], is_wmma, false);
    read_fragment(form->c, now_->operands[3], is_wmma, false);
    read_fragment(form->d, now_->operands[0], is_wmma, true);
    for (const matrix_fragment* f : {&form->a, &form->b, &form->c})
        form->read.insert(form->read.end(), f->registers.begin(), f->registers.end());
    form->written = form->d.registers;
    form->track = track_multiply;
    emit(run_multiply);
    finish_matrix(form);
    return true;
}

bool function_decoder::decode_fragment_access()
{
    only_modifiers({"load store a b c d sync aligned row col global", modifiers::shared_spaces, element_list,
                    "m16n16k16 m32n8k16 m8n32k16 m16n16k8 m8n8k4 m8n8k32 m8n8k128"});
    matrix_shape s;
    std::string_view name, type;
    for (std::string_view m : now_->modifiers)
        if (modifiers::contains(element_list, m)) type = m;
    auto form = std::make_shared<fragment_access_form>();
    form->stores = now_->has("store");
    form->column_major = now_->has("col");
    if (!shape_of(*now_, s, name) || type.empty() || now_->has("row") == now_->has("col") || !now_->has("sync"))
        fail("takes .sync.aligned, a layout, a shape and a type");
    const bool accumulates = now_->has(form->stores ? "d" : "c");
    if (!accumulates && (form->stores || now_->has("a") == now_->has("b"))) fail("takes the name of a matrix");
    bool known = false;
    for (const known_shapes& k : all_shapes) {
        if (!modifiers::contains(k.wmma, name)) continue;
        const std::string_view a = k.types.substr(0, k.types.find(' '));
        known |= accumulates ? modifiers::contains(accumulators(a), type) : modifiers::contains(k.types, type);
    }
    if (!known) fail("no such matrix");
    const matrix_role role = accumulates ? matrix_role::accumulator : now_->has("a") ? matrix_role::a : matrix_role::b;
    form->fragment = fragment_of(role, type, s);
    form->find_units();
    // Elements smaller than a byte must be adjacent along the inner dimension.
    if (modifiers::contains("s4 u4 b1", type) && form->column_major != (role == matrix_role::b))
        fail("A by rows and B by columns only");
    const auto& o = now_->operands;
    if (o.size() < 2 || o.size() > 3) fail("takes registers, an address, and perhaps a stride");
    const location at = address(o[form->stores ? 0 : 1], space_of_modifiers());
    const operand_slot stride = o.size() == 3 ? read(o[2], 'r') : no_operand;
    read_fragment(form->fragment, o[form->stores ? 1 : 0], true, !form->stores);
    (form->stores ? form->read : form->written) = form->fragment.registers;
    form->track = track_fragment_access;
    emit_at(run_fragment_access, at, 0, stride, no_operand, no_operand);
    if (stride != no_operand) form->read.push_back(stride);
    finish_matrix(form);
    return true;
}

bool function_decoder::decode_matrix()
{
    const std::string_view op = now_->opcode;
    const auto& o = now_->operands;
    if (op == "wgmma") return decode_warpgroup();
    if (op == "mma") return decode_multiply();
    if (op == "wmma") return now_->has("mma") ? decode_multiply() : decode_fragment_access();
    if (op == "movmatrix") {
        only_modifiers({"sync aligned m8n8 trans b16"});
        if (o.size() != 2) fail("takes 2 operands");
        auto form = std::make_shared<row_access_form>();
        form->read = {read(o[1], 'r')};
        form->written = {write(o[0], 'r')};
        form->track = track_transposition;
        emit(run_transposition);
        finish_matrix(form);
        return true;
    }
    if (op != "ldmatrix" && op != "stmatrix") return false;
    only_modifiers({"sync aligned m8n8 x1 x2 x4 trans b16", modifiers::shared_spaces});
    auto form = std::make_shared<row_access_form>();
    form->stores = op == "stmatrix";
    form->transposes = now_->has("trans");
    const std::size_t count = now_->has("x4") ? 4 : now_->has("x2") ? 2 : 1;
    if (o.size() != 2 || !now_->has("m8n8")) fail("takes registers and an address");
    const ptx::operand& registers = o[form->stores ? 1 : 0];
    if (registers.kind != ptx::operand_kind::vector || registers.elements.size() != count)
        fail("takes " + std::to_string(count) + " registers");
    const location at = address(o[form->stores ? 0 : 1], space_of_modifiers());
    for (source e : registers.elements)
        form->registers.push_back(form->stores ? read(e, 'r') : write(e, 'r'));
    (form->stores ? form->read : form->written) = form->registers;
    form->track = track_row_access;
    emit_at(run_row_access, at, 0, no_operand, no_operand, no_operand);
    finish_matrix(form);
    return true;
}

} // namespace cuda_emulator
