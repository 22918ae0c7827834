// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The syntax tree of a PTX module. Text views point into the module's own text.
#pragma once

#include "ptx/types.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cuda_emulator::ptx {

//! One element of a variable's initialiser: a number, or the address of a symbol.
struct initial_value {
    std::uint64_t bits = 0;
    std::string_view symbol; //!< empty for a number
    std::int64_t addend = 0;
    bool generic = false;  //!< generic(symbol)
    unsigned shift = 0;    //!< 0xff00(symbol): the shift to one byte of the address …
    bool one_byte = false; //!< … if there is a mask
};

struct variable {
    std::string_view name;
    ptx::space space = space::none;
    ptx::type type = type::none;
    int vector = 1;
    int alignment = 1;
    std::uint64_t size = 0; //!< bytes; 0 for `extern .shared x[]`
    bool is_extern = false, is_weak = false, is_visible = false, is_managed = false;
    bool unsized = false;
    bool is_common = false;   //!< `.common`: of several sizes the largest counts
    bool in_register = false; //!< a `.reg` parameter of a function
    std::vector<initial_value> initial;
    int line = 0;
};

enum class operand_kind : std::uint8_t {
    sink,     //!< _
    reg,      //!< register, its number in `index`
    special,  //!< %tid.x: name and component
    variable, //!< variable of the function, its number in `index`
    name,     //!< label, function or module variable
    integer,
    real32,
    real64,
    address, //!< [base + value, rest…]: elements[0] is the base
    vector,  //!< {a, b}
    pair,    //!< p|q
    list,    //!< (a, b), in calls
};

struct operand {
    operand_kind kind = operand_kind::sink;
    bool negated = false; //!< !p, or -x in old syntax
    int index = -1;
    int line = 0;
    std::string_view name;
    std::string_view component;
    std::uint64_t value = 0; //!< constant's bits, or the address's offset
    std::vector<operand> elements;
};

struct instruction {
    int line = 0;
    int source = -1; //!< index into function::sources, or -1
    int guard = -1;  //!< predicate register, or -1
    bool guard_negated = false;
    std::string_view opcode;
    std::vector<std::string_view> modifiers;
    std::vector<operand> operands;

    bool has(std::string_view modifier) const
    {
        for (std::string_view m : modifiers)
            if (m == modifier) return true;
        return false;
    }
    //! Gives the name with its modifiers, as in "mad.lo.s32".
    std::string full_name() const;
};

//! A `.loc`: the file number, the line and the column in the source.
struct source_location {
    int file = 0;
    int line = 0;
    int column = 0;
    int caller = -1; //!< of an inlined function: the number of the place of the call, or -1
};

//! A `.callprototype`: the bytes and alignments of an indirect call's parameters.
struct prototype {
    std::vector<variable> results, parameters;
};

struct function_body {
    std::vector<type> registers;                             //!< type of each register
    std::vector<std::pair<std::string, int>> register_names; //!< prefix and first number, for messages
    std::vector<variable> variables; //!< local, shared and call-parameter variables of all scopes
    std::vector<instruction> instructions;
    std::unordered_map<std::string_view, int> labels;            //!< label -> index of the next instruction
    std::vector<std::shared_ptr<const std::string>> label_names; //!< unique names of labels of inner scopes
    std::unordered_map<std::string_view, prototype> prototypes;
    std::unordered_map<std::string_view, std::vector<std::string_view>> branch_targets;
    std::vector<source_location> sources;
    int maximum_threads = 0;

    std::string register_name(int number) const;
};

struct function {
    std::string_view name;
    bool is_entry = false, is_extern = false, is_weak = false, is_visible = false;
    bool has_body = false;
    int line = 0;
    std::vector<variable> results, parameters;
    int maximum_threads = 0; //!< .maxntid / .reqntid product, 0 when not given
    int required[3] = {0, 0, 0};
    bool is_cluster = false;          //!< .explicitcluster: blocks come in clusters
    int cluster[3] = {0, 0, 0};       //!< .reqnctapercluster, 0 when not given
    int maximum_cluster = 0;          //!< .maxclusterrank, 0 when not given
    bool blocks_are_clusters = false; //!< .blocksareclusters: a launch's grid counts clusters
    std::string_view body_text;       //!< between the braces; parsed on first use
    int body_line = 0;
};

struct module {
    std::string text;
    int version_major = 0, version_minor = 0;
    int version_line = 0;
    int target = 0;               //!< 90 for sm_90
    std::string_view target_name; //!< as "sm_90a"
    int target_line = 0;
    int address_size = 64;
    std::vector<variable> variables;
    std::unordered_map<std::string_view, int> variable_index;
    std::vector<function> functions;
    std::unordered_map<std::string_view, int> function_index;
    std::map<int, std::string> files;

    //! Gives "file:line" of a place of the function. Code inlined from a header of CUDA or of this project has the
    //! place of the program's call.
    std::string source_line(const function_body&, int source) const;
};

} // namespace cuda_emulator::ptx
