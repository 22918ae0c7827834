// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the trace as JSON. TRACE.md describes the format.
#include "check/findings.h"
#include "isa/integers.h"
#include "machine/kernel_name.h"
#include "profile/count_instruction.h"
#include "profile/json.h"
#include "profile/metrics.h"
#include "trace/finding_places.h"
#include "trace/source_access.h"
#include "trace/trace.h"

#include <algorithm>
#include <cerrno>
#include <string_view>

namespace cuda_emulator {

namespace {

void write_counters(json_writer& json, const cuda_emulator_counters& c)
{
    json.key("counters").begin_object();
    std::string_view open;
    for (const metric& m : metrics_of(c)) {
        if (m.in != metric::unit::count || m.value == 0) continue;
        const std::string_view name = m.name;
        const std::size_t dot = name.find('.');
        const std::string_view group = dot == std::string_view::npos ? std::string_view{} : name.substr(0, dot);
        if (group != open && !open.empty()) json.end_object();
        if (group != open && !group.empty()) json.key(group).begin_object();
        open = group;
        json.key(group.empty() ? name : name.substr(dot + 1)).value(m.value);
    }
    if (!open.empty()) json.end_object();
    json.end_object();
}

void write_place(json_writer& json, source_place p) { json.key("file").value(p.file).key("line").value(p.line); }

void write_index(json_writer& json, const char* name, const dimensions& d)
{
    json.key(name).begin_array().value(d.x).value(d.y).value(d.z).end_array();
}

// Writes a value for each active lane, and null for the others.
template <class F>
void write_lanes(json_writer& json, const char* name, u32 mask, F value)
{
    json.key(name).begin_array();
    for (int l = 0; l < warp_size; ++l)
        if (mask >> l & 1) {
            json.value(value(l));
        } else {
            json.null();
        }
    json.end_array();
}

void write_pattern(json_writer& json, const access_pattern& p, traced_space space, u32 bytes)
{
    json.line().begin_object().key("launch").value(p.launch);
    write_index(json, "block", p.block);
    json.key("warp").value(p.warp).key("step").value(p.step).key("seen").value(p.seen).key("mask").value(p.mask);
    json.key("objects").begin_array();
    for (const auto& o : p.objects)
        json.begin_object().key("name").value(o.name).key("bytes").value(o.bytes).end_object();
    json.end_array();
    bool alike = true;
    for (int l = 0; l < warp_size; ++l)
        alike &= !(p.mask >> l & 1) || p.bytes[l] == bytes;
    if (!alike) write_lanes(json, "lane_bytes", p.mask, [&](int l) { return p.bytes[l]; });
    write_lanes(json, "object", p.mask, [&](int l) { return p.object_of[l]; });
    write_lanes(json, "offset", p.mask, [&](int l) { return p.offset[l]; });
    switch (space) {
    case traced_space::global:
        write_lanes(json, "sector", p.mask, [&](int l) { return p.offset[l] / 32; });
        json.key("requested_bytes").value(p.global.requested_bytes);
        json.key("sectors_32").value(p.global.sectors_32).key("lines_128").value(p.global.lines_128);
        break;
    case traced_space::shared:
        write_lanes(json, "bank", p.mask, [&](int l) { return p.offset[l] / 4 % 32; });
        json.key("wavefronts").value(p.shared.wavefronts).key("bank_conflicts").value(p.shared.bank_conflicts);
        break;
    case traced_space::constant:
        json.key("cache_requests").value(p.constant.cache_requests).key("replays").value(p.constant.replays);
    }
    json.end_object();
}

const char* operation_of(access_kind kind)
{
    switch (kind) {
    case access_kind::load:
        return "load";
    case access_kind::store:
        return "store";
    case access_kind::atomic:
        return "atomic";
    case access_kind::copy:
        return "copy";
    default:
        return "fetch";
    }
}

void write_access(json_writer& json, const source_access& a)
{
    const instruction_record& r = *a.instructions.front();
    json.line().begin_object();
    write_place(json, r.place);
    json.key("space").value(a.name).key("operation").value(operation_of(r.access.kind));
    json.key("bytes").value(u32{r.access.bytes}).key("ptx").begin_array();
    for (const instruction_record* i : a.instructions)
        json.begin_object().key("line").value(i->ptx_line).key("text").value(i->text).end_object();
    json.end_array();
    write_counters(json, a.counted);
    json.key("patterns").begin_array();
    for (const access_pattern& p : a.patterns.listed)
        write_pattern(json, p, a.space, r.access.bytes);
    json.end_array().key("unlisted").value(a.patterns.unlisted).end_object();
}

} // namespace

void trace::write_kernels(json_writer& json) const
{
    json.line().key("kernels").begin_array();
    for (const kernel_record& k : kernels_) {
        cuda_emulator_counters all = {};
        std::map<source_place, cuda_emulator_counters> lines;
        for (const auto& [key, r] : k.instructions) {
            add_counters(all, r->counted);
            add_counters(lines.emplace(r->place, cuda_emulator_counters{}).first->second, r->counted);
        }
        json.line().begin_object().key("name").value(k.name).key("full_name").value(k.full_name);
        json.key("launches").value(k.launches);
        json.line().key("shared").begin_array();
        for (const shared_variable& v : k.code->shared_variables)
            json.begin_object()
                .key("name")
                .value(variable_name(v.name))
                .key("offset")
                .value(v.offset)
                .key("bytes")
                .value(v.size)
                .end_object();
        if (k.code->uses_dynamic_shared)
            json.begin_object()
                .key("name")
                .value("dynamic shared memory")
                .key("offset")
                .value(k.code->dynamic_offset)
                .key("bytes")
                .null()
                .end_object();
        json.end_array().line();
        write_counters(json, all);
        json.line().key("lines").begin_array();
        for (const auto& [place, counted] : lines) {
            json.line().begin_object();
            write_place(json, place);
            write_counters(json, counted);
            json.end_object();
        }
        json.end_array().line().key("accesses").begin_array();
        for (const source_access& a : accesses_of(k))
            write_access(json, a);
        json.end_array().end_object();
    }
    json.end_array();
}

void trace::write_launches(json_writer& json) const
{
    json.line().key("launches").begin_array();
    for (const launch_record& l : launches_) {
        json.line().begin_object().key("number").value(l.number).key("kernel").value(u64{l.kernel});
        write_index(json, "grid", l.grid);
        write_index(json, "block", l.block);
        json.key("dynamic_shared").value(l.dynamic_shared).key("looked_into").value(l.looked_into).key("error");
        if (l.error.empty()) {
            json.null();
        } else {
            json.value(l.error);
        }
        json.key("blocks").begin_array();
        for (const auto& b : l.blocks) {
            json.line().begin_object().key("number").value(b->linear_index);
            write_index(json, "index", b->index);
            json.key("warps").begin_array();
            for (const warp_timeline& w : b->warps) {
                json.line().begin_object().key("lanes").value(w.present).key("instructions").value(w.executed);
                json.key("steps").value(w.clock).key("shown").value(w.last_shown);
                json.key("waits").value(w.at_barrier).key("segments").begin_array();
                for (const timeline_segment& s : w.segments) {
                    json.begin_array().value(s.begin).value(s.end);
                    if (s.waits) {
                        json.null();
                    } else {
                        json.value(s.mask);
                    }
                    json.value(s.place.file).value(s.place.line).end_array();
                }
                json.end_array().end_object();
            }
            json.end_array().end_object();
        }
        json.end_array().end_object();
    }
    json.end_array().line().key("all_launches").value(all_launches_);
}

void trace::write_explanation(json_writer& json, const explanation& e)
{
    json.key("explanation");
    if (e.remedy.empty()) {
        json.null();
        return;
    }
    json.begin_object().key("threads").value(e.threads).key("accesses").begin_array();
    for (const explained_access& a : e.accesses) {
        json.begin_object().key("who").value(a.who).key("does").value(a.does).key("code").value(a.code);
        write_place(json, sources_.place_of(a.place));
        json.end_object();
    }
    json.end_array().key("remedy").value(e.remedy).end_object();
}

void trace::write_findings(json_writer& json)
{
    json.line().key("findings").begin_array();
    for (const finding& f : first_findings()) {
        const std::string name = kernel_in(f.text);
        const auto kernel =
            std::find_if(kernels_.begin(), kernels_.end(), [&](const kernel_record& k) { return k.full_name == name; });
        json.line().begin_object().key("text").value(f.text).key("kernel");
        if (kernel == kernels_.end()) {
            json.null();
        } else {
            json.value(static_cast<u64>(kernel - kernels_.begin()));
        }
        json.key("places").begin_array();
        for (const finding_place& p : places_in(f.text)) {
            if (p.source.empty() && kernel == kernels_.end()) continue;
            json.begin_object();
            write_place(json,
                        p.source.empty() ? sources_.ptx_place(*kernel->code, p.ptx_line) : sources_.place_of(p.source));
            json.end_object();
        }
        json.end_array();
        write_explanation(json, f.why);
        json.end_object();
    }
    json.end_array().line().key("all_findings").value(finding_count());
}

std::string trace::json()
{
    json_writer json;
    json.begin_object().line().key("schema").value(1).line().key("program").value(program_invocation_short_name);
    json.line().key("blocks").begin_array();
    for (const u64 b : blocks_)
        json.value(b);
    json.end_array();
    write_kernels(json);
    write_launches(json);
    write_findings(json); // before the sources, because findings may name further sources
    json.line();
    sources_.write(json);
    return json.line().end_object().text() + "\n";
}

} // namespace cuda_emulator
