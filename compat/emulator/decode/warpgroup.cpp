// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma: products of matrices by four warps.
#include "check/product_registers.h"
#include "decode/function_decoder.h"
#include "decode/matrix_names.h"
#include "execute/warpgroup_definedness.h"

namespace cuda_emulator {

namespace {

struct known_product {
    std::string_view types; //!< of A and B
    int k;
    std::string_view sums; //!< types of D
};
constexpr known_product known_products[] = {{"f16", 16, "f16 f32"},       {"bf16", 16, "f32"},  {"tf32", 8, "f32"},
                                            {"e4m3 e5m2", 32, "f16 f32"}, {"s8 u8", 32, "s32"}, {"b1", 256, "s32"}};

const known_product* product_of(std::string_view d, std::string_view a, std::string_view b)
{
    for (const known_product& p : known_products)
        if (modifiers::contains(p.types, a) && modifiers::contains(p.types, b))
            return modifiers::contains(p.sums, d) ? &p : nullptr;
    return nullptr;
}

// Products of integers have fewer widths.
bool is_width(int n, bool integers)
{
    return n >= 8 && n <= 256 && n % 8 == 0 && (!integers || n % 16 == 0 || n == 8 || n == 24);
}

} // namespace

bool function_decoder::decode_warpgroup()
{
    if (now_->has("mma_async")) return decode_warpgroup_multiply();
    only_modifiers({"fence commit_group wait_group sync aligned"});
    if (!now_->has("sync") || !now_->has("aligned")) fail("takes .sync.aligned");
    const bool waits = now_->has("wait_group");
    if (waits && (now_->operands.size() != 1 || now_->operands[0].kind != ptx::operand_kind::integer))
        fail("takes a number of groups");
    const operand_slot all = broadcast('r', all_lanes);
    instruction& i = emit(now_->has("commit_group") ? run_product_commit : nothing);
    i.kind = flow::synchronise;
    i.member_mask = all;
    i.adapter = waits;
    if (waits)
        emit_warpgroup_wait(barrier_info::operation::products_wait).immediate =
            static_cast<std::int64_t>(now_->operands[0].value);
    return true;
}

instruction& function_decoder::emit_warpgroup_wait(barrier_info::operation op)
{
    auto info = std::make_unique<barrier_info>();
    info->op = op;
    instruction& i = emit(nothing);
    i.kind = flow::barrier;
    i.extra = info.get();
    out_.barriers.push_back(std::move(info));
    return i;
}

// wgmma.mma_async D, A, B, scale-d, and then, by type: scale-a, scale-b, trans-a, trans-b.
bool function_decoder::decode_warpgroup_multiply()
{
    matrix_shape s;
    std::string_view name;
    if (!shape_of(*now_, s, name) || !now_->has("sync") || !now_->has("aligned"))
        fail("takes .sync.aligned and a shape");
    only_modifiers({"mma_async sync aligned satfinite and popc", element_list, name});
    std::vector<std::string_view> types;
    for (std::string_view m : now_->modifiers)
        if (modifiers::contains(element_list, m)) types.push_back(m);
    if (types.size() != 3) fail("takes the types of d, a and b");
    const std::string_view sums = types[0], a = types[1], b = types[2];
    const known_product* const known = product_of(sums, a, b);
    const bool integers = sums == "s32", bits = a == "b1";
    if (!known || s[0] != 64 || s[2] != known->k || !is_width(s[1], integers)) fail("no such product of matrices");
    if (now_->has("satfinite") && (!integers || bits)) fail(".satfinite is for integers");
    if (bits != now_->has("and") || bits != now_->has("popc"))
        fail("single bits take .and.popc, and nothing else does");

    const auto& o = now_->operands;
    auto form = std::make_shared<warpgroup_multiply_form>();
    form->a_in_registers = o.size() > 1 && o[1].kind == ptx::operand_kind::vector;
    // Only 16-bit matrices in shared memory may be transposed.
    const bool may_transpose = a == "f16" || a == "bf16";
    const std::size_t transposes = !may_transpose ? 0 : form->a_in_registers ? 1 : 2;
    if (o.size() != (integers ? 4 : 6 + transposes)) fail("takes another number of operands");
    const auto constant_of = [&](std::size_t k, std::uint32_t one, std::uint32_t other) {
        const auto value = o[k].kind == ptx::operand_kind::integer ? static_cast<std::uint32_t>(o[k].value) : ~one;
        if (value != one && value != other) fail("a scale is 1 or -1, and a transposition 0 or 1");
        return value;
    };
    if (!integers) form->negates = constant_of(4, 1, ~0u) != constant_of(5, 1, ~0u);
    form->a_is_mn_major = transposes == 2 && constant_of(6, 0, 1);
    form->b_is_mn_major = transposes && constant_of(5 + transposes, 0, 1);
    form->type = element_of(a);
    form->type_of_b = element_of(b);
    form->saturates = now_->has("satfinite");
    form->bit_and = bits;
    s[0] = rows_of_warp;
    form->k = bits ? s[2] / bits_of(form->type) : s[2];
    form->d = fragment_of(matrix_role::accumulator, sums, s);
    if (form->a_in_registers) {
        form->a = fragment_of(matrix_role::a, a, s);
        read_fragment(form->a, o[1], false, false);
        form->read = form->a.registers;
    } else {
        form->a_descriptor = read(o[1], 'd');
        form->read = {form->a_descriptor};
    }
    form->b_descriptor = read(o[2], 'd');
    form->accumulates = read(o[3], 'p');
    read_fragment(form->d, o[0], false, true);
    form->read.insert(form->read.end(), {form->b_descriptor, form->accumulates});
    form->read.insert(form->read.end(), form->d.registers.begin(), form->d.registers.end());
    form->written = form->d.registers;
    const auto numbers_of = [](const ptx::operand& registers) {
        std::vector<int> r;
        for (const ptx::operand& e : registers.elements)
            r.push_back(e.index);
        return r;
    };
    form->d_numbers = numbers_of(o[0]);
    if (form->a_in_registers) form->a_numbers = numbers_of(o[1]);
    form->track = track_warpgroup_multiply;
    emit_warpgroup_wait(barrier_info::operation::product).adapter = true;
    emit(run_warpgroup_multiply);
    finish_matrix(form);
    return true;
}

void function_decoder::check_product_registers()
{
    const product_registers::access a = products_->access_of(*now_);
    if (a.reads.empty() && a.writes.empty()) return;
    auto form = std::make_shared<product_access>();
    form->copies = a.copies;
    form->reads = a.reads;
    form->writes = a.writes;
    instruction& i = emit(run_product_access);
    i.adapter = true;
    i.roles = operand_roles::listed;
    i.extra = static_cast<register_lists*>(form.get());
    out_.extras.push_back(std::move(form));
}

} // namespace cuda_emulator
