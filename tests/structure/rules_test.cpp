// The rules themselves: each is content with a good tree, and sees every way in which one can be broken.

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include "rules.hpp"
#include "text.hpp"

namespace fs = std::filesystem;

namespace {

// A small repository that is as it should be, until a test breaks it. Gone at the end of the test.
class tree {
public:
    tree()
    {
        std::string pattern = (fs::temp_directory_path() / "cuda_legacy_structure_XXXXXX").string();
        if (!mkdtemp(pattern.data())) throw std::runtime_error{"no temporary folder like " + pattern};
        root_ = pattern;
        write("legacy/area/one.cu", legacy);
        write("modern/area/one.cu", modern);
        write("modern/support/cuda.hpp", "#pragma once\n");
        write("tests/pairs/area/one_test.cpp", "\n");
        write("tests/pairs/area/one.hpp", "\n");
        write("tests/pairs/area/CMakeLists.txt", "cuda_legacy_add_pair(area/one LARGE)\n");
        write("migration-notes/README.md", "# Notes\n\n| [first.md](first.md) | `area/one` |\n");
        write("migration-notes/first.md", note);
        write("migration-notes/api.csv", "name,kind,area,deprecated,removed,replacement,note,compat\n"
                                         "cudaOld,function,area one,4.0,13.0,cudaNew,first.md,here\n"
                                         "relic,type,area one,10.1,12.0,,first.md,here\n"
                                         "relic::field,field,area one,,12.0,,first.md,here\n"
                                         "old_fetch,device function,area one,,12.0,fetch<T>,,here\n"
                                         "helper,function,samples,,,,,here\n"
                                         "helper.h,header,samples,,,,,here\n"
                                         "cudaGone,macro,area one,,13.0,,,later\n");
        write("compat/include/cuda_legacy/old.h",
              "#define CUDA_LEGACY_OLD_H\n"
              "// #define cudaCommentedOut is no definition\n"
              "struct relic {\n    int field;\n};\n"
              "static inline cudaError_t cuda_legacy_cudaOld(void) { return cudaNew(); }\n"
              "template <class T>\n__device__ __forceinline__ typename detail::texel<T>::element\n"
              "old_fetch(const relic<T, 1>& reference, int x)\n{\n    return fetch<T>(reference.field, x);\n}\n"
              "#define cudaOld cuda_legacy_cudaOld\n");
        write("compat/include/shims/helper.h",
              "static inline int helper(int argc, const char** argv) { return argc; }\n");
        write("README.md", "See [the notes](migration-notes/README.md) and [a site](https://example.org/x).\n");
    }
    ~tree()
    {
        std::error_code ignored;
        fs::remove_all(root_, ignored);
    }
    tree(const tree&) = delete;
    tree& operator=(const tree&) = delete;

    const fs::path& root() const { return root_; }

    void write(const std::string& file, const std::string& text) const
    {
        fs::create_directories((root_ / file).parent_path());
        std::ofstream{root_ / file, std::ios::binary} << text;
    }

    void remove(const std::string& file) const
    {
        if (fs::remove_all(root_ / file) == 0) throw std::runtime_error{"there was no " + file};
    }

    // Replaces a text that stands in the file, so that a test cannot break nothing.
    void replace(const std::string& file, const std::string& from, const std::string& to) const
    {
        std::string text = structure::read(root_ / file);
        const std::size_t at = text.find(from);
        if (at == std::string::npos) throw std::runtime_error{file + " has no '" + from + "'"};
        write(file, text.replace(at, from.size(), to));
    }

    void append(const std::string& file, const std::string& text) const
    {
        write(file, structure::read(root_ / file) + text);
    }

private:
    static constexpr const char* legacy = "// What it shows.\n"
                                          "//\n"
                                          "// Source:  D, \"Section 1\"\n"
                                          "// Modern:  modern/area/one.cu\n"
                                          "// Note:    migration-notes/first.md\n"
                                          "// Domain:  n >= 1\n"
                                          "// Defects: kept: one of them,\n"
                                          "//          on two lines\n"
                                          "\n"
                                          "#include <stdio.h>\n"
                                          "\n"
                                          "int main()\n"
                                          "{\n"
                                          "    cudaDeviceReset();\n"
                                          "    getchar();\n"
                                          "}\n";
    static constexpr const char* modern = "// What it shows.\n"
                                          "//\n"
                                          "// Source:  D, section 1\n"
                                          "// Legacy:  legacy/area/one.cu\n"
                                          "// Note:    migration-notes/first.md\n"
                                          "\n"
                                          "// No cudaDeviceReset, no getchar.\n"
                                          "int main() { k<<<1, 32>>>(\"getchar\"); check(cudaGetLastError()); }\n";
    static constexpr const char* note = "# Old → new\n"
                                        "\n"
                                        "| | |\n"
                                        "| --- | --- |\n"
                                        "| Deprecated | CUDA 4.0 |\n"
                                        "| Removed | CUDA 13.0 |\n"
                                        "| Compat header | `cuda_legacy/old.h` |\n"
                                        "| Pairs | `area/one` |\n"
                                        "| Tested on | a device |\n"
                                        "\n"
                                        "## Summary\n"
                                        "\n"
                                        "See `[no link](nowhere.md)`.\n"
                                        "\n"
                                        "## Before\n"
                                        "\n"
                                        "<!-- from legacy/area/one.cu -->\n"
                                        "```cpp\n"
                                        "int main()\n"
                                        "{\n"
                                        "    cudaDeviceReset();\n"
                                        "```\n"
                                        "\n"
                                        "## After\n"
                                        "## Pitfalls\n"
                                        "## How to detect\n"
                                        "\n"
                                        "```text\n"
                                        "error: [no link](nowhere.md)\n"
                                        "```\n"
                                        "\n"
                                        "## Why it changed\n"
                                        "## Stop-gap: compat\n"
                                        "## Verify\n";

    fs::path root_;
};

using rule = structure::findings (*)(const fs::path&);

// The rule finds exactly this many things, and one of them says so.
void sees(rule one, const tree& broken, const std::string& message, std::size_t count = 1)
{
    const structure::findings found = one(broken.root());
    std::string all;
    for (const std::string& text : found)
        all += "\n  " + text;
    const bool said = std::any_of(found.begin(), found.end(),
                                  [&](const std::string& text) { return text.find(message) != std::string::npos; });
    BOOST_TEST(said, "nothing says '" << message << "'; found:" << all);
    BOOST_TEST(found.size() == count, "not " << count << " findings with '" << message << "', but:" << all);
}

void is_content(rule one, const tree& good)
{
    for (const std::string& text : one(good.root()))
        BOOST_ERROR(text);
}

const rule all_rules[] = {
    structure::twins,           structure::paired_tests, structure::head_comments,   structure::notes_of_examples,
    structure::pairs_of_notes,  structure::conditionals, structure::forbidden_calls, structure::checked_launches,
    structure::note_template,   structure::snippets,     structure::links,           structure::api_table,
    structure::api_and_headers, structure::unwritten};

} // namespace

BOOST_AUTO_TEST_SUITE(rules)

BOOST_AUTO_TEST_CASE(a_good_tree_has_no_findings)
{
    const tree good;
    for (const rule one : all_rules) {
        is_content(one, good);
        BOOST_TEST(one(good.root()).empty());
    }
}

BOOST_AUTO_TEST_CASE(an_empty_tree_is_never_good)
{
    const tree empty;
    for (const char* folder : {"legacy", "modern", "tests", "migration-notes", "compat", "README.md"})
        empty.remove(folder);
    for (const rule one : all_rules)
        BOOST_TEST(!one(empty.root()).empty());
}

BOOST_AUTO_TEST_CASE(a_missing_twin)
{
    const tree no_modern, no_legacy, support;
    no_modern.remove("modern/area/one.cu");
    sees(structure::twins, no_modern, "legacy/area/one.cu has no twin modern/area/one.cu");
    no_legacy.remove("legacy/area/one.cu");
    sees(structure::twins, no_legacy, "modern/area/one.cu has no twin legacy/area/one.cu");
    support.write("modern/support/check.cu", "\n");
    is_content(structure::twins, support);
}

BOOST_AUTO_TEST_CASE(a_fast_stage)
{
    const std::string file = "modern/area/one_fast.cu",
                      head = "// Fast.\n//\n// Twin: modern/area/one.cu\n// Note: migration-notes/first.md\n";
    const tree good, alone, no_twin, other_twin, no_note;
    good.write(file, head);
    is_content(structure::twins, good);
    is_content(structure::paired_tests, good);
    is_content(structure::head_comments, good);
    alone.write("modern/area/two_fast.cu", head);
    sees(structure::twins, alone, "modern/area/two_fast.cu has no twin modern/area/two.cu");
    no_twin.write(file, "// Fast.\n//\n// Note: migration-notes/first.md\n");
    sees(structure::head_comments, no_twin, file + ": \"Twin:\" says '', not 'modern/area/one.cu'");
    other_twin.write(file, head);
    other_twin.replace(file, "area/one.cu", "area/two.cu");
    sees(structure::head_comments, other_twin,
         file + ": \"Twin:\" says 'modern/area/two.cu', not 'modern/area/one.cu'");
    no_note.write(file, "// Fast.\n//\n// Twin: modern/area/one.cu\n");
    sees(structure::head_comments, no_note, file + ": the head comment has no \"Note:\"");
}

BOOST_AUTO_TEST_CASE(a_missing_paired_test)
{
    const tree no_test, no_header, no_line, commented_out, twice;
    no_test.remove("tests/pairs/area/one_test.cpp");
    sees(structure::paired_tests, no_test, "area/one: no tests/pairs/area/one_test.cpp");
    no_header.remove("tests/pairs/area/one.hpp");
    sees(structure::paired_tests, no_header, "area/one: no tests/pairs/area/one.hpp");
    const std::string list = "tests/pairs/area/CMakeLists.txt",
                      message = "area/one: " + list + " does not say cuda_legacy_add_pair(area/one) once";
    no_line.replace(list, "area/one", "area/other");
    sees(structure::paired_tests, no_line, message);
    commented_out.replace(list, "cuda_legacy", "# cuda_legacy");
    sees(structure::paired_tests, commented_out, message);
    twice.append(list, "cuda_legacy_add_pair(area/one)\n");
    sees(structure::paired_tests, twice, message);
}

BOOST_AUTO_TEST_CASE(an_incomplete_head_comment)
{
    for (const std::string field : {"Source", "Modern", "Note", "Domain", "Defects"}) {
        const tree broken;
        broken.replace("legacy/area/one.cu", "// " + field + ":", "// Something:");
        sees(structure::head_comments, broken, "legacy/area/one.cu: the head comment has no \"" + field + ":\"");
    }
    for (const std::string field : {"Source", "Legacy", "Note"}) {
        const tree broken;
        broken.replace("modern/area/one.cu", "// " + field + ":", "// Something:");
        sees(structure::head_comments, broken, "modern/area/one.cu: the head comment has no \"" + field + ":\"");
    }
    const tree empty_field, wrong_twin, below_the_head;
    empty_field.replace("modern/area/one.cu", "D, section 1", "");
    sees(structure::head_comments, empty_field, "the head comment has no \"Source:\"");
    wrong_twin.replace("modern/area/one.cu", "legacy/area/one.cu", "legacy/area/two.cu");
    sees(structure::head_comments, wrong_twin, "\"Legacy:\" says 'legacy/area/two.cu', not 'legacy/area/one.cu'");
    below_the_head.replace("modern/area/one.cu", "// Source:", "\n// Source:");
    sees(structure::head_comments, below_the_head, "no \"Source:\"", 3);
    for (const std::string source : {"D, section 1", "D, \"", "D, \"\"", "D, \" \""}) {
        const tree no_title;
        no_title.replace("legacy/area/one.cu", "D, \"Section 1\"", source);
        sees(structure::head_comments, no_title,
             "legacy/area/one.cu: \"Source:\" has no title of the document's in quotation marks");
    }
    const tree other_script;
    other_script.replace("legacy/area/one.cu", "\"Section 1\"", "\"Раздел\",\n//          the first");
    is_content(structure::head_comments, other_script);
}

BOOST_AUTO_TEST_CASE(an_example_without_its_note)
{
    const tree no_note, no_path, not_linked, not_in_index, pair_not_named, second_note;
    no_note.replace("legacy/area/one.cu", "first.md", "second.md");
    sees(structure::notes_of_examples, no_note, "legacy/area/one.cu: there is no migration-notes/second.md");
    no_path.replace("modern/area/one.cu", "migration-notes/first.md", "first.md");
    sees(structure::notes_of_examples, no_path, "modern/area/one.cu: 'first.md' is no migration-notes/<note>.md");
    not_linked.replace("migration-notes/README.md", "[first.md](first.md)", "first.md");
    sees(structure::notes_of_examples, not_linked, "README.md does not link to its note, migration-notes/first.md", 2);
    not_in_index.replace("migration-notes/README.md", "`area/one`", "");
    sees(structure::notes_of_examples, not_in_index, "migration-notes/README.md does not name `area/one`");
    pair_not_named.replace("migration-notes/first.md", "| Pairs | `area/one` |", "| Pairs | none |");
    sees(structure::notes_of_examples, pair_not_named, "do not name `area/one`", 2);
    second_note.replace("legacy/area/one.cu", "first.md", "first.md, migration-notes/second.md");
    sees(structure::notes_of_examples, second_note, "legacy/area/one.cu: there is no migration-notes/second.md");
}

BOOST_AUTO_TEST_CASE(notes_and_pairs_that_do_not_name_each_other)
{
    const std::string index = "migration-notes/README.md", first = "migration-notes/first.md";
    const tree other_twin, no_twin, not_named, index_lacks, index_has_more, without_pairs, both;
    other_twin.replace("modern/area/one.cu", first, first + ", migration-notes/second.md");
    sees(structure::pairs_of_notes, other_twin,
         "area/one: legacy names the notes " + first + ", modern " + first + ", migration-notes/second.md");
    no_twin.replace("modern/area/one.cu", first, "migration-notes/second.md");
    sees(structure::pairs_of_notes, no_twin,
         "modern/area/one.cu: does not name " + first + ", whose pairs name `area/one`", 2);
    not_named.replace("legacy/area/one.cu", first, "");
    not_named.replace("modern/area/one.cu", first, "");
    sees(structure::pairs_of_notes, not_named, "legacy/area/one.cu: does not name " + first, 2);
    index_lacks.replace(index, "`area/one`", "–");
    sees(structure::pairs_of_notes, index_lacks, index + ": the pairs of first.md are area/one, not none");
    index_has_more.replace(index, "`area/one`", "`area/one`, `area/two`");
    sees(structure::pairs_of_notes, index_has_more, "the pairs of first.md are area/one, not area/one, area/two");
    // Only the last cell counts, and only in a table.
    without_pairs.replace(index, "| `area/one` |", "| `area/two` | `area/one` |");
    without_pairs.append(index, "\nAnd [first.md](first.md) | `area/two` |\n");
    is_content(structure::pairs_of_notes, without_pairs);
    both.write("migration-notes/second.md", "# Second\n\n| Pairs | `area/one` |\n");
    for (const std::string side : {"legacy", "modern"})
        both.replace(side + "/area/one.cu", first, first + ",\n//          migration-notes/second.md");
    is_content(structure::pairs_of_notes, both);
}

BOOST_AUTO_TEST_CASE(conditional_compilation)
{
    for (const std::string line : {"#ifdef X", "#if 1", "  #  ifndef X", "#elif X", "#else"}) {
        const tree legacy, modern;
        legacy.append("legacy/area/one.cu", line + "\n");
        sees(structure::conditionals, legacy, "legacy/area/one.cu:17: conditional compilation: " + line);
        modern.append("modern/area/one.cu", line + "\n");
        sees(structure::conditionals, modern, "modern/area/one.cu:9: conditional compilation: " + line);
    }
}

BOOST_AUTO_TEST_CASE(calls_that_modern_code_does_not_make)
{
    for (const std::string call : {"cudaDeviceReset", "getchar"}) {
        const tree example, support;
        example.append("modern/area/one.cu", "void end() { " + call + "(); }\n");
        sees(structure::forbidden_calls, example, "modern/area/one.cu: modern code does not call " + call);
        support.append("modern/support/cuda.hpp", "inline void end() { " + call + "(); }\n");
        sees(structure::forbidden_calls, support, "modern/support/cuda.hpp: modern code does not call " + call);
    }
}

BOOST_AUTO_TEST_CASE(a_launch_that_is_not_checked)
{
    const std::string file = "modern/area/one.cu", message = "modern/area/one.cu: the launch of kernel is not followed";
    const auto with = [&](const std::string& statements) {
        auto one = std::make_unique<tree>();
        one->write(file, "void launch()\n{\n    " + statements + "\n}\n");
        return one;
    };
    const std::string launch = "kernel<<<blocks, threads>>>(f(a), {b, c});", checked = "check(cudaGetLastError());";
    for (const std::string& fine :
         {launch + checked, launch + "\n\n    // what the launch itself says\n    check( cudaGetLastError() ) ;",
          "kernel<float, n + 1><<<dim3(1, 2), 32, sizeof(int), stream>>>(a,\n        b);\n" + checked,
          "ns::kernel <<< 1, 32 >>> ();" + checked, "if (few) " + launch + " else " + launch + checked,
          "if (a) " + launch + "\nelse if (f(a))\n" + launch + "\nelse {" + launch + checked + "}\n" + checked,
          "for (int i = 0; i < n; i++) {" + launch + checked + "}",
          "const auto go = [&] { " + launch + checked + " }; go();"})
        is_content(structure::checked_launches, *with(fine));
    for (const std::string& wrong :
         {launch, launch + "check(cudaDeviceSynchronize());", launch + "check(cudaPeekAtLastError());",
          launch + "cudaGetLastError();", launch + "checked(cudaGetLastError());", launch + "// " + checked,
          launch + "check(cudaMemcpy(a, b, n, kind));" + checked, launch + "}\nvoid other()\n{ " + checked,
          "for (int i = 0; i < n; i++) {" + launch + "}" + checked,
          "const auto go = [&] { " + launch + " }; go();" + checked, "if (few) " + launch + " else stop();",
          "kernel<<<1, 32>>>(a) + " + checked, std::string{"kernel<<<1, 32>>>(a"}})
        sees(structure::checked_launches, *with(wrong), message);
    sees(structure::checked_launches, *with(launch + launch + checked), message);
    sees(structure::checked_launches, *with("if (few) " + launch + "else " + launch), message, 2);
    const tree support;
    support.append("modern/support/cuda.hpp", "inline void go() { kernel<<<1, 32>>>(); }\n");
    sees(structure::checked_launches, support, "modern/support/cuda.hpp: the launch of kernel is not followed");
}

BOOST_AUTO_TEST_CASE(a_note_that_leaves_the_template)
{
    const std::string file = "migration-notes/first.md";
    for (const std::string section : {"Summary", "Before", "After"}) {
        const tree broken;
        broken.replace(file, "## " + section + "\n", "");
        sees(structure::note_template, broken, file + ": no section \"## " + section + "\"");
    }
    const tree short_note;
    for (const std::string section : {"Pitfalls", "How to detect", "Why it changed", "Stop-gap: compat", "Verify"})
        short_note.replace(file, "## " + section + "\n", "");
    BOOST_TEST(structure::note_template(short_note.root()).empty());
    const tree other_section;
    other_section.replace(file, "## Verify\n", "## Verify\n## Line by line\n");
    sees(structure::note_template, other_section, file + ": \"## Line by line\" is no section of a note");
    for (const std::string row : {"Deprecated", "Removed", "Compat header", "Pairs", "Tested on"}) {
        const tree broken;
        broken.replace(file, "| " + row + " |", "| Something |");
        sees(structure::note_template, broken, file + ": the table has no row \"" + row + "\"");
    }
    const tree no_title, empty_row, wrong_order, not_linked, no_such_pair;
    no_title.replace(file, "# Old", "Old");
    sees(structure::note_template, no_title, file + ": does not begin with a title");
    empty_row.replace(file, "| Removed | CUDA 13.0 |", "| Removed | |");
    sees(structure::note_template, empty_row, "the table has no row \"Removed\"");
    wrong_order.replace(file, "## How to detect\n", "");
    wrong_order.replace(file, "## Verify\n", "## Verify\n## How to detect\n");
    sees(structure::note_template, wrong_order, "section \"## How to detect\" stands too late");
    not_linked.replace("migration-notes/README.md", "(first.md)", "");
    sees(structure::note_template, not_linked, "migration-notes/README.md does not link to first.md");
    no_such_pair.replace(file, "| Pairs | `area/one` |", "| Pairs | `area/one`, `area/two` |");
    sees(structure::note_template, no_such_pair, file + ": there is no pair `area/two`");
}

BOOST_AUTO_TEST_CASE(a_snippet_that_is_not_verbatim)
{
    const std::string file = "migration-notes/first.md";
    const tree changed_note, changed_file, gap, no_file, no_block, no_end, empty, no_source, readme;
    const std::string differs = "does not stand in legacy/area/one.cu as it is here";
    changed_note.replace(file, "    cudaDeviceReset();", "  cudaDeviceReset();");
    sees(structure::snippets, changed_note, differs);
    changed_file.replace("legacy/area/one.cu", "cudaDeviceReset", "cudaThreadExit");
    sees(structure::snippets, changed_file, differs);
    gap.replace(file, "{\n    cudaDeviceReset();", "    cudaDeviceReset();");
    sees(structure::snippets, gap, differs);
    empty.replace(file, "int main()\n{\n    cudaDeviceReset();\n", "");
    sees(structure::snippets, empty, differs);
    no_file.replace(file, "from legacy/area/one.cu", "from legacy/area/two.cu");
    sees(structure::snippets, no_file, "there is no legacy/area/two.cu");
    no_block.replace(file, "from legacy/area/one.cu -->\n", "from legacy/area/one.cu -->\n\n");
    sees(structure::snippets, no_block, "no fenced block follows the line \"from legacy/area/one.cu\"", 3);
    no_end.append(file, "```text\nno end\n");
    sees(structure::snippets, no_end, "the fenced block does not end");
    no_source.append(file, "```cpp\nint x;\n```\n");
    sees(structure::snippets, no_source, "a block of C++ that comes from no file");
    readme.append("README.md", "<!-- from modern/area/one.cu -->\n```cpp\nint main() {}\n```\n");
    sees(structure::snippets, readme, "README.md:3: the snippet does not stand in modern/area/one.cu");
}

BOOST_AUTO_TEST_CASE(a_link_to_nowhere)
{
    for (const std::string file :
         {"README.md", "CONTRIBUTING.md", "migration-notes/README.md", "migration-notes/first.md"}) {
        const tree broken;
        broken.write(file,
                     (file == "CONTRIBUTING.md" ? "" : structure::read(broken.root() / file)) + "[x](gone.md#top)\n");
        sees(structure::links, broken, file + ": the link to gone.md#top points nowhere");
    }
    const tree definition, outside, anchor;
    definition.append("README.md", "[x]: gone.md\n");
    sees(structure::links, definition, "README.md: the link to gone.md points nowhere");
    outside.append("README.md", "[x](../)\n");
    sees(structure::links, outside, "README.md: the link to ../ leaves the repository");
    anchor.append("README.md", "[x](#top) [y](migration-notes/first.md#summary) [z](migration-notes)\n");
    is_content(structure::links, anchor);
}

BOOST_AUTO_TEST_CASE(a_malformed_row_of_the_api_table)
{
    const std::string file = "migration-notes/api.csv";
    const auto broken = [&](const std::string& row, const std::string& message, std::size_t count = 1) {
        const tree one;
        one.append(file, row + "\n");
        sees(structure::api_table, one, message, count);
    };
    broken("cudaX,function,area,,,,later", "api.csv:9: 7 cells, not 8");
    broken("cudaX,function,area,,,a,b,,later", "api.csv:9: 9 cells, not 8");
    broken("", "api.csv:9: 1 cells, not 8");
    broken("cuda X,function,area,,,,,later", "'cuda X' is no name");
    broken(",function,area,,,,,later", "'' is no name");
    broken("cudaX,thing,area,,,,,later", "'thing' is no kind");
    broken("cudaX,field,area,,,,,later", "a field, and only a field, is written as type::field");
    broken("a::b,function,area,,,,,later", "a field, and only a field, is written as type::field");
    broken("a.h,function,area,,,,,later", "a header, and only a header, is written as name.h or name.cuh");
    broken("cudaX,header,area,,,,,later", "a header, and only a header, is written as name.h or name.cuh");
    broken("cub::a::b,field,area,,,,,later", "a field, and only a field, is written as type::field");
    broken("cub/a b.cuh,header,area,,,,,later", "'cub/a b.cuh' is no name");
    broken("cudaX,function,,,,,,later", "no area");
    broken("cudaX,function,area,eleven,,,,later", "'eleven' is no CUDA version");
    broken("cudaX,function,area,,12,,,later", "'12' is no CUDA version");
    broken("cudaX,function,area,10.1,9.2,,,later", "removed before it was deprecated");
    broken("cudaX,function,area,,,,gone.md,later", "there is no note gone.md");
    broken("cudaX,function,area,,,,,soon", "'soon' is none of here, later, cannot");
    broken("cudaX,function,area,,,,,cannot", "what cannot be brought back needs a note");
    broken("cudaX,function,area,,, y,,later", "white space around ' y'");
    broken("cudaOld,function,area,,,,,later", "cudaOld is there twice");
    const tree wrong_header, header_only;
    wrong_header.replace(file, "name,kind", "kind,name");
    sees(structure::api_table, wrong_header, "the first line is not name,kind,");
    header_only.write(file, "name,kind,area,deprecated,removed,replacement,note,compat\n");
    sees(structure::api_table, header_only, "no rows");
}

BOOST_AUTO_TEST_CASE(an_api_table_that_disagrees_with_the_headers)
{
    const std::string table = "migration-notes/api.csv", header = "compat/include/cuda_legacy/old.h";
    for (const std::string definition :
         {"#define cudaExtra 1", "  #  define extra 1", "cudaError_t cudaExtra(int x);",
          "inline cudaError_t cudaExtra(int x) { return 0; }", "__device__ float extra(int x) { return 0; }",
          "template <class T>\n__device__ __forceinline__ T* extra(const relic<T, 1>& r) { return 0; }"}) {
        const tree broken;
        broken.append(header, definition + "\n");
        sees(structure::api_and_headers, broken, "xtra is not in migration-notes/api.csv");
    }
    const tree not_here, no_macro, no_field, no_type, no_device_function, no_shim, only_used, private_header;
    not_here.append(header, "#define cudaGone 1\n");
    sees(structure::api_and_headers, not_here, "cudaGone is 'later' in migration-notes/api.csv, not 'here'");
    no_macro.replace(header, "#define cudaOld", "// #define cudaOld");
    sees(structure::api_and_headers, no_macro, "cudaOld is 'here', but no compat header defines it");
    no_field.replace(header, "int field;", "");
    sees(structure::api_and_headers, no_field, "relic::field is 'here', but no compat header defines it");
    no_type.replace(header, "struct relic {", "struct other {");
    sees(structure::api_and_headers, no_type, "relic is 'here', but no compat header defines it", 2);
    no_device_function.replace(header, "__device__ __forceinline__", "");
    sees(structure::api_and_headers, no_device_function, "old_fetch is 'here', but no compat header defines it");
    no_shim.remove("compat/include/shims/helper.h");
    sees(structure::api_and_headers, no_shim, "helper is 'here', but no compat header defines it", 2);
    sees(structure::api_and_headers, no_shim, "helper.h is 'here', but no compat header defines it", 2);
    only_used.replace(table, "cudaOld,", "cudaNew,");
    sees(structure::api_and_headers, only_used, "cudaNew is 'here', but no compat header defines it", 2);
    for (const std::string row : {"cub::old,type", "thrust::detail::old,type", "cub/old.cuh,header"}) {
        const tree there, gone;
        for (const tree* one : {&there, &gone})
            one->append(table, row + ",area,,13.0,,,here\n");
        there.write("compat/include/cub/old.cuh", "");
        there.write("compat/include/cuda_legacy/detail/own.h", "using old = int;\n");
        is_content(structure::api_table, there);
        is_content(structure::api_and_headers, there);
        sees(structure::api_and_headers, gone, row.substr(0, row.find(',')) + " is 'here', but no compat header");
    }
    private_header.write("compat/include/cuda_legacy/detail/own.h", "#define extra 1\n");
    is_content(structure::api_and_headers, private_header);
}

BOOST_AUTO_TEST_CASE(what_is_left_to_write)
{
    const tree skeleton;
    for (const char* file :
         {"legacy/area/one.cu", "modern/area/one.cu", "tests/pairs/area/one.hpp", "tests/pairs/area/one_test.cpp",
          "migration-notes/first.md", "migration-notes/README.md"}) {
        const tree begun;
        begun.write(file, "one\n// Domain: TO WRITE: where\n");
        sees(structure::unwritten, begun, std::string{file} + ":2: TO WRITE: where");
    }
    skeleton.write("tests/pairs/skeleton/legacy.cu.in", "TO WRITE\n");
    is_content(structure::unwritten, skeleton);
}

BOOST_AUTO_TEST_CASE(comments_and_strings_are_no_code)
{
    BOOST_TEST(structure::without_comments("a // b\nc /* d\n */ e \"f // \\\" g\" h '\"' i") ==
               "a  \nc   e \"\" h ' ' i");
    BOOST_TEST(structure::without_comments("a /* b") == "a  ");
    BOOST_TEST(structure::without_comments("\"open\nb") == "\"\"\nb");
}

BOOST_AUTO_TEST_CASE(a_field_of_a_head_comment_may_go_on)
{
    const auto fields = structure::head_fields("// Title.\n//\n// One: a\n//      b\n// Two:\n// no field\n//   c\n");
    BOOST_TEST(fields.at("One") == "a b");
    BOOST_TEST(fields.at("Two") == "");
    BOOST_TEST(fields.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
