// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attributes.hpp"

#include <algorithm>

namespace scanner {
namespace {

const char* const address_modes[] = {"cudaAddressModeWrap", "cudaAddressModeClamp", "cudaAddressModeMirror",
                                     "cudaAddressModeBorder"};
const char* const filter_modes[] = {"cudaFilterModePoint", "cudaFilterModeLinear"};

const char* field_of(attribute one)
{
    switch (one) {
    case attribute::normalized:
        return "normalized";
    case attribute::filter:
        return "filterMode";
    case attribute::address_x:
        return "addressMode[0]";
    case attribute::address_y:
        return "addressMode[1]";
    case attribute::address_z:
        return "addressMode[2]";
    default:
        return "sRGB";
    }
}

const char* read_mode(const reference& one)
{
    return one.normalized_float ? "cudaReadModeNormalizedFloat" : "cudaReadModeElementType";
}

// Returns the statement of the list that contains the node.
const node* in_a_list(const flow& order, const node& one)
{
    const node* at = &one;
    while (at->parent && !order.list_of(*at))
        at = at->parent;
    return at->parent ? at : nullptr;
}

} // namespace

void attributes::prove(reference& one, bool file_may_keep)
{
    std::vector<refusal> why = one.open_attributes;
    const bool linear =
        !one.binds.empty() && !one.is_bound_by_others() &&
        std::all_of(one.binds.begin(), one.binds.end(), [&](const node* bind) { return is_linear(*bind); });
    for (const attribute which : all_attributes)
        if (!linear || which == attribute::srgb) // linear memory ignores the others
            prove_constant(one, which, why);
        else
            prove_statements(one, which);
    if (why.empty()) return;
    if (file_may_keep && can_be_kept(one)) {
        one.kept_attributes = tree_.free_name(one.name + "_attributes");
        one.kept_resource = tree_.free_name(one.name + "_resource");
        return;
    }
    for (refusal& each : why)
        model_.refuse(each.where, std::move(each.why));
}

bool attributes::is_linear(const node& bind) const { return model_.callee_name(bind) == "cudaBindTexture"; }

// The writes go away, so each has to be a statement of its own.
void attributes::prove_statements(const reference& one, attribute which)
{
    for (const attribute_write& write : one.writes)
        if (write.which == which && flow_.statement_of(*write.where) != write.where)
            model_.refuse(*write.where, one.name + "." + field_of(which) + " is written inside of another expression");
}

void attributes::prove_constant(reference& one, attribute which, std::vector<refusal>& why)
{
    const auto refuse = [&](const node& where, const std::string& text) {
        why.push_back({{where.file, where.begin}, one.name + "." + field_of(which) + text});
    };
    std::vector<node*> writes;
    const attribute_write* first = nullptr;
    for (const attribute_write& write : one.writes) {
        if (write.which != which) continue;
        if (first && first->value != write.value) {
            refuse(*write.where, " is written with different values: launches in between would need different objects");
            return;
        }
        first = &write;
        writes.push_back(write.where);
    }
    if (!first) return;
    const bool mode_is_known = which == attribute::filter ? first->value >= 0 && first->value < 2
                               : which == attribute::normalized || which == attribute::srgb
                                   ? true
                                   : first->value >= 0 && first->value < 4;
    if (!mode_is_known) {
        model_.refuse(*first->where, one.name + "." + field_of(which) + " is written with a value that is no mode");
        return;
    }
    prove_statements(one, which);
    if (first->value == one.initial[which] || is_written_at_binds(one, writes)) {
        one.initial[which] = first->value;
        return;
    }
    for (node* launch : one.launches)
        if (!flow_.one_before(writes, {}, *launch)) {
            refuse(*first->where, " is not certain to be written before each launch");
            return;
        }
    one.initial[which] = first->value; // the value at all launches
}

// Tests whether each bind follows a write, or is followed by one before a launch. Launches without an object read
// zeros, whatever the attributes are.
bool attributes::is_written_at_binds(const reference& one, const std::vector<node*>& writes) const
{
    std::vector<node*> binds = one.binds;
    for (const auto& [call, to] : one.passed)
        if (!to->on_device) binds.push_back(call);
    return !binds.empty() && std::all_of(binds.begin(), binds.end(), [&](node* bind) {
        return flow_.one_before(writes, {}, *bind) || is_followed_by(writes, *bind);
    });
}

// Tests whether a descriptor in a variable of the file can follow the writes.
bool attributes::can_be_kept(const reference& one) const
{
    if (one.is_surface() || one.binds.empty() || one.is_bound_by_others()) return false;
    for (const node* bind : one.binds)
        if (is_linear(*bind)) return false; // linear memory has another descriptor
    for (const node* member : one.members) {
        const own_file& file = tree_.file_of(*member);
        const std::size_t name = file.token_at(member->begin);
        if (!model_.function_around(*member) || name == own_file::none || !file.at(name).is_name(one.name) ||
            !file.at(name + 1).is_mark(".") || !file.at(name + 2).is_name(tree_.spelling(*member)))
            return false;
        if (!is_written(*member)) continue;
        const node* statement = flow_.statement_of(const_cast<node&>(*member));
        if (!statement || !stripped(*statement).is(clang::binary_operator)) return false;
    }
    return true;
}

bool attributes::is_written(const node& member) const
{
    const node* at = &member;
    while (at->parent && (at->parent->is(clang::unexposed_expression) || at->parent->is(clang::parenthesis) ||
                          (at->parent->is(clang::subscript) && at->parent->children.front() == at)))
        at = at->parent;
    if (!at->parent || !at->parent->is(clang::binary_operator) || at->parent->children.front() != at) return false;
    const std::string& text = tree_.file_of(member).text;
    const std::size_t sign = text.find_first_not_of(" \t\r\n", at->end);
    return sign != text.npos && text[sign] == '=' && text[sign + 1] != '=';
}

std::vector<std::string> attributes::fields(const reference& one, const std::string& name, bool linear)
{
    std::vector<std::string> lines{"cudaTextureDesc " + name + " = {};"};
    const auto set = [&](const std::string& text) { lines.push_back(name + "." + text + ";"); };
    if (linear) { // linear memory ignores address modes and filters
        set(std::string("readMode = ") + read_mode(one));
        return lines;
    }
    const attribute axes[] = {attribute::address_x, attribute::address_y, attribute::address_z};
    for (int axis = 0; axis < one.axes(); ++axis)
        set("addressMode[" + std::to_string(axis) + "] = " + address_modes[one.initial.at(axes[axis])]);
    set(std::string("filterMode = ") + filter_modes[one.initial.at(attribute::filter)]);
    set(std::string("readMode = ") + read_mode(one));
    if (one.initial.at(attribute::srgb)) set("sRGB = 1");
    set(std::string("normalizedCoords = ") + (one.initial.at(attribute::normalized) ? "1" : "0"));
    return lines;
}

std::string attributes::declarations(const reference& one, const std::string& line_end) const
{
    if (one.kept_attributes.empty()) return {};
    return "static cudaResourceDesc " + one.kept_resource + ";" + line_end + "static cudaTextureDesc " +
           one.kept_attributes + " = " + initialiser(one, one.declared);
}

std::string attributes::initialiser(const reference& one, const std::map<attribute, long long>& values)
{
    std::string modes;
    for (const attribute axis : {attribute::address_x, attribute::address_y, attribute::address_z})
        modes += std::string(modes.empty() ? "" : ", ") + address_modes[values.at(axis)];
    return "{{" + modes + "}, " + filter_modes[values.at(attribute::filter)] + ", " + read_mode(one) + ", " +
           (values.at(attribute::srgb) ? "1" : "0") + ", {0, 0, 0, 0}, " +
           (values.at(attribute::normalized) ? "1" : "0") + "}";
}

void attributes::rewrite(const reference& one)
{
    if (one.kept_attributes.empty()) {
        std::set<const node*> gone;
        for (const attribute_write& write : one.writes)
            if (gone.insert(write.where).second) changes_.drop(*write.where, flow_.list_of(*write.where) != nullptr);
        return;
    }
    std::set<const node*> statements;
    for (const node* member : one.members) {
        const own_file& file = tree_.file_of(*member);
        const std::size_t name = file.token_at(member->begin);
        const std::string field = tree_.spelling(*member);
        changes_.replace({member->file, member->begin}, file.end(name + 2) - member->begin,
                         one.kept_attributes + "." + (field == "normalized" ? "normalizedCoords" : field));
        if (is_written(*member)) statements.insert(flow_.statement_of(const_cast<node&>(*member)));
    }
    for (const node* statement : statements) {
        if (is_followed_by(one.binds, *statement)) continue;
        const node* list = flow_.list_of(*statement);
        const node* next = nullptr;
        if (list)
            for (std::size_t i = 0; i + 1 < list->children.size(); ++i)
                if (list->children[i] == statement) next = list->children[i + 1];
        if (!next || !statements.count(next)) make_anew(one, *statement);
    }
}

// Tests whether one of the events always follows the node before a launch.
bool attributes::is_followed_by(const std::vector<node*>& events, const node& one) const
{
    const node* top = in_a_list(flow_, one);
    if (!top) return false;
    for (const node* next : top->parent->children) {
        if (next->begin <= top->begin) continue;
        for (const node* event : events)
            if (event->begin >= next->begin && event->begin < next->end && flow_.always_in(*event, *next)) return true;
        const bool may_launch = any_below(*next, [&](const node& each) {
            if (each.is(clang::return_statement) || each.is(clang::break_statement) ||
                each.is(clang::continue_statement))
                return true;
            if (!each.is(clang::call)) return false;
            bool others = false;
            const node* callee = model_.callee(each);
            return model_.is_launch(each) || (callee && !model_.meant(*callee, others).empty());
        });
        if (may_launch) return false;
    }
    return false;
}

// Attributes count from the next launch on.
void attributes::make_anew(const reference& one, const node& statement)
{
    const std::string& object = one.object;
    std::vector<std::string> lines{"if (" + object + ") { // attributes count from the next launch on",
                                   "    cudaDeviceSynchronize();", "    cudaDestroyTextureObject(" + object + ");",
                                   "    cudaCreateTextureObject(&" + object + ", &" + one.kept_resource + ", &" +
                                       one.kept_attributes + ", NULL);"};
    if (model_.constants)
        lines.push_back("    cudaMemcpyToSymbol(" + one.name + ", &" + object + ", sizeof(" + object + "));");
    lines.push_back("}");
    if (!flow_.list_of(statement)) changes_.wrap(statement);
    changes_.lines_behind(statement, lines);
    model_.tell(statement,
                "waits for the device where the attributes of " + one.name + " change: the old program did not");
}

} // namespace scanner
