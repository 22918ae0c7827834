// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types, enumerators and functions of libclang's C interface that the scanner uses, as documented. This header
// keeps libclang out of the build's dependencies. The interface is stable: libclang 14 to 22 agree on everything here.
#pragma once

namespace scanner::clang {

using index = void*;
using translation_unit = struct translation_unit_of_clang*;
using file = void*;
using diagnostic = void*;

struct string {
    const void* data;
    unsigned flags;
};

struct cursor {
    int kind;
    int xdata;
    const void* data[3];
};

struct type {
    int kind;
    void* data[2];
};

struct location {
    const void* data[2];
    unsigned number;
};

struct range {
    const void* data[2];
    unsigned begin, end;
};

struct unsaved_file { // text that is parsed instead of the file of this name
    const char* path;
    const char* text;
    unsigned long length;
};

struct range_list {
    unsigned count;
    range* ranges;
};

using visitor = int (*)(cursor one, cursor parent, void* data);

constexpr int visit_continue = 1;

// Options of a parse.
constexpr unsigned detailed_preprocessing_record = 0x1, keep_going = 0x200;

constexpr int severity_error = 3;

// Kinds of cursors.
enum cursor_kind : int {
    unexposed_declaration = 1,
    struct_declaration = 2,
    class_declaration = 4,
    field_declaration = 6,
    function_declaration = 8,
    variable_declaration = 9,
    parameter_declaration = 10,
    typedef_declaration = 20,
    template_type_parameter = 27,
    template_value_parameter = 28,
    method = 21,
    name_space = 22,
    linkage_specification = 23, // libclang 14 reports an unexposed declaration instead
    constructor = 24,
    destructor = 25,
    conversion_function = 26,
    function_template = 30,
    class_template = 31,
    alias_declaration = 36,
    type_reference = 43,
    overloaded_reference = 49,
    unexposed_expression = 100,
    declaration_reference = 101,
    member_reference = 102,
    call = 103,
    integer_literal = 106,
    parenthesis = 111,
    unary_operator = 112,
    subscript = 113,
    binary_operator = 114,
    conditional_operator = 116,
    c_style_cast = 117,
    static_cast_expression = 124,
    reinterpret_cast_expression = 126,
    functional_cast = 128,
    throw_expression = 133,
    bool_literal = 130,
    lambda = 144,
    label_statement = 201,
    compound_statement = 202,
    case_statement = 203,
    default_statement = 204,
    if_statement = 205,
    switch_statement = 206,
    while_statement = 207,
    do_statement = 208,
    for_statement = 209,
    goto_statement = 210,
    indirect_goto_statement = 211,
    continue_statement = 212,
    break_statement = 213,
    return_statement = 214,
    catch_statement = 223,
    try_statement = 224,
    range_for_statement = 225,
    declaration_statement = 231,
    device_attribute = 413,
    global_attribute = 414,
    host_attribute = 415,
    enumerator = 7,
};

//! Tests for the declaration of any kind of function, templates included.
inline bool declares_function(int kind)
{
    switch (kind) {
    case function_declaration:
    case method:
    case constructor:
    case destructor:
    case conversion_function:
    case function_template:
        return true;
    default:
        return false;
    }
}

// The pointer kind of types.
constexpr int pointer_type = 101;

// The functions, named as in libclang without the prefix clang_.
struct functions {
    index (*createIndex)(int exclude_declarations, int display_diagnostics);
    void (*disposeIndex)(index);
    int (*parseTranslationUnit2)(index, const char* path, const char* const* arguments, int count,
                                 unsaved_file* unsaved, unsigned unsaved_count, unsigned options,
                                 translation_unit* result);
    void (*disposeTranslationUnit)(translation_unit);
    cursor (*getTranslationUnitCursor)(translation_unit);
    unsigned (*visitChildren)(cursor parent, visitor, void* data);
    string (*getClangVersion)();
    const char* (*getCString)(string);
    void (*disposeString)(string);
    string (*getCursorSpelling)(cursor);
    location (*getCursorLocation)(cursor);
    range (*getCursorExtent)(cursor);
    location (*getRangeStart)(range);
    location (*getRangeEnd)(range);
    void (*getFileLocation)(location, file*, unsigned* line, unsigned* column, unsigned* offset);
    int (*Location_isInSystemHeader)(location);
    file (*getFile)(translation_unit, const char*);
    string (*getFileName)(file);
    void (*getInclusions)(translation_unit, void (*visit)(file, location* stack, unsigned depth, void* data),
                          void* data);
    location (*getLocationForOffset)(translation_unit, file, unsigned offset);
    cursor (*getCursorReferenced)(cursor);
    cursor (*getCanonicalCursor)(cursor);
    string (*getCursorUSR)(cursor);
    int (*getCursorLinkage)(cursor);
    int (*Cursor_isNull)(cursor);
    unsigned (*getNumOverloadedDecls)(cursor);
    cursor (*getOverloadedDecl)(cursor, unsigned);
    int (*Cursor_getNumArguments)(cursor);
    cursor (*Cursor_getArgument)(cursor, unsigned);
    type (*getCursorType)(cursor);
    type (*getCanonicalType)(type);
    type (*getPointeeType)(type);
    unsigned (*isConstQualifiedType)(type);
    string (*getTypeSpelling)(type);
    type (*Type_getTemplateArgumentAsType)(type, unsigned);
    long long (*getEnumConstantDeclValue)(cursor);
    int (*Cursor_getStorageClass)(cursor);
    unsigned (*getNumDiagnostics)(translation_unit);
    diagnostic (*getDiagnostic)(translation_unit, unsigned);
    void (*disposeDiagnostic)(diagnostic);
    int (*getDiagnosticSeverity)(diagnostic);
    location (*getDiagnosticLocation)(diagnostic);
    string (*getDiagnosticSpelling)(diagnostic);
    range_list* (*getAllSkippedRanges)(translation_unit);
    void (*disposeSourceRangeList)(range_list*);
};

constexpr int storage_extern = 2, storage_static = 3;
constexpr int linkage_external = 4;

} // namespace scanner::clang
