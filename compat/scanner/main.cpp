// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuda-legacy-scan: finds old CUDA in sources and build files. usage (options.cpp) says how it is called.
#include <cstdlib>
#include <iostream>

#include <unistd.h>

#include "fix/clock/clock.hpp"
#include "fix/references/references.hpp"
#include "scan.hpp"
#include "verify/verify.hpp"

using namespace scanner;

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    // A folder of that name is ./verify.
    if (!arguments.empty() && arguments[0] == "verify") return verify({arguments.begin() + 1, arguments.end()});
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
    const auto output = wanted.dry_run                          ? no_writer()
                        : wanted.summary                        ? summary_writer(std::cout)
                        : wanted.format == output_format::json  ? json_writer(std::cout, wanted.asked)
                        : wanted.format == output_format::sarif ? sarif_writer(std::cout)
                                                                : text_writer(std::cout, colours);
    planned_fixes fixes;
    if (wanted.fix.has(fix_kind::textures) || wanted.fix.has(fix_kind::surfaces)) fixes = plan_reference_fixes(wanted);
    if (wanted.fix.has(fix_kind::clock) && fixes.missing.empty()) plan_clock_fixes(wanted, fixes);
    if (!fixes.missing.empty()) {
        std::cerr << "cuda-legacy-scan: " << fixes.missing << '\n';
        return 2;
    }
    for (const std::string& one : fixes.refusals)
        std::cerr << one << " [left as it is]\n";
    for (const std::string& one : fixes.notes)
        std::cerr << one << " [told]\n";
    const totals all = scan(wanted, known, *output, fixes.planned);
    std::cout.flush();
    if (!std::cout) {
        std::cerr << "cuda-legacy-scan: the output could not be written\n";
        return 2;
    }
    if (all.not_changed) return 2;
    return (wanted.dry_run ? all.changed_places : all.findings) || !fixes.refusals.empty() ? 1 : 0;
}
