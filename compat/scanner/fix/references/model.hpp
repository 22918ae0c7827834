// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model of a unit: its texture and surface references, their uses, and the refusals.
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

// The reason why a unit stays unchanged.
struct refusal {
    place where;
    std::string why;
};

// A function of the unit's own files, with all its declarations.
struct unit_function {
    std::string name;
    std::vector<node*> declarations;
    node* definition = nullptr;                        // the declaration with a body
    bool kernel = false, device = false, host = false; // `host`: marked __host__ in addition
    bool ambiguous = false;                            // several sources define an external function of this name
    std::vector<node*> calls;                          // calls of the function, including launches
    std::vector<node*> mentions;                       // other mentions of the function
    std::vector<std::pair<unit_function*, node*>> callees;
    std::vector<reference*> direct; // references that the body fetches from
    std::vector<reference*> needs;  // `direct` and the callees' references; new parameters in this order
    node* body() const;
};

enum class attribute { normalized, filter, address_x, address_y, address_z, srgb };
constexpr attribute all_attributes[] = {attribute::normalized, attribute::filter,    attribute::address_x,
                                        attribute::address_y,  attribute::address_z, attribute::srgb};

struct attribute_write {
    attribute which;
    long long value;
    node* where; // the assignment around the write, the outermost one of a chain
};

struct texture_parameter;

struct reference {
    fix_kind kind; // textures or surfaces
    node* declaration;
    std::string name;
    std::string element;      // texel type of a texture, in the declaration's words if possible
    std::string fetched;      // type that a texture's fetch returns
    std::string fetched_name; // a typedef of it, if a macro needs one
    int shape = 1;            // the second template argument: 1, 2, 3, 0xF1 ...
    bool normalized_float = false;
    bool is_static = false;
    std::string object;                      // the host's variable of the object
    std::map<attribute, long long> declared; // values at the begin of the program
    std::map<attribute, long long> initial;  // values at the launches

    std::vector<node*> fetches; // fetch calls, or the reads and writes of a surface
    std::vector<node*> binds;   // calls
    std::vector<node*> unbinds; // calls; surfaces have none
    std::vector<attribute_write> writes;
    // Calls that pass the reference to a parameter of its type.
    std::vector<std::pair<node*, texture_parameter*>> passed;
    texture_parameter* parameter = nullptr; // this is not a variable, but the use of a parameter
    std::vector<node*> members;             // uses of the attributes
    std::vector<refusal> open_attributes;   // writes whose value or index is no constant
    std::string kept_attributes,
        kept_resource;                // variables of the file, if the attributes are not the same at all launches
    std::vector<node*> channel_reads; // t.channelDesc, reads and writes
    std::string channels; // the variable that replaces the member if the program writes and reads the channels
    std::vector<node*> offset_questions; // calls of cudaGetTextureAlignmentOffset
    std::vector<node*> launches;         // launches of kernels that need the reference
    // A launch may precede the binds, or follow an unbind. The object is 0 there, and a fetch reads zeros as before.
    bool may_be_unbound = false;
    bool is_for_others = false; // a function takes it for other branches of #if alone

    int axes() const;
    // Tests whether a function of the host gets the reference, and may bind it.
    bool is_bound_by_others() const;
    // Returns the channels: the program's variable, or the declared ones.
    std::string channels_text() const
    {
        return channels.empty() ? "cudaCreateChannelDesc<" + element + ">()" : channels;
    }
    bool is_surface() const { return kind == fix_kind::surfaces; }
    // Surface or Texture, as in the runtime's names.
    const char* word() const { return is_surface() ? "Surface" : "Texture"; }
    std::string object_type() const { return std::string("cuda") + word() + "Object_t"; }
};

// A parameter that is a texture reference.
struct texture_parameter {
    unit_function* function = nullptr;
    std::size_t position = 0;
    bool is_pointer = false;
    bool on_device = false; // the function gets the object, otherwise a struct with the object
    reference use;          // its uses in the function's body
    std::string why;        // why the form is not understood, or empty
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
    const fix_kinds wanted;         // references of other kinds stay
    const call_graph& graph;        // covers all paths
    const bool whole_program;       // undefined functions belong to libraries and are harmless
    bool one_device = false;        // no call makes another device current
    bool constants = false;         // objects in __constant__ variables, in place of parameters
    bool joined = false;            // the tree has all sources that name the functions with binds and launches
    std::vector<std::string> files; // real paths of the unit's own files
    std::deque<reference> references;
    std::deque<texture_parameter> parameters;
    std::vector<node*> type_names;         // typedef texture<float, 2> image;
    std::vector<std::string> extern_names; // references that another source defines
    std::deque<unit_function> functions;
    std::map<place, unit_function*> function_at; // by the place of each declared name
    std::set<place> accounted;                   // places of the names that the fix understands
    std::vector<refusal> refusals;
    std::vector<refusal> notes;   // side effects of the change
    std::vector<refusal> skipped; // names in branches of #if that this parse does not see
    // Names of references that a function takes where other branches of #if are compiled, by the place of its name.
    std::map<place, std::set<std::string>> taken_elsewhere;
    // Calls in templates that may mean several functions. Null stands for a function outside of the unit.
    std::vector<std::pair<node*, std::vector<unit_function*>>> open_calls;

    void refuse(place where, std::string why) { refusals.push_back({where, std::move(why)}); }
    void refuse(const node& where, std::string why) { refuse(place{where.file, where.begin}, std::move(why)); }
    void tell(const node& where, std::string what) { notes.push_back({{where.file, where.begin}, std::move(what)}); }
    // Returns the function that contains the node. Returns null at file scope and inside a lambda.
    unit_function* function_around(const node& one) const;
    const node* lambda_around(const node& one) const;
    // Returns the callee's name node, and the function if the unit defines it.
    const node* callee(const node& call) const;
    std::string callee_name(const node& call) const;
    // Returns the arguments of a call as the source writes them, or none if the source lacks some of them.
    std::vector<std::string> written_arguments(const node& call) const;
    bool is_launch(const node& call) const;
    // Returns the call whose callee is this node, or null.
    node* call_of_callee(node& reference_node) const;
    // Returns the program's own functions that the text may call, and call_graph::indirect for indirect calls.
    call_graph::names called_between(const place& begin, std::size_t end) const;
    std::optional<long long> constant_argument(const node& parameter_use, const clang::cursor& parameter) const;
    // Tests whether a token with the function's name has no node, because the parser did not understand the code. A
    // macro that another file may expand counts, too.
    bool has_unknown_mention(const unit_function& function) const;
    // Returns the functions that a name may mean here.
    std::vector<unit_function*> meant(const node& reference_node, bool& others) const;
    // Returns the value of a constant expression, or nothing if the value is known only at run time. Handles parameters
    // that receive the same constant from all calls, and conditional expressions with such operands.
    std::optional<long long> constant(const node& expression) const;
};

// Excludes operators, constructors and destructors.
bool takes_new_parameters(const unit_function& one);

// Strips brackets and implicit conversions.
const node& stripped(const node& one);

// Tests whether the predicate holds for the node or for a descendant.
template <class Predicate>
bool any_below(const node& one, Predicate is_it)
{
    if (is_it(one)) return true;
    for (const node* child : one.children)
        if (any_below(*child, is_it)) return true;
    return false;
}

// Tests whether one source has declarations of both files.
bool share_source(const own_file& one, const own_file& other);

// extern "C", with and without a list of declarations.
bool is_linkage(const syntax_tree& tree, const node& one);

// Returns the parser's name of the node's type.
std::string canonical_type(const syntax_tree& tree, const node& one);

// A loop such as for (int i = 0; i < 3; i++) with a constant range. Its body contains only assignments and does not
// write the variable. Holds the first and the last value. A null loop means that the statement has another form.
struct counted_loop {
    node* loop = nullptr;
    long long first = 0, last = 0;
};
counted_loop loop_of_index(const unit_model& model, const node& index);

// Fill the model. Both functions add a refusal for each property without proof.
void collect_references(unit_model& model);
void collect_functions(unit_model& model);
void close_over_calls(unit_model& model);
// As close_over_calls, for objects in __constant__ variables: no function gets a parameter, so any may use them.
void find_users_of_constants(unit_model& model);
// Tests whether the mention of a kernel only asks for, or sets, one of the kernel's attributes.
bool is_harmless_mention(const unit_model& model, const node& mention);
// Checks a read or write through a surface. Refuses if objects do not support its form.
void look_at_access(unit_model& model, const reference& one, const node& call, const node& argument);
// Refuses names that no other part understood, and parse errors in rewritten code.
void refuse_the_rest(unit_model& model);

} // namespace scanner
