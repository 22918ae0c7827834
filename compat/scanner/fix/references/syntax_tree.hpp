// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sources as libclang parsed them: statements and expressions with their places, and the tokens of the files.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clang_interface.hpp"
#include "source/token.hpp"

namespace scanner {

// Gives one name to a file, whatever links lead to it.
std::string real_path(const std::string& path);

// A place in one of the unit's own files. Headers of the toolkit and the system have no places.
struct place {
    int file = -1;
    std::size_t offset = 0;

    explicit operator bool() const { return file >= 0; }
    bool operator<(const place& other) const { return file != other.file ? file < other.file : offset < other.offset; }
    bool operator==(const place& other) const { return file == other.file && offset == other.offset; }
};

struct node {
    clang::cursor cursor;
    int kind;
    int file = -1;
    std::size_t begin = 0, end = 0; // range in the file; for code from a macro's body, the macro's name
    place name;                     // place of the declared or referenced name
    node* parent = nullptr;
    std::vector<node*> children;

    bool is(int wanted) const { return kind == wanted; }
};

// Tests whether a node is the other one, or lies inside it.
bool contains(const node& around, const node& one);

struct own_file {
    std::string path;
    std::string text;
    tokens code;
    // Offset of each token. A token that a line splice cuts in two has offset -1.
    std::vector<std::ptrdiff_t> offsets;
    std::vector<std::pair<std::size_t, std::size_t>> skipped; // ranges that #if skips
    std::set<std::size_t> sources;                            // numbers of the sources with its declarations

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    // Returns the token that begins at the offset, or none.
    std::size_t token_at(std::size_t offset) const;
    const token& at(std::size_t i) const { return code.list[i]; }
    std::size_t size() const { return code.list.size(); }
    std::size_t begin(std::size_t i) const { return static_cast<std::size_t>(offsets[i]); }
    std::size_t end(std::size_t i) const { return begin(i) + at(i).text.size(); }
    // Returns the bracket that closes ( [ { or <<< at i, or none.
    std::size_t closing(std::size_t i) const;
    std::pair<unsigned, unsigned> line_and_column(std::size_t offset) const;
};

struct parse_error {
    place where;
    std::string text;
};

// A source and the options of its parse.
struct parsed_source {
    std::string path;
    std::vector<std::string> arguments;
    std::map<std::string, std::string> texts; // parsed in place of the files of these names, with the same places
};

class syntax_tree {
public:
    explicit syntax_tree(const clang::functions& clang);
    ~syntax_tree();
    syntax_tree(const syntax_tree&) = delete;
    syntax_tree& operator=(const syntax_tree&) = delete;

    // Adds a source. A header's declarations appear once if all sources parse them alike.
    void parse(const parsed_source& source);
    bool parsed() const { return parsed_; }
    std::size_t sources() const { return units_.size(); }
    const clang::functions& clang() const { return clang_; }
    const std::vector<node*>& roots() const { return roots_; }
    const std::deque<node>& nodes() const { return nodes_; } // parents precede children, in source order
    const std::vector<std::unique_ptr<own_file>>& files() const { return files_; }
    const own_file& file_of(const node& one) const { return *files_[static_cast<std::size_t>(one.file)]; }
    const own_file& file_of(const place& one) const { return *files_[static_cast<std::size_t>(one.file)]; }
    const std::vector<parse_error>& errors() const { return errors_; }
    // Returns ranges of headers that two sources parse differently.
    const std::vector<std::pair<place, std::size_t>>& ambiguous() const { return ambiguous_; }

    std::string spelling(const node& one) const;
    std::string spelling(const clang::cursor& one) const;
    // Returns the node's source text. For code from a macro's body, the text differs from the code.
    std::string_view text(const node& one) const;
    bool begins_with(const node& one, std::string_view word) const;
    // Returns the name, with underscores appended until no file contains it.
    std::string free_name(std::string wanted) const;
    place place_of(const clang::location& one) const;
    place place_of(const clang::cursor& one) const;

private:
    static int visit(clang::cursor one, clang::cursor parent, void* data);
    node* add(const clang::cursor& one, node* parent);
    bool is_known(std::size_t first_node);
    void read_files(const parsed_source& source);
    void read_errors();
    void read_skipped();

    const clang::functions& clang_;
    clang::index index_ = nullptr;
    clang::translation_unit unit_ = nullptr; // the last one
    std::vector<clang::translation_unit> units_;
    bool parsed_ = true;
    std::deque<node> nodes_;
    std::vector<node*> roots_;
    mutable std::vector<std::unique_ptr<own_file>> files_;
    mutable std::map<std::string, int> numbers_;
    std::set<std::string> asked_;              // names of included files
    std::map<std::string, std::string> texts_; // by real path, in place of the files' own
    std::vector<parse_error> errors_;
    std::map<std::pair<place, std::size_t>, std::vector<std::size_t>>
        known_; // first nodes of the previous sources' roots
    std::vector<std::pair<place, std::size_t>> ambiguous_;
    std::vector<std::size_t> new_roots_;
};

} // namespace scanner
