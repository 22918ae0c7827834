// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda-legacy-scan finds old CUDA in sources and build files. options.cpp has the usage.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <regex>

#include <unistd.h>

#include "configuration.hpp"
#include "fix/clock/clock.hpp"
#include "fix/references/references.hpp"
#include "output/report_file.hpp"
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

// The diff of --changed-lines. Says what is wrong; empty where nothing is.
std::string read_changed_lines(const std::string& path, changed_lines& result)
{
    std::ifstream file;
    if (path != "-") file.open(path, std::ios::binary);
    if (!file) return path + ": not there";
    std::istream& input = path == "-" ? std::cin : file;
    const std::string wrong = result.read(std::string{std::istreambuf_iterator<char>(input), {}});
    return wrong.empty() ? "" : "--changed-lines " + path + ": " + wrong;
}

// What the fixes that look at more than a file would change. Says what is missing for them; empty where nothing is.
std::string plan_fixes(const options& wanted, planned_fixes& fixes, std::vector<refused_fix>& refused)
{
    if (wanted.fix.has(fix_kind::textures) || wanted.fix.has(fix_kind::surfaces)) fixes = plan_reference_fixes(wanted);
    const std::string references = !wanted.fix.has(fix_kind::surfaces)   ? "textures"
                                   : !wanted.fix.has(fix_kind::textures) ? "surfaces"
                                                                         : "textures,surfaces";
    read_refusals(fixes.refusals, 0, references, refused);
    if (wanted.fix.has(fix_kind::clock) && fixes.missing.empty()) plan_clock_fixes(wanted, fixes);
    read_refusals(fixes.refusals, refused.size(), "clock", refused);
    if (!fixes.missing.empty()) return fixes.missing;
    for (const refused_fix& one : refused)
        if (!wanted.quiet) tell(one);
    if (!wanted.quiet)
        for (const std::string& one : fixes.notes)
            std::cerr << one << " [told]\n";
    return {};
}

std::unique_ptr<writer> writer_for(const options& wanted)
{
    const char* no_colour = std::getenv("NO_COLOR");
    const bool is_terminal = wanted.output_file.empty() && isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
    const bool colours =
        wanted.colours == use_colours::always || (wanted.colours == use_colours::automatically && is_terminal);
    return wanted.dry_run                           ? no_writer()
           : wanted.summary                         ? summary_writer(std::cout)
           : wanted.format == output_format::json   ? json_writer(std::cout, wanted.asked)
           : wanted.format == output_format::sarif  ? sarif_writer(std::cout)
           : wanted.format == output_format::github ? github_writer(std::cout)
                                                    : text_writer(std::cout, colours, wanted.quiet);
}

// Gives the program's status. `wrong` has the reason for status 2, or is empty if stderr already has it.
int run(const options& wanted, std::string& wrong)
{
    baseline known;
    if (!wanted.baseline.empty()) wrong = known.read(wanted.baseline);
    changed_lines changed;
    if (wrong.empty() && !wanted.changed_lines.empty()) wrong = read_changed_lines(wanted.changed_lines, changed);
    std::ios::sync_with_stdio(false); // before std::cout gets another place to write to
    report_file report;
    if (wrong.empty() && !wanted.output_file.empty()) wrong = report.open(wanted.output_file);
    planned_fixes fixes;
    std::vector<refused_fix> refused;
    totals all;
    if (wrong.empty() && wanted.show_settings)
        show_settings(wanted, std::cout);
    else if (wrong.empty() && wanted.show_files)
        show_files(wanted);
    else if (wrong.empty() && (wrong = plan_fixes(wanted, fixes, refused)).empty())
        all = scan(wanted, known, *writer_for(wanted), fixes.planned, std::move(refused),
                   wanted.changed_lines.empty() ? nullptr : &changed);
    if (!wrong.empty()) return 2;
    std::cout.flush();
    wrong = report.keep();
    if (wrong.empty() && !std::cout) wrong = "the output could not be written";
    if (!wrong.empty() || all.not_changed || all.not_scanned) return 2;
    if (wanted.exit_zero) return 0;
    return (wanted.dry_run ? all.changed_places : all.findings) || !all.refused.empty() ? 1 : 0;
}

// A status, or 2 if not all of the output could be written.
int finished(int status)
{
    if (std::cout.flush()) return status;
    std::cerr << "cuda-legacy-scan: the output could not be written\n";
    return 2;
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    // A folder of this name is scanned as ./verify.
    if (!arguments.empty() && arguments[0] == "verify")
        return finished(verify({arguments.begin() + 1, arguments.end()}));
    if (!arguments.empty() && arguments[0] == "migrate")
        return finished(migrate({arguments.begin() + 1, arguments.end()}));
    if (!arguments.empty() && arguments[0] == "explain")
        return finished(explain(arguments.data() + 1, arguments.data() + arguments.size()));
    options wanted;
    std::string wrong = read_options(arguments, wanted);
    if (!wrong.empty()) {
        std::cerr << "cuda-legacy-scan: " << wrong << "; --help says what there is\n";
        return 2;
    }
    if (wanted.help) return std::cout << usage, finished(0);
    if (wanted.version) return std::cout << "cuda-legacy-scan " << CUDA_LEGACY_SCAN_VERSION << '\n', finished(0);
    const int status = run(wanted, wrong);
    if (!wrong.empty()) std::cerr << "cuda-legacy-scan: " << wrong << '\n';
    return status;
}
