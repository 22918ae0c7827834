// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/source_access.h"

#include "profile/count_instruction.h"
#include "trace/access_pattern.h"

#include <algorithm>
#include <string_view>

namespace cuda_emulator {

namespace {

bool same_objects(const access_pattern& a, const access_pattern& b)
{
    return std::equal(a.objects.begin(), a.objects.end(), b.objects.begin(), b.objects.end(),
                      [](const auto& x, const auto& y) { return x.name == y.name && x.bytes == y.bytes; });
}

bool same_access(const source_access& a, const instruction_record& r, const char* name, const access_patterns& p)
{
    const instruction_record& first = *a.instructions.front();
    return std::string_view(a.name) == name && first.place == r.place && first.access.kind == r.access.kind &&
           first.access.bytes == r.access.bytes &&
           std::equal(a.patterns.listed.begin(), a.patterns.listed.end(), p.listed.begin(), p.listed.end(),
                      [](const auto& x, const auto& y) { return alike(x, y) && same_objects(x, y); });
}

// Gives those counters of an instruction that concern this kind of memory.
cuda_emulator_counters part_of(const cuda_emulator_counters& c, std::string_view name)
{
    cuda_emulator_counters part = {};
    if (name == "global") {
        part.global_loads = c.global_loads;
        part.global_stores = c.global_stores;
        part.global_atomics = c.global_atomics;
    } else if (name == "shared") {
        part.shared_loads = c.shared_loads;
        part.shared_stores = c.shared_stores;
        part.shared_atomics = c.shared_atomics;
    } else if (name == "constant") {
        part.constant_loads = c.constant_loads;
    } else if (name == "local") {
        part.local_requests = c.local_requests;
    } else {
        part.texture_requests = c.texture_requests;
    }
    return part;
}

} // namespace

std::vector<source_access> accesses_of(const kernel_record& k)
{
    std::vector<source_access> all;
    auto add = [&all](const instruction_record& r, const char* name, traced_space space, const access_patterns& p) {
        auto at = std::find_if(all.begin(), all.end(), [&](const auto& a) { return same_access(a, r, name, p); });
        if (at == all.end()) {
            at = all.emplace(all.end());
            at->space = space;
            at->name = name;
            at->patterns = p;
        } else {
            for (std::size_t n = 0; n < p.listed.size(); ++n)
                at->patterns.listed[n].seen += p.listed[n].seen;
            at->patterns.unlisted += p.unlisted;
        }
        at->instructions.push_back(&r);
        add_counters(at->counted, part_of(r.counted, name));
    };
    for (const auto& [key, record] : k.instructions) {
        const instruction_record& r = *record;
        const cuda_emulator_counters& c = r.counted;
        auto add_traced = [&](const char* name, traced_space space) {
            add(r, name, space, r.patterns[static_cast<std::size_t>(space)]);
        };
        if (c.global_loads.requests || c.global_stores.requests || c.global_atomics)
            add_traced("global", traced_space::global);
        if (c.shared_loads.requests || c.shared_stores.requests || c.shared_atomics.requests)
            add_traced("shared", traced_space::shared);
        if (c.constant_loads.requests) add_traced("constant", traced_space::constant);
        if (c.local_requests) add(r, "local", {}, {});
        if (c.texture_requests) add(r, "texture", {}, {});
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.instructions.front()->place < b.instructions.front()->place;
    });
    return all;
}

} // namespace cuda_emulator
