// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the fixes of cuda-legacy-scan stand on: lists of edits, unified diffs, and files that are replaced as a whole.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "fix/edits.hpp"
#include "fix/kinds.hpp"
#include "fix/replace_file.hpp"
#include "fix/unified_diff.hpp"

using namespace scanner;
namespace fs = std::filesystem;

namespace {

// What patch would make of the text: an own reader of the form, so that both can be wrong only apart.
std::string patched(const std::string& text, const std::string& diff)
{
    if (diff.empty()) return text;
    const auto split = [](const std::string& all) {
        std::vector<std::string> lines;
        for (std::size_t at = 0; at < all.size();) {
            const std::size_t end = all.find('\n', at);
            lines.push_back(all.substr(at, end == all.npos ? end : end + 1 - at));
            at += lines.back().size();
        }
        return lines;
    };
    const auto before = split(text), lines = split(diff);
    std::string result;
    std::size_t at = 0, written = 0;
    for (std::size_t i = 2; i < lines.size();) {
        const std::string& head = lines[i++];
        const char* place = head.c_str() + 4;
        char* rest = nullptr;
        const auto number = [&](char mark) -> std::size_t {
            if (*place != mark) return 1;
            const std::size_t value = std::strtoul(place + 1, &rest, 10);
            place = rest;
            return value;
        };
        BOOST_REQUIRE(head.compare(0, 4, "@@ -") == 0);
        --place;
        const std::size_t old_start = number('-'), old_count = number(',');
        ++place;
        const std::size_t new_start = number('+'), new_count = number(',');
        for (; at < old_start - (old_count != 0); ++at, ++written)
            result += before[at];
        BOOST_TEST(new_start - (new_count != 0) == written);
        std::size_t old_seen = 0, new_seen = 0;
        while (old_seen < old_count || new_seen < new_count) {
            BOOST_REQUIRE(i < lines.size());
            const char mark = lines[i][0];
            std::string line = lines[i++].substr(1);
            if (i < lines.size() && lines[i][0] == '\\') {
                line.pop_back();
                ++i;
            }
            if (mark != '+') {
                BOOST_REQUIRE(at < before.size());
                BOOST_TEST(before[at] == line);
                ++at;
                ++old_seen;
            }
            if (mark != '-') {
                result += line;
                ++new_seen;
                ++written;
            }
        }
    }
    for (; at < before.size(); ++at)
        result += before[at];
    return result;
}

struct in_a_folder {
    in_a_folder()
    {
        std::string name = (fs::temp_directory_path() / "scanner fix XXXXXX").string();
        folder = mkdtemp(name.data());
    }
    ~in_a_folder() { fs::remove_all(folder); }

    std::string write(const char* name, const std::string& content) const
    {
        std::ofstream(folder / name, std::ios::binary) << content;
        return (folder / name).string();
    }
    static std::string read(const fs::path& path)
    {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::size_t count() const { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); }

    fs::path folder;
};

} // namespace

BOOST_AUTO_TEST_SUITE(fix)

BOOST_AUTO_TEST_CASE(edits)
{
    edit_list list;
    BOOST_TEST(list.applied_to("abcdef") == "abcdef");
    BOOST_TEST(list.add({{3, 1, "D"}, {0, 1, "A"}}));
    BOOST_TEST(list.add({{1, 0, "+"}, {6, 0, "!"}, {0, 0, "("}}));
    BOOST_TEST(list.applied_to("abcdef") == "(A+bcDef!");
    BOOST_TEST(list.add({{3, 1, "D"}})); // the same once more
    BOOST_TEST(list.add({{1, 0, "-"}})); // behind the first one
    BOOST_TEST(list.add({{4, 0, "*"}})); // where what is replaced ends
    BOOST_TEST(list.applied_to("abcdef") == "(A+-bcD*ef!");
}

BOOST_AUTO_TEST_CASE(all_edits_or_none)
{
    edit_list list;
    BOOST_TEST(list.add({{2, 3, "x"}}));
    for (const edit& wrong : {edit{2, 3, "y"}, edit{1, 2, ""}, edit{4, 1, ""}, edit{3, 0, "in"}, edit{0, 9, ""}})
        BOOST_TEST(!list.add({{0, 0, "before"}, wrong, {8, 1, "behind"}}));
    BOOST_TEST(list.applied_to("abcdefghi") == "abxfghi");
    BOOST_TEST(!list.add({{6, 2, ""}, {7, 1, ""}}));
    BOOST_TEST(list.in_order().size() == 1);
}

BOOST_FIXTURE_TEST_CASE(edits_of_several_files, in_a_folder)
{
    const std::string a = write("a", "1"), b = write("b", "2");
    fs::create_symlink("a", folder / "link");
    changes all;
    BOOST_TEST(all.add({{a, {0, 1, "x"}}, {b, {0, 1, "y"}}}));
    BOOST_TEST(!all.add({{b, {1, 0, "z"}}, {(folder / "link").string(), {0, 1, "other"}}}));
    BOOST_TEST(all.of(a)->applied_to("1") == "x");
    BOOST_TEST(all.of((folder / "link").string()) == all.of(a));
    BOOST_TEST(all.of(b)->applied_to("2") == "y");
    BOOST_TEST(!all.of((folder / "c").string()));
}

BOOST_AUTO_TEST_CASE(diff)
{
    edit_list list;
    BOOST_TEST(unified_diff("a.cu", "a\n", list) == "");
    list.add({{2, 1, "B"}});
    BOOST_TEST(unified_diff("x/a.cu", "a\nb\nc\n", list) ==
               "--- a/x/a.cu\n+++ b/x/a.cu\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
    BOOST_TEST(unified_diff("/x/a b.cu", "a\nb", list) == "--- /x/a b.cu\t\n+++ /x/a b.cu\t\n@@ -1,2 +1,2 @@\n a\n-b\n"
                                                          "\\ No newline at end of file\n+B\n"
                                                          "\\ No newline at end of file\n");
    BOOST_TEST(unified_diff("a\n\"", "a\nb\n", list).substr(0, 14) == "--- \"a/a\\012\\\"");
    edit_list same;
    same.add({{2, 1, "b"}});
    BOOST_TEST(unified_diff("a.cu", "a\nb\n", same) == "");
    edit_list first;
    first.add({{0, 0, "new\n"}});
    BOOST_TEST(unified_diff("a", "", first) == "--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+new\n");
    BOOST_TEST(unified_diff("a", "b\n", first) == "--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n+new\n b\n");
}

BOOST_AUTO_TEST_CASE(any_diff)
{
    for (unsigned seed = 0; seed < 5000; ++seed) {
        std::mt19937 random(seed);
        const auto text_of = [&](unsigned most) {
            std::string text;
            for (unsigned i = random() % (most + 1); i > 0; --i)
                text += "ab\n\r\n"[random() % 5];
            return text;
        };
        const std::string text = text_of(80);
        edit_list list;
        for (unsigned i = random() % 6; i > 0; --i) {
            const std::size_t at = random() % (text.size() + 1);
            list.add({{at, random() % (text.size() - at + 1) % 9, text_of(6)}});
        }
        BOOST_TEST_CONTEXT("seed " << seed)
        BOOST_TEST(patched(text, unified_diff("a", text, list)) == list.applied_to(text));
    }
}

BOOST_FIXTURE_TEST_CASE(replaced, in_a_folder)
{
    const std::string path = write("a", "old");
    fs::permissions(path, fs::perms(0640));
    BOOST_TEST(replace_file(path, "old", std::string("n\0\xff\r\n", 5)) == "");
    BOOST_TEST(read(path) == std::string("n\0\xff\r\n", 5));
    BOOST_TEST((fs::status(path).permissions() == fs::perms(0640)));
    fs::create_symlink("a", folder / "link");
    BOOST_TEST(replace_file((folder / "link").string(), read(path), "through the link") == "");
    BOOST_TEST(fs::is_symlink(folder / "link"));
    BOOST_TEST(read(path) == "through the link");
    BOOST_TEST(count() == 2u);
}

BOOST_FIXTURE_TEST_CASE(not_replaced, in_a_folder)
{
    const std::string path = write("a", "old");
    BOOST_TEST(replace_file(path, "older", "new") == "changed since it was read");
    BOOST_TEST(replace_file((folder / "b").string(), "", "new").substr(0, 19) == "not there any more:");
    BOOST_TEST(replace_file(folder.string(), "", "new") == "not a file");
    fs::create_hard_link(path, folder / "other");
    BOOST_TEST(replace_file(path, "old", "new").substr(0, 15) == "has other names");
    fs::remove(folder / "other");
    if (geteuid() != 0) { // root may write everything
        fs::permissions(path, fs::perms(0440));
        BOOST_TEST(replace_file(path, "old", "new").substr(0, 18) == "may not be written");
        fs::permissions(path, fs::perms(0640));
        fs::permissions(folder, fs::perms(0500));
        BOOST_TEST(replace_file(path, "old", "new").substr(0, 34) == "no file can be made in its folder:");
        fs::permissions(folder, fs::perms(0700));
    }
    BOOST_TEST(read(path) == "old");
    BOOST_TEST(count() == 1u);
}

BOOST_AUTO_TEST_CASE(kinds)
{
    fix_kinds wanted;
    BOOST_TEST(!wanted.any());
    BOOST_TEST(read_kinds("mechanical", wanted) == "");
    BOOST_TEST(wanted.has(fix_kind::mechanical));
    BOOST_TEST(!wanted.has(fix_kind::clock));
    BOOST_TEST(!wanted.has(fix_kind::none));
    BOOST_TEST(read_kinds("mechanical,", wanted) ==
               "--fix knows mechanical, textures, surfaces, clock, shuffles, not nothing");
    BOOST_TEST(read_kinds("all", wanted) == "--fix knows mechanical, textures, surfaces, clock, shuffles, not all");
}

BOOST_AUTO_TEST_SUITE_END()
