// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax_tree.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "clang_library.hpp"
#include "source/launch_marks.hpp"
#include "source/lexer.hpp"

namespace scanner {

std::string real_path(const std::string& path)
{
    std::error_code error;
    return std::filesystem::weakly_canonical(path, error).string();
}

bool contains(const node& around, const node& one)
{
    for (const node* at = &one; at; at = at->parent)
        if (at == &around) return true;
    return false;
}

namespace {

// Reads the text as it is parsed. Returns whether this text differs from the file.
bool read_text(const std::string& path, std::string& result)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    result = text.str();
    return join_launch_marks(result);
}

// `text`: in place of the file's, or null
void read_file(const std::string& path, const std::string* text, own_file& result)
{
    result.path = path;
    if (text)
        result.text = *text;
    else
        read_text(path, result.text);
    tokenize(result.text, result.code);
    const std::string_view all = result.text;
    for (const token& one : result.code.list) {
        const std::ptrdiff_t offset = one.text.data() - all.data();
        const bool inside = !one.text.empty() && std::less_equal<>()(all.data(), one.text.data()) &&
                            std::less<>()(one.text.data(), all.data() + all.size());
        result.offsets.push_back(inside ? offset : -1);
    }
}

} // namespace

std::size_t own_file::token_at(std::size_t offset) const
{
    // A token without an offset cannot be compared. The binary search moves on to the next token that has one.
    std::size_t low = 0, high = offsets.size();
    while (low < high) {
        std::size_t middle = (low + high) / 2, probe = middle;
        while (probe < high && offsets[probe] < 0)
            ++probe;
        if (probe == high) {
            high = middle;
        } else if (begin(probe) < offset) {
            low = probe + 1;
        } else {
            high = middle;
            if (begin(probe) == offset) return probe;
        }
    }
    return low < offsets.size() && offsets[low] >= 0 && begin(low) == offset ? low : none;
}

std::size_t own_file::closing(std::size_t i) const
{
    const std::string_view open = at(i).text;
    const std::string_view close = open == "(" ? ")" : open == "[" ? "]" : open == "{" ? "}" : ">>>";
    std::size_t depth = 0;
    for (std::size_t at_token = i; at_token < size(); ++at_token) {
        const token& one = at(at_token);
        if (one.in_directive != at(i).in_directive) continue;
        if (one.is_mark(open)) ++depth;
        if (one.is_mark(close) && --depth == 0) return at_token;
    }
    return none;
}

std::pair<unsigned, unsigned> own_file::line_and_column(std::size_t offset) const
{
    const std::string_view before = std::string_view(text).substr(0, offset);
    const std::size_t line_begin = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
    unsigned column = 1; // counts characters, as findings do
    for (const char one : before.substr(line_begin))
        column += (static_cast<unsigned char>(one) & 0xC0) != 0x80;
    return {static_cast<unsigned>(std::count(before.begin(), before.end(), '\n')) + 1, column};
}

syntax_tree::syntax_tree(const clang::functions& clang)
    : clang_(clang)
    , index_(clang.createIndex(0, 0))
{
}

syntax_tree::~syntax_tree()
{
    for (clang::translation_unit one : units_)
        clang_.disposeTranslationUnit(one);
    if (index_) clang_.disposeIndex(index_);
}

void syntax_tree::parse(const parsed_source& source)
{
    const std::string& path = source.path;
    std::vector<const char*> pointers;
    for (const std::string& one : source.arguments)
        pointers.push_back(one.c_str());
    std::string text;
    std::vector<clang::unsaved_file> unsaved;
    const auto add = [&](const std::string& name, const std::string& one) {
        unsaved.push_back({name.c_str(), one.data(), static_cast<unsigned long>(one.size())});
    };
    for (const auto& [name, one] : source.texts) {
        texts_[real_path(name)] = one;
        add(name, one);
    }
    if (!texts_.count(real_path(path)) && read_text(path, text)) add(path, text);
    const int failed = clang_.parseTranslationUnit2(
        index_, path.c_str(), pointers.data(), static_cast<int>(pointers.size()), unsaved.data(),
        static_cast<unsigned>(unsaved.size()), clang::detailed_preprocessing_record | clang::keep_going, &unit_);
    if (failed) unit_ = nullptr;
    parsed_ = parsed_ && unit_;
    if (!unit_) return;
    units_.push_back(unit_);
    std::pair<syntax_tree*, node*> state{this, nullptr};
    clang_.visitChildren(clang_.getTranslationUnitCursor(unit_), visit, &state);
    for (const std::size_t first : new_roots_)
        known_[{{nodes_[first].file, nodes_[first].begin}, nodes_[first].end}].push_back(first);
    new_roots_.clear();
    read_files(source);
    if (const place main = place_of(clang_.getLocationForOffset(unit_, clang_.getFile(unit_, path.c_str()), 0)))
        files_[static_cast<std::size_t>(main.file)]->sources.insert(units_.size()); // also without declarations
    read_errors();
    read_skipped();
}

// Tests whether a previous source has the declaration of a header that begins at this node, and removes it then.
bool syntax_tree::is_known(std::size_t first_node)
{
    const node& root = nodes_[first_node];
    const std::pair<place, std::size_t> range{{root.file, root.begin}, root.end};
    const auto found = known_.find(range);
    if (found == known_.end()) return false;
    const std::size_t count = nodes_.size() - first_node;
    for (const std::size_t other : found->second) {
        bool same = true;
        for (std::size_t i = 0; i < count && same; ++i) {
            const node &a = nodes_[first_node + i], &b = nodes_[other + i];
            // A root of another source may follow.
            same = a.kind == b.kind && a.file == b.file && a.begin == b.begin && a.end == b.end && a.name == b.name &&
                   a.children.size() == b.children.size() && spelling(a) == spelling(b) &&
                   place_of(clang_.getCursorReferenced(a.cursor)) == place_of(clang_.getCursorReferenced(b.cursor));
        }
        if (same) return true;
    }
    ambiguous_.push_back(range);
    return false;
}

place syntax_tree::place_of(const clang::location& one) const
{
    clang::file file = nullptr;
    unsigned offset = 0;
    clang_.getFileLocation(one, &file, nullptr, nullptr, &offset);
    if (!file || clang_.Location_isInSystemHeader(one)) return {};
    const std::string name = clang::text_of(clang_, clang_.getFileName(file));
    auto found = numbers_.find(name);
    if (found == numbers_.end()) { // sources may include one header by several names
        const std::string real = real_path(name);
        const auto [same, is_new] = numbers_.emplace(real, static_cast<int>(files_.size()));
        found = numbers_.emplace(name, same->second).first;
        if (is_new) {
            files_.push_back(std::make_unique<own_file>());
            const auto text = texts_.find(real);
            read_file(name, text == texts_.end() ? nullptr : &text->second, *files_.back());
        }
    }
    return {found->second, offset};
}

place syntax_tree::place_of(const clang::cursor& one) const { return place_of(clang_.getCursorLocation(one)); }

node* syntax_tree::add(const clang::cursor& one, node* parent)
{
    nodes_.emplace_back();
    node& result = nodes_.back();
    result.cursor = one;
    result.kind = one.kind;
    result.name = place_of(one);
    const clang::range extent = clang_.getCursorExtent(one);
    const place begin = place_of(clang_.getRangeStart(extent)), end = place_of(clang_.getRangeEnd(extent));
    result.file = begin ? begin.file : result.name.file;
    result.begin = begin ? begin.offset : result.name.offset;
    result.end = end && end.file == result.file && end.offset >= result.begin ? end.offset : result.begin;
    if (result.file >= 0) files_[static_cast<std::size_t>(result.file)]->sources.insert(units_.size());
    result.parent = parent;
    if (parent)
        parent->children.push_back(&result);
    else
        roots_.push_back(&result);
    return &result;
}

int syntax_tree::visit(clang::cursor one, clang::cursor, void* data)
{
    auto& [self, parent] = *static_cast<std::pair<syntax_tree*, node*>*>(data);
    // Preprocessing records come first and are not needed.
    if (one.kind >= 500 && one.kind < 600) return clang::visit_continue;
    if (!parent && !self->place_of(one)) return clang::visit_continue;
    const std::size_t first = self->nodes_.size();
    std::pair<syntax_tree*, node*> below{self, self->add(one, parent)};
    self->clang_.visitChildren(one, visit, &below);
    if (!parent && self->is_known(first)) {
        self->nodes_.resize(first);
        self->roots_.pop_back();
    } else if (!parent) {
        self->new_roots_.push_back(first);
    }
    return clang::visit_continue;
}

// Reads the files that have no declarations, too: their macros count. The scanner's own declarations do not.
void syntax_tree::read_files(const parsed_source& source)
{
    std::vector<clang::file> files;
    clang_.getInclusions(
        unit_,
        [](clang::file one, clang::location*, unsigned, void* data) {
            static_cast<std::vector<clang::file>*>(data)->push_back(one);
        },
        &files);
    const auto declarations = std::find(source.arguments.begin(), source.arguments.end(), "-include");
    const std::string folder =
        declarations == source.arguments.end() || std::next(declarations) == source.arguments.end()
            ? std::string()
            : std::filesystem::path(*std::next(declarations)).parent_path().string();
    for (const clang::file one : files) {
        const std::string name = clang::text_of(clang_, clang_.getFileName(one));
        // libclang searches all files for a location, so each name is asked once.
        if ((folder.empty() || name.compare(0, folder.size(), folder) != 0) && asked_.insert(name).second)
            place_of(clang_.getLocationForOffset(unit_, one, 0));
    }
}

void syntax_tree::read_errors()
{
    const unsigned count = clang_.getNumDiagnostics(unit_); // libclang makes the whole list anew for each question
    for (unsigned i = 0; i < count; ++i) {
        const clang::diagnostic one = clang_.getDiagnostic(unit_, i);
        if (clang_.getDiagnosticSeverity(one) >= clang::severity_error)
            if (const place where = place_of(clang_.getDiagnosticLocation(one)))
                errors_.push_back({where, clang::text_of(clang_, clang_.getDiagnosticSpelling(one))});
        clang_.disposeDiagnostic(one);
    }
}

void syntax_tree::read_skipped()
{
    clang::range_list* list = clang_.getAllSkippedRanges(unit_);
    for (unsigned i = 0; list && i < list->count; ++i) {
        const place begin = place_of(clang_.getRangeStart(list->ranges[i])),
                    end = place_of(clang_.getRangeEnd(list->ranges[i]));
        if (begin && end && begin.file == end.file)
            files_[static_cast<std::size_t>(begin.file)]->skipped.emplace_back(begin.offset, end.offset);
    }
    if (list) clang_.disposeSourceRangeList(list);
}

std::string syntax_tree::spelling(const node& one) const { return spelling(one.cursor); }

std::string syntax_tree::spelling(const clang::cursor& one) const
{
    return clang::text_of(clang_, clang_.getCursorSpelling(one));
}

std::string_view syntax_tree::text(const node& one) const
{
    if (one.file < 0) return {};
    return std::string_view(file_of(one).text).substr(one.begin, one.end - one.begin);
}

bool syntax_tree::begins_with(const node& one, std::string_view word) const
{
    if (one.file < 0) return false;
    return std::string_view(file_of(one).text).substr(one.begin, word.size()) == word;
}

std::string syntax_tree::free_name(std::string wanted) const
{
    const auto is_taken = [&] {
        return std::any_of(files_.begin(), files_.end(), [&](const auto& file) {
            return std::any_of(file->code.list.begin(), file->code.list.end(),
                               [&](const token& one) { return one.is_name(wanted); });
        });
    };
    while (is_taken())
        wanted += "_";
    return wanted;
}

} // namespace scanner
