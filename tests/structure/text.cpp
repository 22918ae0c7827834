#include "text.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;

namespace structure {

std::string read(const fs::path& file)
{
    std::ifstream stream{file, std::ios::binary};
    if (!stream || fs::is_directory(file)) throw std::runtime_error{"cannot read " + file.string()};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

std::vector<std::string> lines(const std::string& text)
{
    std::vector<std::string> result;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);)
        result.push_back(line);
    return result;
}

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts{""};
    for (char c : text)
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

std::string without_comments(const std::string& source)
{
    std::string result;
    for (std::size_t i = 0; i < source.size();) {
        const auto skip_to = [&](const std::string& end) {
            const std::size_t found = source.find(end, i + 2);
            i = found == std::string::npos ? source.size() : found;
        };
        if (source.compare(i, 2, "//") == 0) {
            skip_to("\n");
            result += ' ';
        } else if (source.compare(i, 2, "/*") == 0) {
            skip_to("*/");
            i = std::min(source.size(), i + 2);
            result += ' ';
        } else if (source.compare(i, 3, "'\"'") == 0) {
            i += 3;
            result += "' '";
        } else if (source[i] == '"') {
            for (++i; i < source.size() && source[i] != '"' && source[i] != '\n'; ++i)
                if (source[i] == '\\') ++i;
            if (i < source.size() && source[i] == '"') ++i;
            result += "\"\"";
        } else {
            result += source[i++];
        }
    }
    return result;
}

std::vector<fs::path> files_below(const fs::path& folder, const std::string& extension)
{
    std::vector<fs::path> files;
    if (!fs::is_directory(folder)) return files;
    for (const auto& entry : fs::recursive_directory_iterator{folder})
        if (entry.is_regular_file() && entry.path().extension() == extension)
            files.push_back(entry.path().lexically_relative(folder));
    std::sort(files.begin(), files.end());
    return files;
}

std::map<std::string, std::string> head_fields(const std::string& source)
{
    static const std::regex field{R"(^//\s*([A-Z][a-z]+):\s*(.*)$)"}, more{R"(^//\s{2,}(\S.*)$)"};
    std::map<std::string, std::string> fields;
    std::string current;
    for (const std::string& line : lines(source)) {
        if (line.compare(0, 2, "//") != 0) break;
        std::smatch match;
        if (std::regex_match(line, match, field)) {
            current = match[1];
            fields[current] = match[2];
        } else if (!current.empty() && std::regex_match(line, match, more)) {
            fields[current] += " " + match[1].str();
        } else {
            current.clear();
        }
    }
    return fields;
}

std::vector<std::string> captures(const std::string& text, const std::string& pattern)
{
    const std::regex expression{pattern};
    std::vector<std::string> found;
    for (std::sregex_iterator match{text.begin(), text.end(), expression}, end; match != end; ++match)
        found.push_back((*match)[1]);
    return found;
}

bool has_word(const std::string& text, const std::string& word)
{
    return std::regex_search(text, std::regex{"\\b" + word + "\\b"});
}

} // namespace structure
