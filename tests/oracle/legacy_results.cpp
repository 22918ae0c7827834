// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every legacy example computes, bit for bit, for several sizes and seeds: to be the same whether CUDA 11.8 built
// it as it is, or today's toolkit through compat.
//
// Usage: legacy_results [--examples FOLDER] [--list | CASE...]
// --examples: load <area>/<name>.so from there, instead of what this build made; status 77 when there is no such folder

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

#include "cases.h"
#include "pair.hpp"

namespace {

void results_of(const pairs::pair& one)
{
    for (const std::size_t size : std::set<std::size_t>{1, 16, 64, 1000, 4096, 65536, one.default_size()})
        for (const unsigned seed : {1u, 2u}) {
            std::string words;
            try {
                words = one.run_legacy(size, seed).value_or("outside of its domain");
            } catch (const pairs::missing_entry& error) { // no answer, so it must not be recorded as one
                std::fprintf(stderr, "%s\n", error.what());
                std::exit(1);
            } catch (const std::exception& error) {
                words = error.what();
            }
            std::printf("size %zu, seed %u: %s\n", size, seed, words.c_str());
        }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 2 && std::strcmp(argv[1], "--examples") == 0) {
        if (!std::filesystem::is_directory(argv[2])) {
            std::printf("skipped: there is no folder %s\n", argv[2]);
            return 77;
        }
        pairs::load_legacy_from(argv[2]);
        argv[2] = argv[0];
        argc -= 2;
        argv += 2;
    }
    std::vector<oracle_case> cases;
    for (const auto& one : pairs::all_pairs()) {
        // This result depends on the machine. The programs' own output is compared instead.
        if (std::strcmp(one->slug(), "device/query") == 0) continue;
        cases.push_back({one->slug(), [&one] { results_of(*one); }});
    }
    // The cases run as in the program pairs: no entry function resets the device, and a remaining error would be a
    // defect.
    return run_cases(argc, argv, cases, processes::one);
}
