// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the table of names: make_table FOLDER-OF-NOTES OUTPUT. The folder has api.csv, and the notes that it names; a
// note's row of pairs says which pair shows the change.
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "version.hpp"

namespace {

std::vector<std::string> cells_of(const std::string& line)
{
    std::vector<std::string> result(1);
    for (char c : line) {
        if (c == ',')
            result.emplace_back();
        else if (c != '\r')
            result.back() += c;
    }
    return result;
}

// The first pair that a note names; empty where it says that there is none.
std::string pair_of(const std::string& note)
{
    std::ifstream file(note);
    const std::string begin = "| Pairs | `";
    for (std::string line; std::getline(file, line);)
        if (line.compare(0, begin.size(), begin) == 0)
            return line.substr(begin.size(), line.find('`', begin.size()) - begin.size());
    return {};
}

std::string quoted(const std::string& text)
{
    std::string result = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) return std::cerr << "usage: make_table FOLDER-OF-NOTES OUTPUT\n", 2;
    const std::string folder = argv[1];
    std::ifstream list(folder + "/api.csv");
    std::string line;
    if (!std::getline(list, line) ||
        cells_of(line) != cells_of("name,kind,area,deprecated,removed,replacement,note,compat"))
        return std::cerr << folder << "/api.csv: not there, or its first line is another one\n", 1;

    std::ofstream output(argv[2]);
    output << "// Made by make_table from api.csv.\n#include \"names/table.hpp\"\n\nnamespace scanner {\n\nconst "
              "api_name api_names[] = {\n";
    std::map<std::string, std::string> pairs;
    int number = 1, rows = 0;
    while (std::getline(list, line)) {
        ++number;
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() != 8 || cells[0].empty())
            return std::cerr << folder << "/api.csv:" << number << ": not eight cells\n", 1;
        for (int i : {3, 4})
            if (!cells[i].empty() && !scanner::version_of(cells[i]))
                return std::cerr << folder << "/api.csv:" << number << ": no version: " << cells[i] << '\n', 1;
        const std::string& note = cells[6];
        if (!note.empty() && !pairs.count(note)) pairs[note] = pair_of(folder + "/" + note);
        output << "    {" << quoted(cells[0]) << ", " << quoted(cells[1]) << ", " << quoted(cells[2]) << ", "
               << scanner::version_of(cells[3]) << ", " << scanner::version_of(cells[4]) << ", " << quoted(cells[5])
               << ", " << quoted(note) << ", " << quoted(note.empty() ? "" : pairs[note]) << ", " << quoted(cells[7])
               << "},\n";
        ++rows;
    }
    output << "};\n\nconst std::size_t api_names_count = " << rows << ";\n\n} // namespace scanner\n";
    output.close();
    return output && rows ? 0 : 1;
}
