// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mov, cvta, ld, st, atom, red, prefetch.
#include "decode/function_decoder.h"

#include <algorithm>

namespace cuda_emulator {

// mov {parts}, whole: an instruction for each part that is wanted. The whole has another width than its parts, so none
// of them is its register.
void function_decoder::take_apart(source whole, const std::vector<ptx::operand>& parts, const std::string& widths)
{
    const auto is_sink = [](source o) { return o.kind == ptx::operand_kind::sink; };
    const bool wants_none = std::all_of(parts.begin(), parts.end(), is_sink);
    const std::size_t count = parts.size();
    const int bytes = ptx::size_of(last_type());
    const operand_slot a = read(whole, letter_of_width(bytes));
    bool is_counted = false;
    for (std::size_t k = 0; k < count; ++k) {
        if (is_sink(parts[k]) && !(wants_none && k == 0)) continue;
        const operand_slot d = write(parts[k], letter_of_width(bytes / static_cast<int>(count)));
        instruction& i = emit_form("=piece." + std::to_string(k) + widths);
        i.operands[0] = d;
        i.operands[1] = a;
        i.adapter = is_counted;
        is_counted = true;
    }
}

bool function_decoder::decode_move()
{
    const std::string_view op = now_->opcode;
    if (op == "cvta") {
        if (now_->operands.size() != 2) fail("takes 2 operands");
        only_modifiers({"to global local const param param::entry u32 u64", modifiers::shared_spaces});
        const ptx::space space = space_of_modifiers();
        if (space == ptx::space::none) fail("no state space");
        const bool to = now_->has("to");
        std::string name = "mov.b64";
        if (space == ptx::space::shared) name = to ? "=cvta.to.shared" : "=cvta.shared";
        if (space == ptx::space::local) name = to ? "=cvta.to.local" : "=cvta.local";
        if (space == ptx::space::param) {
            name = to ? "=cvta.to.param" : "=cvta.param";
            if (!out_.source->is_entry) name = to ? "=cvta.to.local" : "=cvta.local";
        }
        if (last_type() != ptx::type::u64) fail("only 64-bit addresses");
        const operand_slot a = read(now_->operands[1], 'd');
        const operand_slot d = write(now_->operands[0], 'd');
        instruction& i = emit_form(name);
        i.operands[0] = d;
        i.operands[1] = a;
        return true;
    }
    if (op != "mov") return false;
    if (now_->operands.size() != 2 || now_->modifiers.size() != 1) fail("takes a type and 2 operands");
    const ptx::operand& d = now_->operands[0];
    const ptx::operand& a = now_->operands[1];
    const ptx::type type = last_type();
    if (d.kind == ptx::operand_kind::vector || a.kind == ptx::operand_kind::vector) {
        const bool packs = a.kind == ptx::operand_kind::vector;
        const auto& parts = packs ? a.elements : d.elements;
        const int whole = ptx::size_of(type);
        const int count = static_cast<int>(parts.size());
        const int one = count ? whole / count : 0;
        const std::string widths = "." + std::to_string(8 * one) + "." + std::to_string(8 * whole);
        const std::string name = (packs ? "=pack" : "=unpack") + widths;
        const char letter = letter_of_width(one);
        if (!packs && one * count == whole && forms().find("=piece.0" + widths)) {
            take_apart(a, parts, widths);
            return true;
        }
        if (one * count != whole || !forms().find(name)) fail("cannot take a value apart like this");
        operand_slot slots[8];
        if (packs) {
            for (int k = 0; k < count; ++k)
                slots[1 + k] = read(parts[k], letter);
            slots[0] = write(d, letter_of_width(whole));
        } else {
            slots[count] = read(a, letter_of_width(whole));
            for (int k = 0; k < count; ++k)
                slots[k] = parts[k].kind == ptx::operand_kind::sink ? no_operand : write(parts[k], letter);
        }
        instruction& i = emit_form(name);
        for (int k = 0; k <= count; ++k)
            i.operands[k] = slots[k];
        return true;
    }
    return false; // the table has the other forms, and special.cpp the clocks
}

namespace {
memory_order order_of(const ptx::instruction& i)
{
    if (i.has("acq_rel")) return memory_order::acq_rel;
    if (i.has("acquire")) return memory_order::acquire;
    if (i.has("release")) return memory_order::release;
    if (i.has("relaxed") || i.has("mmio")) return memory_order::relaxed;
    if (i.has("volatile")) return memory_order::volatile_;
    return memory_order::weak;
}
bool polls(const ptx::instruction& i)
{
    return i.has("volatile") || i.has("acquire") || i.has("relaxed") || i.has("mmio");
}
} // namespace

memory_scope scope_of(const ptx::instruction& i, memory_scope unnamed)
{
    if (i.has("cta")) return memory_scope::block;
    if (i.has("cluster")) return memory_scope::cluster;
    if (i.has("gpu") || i.has("gl")) return memory_scope::device;
    return i.has("sys") ? memory_scope::system : unnamed;
}

std::uint8_t function_decoder::address_detail(const location& at)
{
    return static_cast<std::uint8_t>(static_cast<std::uint8_t>(at.where) | (at.wide ? 8 : 0));
}

void function_decoder::note_access(instruction& i, access_kind kind, ptx::space space, const location& at, int bytes)
{
    // On a GPU, most parameters of a kernel become operands of other instructions, and parameters of functions are in
    // registers.
    if (space == ptx::space::param) return;
    if (at.where == window::shared) space = ptx::space::shared;
    if (at.where == window::frame) space = ptx::space::local;
    i.access = {kind, space, static_cast<std::uint8_t>(bytes)};
}

bool function_decoder::decode_prefetch()
{
    const std::string_view op = now_->opcode;
    if (op == "prefetch") {
        only_modifiers({"global local const param L1 L2 L2::evict_last L2::evict_normal tensormap"});
    } else if (op == "prefetchu") {
        only_modifiers({"L1"});
    } else if (op == "discard") {
        only_modifiers({"global L2"});
    } else if (op == "applypriority") {
        only_modifiers({"global L2::evict_normal"});
    } else {
        return false;
    }
    emit(nullptr).run = [](warp&, const instruction&, std::uint32_t) {};
    return true;
}

bool function_decoder::decode_memory()
{
    const std::string_view op = now_->opcode;
    const bool loads = op == "ld" || op == "ldu";
    if ((!loads && op != "st") || now_->has("async")) return false;
    using namespace modifiers;
    if (op == "ld") {
        only_modifiers({"weak volatile relaxed acquire mmio global local const param param::entry param::func ca cg cs "
                        "lu cv nc v2 v4",
                        scopes, shared_spaces, eviction, prefetch_sizes, memory_types});
    } else if (op == "ldu") {
        only_modifiers({"global v2 v4", memory_types});
    } else {
        only_modifiers({"weak volatile relaxed release mmio global local param param::func wb cg cs wt v2 v4", scopes,
                        shared_spaces, eviction, memory_types});
    }
    if (now_->operands.size() != (now_->has("L2::cache_hint") ? 3u : 2u))
        fail("takes an address and a value, and a cache policy with .L2::cache_hint");
    const ptx::space space = space_of_modifiers();
    access_form form;
    for (std::string_view m : now_->modifiers)
        if (m == "v2" || m == "v4") form.count = m[1] - '0';
    const ptx::type type = last_type();
    form.bytes = ptx::size_of(type);
    form.sign_extends = type == ptx::type::s8;
    if (form.bytes == 0) fail("cannot load or store predicates");
    const ptx::operand& value = now_->operands[loads ? 0 : 1];
    const location at = address(now_->operands[loads ? 1 : 0], space);
    form.where = at.where;
    form.wide_address = at.wide;
    form.one_place = at.base != no_operand && (at.base & 3) == in_constants;
    const bool is_vector = value.kind == ptx::operand_kind::vector;
    if (is_vector ? int(value.elements.size()) != form.count : form.count != 1)
        fail("another number of registers than .v says");
    const handler run = loads ? find_load(form) : find_store(form);
    if (!run) fail("no such access");
    const char letter = form.bytes == 16 ? 'q' : letter_of_width(form.bytes);
    const char exact = ptx::is_float(type) ? letter_of(type) : letter;
    operand_slot slots[9];
    for (int k = 0; k < form.count; ++k) {
        const ptx::operand& v = is_vector ? value.elements[k] : value;
        if (loads) {
            slots[k] = v.kind == ptx::operand_kind::sink ? no_operand : write(v, letter, true, ptx::is_signed(type));
            if (slots[k] == no_operand && form.count == 1) slots[k] = temporary(letter);
        } else {
            slots[k] = read(v, v.kind == ptx::operand_kind::reg ? letter : exact, true);
        }
    }
    instruction& i = emit(run);
    i.operands[0] = at.base;
    i.immediate = at.offset;
    for (int k = 0; k < form.count; ++k)
        i.operands[1 + k] = slots[k];
    i.detail = address_detail(at);
    note_access(i, loads ? access_kind::load : access_kind::store, space, at, form.bytes * form.count);
    if (at.where == window::shared) keep_to_variable(i, now_->operands[loads ? 1 : 0]);
    i.order = order_of(*now_);
    i.scope = scope_of(*now_, memory_scope::system);
    if (i.order != memory_order::weak && i.scope == memory_scope::system && space != ptx::space::shared)
        program_.out.meets_host = true;
    i.roles = loads ? operand_roles::load : operand_roles::store;
    i.results = static_cast<std::uint8_t>(form.count);
    i.element = static_cast<std::uint8_t>(form.bytes);
    i.sign_extends = loads && form.sign_extends;
    if (form.bytes < 4 && (space == ptx::space::shared || space == ptx::space::none))
        program_.out.narrow_accesses = true;
    const bool polling = loads && polls(*now_);
    if (polling) i.kind = flow::poll;
    if (polling && at.where == window::flat)
        program_.out.ordered = true; // find_polls() looks at those of shared memory
    finish_results();
    return true;
}

void function_decoder::emit_at(handler run, const location& at, std::int64_t offset, operand_slot d, operand_slot b,
                               operand_slot c)
{
    instruction& i = emit(run);
    i.operands[0] = at.base;
    i.operands[1] = d;
    i.operands[2] = b;
    i.operands[3] = c;
    i.immediate = at.offset + offset;
    i.detail = address_detail(at);
}

void function_decoder::emit_atomic(handler run, const location& at, std::int64_t offset, operand_slot d, operand_slot b,
                                   operand_slot c)
{
    emit_at(run, at, offset, d, b, c);
    instruction& i = out_.code.back();
    i.order = std::max(order_of(*now_), memory_order::relaxed);
    i.scope = scope_of(*now_, memory_scope::device);
    if (i.scope == memory_scope::system) program_.out.meets_host = true;
    i.roles = operand_roles::atomic;
    if (ptx::size_of(last_type()) < 4) program_.out.narrow_accesses = true;
}

// Recognises cooperative groups with tiles of several warps. They meet in a `block_tile_memory`: five barriers, 12
// bytes, and 8 bytes for each warp. Only their header writes the atomic below in this way.
void function_decoder::note_group_memory(source address)
{
    if (now_->modifiers != std::vector<std::string_view>{"or", "acq_rel", "cta", "b32"}) return;
    const ptx::variable* const v = pointed_->of(address);
    if (!v || v->alignment != 8 || v->size % 8 || v->size < 32 + 8 || v->size > 32 + 8 * 32) return;
    instruction of_variable;
    keep_to_variable(of_variable, address);
    program_.out.group_memory.push_back({of_variable.shared_low, of_variable.shared_high - of_variable.shared_low});
}

bool function_decoder::decode_atomic()
{
    const std::string_view op = now_->opcode;
    const bool returns = op == "atom";
    if (!returns && op != "red") return false;
    if (now_->has("async")) return false;
    constexpr std::string_view operations = "add min max and or xor exch cas inc dec";
    only_modifiers({operations, modifiers::scopes, modifiers::shared_spaces, returns ? "acquire acq_rel" : "",
                    "relaxed release global noftz L2::cache_hint v2 v4 v8 u32 s32 u64 s64 b16 b32 b64 b128 f16 f16x2 "
                    "bf16 bf16x2 f32 f64"});
    const ptx::type type = last_type();
    std::string operation;
    int count = 1;
    for (std::string_view m : now_->modifiers) {
        if (modifiers::contains(operations, m)) operation = m;
        if (m == "v2" || m == "v4" || m == "v8") count = m[1] - '0';
    }
    const std::size_t values = operation == "cas" ? 2 : 1;
    const bool is_small =
        ptx::is_float(type) && ptx::size_of(type) == (type == ptx::type::f16x2 || type == ptx::type::bf16x2 ? 4 : 2);
    if (operation.empty()) fail("no operation");
    if (is_small != now_->has("noftz")) fail("16-bit floats are added with .noftz, and nothing else");
    if (!returns && (operation == "exch" || operation == "cas")) fail("has no use without a result");
    const handler run = find_atomic(operation, type, count > 1);
    if (!run) fail("no such atomic operation");
    if (now_->operands.size() != values + 1 + returns + now_->has("L2::cache_hint"))
        fail("takes another number of operands");
    const ptx::operand* operands = now_->operands.data();
    const ptx::space space = space_of_modifiers();
    const location at = address(operands[returns], space);
    if (space == ptx::space::global && now_->has("cta")) program_.out.block_atomics = true;
    const char letter = ptx::is_float(type) ? letter_of(type) : letter_of_width(ptx::size_of(type));
    // nvcc often writes a reduction as an atomic whose result is never read.
    const auto is_read = [&](source o) {
        return o.kind == ptx::operand_kind::reg && registers_.is_read[static_cast<std::size_t>(o.index)];
    };
    const bool answers =
        returns && (count == 1 ? is_read(operands[0])
                               : std::any_of(operands[0].elements.begin(), operands[0].elements.end(), is_read));
    // The order of blocks or warps is visible in the result of an atomic, in a sum that rounds, and in an operation
    // that does not commute.
    const bool commutes =
        !ptx::is_float(type) && operation != "exch" && operation != "cas" && operation != "inc" && operation != "dec";
    program& p = program_.out;
    if (at.where != window::flat) {
        p.warps_ordered |= answers || !commutes;
    } else if (answers || !commutes) {
        p.atomics_in_order = true; // find_polls() says if blocks may wait for each other
        p.warps_ordered |= !answers;
        p.ordered |= answers && count > 1; // a vector is no poll
    }
    if (count == 1) {
        const operand_slot b = read(operands[returns + 1], letter);
        const operand_slot c = values == 2 ? read(operands[returns + 2], letter) : no_operand;
        const operand_slot d = answers ? write(operands[0], letter) : no_operand;
        emit_atomic(run, at, 0, d, b, c);
        note_access(out_.code.back(), access_kind::atomic, space, at, ptx::size_of(type));
        if (at.where == window::shared) keep_to_variable(out_.code.back(), operands[returns]);
        if (answers) out_.code.back().kind = flow::poll;
        out_.code.back().overwrites = operation == "exch";
        note_group_memory(operands[returns]);
        return true;
    }
    // A vector is not atomic as a whole. So it is one operation for each element, in global memory. The results go to
    // registers only after all sources have been read.
    const int bytes = ptx::size_of(type);
    const ptx::operand& from = operands[returns + 1];
    if (at.where != window::flat) fail("vectors are for global memory");
    if (count * bytes > 16) fail("a vector has at most 16 bytes");
    auto is_vector = [count](source o) {
        return o.kind == ptx::operand_kind::vector && static_cast<int>(o.elements.size()) == count;
    };
    if (!is_vector(from) || (returns && !is_vector(operands[0]))) fail("another number of registers than .v says");
    emit_atomic(check_vector_alignment, at, 0, no_operand, no_operand, no_operand);
    out_.code.back().operands[1] = static_cast<operand_slot>(count * bytes);
    out_.code.back().adapter = true;
    note_access(out_.code.back(), access_kind::atomic, space, at, count * bytes);
    std::vector<operand_slot> old(static_cast<std::size_t>(count), no_operand);
    for (int k = 0; k < count; ++k) {
        if (returns && operands[0].elements[k].kind != ptx::operand_kind::sink) old[k] = temporary(letter);
        const operand_slot b = read(from.elements[k], letter);
        emit_atomic(run, at, k * bytes, old[k], b, no_operand);
        out_.code.back().adapter = k > 0;
    }
    for (int k = 0; k < count; ++k) {
        if (old[k] == no_operand) continue;
        const operand_slot d = write(operands[0].elements[k], letter);
        instruction& i = emit_form(bytes == 2 ? "mov.b16" : "mov.b32");
        i.operands[0] = d;
        i.operands[1] = old[k];
        i.adapter = true;
    }
    return true;
}

} // namespace cuda_emulator
