// What `./run new` left to be written.

#include <filesystem>
#include <set>

#include "rules.hpp"
#include "text.hpp"

namespace fs = std::filesystem;

namespace structure {

findings unwritten(const fs::path& root)
{
    const std::string mark = "TO WRITE";
    findings found;
    bool looked = false;
    for (const std::string folder : {"legacy", "modern", "tests/pairs", "migration-notes"})
        for (const char* extension : {".cu", ".hpp", ".cpp", ".md"})
            for (const fs::path& file : files_below(root / folder, extension)) {
                looked = true;
                int number = 0;
                for (const std::string& line : lines(read(root / folder / file))) {
                    number++;
                    if (const std::size_t at = line.find(mark); at != std::string::npos)
                        found.push_back(folder + "/" + file.generic_string() + ":" + std::to_string(number) + ": " +
                                        line.substr(at));
                }
            }
    if (!looked) found.push_back("no files of pairs below " + root.string());
    return found;
}

} // namespace structure
