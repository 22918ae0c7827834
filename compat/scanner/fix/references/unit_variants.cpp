// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Joins the changes of a source's branches of #if: each branch is parsed, and all parses have to agree on the code that
// they share.
#include <algorithm>
#include <memory>
#include <set>

#include "unit.hpp"
#include "variants.hpp"

namespace scanner {
namespace {

using takers = std::map<std::pair<std::string, std::size_t>, std::set<std::string>>;

// One parse and its changes.
struct variant {
    std::string words; // the macros
    std::unique_ptr<syntax_tree> tree;
    unit changes;
};

const own_file* file_of(const syntax_tree& tree, const std::string& real)
{
    for (const auto& file : tree.files())
        if (real_path(file->path) == real) return file.get();
    return nullptr;
}

// Tests whether the parse skips the range. A header that is included twice is skipped once and parsed once.
bool is_skipped(const syntax_tree& tree, const std::string& real, std::size_t begin, std::size_t end)
{
    const own_file* file = file_of(tree, real);
    if (!file) return true; // no source of this parse includes it
    for (const auto& [first, last] : file->skipped) {
        if (begin < first || end > last) continue;
        const auto is_within = [&, first = first, last = last](const node& one) {
            return tree.files()[static_cast<std::size_t>(one.file)].get() == file && one.begin >= first &&
                   one.begin < last;
        };
        if (std::none_of(tree.nodes().begin(), tree.nodes().end(), is_within)) return true;
    }
    return false;
}

// Tests whether a change replaces a directive, or text that the parse skipped.
bool spans_directive(const own_file& file, const edit& one)
{
    for (std::size_t i = 0; i < file.size(); ++i)
        if (file.offsets[i] >= 0 && file.at(i).kind == token_kind::directive && file.begin(i) >= one.offset &&
            file.begin(i) < one.offset + one.length)
            return true;
    return std::any_of(file.skipped.begin(), file.skipped.end(), [&](const auto& range) {
        return one.length && range.first < one.offset + one.length && range.second > one.offset;
    });
}

std::string place_in_words(const own_file& file, std::size_t offset)
{
    const auto [line, column] = file.line_and_column(offset);
    return file.path + ":" + std::to_string(line) + ":" + std::to_string(column) + ": ";
}

class joined_variants {
public:
    explicit joined_variants(std::vector<variant>& all)
        : all_(all)
    {
    }

    // Returns the references that some parses hand to a function and others do not.
    takers taken_in_some() const
    {
        takers result;
        for (const variant& one : all_)
            for (const auto& [where, names] : one.changes.taken)
                for (const std::string& name : names)
                    if (std::any_of(all_.begin(), all_.end(), [&, &where = where](const variant& other) {
                            const auto found = other.changes.taken.find(where);
                            return !is_skipped(*other.tree, where.first, where.second, where.second + 1) &&
                                   (found == other.changes.taken.end() || !found->second.count(name));
                        }))
                        result[where].insert(name);
        return result;
    }

    // Returns the reason why the parses do not agree, or an empty string.
    std::string join(unit& result)
    {
        result = std::move(all_.front().changes);
        all_.front().changes.edits = result.edits;
        for (const variant& one : all_) {
            for (const auto& [path, edits] : one.changes.edits)
                for (const edit& each : edits)
                    if (std::string why = add(result, one, path, each); !why.empty()) return why;
            if (&one == &all_.front()) continue;
            for (const auto& [from, to] :
                 {std::pair(&one.changes.files, &result.files), std::pair(&one.changes.notes, &result.notes),
                  std::pair(&one.changes.references, &result.references),
                  std::pair(&one.changes.extern_references, &result.extern_references),
                  std::pair(&one.changes.changed_functions, &result.changed_functions)})
                for (const std::string& each : *from)
                    add_once(*to, each);
            result.has_references |= one.changes.has_references;
            result.reference_files.insert(one.changes.reference_files.begin(), one.changes.reference_files.end());
            result.called_by_others.insert(one.changes.called_by_others.begin(), one.changes.called_by_others.end());
        }
        result.skipped.clear();
        return {};
    }

private:
    // Each other parse makes the same change, or does not see its place.
    std::string add(unit& result, const variant& one, const std::string& path, const edit& change)
    {
        const own_file& file = *file_of(*one.tree, path);
        if (spans_directive(file, change))
            return place_in_words(file, change.offset) + "the change would span branches of #if";
        for (const variant& other : all_) {
            const auto found = other.changes.edits.find(path);
            const bool same = found != other.changes.edits.end() &&
                              std::find(found->second.begin(), found->second.end(), change) != found->second.end();
            if (!same && !is_skipped(*other.tree, path, change.offset, change.offset + change.length))
                return place_in_words(file, change.offset) + "branches of #if need different changes here (" +
                       one.words + "; " + other.words + ")";
        }
        std::vector<edit>& edits = result.edits[path];
        if (std::find(edits.begin(), edits.end(), change) == edits.end()) edits.push_back(change);
        return {};
    }

    std::vector<variant>& all_;
};

using places = std::set<std::pair<std::string, std::size_t>>;

// Returns the places of #error that the parse reaches.
places error_directives(const syntax_tree& tree)
{
    places result;
    for (const parse_error& one : tree.errors()) {
        const own_file& file = tree.file_of(one.where);
        const std::size_t at = file.token_at(one.where.offset);
        if (at != own_file::none && file.at(at).kind == token_kind::directive && file.at(at).is("error"))
            result.emplace(real_path(file.path), one.where.offset);
    }
    return result;
}

// Tests whether the program itself refuses the combination. An #error of all combinations comes from a header.
bool is_refused(const syntax_tree& tree, const places& always)
{
    const places here = error_directives(tree);
    return std::any_of(here.begin(), here.end(), [&](const auto& one) { return always.count(one) == 0; });
}

// Looks at all parses alike. Returns the first refusal, or an empty string.
std::string look_at_all(std::vector<variant>& all, const std::string& path, unit_settings how, bool constants)
{
    how.variant = true;
    how.constants = constants;
    how.taken_elsewhere.clear();
    for (int turn = 0; turn < 3; ++turn) {
        for (variant& one : all) {
            one.changes = look_at(*one.tree, path, how);
            if (!one.changes.refusals.empty()) return one.changes.refusals.front() + " (" + one.words + ")";
        }
        if (constants) return {};
        const takers more = joined_variants(all).taken_in_some();
        if (more.empty()) return {};
        for (const auto& [where, names] : more)
            how.taken_elsewhere[where].insert(names.begin(), names.end());
    }
    return path + ":1:1: branches of #if do not agree on the parameters of functions";
}

} // namespace

std::optional<unit> look_at_variants(const syntax_tree& tree, const parsed_source& source, unit& alone,
                                     const unit_settings& how, const std::set<std::string>& shared)
{
    variants macros(tree, source);
    const auto give_up = [&](const std::string& why) {
        add_once(alone.refusals, why);
        return std::nullopt;
    };
    for (const place& one : alone.skipped)
        if (!macros.add(one)) return give_up(place_in_words(tree.file_of(one), one.offset) + macros.why());
    const std::vector<parsed_source> sources = macros.sources();
    if (sources.empty()) return give_up(alone.path + ":1:1: " + macros.why());
    std::vector<variant> all;
    const places always = error_directives(tree);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        variant one{variants::in_words(macros.combinations()[i]), std::make_unique<syntax_tree>(tree.clang()), {}};
        one.tree->parse(sources[i]);
        if (!is_refused(*one.tree, always)) all.push_back(std::move(one));
    }
    if (all.empty()) return give_up(alone.path + ":1:1: no combination of the macros of its #if is compiled");
    std::string why;
    for (const bool constants : {false, true}) {
        std::string here = look_at_all(all, alone.path, how, constants);
        unit result;
        if (here.empty()) {
            for (const variant& one : all) // each name is in the sight of one parse
                for (const place& each : one.changes.skipped) {
                    const std::string path = real_path(one.tree->file_of(each).path);
                    if (here.empty() && std::all_of(all.begin(), all.end(), [&](const variant& other) {
                            return is_skipped(*other.tree, path, each.offset, each.offset + 1);
                        }))
                        here = place_in_words(one.tree->file_of(each), each.offset) +
                               "no parse sees this branch of #if: -D chooses";
                }
            if (here.empty()) here = joined_variants(all).join(result);
        }
        const bool is_shared =
            constants && std::any_of(result.edits.begin(), result.edits.end(),
                                     [&](const auto& each) { return shared.count(each.first) != 0; });
        if (here.empty() && !is_shared) return result;
        if (why.empty()) why = here;
    }
    return give_up(why);
}

} // namespace scanner
