// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/launch_record.h"

#include "execute/texture_access.h"
#include "machine/kernel_name.h"
#include "machine/program.h"
#include "record/chunk_lines.h"
#include "record/hash.h"
#include "record/store_site.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

bool stores_to_surfaces(const program& p)
{
    for (const auto& [source, f] : p.functions)
        for (const instruction& i : f->code)
            if (i.run == run_surface && static_cast<const surface_form*>(i.extra)->stores) return true;
    return false;
}

bool is_variable(const allocation& a)
{
    return a.kind == allocation_kind::variable || a.kind == allocation_kind::constant ||
           (a.kind == allocation_kind::managed && !a.name.empty());
}

} // namespace

const site_table::site& site_table::at(const program& p, const decoded_function& f, const instruction& i)
{
    site& s = all_[&i];
    if (s.number) return s;
    s.number = static_cast<std::uint32_t>(all_.size());
    s.type = element_type(p, i);
    s.element = s.type.empty() ? std::max<std::size_t>(i.element, 1) : bytes_of_type(s.type);
    if (i.run == run_surface) {
        const auto& form = *static_cast<const surface_form*>(i.extra);
        s.element = form.formatted ? 1 : static_cast<std::size_t>(form.bytes);
    }
    if (s.element != 2 && s.element != 4 && s.element < 8) s.element = 1;
    s.element = std::min<std::size_t>(s.element, 8);
    record_line line("site");
    line.number(s.number).text(s.type).number(static_cast<std::uint64_t>(i.line)).text(source_of(p, f, i));
    file_.write(line);
    return s;
}

bool used_variables::has(const program& p, const std::string& name)
{
    const auto [at, fresh] = known_.emplace(std::pair(&p, name), false);
    if (!fresh) return at->second;
    for (const auto& [source, f] : p.functions)
        at->second = at->second || source->body_text.find(name) != std::string_view::npos;
    return at->second;
}

launch_record::launch_record(launch& l, std::uint64_t number, const std::string& mangled, tracked_memory& memory,
                             record_file& file, site_table& sites, used_variables& used, const look_request& request)
    : launch_(l)
    , number_(number)
    , mangled_(mangled)
    , memory_(memory)
    , file_(file)
    , sites_(sites)
    , request_(request)
    , fetches_(request.wants_fetches(number))
{
    memory_.look();
    read_arguments(used);
    l.recorder = this;
    if (!request.wants_launch(number) || l.observer) return;
    watch_ = std::make_unique<store_watch>([this](const warp& w, const instruction& i) {
        return sites_.at(*w.grid->code, *w.current->function, i).number;
    });
    memory_.each([&](tracked_allocation& t) {
        for (const auto& [allocation, chunk] : request.chunks(number))
            if (allocation == t.number) watch_->watch(t, chunk);
    });
    l.observer = watch_.get();
    if (!l.counters) l.counters = &counted_;
}

// Each 8 bytes of a parameter that point into an allocation are a pointer; the other bytes are a value.
void launch_record::read_arguments(used_variables& used)
{
    const auto& parameters = launch_.code->parameters;
    for (std::size_t n = 0; n < parameters.size(); ++n) {
        const char* const first = launch_.parameter_base + parameters[n].offset;
        record_line line("argument");
        line.number(n).number(parameters[n].size);
        std::vector<char> value(first, first + parameters[n].size);
        std::string pointers;
        for (std::size_t at = 0; at + 8 <= value.size(); at += 8) {
            void* p = nullptr;
            std::memcpy(&p, first + at, sizeof p);
            const tracked_allocation* const t = p ? memory_.at(p) : nullptr;
            if (!t) continue;
            const std::size_t offset = reinterpret_cast<std::uintptr_t>(p) - t->memory.address;
            record_line word("");
            word.number(t->number).number(offset).hash(t->state);
            pointers += word.whole();
            std::memset(value.data() + at, 0, 8);
        }
        line.hash(hash_of(value.data(), value.size()));
        line.word(value.size() <= 16 && pointers.empty() ? hexadecimal(value.data(), value.size()) : "-");
        if (!pointers.empty()) line.word(pointers.substr(1));
        arguments_.push_back(line);
    }
    memory_.each([&](tracked_allocation& t) {
        if (!is_variable(t.memory) || !used.has(*launch_.code, t.memory.name)) return;
        arguments_.push_back(record_line("variable").number(t.number).hash(t.state));
    });
}

void launch_record::writes(const warp& w, const instruction& i, std::uintptr_t allocation)
{
    std::lock_guard lock(mutex_);
    written_[allocation].by.emplace(&i, w.current->function);
}

void launch_record::fetches(warp& w, const instruction& i, std::uint32_t mask, const std::uint32_t (*values)[32])
{
    fetches_.add(w, i, mask, values);
}

void launch_record::write_textures()
{
    std::vector<std::pair<int, std::uint64_t>> order;
    for (const auto& [handle, t] : fetches_.by_handle())
        order.push_back({t.first_line, handle});
    std::sort(order.begin(), order.end());
    for (const auto& [first_line, handle] : order) {
        const fetch_record::of_texture& t = fetches_.by_handle().at(handle);
        const tracked_allocation* const a = memory_.at(reinterpret_cast<const void*>(t.texels));
        record_line line("texture");
        line.number(handle).number(static_cast<std::uint64_t>(first_line)).number(t.fetches).hash(t.hash);
        line.number(t.outside).text(t.description).number(a ? a->number : 0).hash(a ? a->state : 0);
        file_.write(line);
    }
    if (!request_.wants_fetches(number_)) return;
    const auto& kept = fetches_.kept();
    record_line line("fetched");
    line.number(file_.keep(kept.data(), kept.size() * sizeof(kept_fetch))).number(kept.size());
    file_.write(line.number(fetches_.not_kept()));
}

void launch_record::keep(const tracked_allocation& t, std::size_t element, const kept_chunk& c)
{
    std::vector<unsigned char> all(c.mask, c.mask + c.bytes);
    all.insert(all.end(), c.before, c.before + c.bytes);
    all.insert(all.end(), c.after, c.after + c.bytes);
    record_line line("kept");
    line.number(t.number).number(c.index).number(element).number(c.bytes).number(file_.keep(all.data(), all.size()));
    std::vector<kept_writer> writers;
    if (const auto* const by_byte = watch_ ? watch_->writers(t.number, c.index) : nullptr)
        for (std::size_t k = 0; k < by_byte->size(); k += element)
            writers.push_back((*by_byte)[k]);
    line.number(file_.keep(writers.data(), writers.size() * sizeof(kept_writer))).number(writers.size());
    file_.write(line);
}

void launch_record::write_changes(tracked_allocation& t, const std::set<std::uint32_t>& sites, std::size_t element,
                                  const std::set<std::string>& types)
{
    const std::uint64_t before = t.state;
    const changes c = memory_.compare(
        t, element, [&](std::size_t chunk) { return request_.wants_chunk(number_, t.number, chunk); },
        [&](const kept_chunk& chunk) { keep(t, element, chunk); });
    std::string type, by;
    for (const std::string& one : types)
        type += (type.empty() ? "" : ",") + one;
    for (const std::uint32_t one : sites)
        by += (by.empty() ? "" : ",") + std::to_string(one);
    record_line line("wrote");
    line.number(t.number).number(c.bytes).number(c.ranges).number(c.first).number(c.last);
    line.text(type).number(element).text(by).hash(before).hash(t.state);
    file_.write(line);
    for (const record_line& chunks : chunk_lines(c))
        file_.write(chunks);
}

void launch_record::end(const std::string& error)
{
    const dimensions &g = launch_.grid, &b = launch_.block;
    record_line line("launch");
    line.number(number_).text(kernel_name(mangled_)).text(demangled(mangled_));
    line.number(g.x).number(g.y).number(g.z).number(b.x).number(b.y).number(b.z).number(launch_.dynamic_shared);
    add_host_thread(line);
    file_.write(line);
    if (!error.empty()) file_.write(record_line("error").text(error));
    for (const record_line& one : arguments_)
        file_.write(one);
    write_textures();
    // Without the check of memory no site finds its allocation; arrays are written through surfaces.
    const bool all = !launch_.check.memory, arrays = all || stores_to_surfaces(*launch_.code);
    std::map<unsigned, tracked_allocation*> changed;
    memory_.each([&](tracked_allocation& t) {
        const bool is_array = t.memory.kind == allocation_kind::array;
        if (all || (arrays && is_array) || written_.count(t.memory.address)) changed[t.number] = &t;
    });
    for (const auto& [number, t] : changed) {
        std::set<std::uint32_t> sites;
        std::set<std::string> types;
        std::size_t element = 8;
        for (const auto& [i, f] : written_[t->memory.address].by) {
            const site_table::site& s = sites_.at(*launch_.code, *f, *i);
            sites.insert(s.number);
            if (!s.type.empty()) types.insert(s.type);
            element = std::min(element, s.element);
        }
        if (sites.empty()) element = 1;
        write_changes(*t, sites, element, types);
    }
    file_.flush();
}

} // namespace cuda_emulator
