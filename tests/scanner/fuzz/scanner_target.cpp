// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda-legacy-scan on any text: every rule, the fixes that need no libclang, and the forms of the output. What the
// fixes wrote is read and mended again. (In a right program that changes nothing; a random text need not be one.)
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "fix/clock/clock.hpp"
#include "fix/unified_diff.hpp"
#include "output/writer.hpp"
#include "rules/rules.hpp"
#include "source/program.hpp"

namespace {

using namespace scanner;

void require(bool holds, const char* what)
{
    if (holds) return;
    std::cerr << "scanner_target: " << what << '\n';
    std::abort();
}

bool is_utf8(std::string_view text)
{
    for (std::size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i++]);
        int rest = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
        if (rest < 0) return false;
        for (; rest > 0; --rest, ++i)
            if (i == text.size() || (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return false;
    }
    return true;
}

std::vector<finding> found_in(const program& source)
{
    std::vector<finding> found;
    find_in_source({source, step{}, found});
    return found;
}

// As scan.cpp does it: what was planned first, then each finding's edits, all of them or none.
edit_list all_fixes(const program& source, const std::vector<finding>& found)
{
    edit_list edits;
    std::vector<edit> clocks;
    std::vector<std::string> refusals;
    plan_clock_fixes(source, clocks, refusals);
    edits.add(clocks);
    for (const finding& one : found)
        if (one.fix == fix_kind::mechanical || one.fix == fix_kind::shuffles) edits.add(one.edits);
    std::size_t end = 0;
    for (const edit& one : edits.in_order()) {
        require(one.offset >= end && one.length <= source.text().size() &&
                    one.offset <= source.text().size() - one.length,
                "an edit lies outside of the text, or in another one");
        end = one.offset + one.length;
    }
    return edits;
}

void write_all_forms(const std::vector<finding>& found)
{
    totals all;
    std::ostringstream json, sarif, text, summary;
    const std::unique_ptr<writer> writers[] = {json_writer(json, step{}), sarif_writer(sarif), text_writer(text, true),
                                               summary_writer(summary)};
    for (const finding& one : found)
        all.count(one);
    for (const auto& one : writers) {
        one->begin();
        for (const finding& what : found)
            one->add("a.cu", what);
        one->end(all);
    }
    require(is_utf8(json.str()) && is_utf8(sarif.str()), "JSON or SARIF is not in UTF-8");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    std::string text(reinterpret_cast<const char*>(data), size);
    std::vector<finding> in_build_file;
    find_in_build_file("CMakeLists.txt", text, step{}, in_build_file);
    write_all_forms(in_build_file);

    program source;
    for (int run = 0; run < 3; ++run) {
        source.read("a.cu", text, 13000);
        const auto found = found_in(source);
        write_all_forms(found);
        const edit_list edits = all_fixes(source, found);
        unified_diff("a.cu", text, edits);
        if (edits.empty()) break;
        text = edits.applied_to(text);
    }
    return 0;
}
