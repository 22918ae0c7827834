// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output/json_text.hpp"
#include "verify/report.hpp"

#include <algorithm>

namespace scanner {
namespace {

// Members of an object, or elements of a list.
class json_list {
public:
    explicit json_list(char begin)
        : text_(1, begin)
        , end_(begin == '{' ? '}' : ']')
    {
    }
    json_list& add(const std::string& json)
    {
        text_ += (text_.size() > 1 ? ", " : "") + json;
        return *this;
    }
    json_list& member(const char* name, const std::string& json) { return add(json_string(name) + ": " + json); }
    json_list& text(const char* name, const std::string& value) { return member(name, json_string(value)); }
    json_list& number(const char* name, std::uint64_t n) { return member(name, std::to_string(n)); }
    json_list& flag(const char* name, bool b) { return member(name, b ? "true" : "false"); }
    std::string end() const { return text_ + end_; }

private:
    std::string text_;
    char end_;
};

std::string json_of(const std::vector<std::string>& all)
{
    json_list out('[');
    for (const std::string& one : all)
        out.add(json_string(one));
    return out.end();
}

std::string json_of(const store_place& s)
{
    if (!s.known) return "null";
    return json_list('{').text("block", s.block).text("thread", s.thread).text("source", s.source).end();
}

std::string json_of(const element_difference& e)
{
    json_list out('{');
    out.number("compared", e.compared).number("differing", e.differing).number("within_tolerance", e.allowed);
    out.flag("complete", e.complete).text("type", name_of_type(e.type)).number("element_bytes", e.element);
    out.flag("only_order_of_additions", e.only_order);
    if (!e.differing) return out.end();
    out.number("first_byte", e.first).text("old_value", e.old_value).text("new_value", e.new_value);
    out.member("ulp", e.ulp ? std::to_string(*e.ulp) : "null");
    out.member("most_ulp", e.most_ulp ? std::to_string(*e.most_ulp) : "null");
    return out.member("old_store", json_of(e.old_store)).member("new_store", json_of(e.new_store)).end();
}

std::string json_of(const recorded_texture* t)
{
    if (!t) return "null";
    return json_list('{')
        .text("description", t->description)
        .number("fetches", t->fetches)
        .number("outside", t->outside)
        .end();
}

std::string json_of(const texture_comparison& t)
{
    json_list out('{');
    out.member("old", json_of(t.old_texture)).member("new", json_of(t.new_texture)).flag("same_values", t.same_values);
    if (!t.fetches) return out.end();
    const fetch_difference& f = *t.fetches;
    out.number("compared", f.compared).number("differing", f.differing);
    if (f.differing)
        out.text("block", f.block)
            .text("thread", f.thread)
            .text("old_at", f.old_place)
            .text("new_at", f.new_place)
            .text("old_value", f.old_value)
            .text("new_value", f.new_value);
    return out.end();
}

std::string json_of(const launch_comparison& l)
{
    json_list memory('['), textures('[');
    for (const memory_comparison& m : l.memory) {
        json_list one('{');
        one.text("name", m.name).text("verdict", word(m.is));
        one.number("old_bytes", m.old_write ? m.old_write->bytes : 0)
            .number("new_bytes", m.new_write ? m.new_write->bytes : 0);
        if (m.elements) one.member("elements", json_of(*m.elements));
        memory.add(one.end());
    }
    for (const texture_comparison& t : l.textures)
        textures.add(json_of(t));
    json_list out('{');
    out.number("old", l.old_launch->number).number("new", l.new_launch->number).text("verdict", word(l.is));
    out.flag("same_inputs", l.same_inputs)
        .member("other_inputs", json_of(l.other_inputs))
        .member("memory", memory.end());
    return out.member("textures", textures.end()).end();
}

std::string json_of(const kernel_comparison& k)
{
    constexpr std::size_t most = 100;
    json_list launches('[');
    std::size_t listed = 0;
    for (const launch_comparison& l : k.launches)
        if (l.is != verdict::same && listed++ < most) launches.add(json_of(l));
    json_list out('{');
    out.text("old", k.old_name).text("new", k.new_name).number("launches", k.launches.size());
    out.number("bytes_compared", k.bytes()).text("verdict", word(k.is()));
    return out.member("differing", launches.end()).end();
}

std::string json_of(const std::vector<const recorded_launch*>& launches)
{
    json_list out('[');
    for (const recorded_launch* l : launches)
        out.add(json_list('{').number("launch", l->number).text("kernel", l->name).end());
    return out.end();
}

std::string json_of(const comparison& c)
{
    json_list kernels('['), groups('['), copies('['), calls('['), moved('[');
    for (const kernel_comparison& k : c.kernels)
        kernels.add("\n    " + json_of(k));
    for (const group_comparison& g : c.groups)
        groups.add(json_list('{')
                       .member("old", json_of(g.old_launches))
                       .member("new", json_of(g.new_launches))
                       .flag("same", g.same)
                       .end());
    for (const copy_comparison& one : c.copies) {
        json_list out('{');
        out.number("old", one.old_copy->number)
            .number("new", one.new_copy->number)
            .number("bytes", one.old_copy->bytes);
        out.text("call", one.old_copy->call).text("verdict", word(one.is));
        if (one.elements) out.member("elements", json_of(*one.elements));
        copies.add(out.end());
    }
    for (const lost_call& l : c.lost)
        calls.add(json_list('{')
                      .text("only_in", l.by_new ? "old" : "new")
                      .text("what", l.what)
                      .text("when", l.when)
                      .number("times", l.times)
                      .text("place", l.place)
                      .flag("counts", l.counts)
                      .end());
    for (const traffic& t : c.moved)
        moved.add(json_list('{')
                      .text("direction", t.direction)
                      .number("old_calls", t.old_calls)
                      .number("new_calls", t.new_calls)
                      .number("old_bytes", t.old_bytes)
                      .number("new_bytes", t.new_bytes)
                      .end());
    json_list out('{');
    out.member("kernels", kernels.end()).member("groups", groups.end());
    out.member("old_only", json_of(c.old_left)).member("new_only", json_of(c.new_left)).flag("reordered", c.reordered);
    out.flag("launches_compared", c.compares_launches);
    out.number("copies_to_host", c.copies_to_host)
        .number("bytes_to_host", c.bytes_to_host)
        .member("copies", copies.end());
    return out.member("calls", calls.end())
        .member("traffic", moved.end())
        .member("not_reached", json_of(c.not_reached))
        .end();
}

} // namespace

std::string as_json(const report& r)
{
    json_list tools('{'), allowed('{');
    for (const auto& [name, version] : r.tools)
        tools.text(name.c_str(), version);
    for (const auto& [type, ulp] : r.allowed)
        allowed.number(name_of_type(type).c_str(), ulp);
    json_list out('{');
    out.number("schema", 1).text("verdict", word(r.is())).text("old", r.old_program).text("new", r.new_program);
    out.member("arguments", json_of(r.arguments)).member("tools", tools.end()).member("tolerance_ulp", allowed.end());
    out.member("fixes", json_of(r.fixes));
    out.member("steps", json_of(r.steps)).member("printed", json_of(r.printed)).member("notes", json_of(r.notes));
    json_list findings('[');
    for (const finding_count& f : r.findings)
        findings.add(json_list('{')
                         .text("kernel", f.kernel)
                         .text("what", f.what)
                         .text("place", f.place)
                         .number("old", f.old_count)
                         .number("new", f.new_count)
                         .end());
    out.member("findings", findings.end());
    out.member("evidence", r.has_records ? json_of(r.evidence) : "null");
    return out.end() + "\n";
}

} // namespace scanner
