// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bra, brx, call, ret, exit, trap, barriers and fences.
#include "decode/function_decoder.h"
#include "execute/clock.h"
#include "execute/cluster_barrier.h"
#include "execute/device_runtime_calls.h"

namespace cuda_emulator {

namespace {

builtin builtin_of(std::string_view name)
{
    if (name == "vprintf") return builtin::vprintf;
    if (name == "malloc") return builtin::malloc;
    if (name == "free") return builtin::free;
    if (name == "__assertfail") return builtin::assertfail;
    if (name == "cudaGraphSetConditional") return builtin::set_conditional;
    if (device_runtime_function(name)) return builtin::device_runtime;
    return builtin::none;
}
} // namespace

bool is_system_function(std::string_view name)
{
    // A function of the device runtime that is not there is an error at the launch.
    return builtin_of(name) != builtin::none || name.substr(0, 6) == "__cuda";
}

std::uint32_t function_decoder::label_target(source o) const
{
    auto at = body_->labels.find(o.name);
    if (at == body_->labels.end()) fail("unknown label '" + std::string(o.name) + "'");
    return index_of_[static_cast<std::size_t>(at->second)];
}

bool function_decoder::decode_control()
{
    const std::string_view op = now_->opcode;
    if (op == "bra") {
        only_modifiers({"uni"});
        if (now_->operands.size() != 1) fail("takes a label");
        branches_.emplace_back(out_.code.size(), &now_->operands[0]);
        emit(nothing).kind = flow::branch;
        return true;
    }
    if (op == "brx") {
        only_modifiers({"idx uni"});
        if (now_->operands.size() != 2) fail("takes an index and a list of labels");
        const operand_slot index = read(now_->operands[0], 'r');
        auto list = body_->branch_targets.find(now_->operands[1].name);
        if (list == body_->branch_targets.end()) fail("unknown list of labels");
        // A label may stand further below. So targets are syntax indices here, and become the interpreter's after the
        // body.
        auto table = std::make_unique<branch_table>();
        for (std::string_view label : list->second) {
            auto at = body_->labels.find(label);
            if (at == body_->labels.end()) fail("unknown label '" + std::string(label) + "'");
            table->targets.push_back(static_cast<std::uint32_t>(at->second));
        }
        instruction& i = emit(nothing);
        i.kind = flow::branch_indexed;
        i.operands[0] = index;
        i.extra = table.get();
        out_.tables.push_back(std::move(table));
        return true;
    }
    if (op == "ret") {
        only_modifiers({"uni"});
        emit(nothing).kind = out_.source->is_entry ? flow::exit : flow::ret;
        return true;
    }
    if (op == "exit") {
        only_modifiers({});
        emit(nothing).kind = flow::exit;
        return true;
    }
    if (op == "trap" || op == "brkpt") { // no debugger stops at a breakpoint here: it ends the kernel, as on an H200
        only_modifiers({});
        emit(nothing).kind = flow::trap;
        return true;
    }
    if (op == "call") {
        decode_call();
        return true;
    }
    if (op == "nanosleep") {
        only_modifiers({"u32"});
        if (now_->operands.size() != 1) fail("takes the nanoseconds");
        const operand_slot t = read(now_->operands[0], 'r');
        instruction& i = emit(run_sleep);
        i.operands[0] = t;
        i.roles = operand_roles::computation;
        i.kind = flow::yield;
        return true;
    }
    if (op == "membar" || op == "fence") {
        const bool proxy = now_->has("proxy");
        only_modifiers(
            {"gl sc acq_rel acquire release mbarrier_init sync_restrict::shared::cta sync_restrict::shared::cluster",
             modifiers::scopes,
             proxy ? "proxy alias async global shared::cta shared::cluster tensormap::generic async::generic" : ""});
        const memory_scope scope = scope_of(*now_, memory_scope::system);
        emit(run_fence).scope = scope;
        if (scope == memory_scope::system) program_.out.meets_host = true;
        return true;
    }
    if (op == "pmevent" || op == "griddepcontrol" || op == "setmaxnreg") {
        only_modifiers({"mask launch_dependents wait inc dec sync aligned u32"});
        program_.out.lets_next_begin |= now_->has("launch_dependents");
        program_.out.waits_for_previous |= op == "griddepcontrol" && now_->has("wait");
        emit(nothing);
        return true;
    }
    return false;
}

void function_decoder::decode_call()
{
    only_modifiers({"uni"});
    const auto& o = now_->operands;
    std::size_t at = 0;
    const ptx::operand* results = nullptr;
    const ptx::operand* arguments = nullptr;
    if (o.size() > at + 1 && o[at].kind == ptx::operand_kind::list) results = &o[at++];
    if (at >= o.size()) fail("no function to call");
    const ptx::operand& target = o[at++];
    if (at < o.size() && o[at].kind == ptx::operand_kind::list) arguments = &o[at++];

    auto info = std::make_unique<call_info>();
    auto add = [&](const ptx::operand* list, std::vector<parameter_slot>& out) {
        if (!list) return;
        for (const ptx::operand& p : list->elements) {
            if (p.kind != ptx::operand_kind::variable || body_->variables[p.index].space != ptx::space::param)
                fail("arguments must be .param variables");
            out.push_back({frame_offsets_[p.index], static_cast<std::uint32_t>(body_->variables[p.index].size)});
        }
    };
    add(results, info->results);
    add(arguments, info->arguments);
    program_.out.calls_functions = true;
    if (target.kind == ptx::operand_kind::reg) {
        info->target = read(target, 'd');
        program_.has_indirect_calls = true;
    } else {
        auto f = program_.module.function_index.find(target.name);
        if (f == program_.module.function_index.end()) fail("unknown function '" + std::string(target.name) + "'");
        const ptx::function& function = program_.module.functions[f->second];
        // libcudadevrt's own function would need a GPU.
        if (function.has_body && builtin_of(function.name) != builtin::set_conditional) {
            info->callee = program_.function(function);
        } else {
            info->system = builtin_of(function.name);
            info->device_function = device_runtime_function(function.name);
            // The order of blocks changes the output, the last value, and the order of the launches.
            if (info->system == builtin::vprintf || info->system == builtin::set_conditional || info->device_function)
                program_.out.ordered = true;
            if (info->system == builtin::vprintf) program_.out.uses_printf = true;
            if (info->system == builtin::malloc || info->system == builtin::free)
                program_.out.uses_heap = program_.out.ordered = true; // the order of blocks decides which request fits
            if (info->system == builtin::none) fail("function '" + std::string(target.name) + "' has no body");
        }
    }
    instruction& i = emit(nothing);
    i.kind = flow::call;
    i.extra = info.get();
    out_.calls.push_back(std::move(info));
}

bool function_decoder::decode_barrier()
{
    const std::string_view op = now_->opcode;
    if (op != "bar" && op != "barrier") return false;
    only_modifiers({"sync arrive wait red warp cta cluster aligned popc and or pred u32 acquire release relaxed"});
    const auto& o = now_->operands;
    if (now_->has("warp")) {
        const operand_slot mask = o.empty() ? broadcast('r', all_lanes) : read(o[0], 'r');
        instruction& i = emit(nothing);
        i.kind = flow::warp_barrier;
        i.member_mask = mask;
        return true;
    }
    auto info = std::make_unique<barrier_info>();
    using operation = barrier_info::operation;
    info->aligned = op == "bar" || now_->has("aligned");
    if (now_->has("cluster")) {
        if (now_->has("arrive") == now_->has("wait")) fail("either arrives or waits");
        if (now_->has("arrive")) {
            emit(arrive_at_cluster_barrier).detail = now_->has("relaxed");
            return true;
        }
        info->op = operation::cluster;
    } else if (now_->has("red")) {
        info->op = now_->has("popc")  ? operation::popc
                   : now_->has("and") ? operation::conjunction
                                      : operation::disjunction;
        if (o.size() < 3) fail("takes a result, a barrier and a predicate");
        info->number = read(o[1], 'r');
        if (o.size() == 4) info->threads = read(o[2], 'r');
        // The instruction reads the predicate when the lanes arrive, and writes the result when they leave.
        info->predicate = read(o.back(), 'p');
        info->result = write(o[0], info->op == operation::popc ? 'r' : 'p');
    } else {
        if (now_->has("arrive")) info->op = operation::arrive;
        if (o.empty()) fail("takes a barrier");
        info->number = read(o[0], 'r');
        if (o.size() > 1) info->threads = read(o[1], 'r');
        if (info->op == operation::arrive && o.size() < 2) fail("an arrival says how many threads there are");
    }
    instruction& i = emit(nothing);
    i.kind = flow::barrier;
    i.extra = info.get();
    out_.barriers.push_back(std::move(info));
    return true;
}

} // namespace cuda_emulator
