// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the tables of names and rules: make_table FOLDER-OF-NOTES RULES OUTPUT. The folder has api.csv, renames.csv,
// and the notes that api.csv names; a note's row of pairs says which pair shows the change. RULES has a section for
// each rule.
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

// Which names --fix may write for the old ones: what each becomes, the header that this needs, the number of arguments.
struct new_name {
    std::string becomes, needs, arguments;
    bool used = false;
};

bool read_renames(const std::string& path, std::map<std::string, new_name>& result)
{
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line) || cells_of(line) != cells_of("name,becomes,needs,arguments"))
        return std::cerr << path << ": not there, or its first line is another one\n", false;
    for (int number = 2; std::getline(file, line); ++number) {
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() != 4 || cells[0].empty() || cells[1].empty() ||
            cells[3].find_first_not_of("0123456789") != cells[3].npos)
            return std::cerr << path << ':' << number << ": not four cells\n", false;
        if (!result.emplace(cells[0], new_name{cells[1], cells[2], cells[3]}).second)
            return std::cerr << path << ':' << number << ": " << cells[0] << " a second time\n", false;
    }
    return true;
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
        if (c == '\n')
            result += "\\n";
        else
            result += c;
    }
    return result + "\"";
}

// ## rule, a line that says what it finds, and the page.
bool write_rules(const std::string& path, std::ostream& output)
{
    std::ifstream file(path);
    std::vector<std::pair<std::string, std::string>> pages;
    bool code = false;
    for (std::string line; std::getline(file, line);) {
        if (line.compare(0, 3, "```") == 0) code = !code;
        if (!code && line.compare(0, 3, "## ") == 0)
            pages.emplace_back(line.substr(3), "");
        else if (!pages.empty())
            pages.back().second += line + "\n";
    }
    output << "\nconst rule_page rule_pages[] = {\n";
    for (auto& [id, text] : pages) {
        text.erase(0, text.find_first_not_of('\n'));
        text.erase(text.find_last_not_of('\n') + 1);
        const std::size_t end = text.find('\n');
        const std::size_t page = text.find_first_not_of('\n', end);
        if (text.empty() || end == text.npos || page == text.npos)
            return std::cerr << path << ": " << id << " has no page\n", false;
        output << "    {" << quoted(id) << ", " << quoted(text.substr(0, end)) << ", " << quoted(text.substr(page))
               << "},\n";
    }
    output << "};\n\nconst std::size_t rule_pages_count = " << pages.size() << ";\n";
    return !pages.empty();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 4) return std::cerr << "usage: make_table FOLDER-OF-NOTES RULES OUTPUT\n", 2;
    const std::string folder = argv[1];
    std::ifstream list(folder + "/api.csv");
    std::string line;
    if (!std::getline(list, line) ||
        cells_of(line) != cells_of("name,kind,area,deprecated,removed,replacement,note,compat"))
        return std::cerr << folder << "/api.csv: not there, or its first line is another one\n", 1;

    std::ofstream output(argv[3]);
    output << "// Made by make_table from api.csv.\n#include \"names/table.hpp\"\n#include "
              "\"rules/pages.hpp\"\n\nnamespace scanner {\n\nconst "
              "api_name api_names[] = {\n";
    std::map<std::string, new_name> renames;
    if (!read_renames(folder + "/renames.csv", renames)) return 1;
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
               << ", " << quoted(note) << ", " << quoted(note.empty() ? "" : pairs[note]) << ", " << quoted(cells[7]);
        if (const auto found = renames.find(cells[0]); found != renames.end()) {
            const new_name& one = found->second;
            output << ", " << quoted(one.becomes) << ", " << quoted(one.needs) << ", "
                   << (one.arguments.empty() ? "-1" : one.arguments);
            found->second.used = true;
        }
        output << "},\n";
        ++rows;
    }
    for (const auto& [name, one] : renames)
        if (!one.used) return std::cerr << folder << "/renames.csv: " << name << " is not in api.csv\n", 1;
    output << "};\n\nconst std::size_t api_names_count = " << rows << ";\n";
    if (!write_rules(argv[2], output)) return 1;
    output << "\n} // namespace scanner\n";
    output.close();
    return output && rows ? 0 : 1;
}
