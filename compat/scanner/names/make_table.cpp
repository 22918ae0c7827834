// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the tables of names and rules: make_table FOLDER-OF-NOTES RULES OUTPUT. The folder has api.csv, renames.csv,
// pairs.csv, and the notes that api.csv names; a note's row of pairs says which pairs show the change. RULES has a
// section for each rule.
#include <algorithm>
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

// Names that the first pair of their note does not show: the pair that does, or an empty text if the note has none.
struct other_pair {
    std::string pair;
    bool used = false;
};

bool read_pairs(const std::string& path, std::map<std::string, other_pair>& result)
{
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line) || cells_of(line) != cells_of("name,pair"))
        return std::cerr << path << ": not there, or its first line is another one\n", false;
    for (int number = 2; std::getline(file, line); ++number) {
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() != 2 || cells[0].empty())
            return std::cerr << path << ':' << number << ": not two cells\n", false;
        if (!result.emplace(cells[0], other_pair{cells[1]}).second)
            return std::cerr << path << ':' << number << ": " << cells[0] << " a second time\n", false;
    }
    return true;
}

// The pairs that a note names; none if it says that there is none.
std::vector<std::string> pairs_of(const std::string& note)
{
    std::ifstream file(note);
    std::vector<std::string> result;
    const std::string begin = "| Pairs | `";
    for (std::string line; std::getline(file, line);) {
        if (line.compare(0, begin.size(), begin) != 0) continue;
        for (std::size_t open = begin.size() - 1, close; open != line.npos; open = line.find('`', close + 1)) {
            close = line.find('`', open + 1);
            if (close == line.npos) break;
            result.push_back(line.substr(open + 1, close - open - 1));
        }
        break;
    }
    return result;
}

// Finds the pair that shows a name's change. It is the note's first one, unless pairs.csv has the name.
class pair_finder {
public:
    explicit pair_finder(const std::string& folder)
        : folder_(folder)
    {
    }

    bool read() { return read_pairs(folder_ + "/pairs.csv", others_); }

    bool find(const std::string& name, const std::string& note, std::string& pair)
    {
        const auto [all, added] = of_notes_.try_emplace(note);
        if (added && !note.empty()) all->second = pairs_of(folder_ + "/" + note);
        pair = all->second.empty() ? "" : all->second[0];
        const auto other = others_.find(name);
        if (other == others_.end()) return true;
        other->second.used = true;
        pair = other->second.pair;
        if (pair.empty() || std::count(all->second.begin(), all->second.end(), pair)) return true;
        return std::cerr << folder_ << "/pairs.csv: " << name << ": " << pair << " is no pair of " << note << '\n',
               false;
    }

    bool are_all_used() const
    {
        for (const auto& [name, one] : others_)
            if (!one.used) return std::cerr << folder_ << "/pairs.csv: " << name << " is not in api.csv\n", false;
        return true;
    }

private:
    std::string folder_;
    std::map<std::string, other_pair> others_;
    std::map<std::string, std::vector<std::string>> of_notes_;
};

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
    pair_finder pairs(folder);
    if (!pairs.read()) return 1;
    std::string pair;
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
        if (!pairs.find(cells[0], note, pair)) return 1;
        output << "    {" << quoted(cells[0]) << ", " << quoted(cells[1]) << ", " << quoted(cells[2]) << ", "
               << scanner::version_of(cells[3]) << ", " << scanner::version_of(cells[4]) << ", " << quoted(cells[5])
               << ", " << quoted(note) << ", " << quoted(pair) << ", " << quoted(cells[7]);
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
    if (!pairs.are_all_used()) return 1;
    output << "};\n\nconst std::size_t api_names_count = " << rows << ";\n";
    if (!write_rules(argv[2], output)) return 1;
    output << "\n} // namespace scanner\n";
    output.close();
    return output && rows ? 0 : 1;
}
