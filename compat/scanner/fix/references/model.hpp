// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the fix knows of a unit: its texture and surface references, who uses them, and what it cannot prove.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "call_graph.hpp"
#include "fix/kinds.hpp"
#include "syntax_tree.hpp"

namespace scanner {

struct reference;

// Why the unit stays as it is.
struct refusal {
    place where;
    std::string why;
};

// A function of the unit's own files, with all its declarations.
struct unit_function {
    std::string name;
    std::vector<node*> declarations;
    node* definition = nullptr;                        // with a body
    bool kernel = false, device = false, host = false; // host: also said to be
    std::vector<node*> calls;                          // of it, launches too
    std::vector<node*> mentions;                       // that are no calls
    std::vector<std::pair<unit_function*, node*>> callees;
    std::vector<reference*> direct; // fetched from in its body
    std::vector<reference*> needs;  // these, and those of what it calls: new parameters in this order
    node* body() const;
};

enum class attribute { normalized, filter, address_x, address_y, address_z, srgb };
constexpr attribute all_attributes[] = {attribute::normalized, attribute::filter,    attribute::address_x,
                                        attribute::address_y,  attribute::address_z, attribute::srgb};

struct attribute_write {
    attribute which;
    long long value;
    node* where; // the assignment that it is in, the outermost of a chain
};

struct reference {
    fix_kind kind; // textures or surfaces
    node* declaration;
    std::string name;
    std::string element; // of a texture: the type of a texel, as the declaration writes it where it does
    std::string fetched; // of a texture: the type of a fetch
    int shape = 1;       // the second template argument: 1, 2, 3, 0xF1 ...
    bool normalized_float = false;
    bool is_static = false;
    std::map<attribute, long long> initial;

    std::vector<node*> fetches; // calls; of a surface its reads and writes
    std::vector<node*> binds;   // calls
    std::vector<node*> unbinds; // calls; a surface has none
    std::vector<attribute_write> writes;
    std::vector<node*> channel_reads;    // t.channelDesc, also where it is written
    std::string channels;                // the variable that it becomes where the program writes and reads it
    std::vector<node*> offset_questions; // calls of cudaGetTextureAlignmentOffset
    std::vector<node*> launches;         // of kernels that need it

    int axes() const;
    // What its channels are: as it was declared, or what the program has written.
    std::string channels_text() const
    {
        return channels.empty() ? "cudaCreateChannelDesc<" + element + ">()" : channels;
    }
    bool is_surface() const { return kind == fix_kind::surfaces; }
    // Surface or Texture, as in the names of the runtime.
    const char* word() const { return is_surface() ? "Surface" : "Texture"; }
    std::string object_type() const { return std::string("cuda") + word() + "Object_t"; }
};

struct unit_model {
    unit_model(const syntax_tree& tree, fix_kinds wanted, const call_graph& graph, bool whole_program)
        : tree(tree)
        , wanted(wanted)
        , graph(graph)
        , whole_program(whole_program)
    {
    }

    const syntax_tree& tree;
    const fix_kinds wanted;         // references of other kinds are none of the fix's
    const call_graph& graph;        // of all paths
    const bool whole_program;       // what the paths do not define is a library's and harmless
    std::vector<std::string> files; // real paths of the unit's own
    std::deque<reference> references;
    std::vector<node*> type_names;         // typedef texture<float, 2> image;
    std::vector<std::string> extern_names; // of references that another source defines
    std::deque<unit_function> functions;
    std::map<place, unit_function*> function_at; // by the place of each declaration's name
    std::set<place> accounted;                   // places of names that the fix understands
    std::vector<refusal> refusals;
    std::vector<refusal> notes; // what the change does besides
    // Calls in templates that may mean one of several functions, or one from elsewhere as well (null).
    std::vector<std::pair<node*, std::vector<unit_function*>>> open_calls;

    void refuse(place where, std::string why) { refusals.push_back({where, std::move(why)}); }
    void refuse(const node& where, std::string why) { refuse(place{where.file, where.begin}, std::move(why)); }
    void tell(const node& where, std::string what) { notes.push_back({{where.file, where.begin}, std::move(what)}); }
    // The function that the node is in; null at file scope. A lambda hides its function: null and `in_lambda`.
    unit_function* function_around(const node& one) const;
    const node* lambda_around(const node& one) const;
    // What a call calls: its name, and the function if it is one of the unit's own.
    const node* callee(const node& call) const;
    std::string callee_name(const node& call) const;
    // The arguments of a call as the source has them; none where they are not all there.
    std::vector<std::string> written_arguments(const node& call) const;
    bool is_launch(const node& call) const;
    // The call whose callee this is; null where it is none.
    node* call_of_callee(node& reference_node) const;
    // Names of the functions that the text there may call: of the program's own, and call_graph::indirect.
    call_graph::names called_between(const place& begin, std::size_t end) const;
    std::optional<long long> constant_argument(const node& parameter_use, const clang::cursor& parameter) const;
    // The functions that a name may mean here.
    std::vector<unit_function*> meant(const node& reference_node, bool& others) const;
    // A constant of the language; nothing where the value is only known later.
    // Also of a parameter that all calls give the same constant, and of ?: of these.
    std::optional<long long> constant(const node& expression) const;
};

// Not an operator, a constructor or a destructor.
bool takes_new_parameters(const unit_function& one);

// Through brackets and conversions that nobody wrote.
const node& stripped(const node& one);

// Whether it is true of the node or of one in it.
template <class Predicate>
bool any_below(const node& one, Predicate is_it)
{
    if (is_it(one)) return true;
    for (const node* child : one.children)
        if (any_below(*child, is_it)) return true;
    return false;
}

// extern "C", with and without a list of declarations.
bool is_linkage(const syntax_tree& tree, const node& one);

// What the parser calls the type of it.
std::string canonical_type(const syntax_tree& tree, const node& one);

// for (int i = 0; i < 3; i++): the loop, where the variable counts constants, is not written in the body, and the body
// is nothing but assignments; with the first and the last count. Null: it is none.
struct counted_loop {
    node* loop = nullptr;
    long long first = 0, last = 0;
};
counted_loop loop_of_index(const unit_model& model, const node& index);

// Fill in the model. Each adds refusals where it meets what it cannot prove.
void collect_references(unit_model& model);
void collect_functions(unit_model& model);
void close_over_calls(unit_model& model);
// A read or a write through a surface: refused where an object has no such form.
void look_at_access(unit_model& model, const reference& one, const node& call, const node& argument);
// What is left: names that no part has understood, and errors of the parse in what is rewritten.
void refuse_the_rest(unit_model& model);

} // namespace scanner
