// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda-legacy-scan finds old CUDA in sources and build files. options.cpp has the usage.
#include <cstdlib>
#include <iostream>
#include <regex>

#include <unistd.h>

#include "fix/clock/clock.hpp"
#include "fix/references/references.hpp"
#include "rules/pages.hpp"
#include "scan.hpp"
#include "verify/migrate.hpp"
#include "verify/verify.hpp"

using namespace scanner;

namespace {

// Reads lines of the form path:line:column: reason.
void read_refusals(const std::vector<std::string>& all, std::size_t first, const std::string& fix,
                   std::vector<refused_fix>& result)
{
    static const std::regex form("^(.*?):([0-9]{1,9}):([0-9]{1,9}): ([^]*)$");
    for (std::size_t i = first; i < all.size(); ++i) {
        std::smatch found;
        if (std::regex_match(all[i], found, form))
            result.push_back({found[1], static_cast<unsigned>(std::stoul(found[2])),
                              static_cast<unsigned>(std::stoul(found[3])), fix, found[4]});
        else
            result.push_back({{}, 1, 1, fix, all[i]});
    }
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    // A folder of this name is scanned as ./verify.
    if (!arguments.empty() && arguments[0] == "verify") return verify({arguments.begin() + 1, arguments.end()});
    if (!arguments.empty() && arguments[0] == "migrate") return migrate({arguments.begin() + 1, arguments.end()});
    if (!arguments.empty() && arguments[0] == "explain")
        return explain(arguments.data() + 1, arguments.data() + arguments.size());
    options wanted;
    const std::string wrong = read_options(arguments, wanted);
    if (!wrong.empty()) {
        std::cerr << "cuda-legacy-scan: " << wrong << "; --help says what there is\n";
        return 2;
    }
    if (wanted.help) return std::cout << usage, 0;
    if (wanted.version) return std::cout << "cuda-legacy-scan " << CUDA_LEGACY_SCAN_VERSION << '\n', 0;

    baseline known;
    if (!wanted.baseline.empty() && !known.read(wanted.baseline)) {
        std::cerr << "cuda-legacy-scan: " << wanted.baseline << ": no output of this program\n";
        return 2;
    }
    const char* no_colour = std::getenv("NO_COLOR");
    const bool colours = wanted.colours == use_colours::always || (wanted.colours == use_colours::automatically &&
                                                                   isatty(STDOUT_FILENO) && !(no_colour && *no_colour));
    std::ios::sync_with_stdio(false);
    const auto output = wanted.dry_run                           ? no_writer()
                        : wanted.summary                         ? summary_writer(std::cout)
                        : wanted.format == output_format::json   ? json_writer(std::cout, wanted.asked)
                        : wanted.format == output_format::sarif  ? sarif_writer(std::cout)
                        : wanted.format == output_format::github ? github_writer(std::cout)
                                                                 : text_writer(std::cout, colours, wanted.quiet);
    planned_fixes fixes;
    std::vector<refused_fix> refused;
    if (wanted.fix.has(fix_kind::textures) || wanted.fix.has(fix_kind::surfaces)) fixes = plan_reference_fixes(wanted);
    const std::string references = !wanted.fix.has(fix_kind::surfaces)   ? "textures"
                                   : !wanted.fix.has(fix_kind::textures) ? "surfaces"
                                                                         : "textures,surfaces";
    read_refusals(fixes.refusals, 0, references, refused);
    if (wanted.fix.has(fix_kind::clock) && fixes.missing.empty()) plan_clock_fixes(wanted, fixes);
    read_refusals(fixes.refusals, refused.size(), "clock", refused);
    if (!fixes.missing.empty()) {
        std::cerr << "cuda-legacy-scan: " << fixes.missing << '\n';
        return 2;
    }
    for (const refused_fix& one : refused)
        if (!wanted.quiet) tell(one);
    if (!wanted.quiet)
        for (const std::string& one : fixes.notes)
            std::cerr << one << " [told]\n";
    const totals all = scan(wanted, known, *output, fixes.planned, std::move(refused));
    std::cout.flush();
    if (!std::cout) {
        std::cerr << "cuda-legacy-scan: the output could not be written\n";
        return 2;
    }
    if (all.not_changed) return 2;
    if (wanted.exit_zero) return 0;
    return (wanted.dry_run ? all.changed_places : all.findings) || !all.refused.empty() ? 1 : 0;
}
