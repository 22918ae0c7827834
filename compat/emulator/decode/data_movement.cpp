// mov, cvta, ld, st, atom, red, prefetch.
#include "decode/function_decoder.h"

namespace cuda_emulator {

bool function_decoder::decode_move()
{
    const std::string_view op = now_->opcode;
    if (op == "cvta") {
        if (now_->operands.size() != 2) fail("takes 2 operands");
        const ptx::space space = space_of_modifiers();
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
        const std::string name =
            std::string(packs ? "=pack." : "=unpack.") + std::to_string(8 * one) + "." + std::to_string(8 * whole);
        if (one * count != whole || !forms().find(name)) fail("cannot take a value apart like this");
        const char letter = letter_of_width(one);
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
    return false; // the table has the rest, and `special` the clocks
}

namespace {
bool polls(const ptx::instruction& i)
{
    return i.has("volatile") || i.has("acquire") || i.has("relaxed") || i.has("mmio");
}
} // namespace

std::uint8_t function_decoder::address_detail(const location& at)
{
    return static_cast<std::uint8_t>(static_cast<std::uint8_t>(at.where) | (at.wide ? 8 : 0));
}

void function_decoder::note_access(instruction& i, access_kind kind, ptx::space space, const location& at, int bytes)
{
    // Parameters of kernels lie in the constant bank, those of functions in registers.
    if (space == ptx::space::param || space == ptx::space::constant) return;
    if (at.where == window::shared) space = ptx::space::shared;
    if (at.where == window::frame) space = ptx::space::local;
    i.access = {kind, space, static_cast<std::uint8_t>(bytes)};
}

bool function_decoder::decode_memory()
{
    const std::string_view op = now_->opcode;
    if (op == "prefetch" || op == "prefetchu" || op == "discard" || op == "applypriority") {
        emit(nullptr).run = [](warp&, const instruction&, std::uint32_t) {};
        return true;
    }
    const bool loads = op == "ld" || op == "ldu";
    if (!loads && op != "st") return false;
    if (now_->operands.size() < 2) fail("takes an address and a value");
    const ptx::space space = space_of_modifiers();
    access_form form;
    for (std::string_view m : now_->modifiers)
        if (m.size() == 2 && m[0] == 'v' && m[1] >= '2' && m[1] <= '8') form.count = m[1] - '0';
    const ptx::type type = last_type();
    form.bytes = ptx::size_of(type);
    form.sign_extends = type == ptx::type::s8;
    if (form.bytes == 0) fail("cannot load or store predicates");
    const ptx::operand& value = now_->operands[loads ? 0 : 1];
    const location at = address(now_->operands[loads ? 1 : 0], space);
    form.where = at.where;
    form.wide_address = at.wide;
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
    const bool polling = loads && polls(*now_);
    if (polling) i.kind = flow::poll;
    if (polling && at.where == window::flat) program_.out.ordered = true;
    finish_results();
    return true;
}

bool function_decoder::decode_atomic()
{
    const std::string_view op = now_->opcode;
    const bool returns = op == "atom";
    if (!returns && op != "red") return false;
    if (now_->has("async")) return false;
    const ptx::type type = last_type();
    std::string operation;
    for (std::string_view m : now_->modifiers)
        for (const char* known : {"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"})
            if (m == known) operation = known;
    if (operation.empty()) fail("no operation");
    for (std::string_view m : now_->modifiers)
        if (m == "v2" || m == "v4" || m == "v8") fail("vector atomics are not understood");
    const handler run = find_atomic(operation, type);
    if (!run) fail("no such atomic operation");
    const std::size_t values = operation == "cas" ? 2 : 1;
    if (now_->operands.size() != values + 1 + returns) fail("takes another number of operands");
    const ptx::operand* operands = now_->operands.data();
    const ptx::space space = space_of_modifiers();
    const location at = address(operands[returns], space);
    const char letter = ptx::is_float(type) ? letter_of(type) : letter_of_width(ptx::size_of(type));
    const operand_slot b = read(operands[returns + 1], letter);
    const operand_slot c = values == 2 ? read(operands[returns + 2], letter) : no_operand;
    // nvcc writes many a reduction as an atomic whose result nobody reads.
    const bool answers = returns && operands[0].kind == ptx::operand_kind::reg &&
                         registers_.is_read[static_cast<std::size_t>(operands[0].index)];
    const operand_slot d = answers ? write(operands[0], letter) : no_operand;
    instruction& i = emit(run);
    i.operands[0] = at.base;
    i.operands[1] = d;
    i.operands[2] = b;
    i.operands[3] = c;
    i.immediate = at.offset;
    i.detail = address_detail(at);
    note_access(i, access_kind::atomic, space, at, ptx::size_of(type));
    if (answers) i.kind = flow::poll;
    // The order of blocks shows in what an atomic returns, in a sum that rounds, and in what does not commute.
    const bool commutes =
        !ptx::is_float(type) && operation != "exch" && operation != "cas" && operation != "inc" && operation != "dec";
    if (at.where == window::flat && (answers || !commutes)) program_.out.ordered = true;
    return true;
}

} // namespace cuda_emulator
