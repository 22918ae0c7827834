#include "rules.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <set>

#include "text.hpp"

namespace fs = std::filesystem;

namespace structure {
namespace {

// The Markdown files of migration-notes/ that are no note on one construct.
const std::set<std::string> no_notes = {"README.md",          "documents.md", "then-and-now.md",
                                        "outdated-claims.md", "errors.md",    "from-cuda-n.md"};

const std::array<const char*, 5> table_rows = {"Deprecated", "Removed", "Compat header", "Pairs", "Tested on"};

// In this order. Those that have nothing to say are left out, but for the first three.
const std::array<const char*, 8> sections = {"Summary",        "Before",           "After", "Pitfalls", "How to detect",
                                             "Why it changed", "Stop-gap: compat", "Verify"};
constexpr std::size_t required_sections = 3;

const std::string csv_header = "name,kind,area,deprecated,removed,replacement,note,compat";
const std::set<std::string> kinds = {"function", "device function", "macro", "type", "field", "enumerator", "header"};
const std::set<std::string> compat_states = {"here", "later", "cannot"};

// The ending of a slug's file that is its fast stage: modern/<slug>_fast.cu.
const std::string fast_ending = "_fast";

bool is_fast(const std::string& name)
{
    return name.size() > fast_ending.size() &&
           name.compare(name.size() - fast_ending.size(), fast_ending.size(), fast_ending) == 0;
}

// "texture/array_1d" for texture/array_1d.cu; files below support/ are no examples, and fast stages no pairs of their
// own.
std::set<std::string> slugs_below(const fs::path& folder)
{
    std::set<std::string> slugs;
    for (const fs::path& file : files_below(folder, ".cu")) {
        const std::string slug = fs::path{file}.replace_extension().generic_string();
        if (*file.begin() != "support" && !is_fast(slug)) slugs.insert(slug);
    }
    return slugs;
}

// The slugs that have a fast stage, or claim one.
std::set<std::string> fast_slugs(const fs::path& root)
{
    std::set<std::string> slugs;
    for (const fs::path& file : files_below(root / "modern", ".cu")) {
        const std::string name = fs::path{file}.replace_extension().generic_string();
        if (is_fast(name)) slugs.insert(name.substr(0, name.size() - fast_ending.size()));
    }
    return slugs;
}

// The slugs of both sides; without any, the rule that asked has nothing to check.
std::set<std::string> slugs_of(const fs::path& root, findings& found)
{
    std::set<std::string> slugs = slugs_below(root / "legacy");
    slugs.merge(slugs_below(root / "modern"));
    if (slugs.empty()) found.push_back("no examples below " + root.string());
    return slugs;
}

// The examples of one side, as "legacy/<slug>.cu".
std::vector<std::string> examples(const fs::path& root, const std::string& side)
{
    std::vector<std::string> files;
    for (const std::string& slug : slugs_below(root / side))
        files.push_back(side + "/" + slug + ".cu");
    return files;
}

std::vector<std::string> notes(const fs::path& root)
{
    std::vector<std::string> files;
    for (const fs::path& file : files_below(root / "migration-notes", ".md"))
        if (!file.has_parent_path() && !no_notes.count(file.string())) files.push_back(file.string());
    return files;
}

// What users read: the Markdown files of the root and of migration-notes/, and the README.md of every folder.
std::vector<std::string> texts(const fs::path& root)
{
    std::vector<std::string> files;
    for (const char* file : {"README.md", "CONTRIBUTING.md"})
        if (fs::is_regular_file(root / file)) files.push_back(file);
    for (const std::string folder : {"compat", "tests"})
        for (const fs::path& file : files_below(root / folder, ".md"))
            if (file.filename() == "README.md") files.push_back(folder + "/" + file.generic_string());
    for (const fs::path& file : files_below(root / "migration-notes", ".md"))
        files.push_back("migration-notes/" + file.generic_string());
    return files;
}

std::string read_if_there(const fs::path& file) { return fs::is_regular_file(file) ? read(file) : ""; }

// Markdown without its fenced blocks and its `code`.
std::string prose(const std::string& markdown)
{
    std::string result;
    bool fenced = false;
    for (const std::string& line : lines(markdown)) {
        if (line.compare(0, 3, "```") == 0)
            fenced = !fenced;
        else if (!fenced)
            result += std::regex_replace(line, std::regex{"`[^`]*`"}, "") + "\n";
    }
    return result;
}

bool links_to(const std::string& markdown, const std::string& target)
{
    for (const std::string& link : captures(prose(markdown), R"(\]\(([^)\s#]+))"))
        if (link == target) return true;
    return false;
}

// The second cell of the note's table in the row of this name; false when there is no such row.
bool table_cell(const std::string& markdown, const std::string& row, std::string& cell)
{
    for (const std::string& line : lines(markdown)) {
        const std::string start = "| " + row + " |";
        if (line.compare(0, start.size(), start) != 0) continue;
        cell = line.substr(start.size());
        return cell.find_first_not_of(" |") != std::string::npos;
    }
    return false;
}

const char* const pair_pattern = "`([a-z0-9_]+/[a-z0-9_]+)`";

std::vector<std::string> pairs_of(const std::string& markdown)
{
    std::string cell;
    table_cell(markdown, "Pairs", cell);
    return captures(cell, pair_pattern);
}

// The notes that a head comment names, as "migration-notes/<note>.md" if they are as they should be.
std::vector<std::string> notes_named_by(const fs::path& example)
{
    std::vector<std::string> named;
    for (std::string note : split(head_fields(read_if_there(example))["Note"], ',')) {
        note.erase(0, note.find_first_not_of(' '));
        note.erase(note.find_last_not_of(' ') + 1);
        if (!note.empty()) named.push_back(note); // head_comments tells of an empty field
    }
    return named;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string all;
    for (const std::string& word : words)
        all += (all.empty() ? "" : ", ") + word;
    return all.empty() ? "none" : all;
}

bool contains_lines(const std::vector<std::string>& all, const std::vector<std::string>& part)
{
    return std::search(all.begin(), all.end(), part.begin(), part.end()) != all.end();
}

struct row {
    int line;
    std::vector<std::string> cells;
    const std::string& name() const { return cells[0]; }
    const std::string& compat() const { return cells[7]; }
};

// The rows of api.csv that have the right number of cells.
std::vector<row> api_rows(const fs::path& root)
{
    std::vector<row> rows;
    int number = 0;
    for (const std::string& line : lines(read_if_there(root / "migration-notes/api.csv")))
        if (++number > 1)
            if (std::vector<std::string> cells = split(line, ','); cells.size() == 8) rows.push_back({number, cells});
    return rows;
}

// What a header defines under a name that is not ours: macros, functions for the host, functions for the device, and
// functions of either kind that a macro of ours writes or silences, and types and enumerators. What such a macro looks
// like inside is left out. A driver's name with a version (cuCtxCreate_v4) is what cuda.h makes of the plain one.
std::set<std::string> brought_back(const std::string& header)
{
    const std::string code = std::regex_replace(without_comments(header),
                                                std::regex{R"((#[ \t]*define[^\n]*)\\\n(?:[^\n]*\\\n)*[^\n]*)"}, "$1");
    std::set<std::string> names;
    for (const char* pattern :
         {R"(#[ \t]*define[ \t]+(\w+))", R"(\bcudaError_t\s+(cuda[A-Z]\w*)\s*\()",
          R"(\n[ \t]*CUDA_LEGACY_DETAIL_(?:FETCH|READ|WRITE)\((\w+),)", R"(\n[ \t]*CUDA_LEGACY_DETAIL_SILENT\((\w+)\))",
          R"(\ntypedef [^;\[]*\b(\w+);)", R"(\n[ \t]+(cuda[A-Z]\w*) = \d+\b)", R"(\nenum (\w+) \{)",
          R"(\n[ \t]*CUDA_LEGACY_DETAIL_FETCH_AS\(\w+,\s*(\w+),)", R"(\binline\s+(?:[\w:<>*&]+\s+)*?[*&]*(\w+)\s*\()",
          R"(__device__\s+(?:[\w:<>*&,]+\s+)*?[*&]*(\w+)\s*\()"})
        for (const std::string& name : captures(code, pattern))
            if (name.compare(0, 12, "CUDA_LEGACY_") != 0 && name.compare(0, 12, "cuda_legacy_") != 0)
                names.insert(std::regex_replace(name, std::regex{R"(^(cu[A-Z]\w*?)_v\d+(_ptsz)?$)"}, "$1"));
    return names;
}

// A name without the namespaces of the library that it belongs to: enable_if of thrust::detail::enable_if.
std::string without_library(const std::string& name)
{
    return std::regex_replace(name, std::regex{"^(?:cub|thrust)::(?:\\w+::)*"}, "");
}

struct version {
    int major, minor;
};

version to_version(const std::string& text)
{
    const std::vector<std::string> parts = split(text, '.');
    return {std::stoi(parts[0]), std::stoi(parts[1])};
}

} // namespace

findings twins(const fs::path& root)
{
    findings found;
    slugs_of(root, found);
    const std::set<std::string> legacy = slugs_below(root / "legacy"), modern = slugs_below(root / "modern");
    for (const std::string& slug : legacy)
        if (!modern.count(slug)) found.push_back("legacy/" + slug + ".cu has no twin modern/" + slug + ".cu");
    for (const std::string& slug : modern)
        if (!legacy.count(slug)) found.push_back("modern/" + slug + ".cu has no twin legacy/" + slug + ".cu");
    for (const std::string& slug : fast_slugs(root))
        if (!modern.count(slug)) found.push_back("modern/" + slug + "_fast.cu has no twin modern/" + slug + ".cu");
    return found;
}

findings paired_tests(const fs::path& root)
{
    findings found;
    for (const std::string& slug : slugs_of(root, found)) {
        for (const std::string& file : {slug + "_test.cpp", slug + ".hpp"})
            if (!fs::is_regular_file(root / "tests/pairs" / file)) found.push_back(slug + ": no tests/pairs/" + file);
        const std::string list = "tests/pairs/" + slug.substr(0, slug.find('/')) + "/CMakeLists.txt";
        const std::vector<std::string> added =
            captures(std::regex_replace(read_if_there(root / list), std::regex{"#[^\n]*"}, ""),
                     "cuda_legacy_add_pair\\(\\s*([^\\s)]+)");
        if (std::count(added.begin(), added.end(), slug) != 1)
            found.push_back(slug + ": " + list + " does not say cuda_legacy_add_pair(" + slug + ") once");
    }
    return found;
}

findings head_comments(const fs::path& root)
{
    findings found;
    slugs_of(root, found);
    const auto check = [&](const std::string& side, const std::string& other_side, const std::string& twin_field,
                           std::vector<std::string> required) {
        required.push_back(twin_field);
        for (const std::string& file : examples(root, side)) {
            const auto fields = head_fields(read(root / file));
            for (const std::string& name : required)
                if (const auto field = fields.find(name); field == fields.end() || field->second.empty())
                    found.push_back(file + ": the head comment has no \"" + name + ":\"");
            const std::string twin = other_side + file.substr(side.size());
            if (const auto field = fields.find(twin_field); field != fields.end() && field->second != twin)
                found.push_back(file + ": \"" + twin_field + ":\" says '" + field->second + "', not '" + twin + "'");
        }
    };
    check("legacy", "modern", "Modern", {"Source", "Note", "Domain", "Defects"});
    check("modern", "legacy", "Legacy", {"Source", "Note"});
    const std::regex title{R"("[^"\s][^"]*")"};
    for (const std::string& file : examples(root, "legacy"))
        if (const std::string source = head_fields(read(root / file))["Source"];
            !source.empty() && !std::regex_search(source, title))
            found.push_back(file + ": \"Source:\" has no title of the document's in quotation marks");
    for (const std::string& slug : fast_slugs(root)) {
        const std::string file = "modern/" + slug + "_fast.cu", twin = "modern/" + slug + ".cu";
        auto fields = head_fields(read(root / file));
        if (fields["Twin"] != twin)
            found.push_back(file + ": \"Twin:\" says '" + fields["Twin"] + "', not '" + twin + "'");
        if (fields["Note"].empty()) found.push_back(file + ": the head comment has no \"Note:\"");
    }
    return found;
}

findings notes_of_examples(const fs::path& root)
{
    findings found;
    const std::string index = read_if_there(root / "migration-notes/README.md");
    for (const std::string& slug : slugs_of(root, found)) {
        if (index.find("`" + slug + "`") == std::string::npos)
            found.push_back("migration-notes/README.md does not name `" + slug + "`");
        for (const std::string side : {"legacy/", "modern/"}) {
            const std::string file = side + slug + ".cu";
            for (const std::string& note : notes_named_by(root / file)) {
                if (!std::regex_match(note, std::regex{R"(migration-notes/[\w-]+\.md)"})) {
                    found.push_back(file + ": '" + note + "' is no migration-notes/<note>.md");
                    continue;
                }
                if (!fs::is_regular_file(root / note)) {
                    found.push_back(file + ": there is no " + note);
                    continue;
                }
                if (!links_to(index, fs::path{note}.filename().string()))
                    found.push_back(file + ": migration-notes/README.md does not link to its note, " + note);
                const std::vector<std::string> pairs = pairs_of(read(root / note));
                if (!std::count(pairs.begin(), pairs.end(), slug))
                    found.push_back(file + ": the pairs of its note, " + note + ", do not name `" + slug + "`");
            }
        }
    }
    return found;
}

findings pairs_of_notes(const fs::path& root)
{
    findings found;
    const std::set<std::string> slugs = slugs_of(root, found);
    for (const std::string& slug : slugs) {
        std::vector<std::string> of_legacy = notes_named_by(root / ("legacy/" + slug + ".cu")),
                                 of_modern = notes_named_by(root / ("modern/" + slug + ".cu"));
        std::sort(of_legacy.begin(), of_legacy.end());
        std::sort(of_modern.begin(), of_modern.end());
        if (of_legacy != of_modern)
            found.push_back(slug + ": legacy names the notes " + joined(of_legacy) + ", modern " + joined(of_modern));
    }
    const std::vector<std::string> index = lines(read_if_there(root / "migration-notes/README.md"));
    for (const std::string& note : notes(root)) {
        const std::string name = "migration-notes/" + note;
        const std::vector<std::string> pairs = pairs_of(read(root / name));
        for (const std::string& slug : pairs)
            for (const std::string side : {"legacy/", "modern/"}) {
                const std::vector<std::string> named = notes_named_by(root / (side + slug + ".cu"));
                if (slugs.count(slug) && !std::count(named.begin(), named.end(), name))
                    found.push_back(side + slug + ".cu: does not name " + name + ", whose pairs name `" + slug + "`");
            }
        for (const std::string& line : index) {
            if (line.compare(0, 1, "|") != 0 || !links_to(line, note)) continue;
            const std::size_t end = line.find_last_of('|'), begin = line.find_last_of('|', end - 1);
            if (const auto repeated = captures(line.substr(begin, end - begin), pair_pattern); repeated != pairs)
                found.push_back("migration-notes/README.md: the pairs of " + note + " are " + joined(pairs) + ", not " +
                                joined(repeated));
        }
    }
    return found;
}

findings conditionals(const fs::path& root)
{
    findings found;
    slugs_of(root, found);
    const std::regex directive{R"(^\s*#\s*(if|ifdef|ifndef|elif|else)\b.*)"};
    for (const std::string side : {"legacy", "modern"})
        for (const std::string& file : examples(root, side)) {
            int number = 0;
            for (const std::string& line : lines(read(root / file)))
                if (++number; std::regex_match(line, directive))
                    found.push_back(file + ":" + std::to_string(number) + ": conditional compilation: " + line);
        }
    return found;
}

findings forbidden_calls(const fs::path& root)
{
    findings found;
    slugs_of(root, found);
    for (const char* extension : {".cu", ".hpp", ".cuh", ".h"})
        for (const fs::path& file : files_below(root / "modern", extension)) {
            const std::string code = without_comments(read(root / "modern" / file));
            for (const char* call : {"cudaDeviceReset", "getchar"})
                if (has_word(code, call))
                    found.push_back("modern/" + file.generic_string() + ": modern code does not call " + call);
        }
    return found;
}

findings note_template(const fs::path& root)
{
    findings found;
    const std::string index = read_if_there(root / "migration-notes/README.md");
    const std::vector<std::string> all = notes(root);
    if (all.empty()) found.push_back("no notes below " + root.string() + "/migration-notes");
    for (const std::string& note : all) {
        const std::string name = "migration-notes/" + note, text = read(root / name);
        if (text.compare(0, 2, "# ") != 0) found.push_back(name + ": does not begin with a title");
        std::string cell;
        for (const char* row : table_rows)
            if (!table_cell(text, row, cell)) found.push_back(name + ": the table has no row \"" + row + "\"");
        const std::vector<std::string> headings = captures(text, "(?:^|\n)## ([^\n]*)");
        for (std::size_t i = 0; i < required_sections; i++)
            if (!std::count(headings.begin(), headings.end(), sections[i]))
                found.push_back(name + ": no section \"## " + sections[i] + "\"");
        std::size_t from = 0;
        for (const std::string& heading : headings) {
            const auto place = std::find(sections.begin(), sections.end(), heading);
            const std::size_t position = static_cast<std::size_t>(place - sections.begin());
            if (place == sections.end())
                found.push_back(name + ": \"## " + heading + "\" is no section of a note");
            else if (position < from)
                found.push_back(name + ": section \"## " + heading + "\" stands too late");
            else
                from = position + 1;
        }
        if (!links_to(index, note)) found.push_back("migration-notes/README.md does not link to " + note);
        for (const std::string& slug : pairs_of(text))
            if (!fs::is_regular_file(root / ("legacy/" + slug + ".cu")))
                found.push_back(name + ": there is no pair `" + slug + "`");
    }
    return found;
}

findings snippets(const fs::path& root)
{
    findings found;
    const std::vector<std::string> files = texts(root);
    const std::regex marker{R"(\s*<!--\s*from\s+(\S+)\s*-->\s*)"};
    const std::set<std::string> cpp = {"cpp", "c++", "c", "cu", "cuda", "cxx"};
    int checked = 0;
    for (const std::string& file : files) {
        const std::vector<std::string> text = lines(read_if_there(root / file));
        std::string source; // of the snippet that begins on the next line
        for (std::size_t i = 0; i < text.size(); i++) {
            const std::string at = file + ":" + std::to_string(i + 1) + ": ";
            std::smatch match;
            if (std::regex_match(text[i], match, marker)) {
                source = match[1];
                if (i + 1 == text.size() || text[i + 1].compare(0, 3, "```") != 0)
                    found.push_back(at + "no fenced block follows the line \"from " + source + "\"");
                continue;
            }
            if (text[i].compare(0, 3, "```") != 0) {
                source.clear();
                continue;
            }
            const std::string language = text[i].substr(3);
            std::vector<std::string> snippet;
            for (++i; i < text.size() && text[i].compare(0, 3, "```") != 0; ++i)
                snippet.push_back(text[i]);
            if (i == text.size()) found.push_back(at + "the fenced block does not end");
            if (source.empty()) {
                if (cpp.count(language) && file.compare(0, 16, "migration-notes/") == 0)
                    found.push_back(at + "a block of C++ that comes from no file");
            } else if (!fs::is_regular_file(root / source)) {
                found.push_back(at + "there is no " + source);
            } else if (snippet.empty() || !contains_lines(lines(read(root / source)), snippet)) {
                found.push_back(at + "the snippet does not stand in " + source + " as it is here");
            }
            checked += !source.empty();
            source.clear();
        }
    }
    if (checked == 0) found.push_back("no snippets below " + root.string());
    return found;
}

findings links(const fs::path& root)
{
    findings found;
    const std::vector<std::string> files = texts(root);
    if (files.empty()) found.push_back("no Markdown files below " + root.string());
    for (const std::string& file : files) {
        const std::string text = prose(read(root / file));
        std::vector<std::string> targets = captures(text, R"(\]\(<?([^)\s>]+))");
        for (const std::string& target : captures(text, R"((?:^|\n)\[[^\]]+\]:\s*<?([^\s>]+))"))
            targets.push_back(target);
        for (const std::string& link : targets) {
            if (std::regex_search(link, std::regex{"^([a-z][a-z0-9+.-]*:|#)"})) continue;
            const fs::path target = fs::path{file}.parent_path() / link.substr(0, link.find('#'));
            if (*target.lexically_normal().begin() == ".." || target.is_absolute())
                found.push_back(file + ": the link to " + link + " leaves the repository");
            else if (!fs::exists(root / target))
                found.push_back(file + ": the link to " + link + " points nowhere");
        }
    }
    return found;
}

findings api_table(const fs::path& root)
{
    findings found;
    const std::string file = "migration-notes/api.csv";
    const std::vector<std::string> text = lines(read_if_there(root / file));
    if (text.empty() || text[0] != csv_header) found.push_back(file + ":1: the first line is not " + csv_header);
    if (text.size() < 2) found.push_back(file + ": no rows");
    for (std::size_t i = 1; i < text.size(); i++)
        if (const std::size_t cells = split(text[i], ',').size(); cells != 8)
            found.push_back(file + ":" + std::to_string(i + 1) + ": " + std::to_string(cells) + " cells, not 8");

    const std::regex name{R"([A-Za-z_]\w*(::[A-Za-z_]\w*)*|\w+(/\w+)*\.(h|cuh))"}, version_number{R"(\d+\.\d+)"};
    std::set<std::string> names;
    for (const row& one : api_rows(root)) {
        const std::string at = file + ":" + std::to_string(one.line) + ": ";
        const auto& c = one.cells;
        if (!std::regex_match(c[0], name)) found.push_back(at + "'" + c[0] + "' is no name");
        if (!names.insert(c[0]).second) found.push_back(at + c[0] + " is there twice");
        if (!kinds.count(c[1])) found.push_back(at + "'" + c[1] + "' is no kind");
        if ((c[1] == "field") != (without_library(c[0]).find("::") != std::string::npos))
            found.push_back(at + "a field, and only a field, is written as type::field");
        if ((c[1] == "header") != (c[0].find('.') != std::string::npos))
            found.push_back(at + "a header, and only a header, is written as name.h or name.cuh");
        if (c[2].empty()) found.push_back(at + "no area");
        for (const std::string& cell : {c[3], c[4]})
            if (!cell.empty() && !std::regex_match(cell, version_number))
                found.push_back(at + "'" + cell + "' is no CUDA version");
        if (std::regex_match(c[3], version_number) && std::regex_match(c[4], version_number)) {
            const version deprecated = to_version(c[3]), removed = to_version(c[4]);
            if (std::pair{removed.major, removed.minor} < std::pair{deprecated.major, deprecated.minor})
                found.push_back(at + "removed before it was deprecated");
        }
        if (!c[6].empty() && !fs::is_regular_file(root / "migration-notes" / c[6]))
            found.push_back(at + "there is no note " + c[6]);
        if (!compat_states.count(c[7])) found.push_back(at + "'" + c[7] + "' is none of here, later, cannot");
        if (c[7] == "cannot" && c[6].empty()) found.push_back(at + "what cannot be brought back needs a note");
        for (const std::string& cell : c)
            if (!cell.empty() && (cell.front() == ' ' || cell.back() == ' ' || cell.back() == '\r'))
                found.push_back(at + "white space around '" + cell + "'");
    }
    return found;
}

findings api_and_headers(const fs::path& root)
{
    findings found;
    std::map<std::string, std::string> states;
    for (const row& one : api_rows(root))
        states[one.name()] = one.compat();

    const fs::path include = root / "compat/include";
    const std::vector<fs::path> headers = files_below(include, ".h");
    std::set<std::string> defined;
    std::vector<std::string> code;
    int public_headers = 0;
    for (const fs::path& header : headers) {
        defined.insert(header.generic_string());
        defined.insert(header.filename().string());
        const std::string text = read(include / header);
        const std::set<std::string> names = brought_back(text);
        defined.insert(names.begin(), names.end());
        code.push_back(without_comments(text));
        for (const char* type : {R"(\b(?:struct|class)\s+(\w+)\s*[:{])", R"(\busing\s+(\w+)\s*=)"})
            for (const std::string& defined_type : captures(code.back(), type))
                defined.insert(defined_type);
        if (header.parent_path() != "cuda_legacy") continue;
        ++public_headers;
        for (const std::string& name : names) {
            const std::string at = "compat/include/" + header.generic_string() + ": ";
            if (!states.count(name))
                found.push_back(at + name + " is not in migration-notes/api.csv");
            else if (states[name] != "here")
                found.push_back(at + name + " is '" + states[name] + "' in migration-notes/api.csv, not 'here'");
        }
    }
    if (public_headers == 0) found.push_back("no headers below " + (include / "cuda_legacy").string());
    for (const fs::path& header : files_below(include, ".cuh"))
        defined.insert(header.generic_string());

    for (const auto& [full_name, state] : states) {
        if (state != "here") continue;
        const std::string name = without_library(full_name);
        const std::size_t colons = name.find("::");
        const std::string type = name.substr(0, colons);
        bool there = defined.count(type) != 0;
        if (there && colons != std::string::npos) {
            const std::string field = name.substr(colons + 2);
            const std::regex definition{"\\b(struct|class)\\s+" + type + "\\s*[:{]"},
                member{"\\b" + field + "\\s*[;\\[]"};
            there = std::any_of(code.begin(), code.end(), [&](const std::string& text) {
                return std::regex_search(text, definition) && std::regex_search(text, member);
            });
        }
        if (!there)
            found.push_back("migration-notes/api.csv: " + full_name + " is 'here', but no compat header defines it");
    }
    return found;
}

} // namespace structure
