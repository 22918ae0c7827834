// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile_commands.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace scanner {
namespace {

namespace fs = std::filesystem;

// Parses the subset of JSON that compile_commands.json needs: an array of objects with strings and arrays of strings.
// The reader skips all other values.
class json_reader {
public:
    explicit json_reader(const std::string& text)
        : at_(text.data())
        , end_(text.data() + text.size())
    {
    }

    struct entry {
        std::string directory, file, command;
        std::vector<std::string> arguments;
    };

    bool run(std::vector<entry>& result)
    {
        if (!take('[')) return false;
        if (take(']')) return true;
        do {
            entry one;
            if (!object(one)) return false;
            result.push_back(std::move(one));
        } while (take(','));
        return take(']');
    }

private:
    bool take(char wanted)
    {
        while (at_ != end_ && std::isspace(static_cast<unsigned char>(*at_)))
            ++at_;
        if (at_ == end_ || *at_ != wanted) return false;
        ++at_;
        return true;
    }

    bool object(entry& result)
    {
        if (!take('{')) return false;
        if (take('}')) return true;
        do {
            std::string name;
            if (!string(name) || !take(':')) return false;
            std::string* text = name == "directory" ? &result.directory
                                : name == "file"    ? &result.file
                                : name == "command" ? &result.command
                                                    : nullptr;
            if (text ? !string(*text) : name == "arguments" ? !strings(result.arguments) : !value(0)) return false;
        } while (take(','));
        return take('}');
    }

    bool strings(std::vector<std::string>& result)
    {
        if (!take('[')) return false;
        if (take(']')) return true;
        do {
            result.emplace_back();
            if (!string(result.back())) return false;
        } while (take(','));
        return take(']');
    }

    bool string(std::string& result)
    {
        if (!take('"')) return false;
        while (at_ != end_ && *at_ != '"') {
            if (*at_ != '\\') {
                result += *at_++;
                continue;
            }
            if (++at_ == end_) return false;
            const char c = *at_++;
            if (c == 'u') {
                if (end_ - at_ < 4) return false;
                const long code = std::strtol(std::string(at_, 4).c_str(), nullptr, 16);
                if (code < 0x80) result += static_cast<char>(code); // paths with other characters are never looked up
                at_ += 4;
            } else {
                result += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
            }
        }
        if (at_ == end_) return false;
        ++at_;
        return true;
    }

    // Reads and discards any value.
    bool value(int depth)
    {
        constexpr int deepest = 50;
        std::string ignored;
        if (depth > deepest) return false;
        if (take('{')) {
            if (take('}')) return true;
            do {
                if (!string(ignored) || !take(':') || !value(depth + 1)) return false;
            } while (take(','));
            return take('}');
        }
        if (take('[')) {
            if (take(']')) return true;
            do {
                if (!value(depth + 1)) return false;
            } while (take(','));
            return take(']');
        }
        if (at_ != end_ && *at_ == '"') return string(ignored);
        const char* begin = at_;
        while (at_ != end_ &&
               (std::isalnum(static_cast<unsigned char>(*at_)) || *at_ == '-' || *at_ == '+' || *at_ == '.'))
            ++at_;
        return at_ != begin;
    }

    const char* at_;
    const char* end_;
};

std::string key_of(const fs::path& path)
{
    std::error_code error;
    const fs::path real = fs::weakly_canonical(path, error);
    return (error ? path.lexically_normal() : real).string();
}

// Returns the smallest architecture in a text such as "compute_70,sm_75", or 0 if the text names none.
int least_number(const std::string& text)
{
    int least = 0;
    for (const std::string begin : {"compute_", "sm_"})
        for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin, at + 1)) {
            const int number = std::atoi(text.c_str() + at + begin.size());
            if (number && (!least || number < least)) least = number;
        }
    return least;
}

} // namespace

std::vector<std::string> words_of_command(const std::string& command)
{
    std::vector<std::string> result;
    std::string word;
    bool any = false;
    char quote = 0;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (quote) {
            if (c == quote)
                quote = 0;
            else if (c == '\\' && quote == '"' && i + 1 < command.size() &&
                     (command[i + 1] == '"' || command[i + 1] == '\\'))
                word += command[++i];
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
            any = true;
        } else if (c == '\\' && i + 1 < command.size()) {
            word += command[++i];
            any = true;
        } else if (std::isspace(static_cast<unsigned char>(c))) {
            if (any) result.push_back(std::move(word));
            word.clear();
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    if (any) result.push_back(std::move(word));
    return result;
}

compile_settings settings_of(const std::vector<std::string>& words)
{
    compile_settings result;
    if (!words.empty()) {
        const std::string compiler = fs::path(words[0]).filename().string();
        result.is_cuda = compiler == "nvcc" || compiler == "nvcc.exe";
    }
    int least = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        const std::string next = i + 1 < words.size() ? words[i + 1] : "";
        const auto begins = [&](const char* begin) { return word.rfind(begin, 0) == 0; };
        if (begins("-D")) {
            const std::string macro = word == "-D" ? next : word.substr(2);
            const std::size_t equals = macro.find('=');
            result.defines[macro.substr(0, equals)] = equals == macro.npos ? "1" : macro.substr(equals + 1);
            i += word == "-D";
        } else if (begins("-I") || begins("-isystem") || begins("-iquote") || begins("--include-path") ||
                   begins("--system-include")) {
            const char* option = begins("-I")            ? "-I"
                                 : begins("-isystem")    ? "-isystem"
                                 : begins("-iquote")     ? "-iquote"
                                 : begins("--include-p") ? "--include-path"
                                                         : "--system-include";
            std::string folder = word.substr(std::strlen(option));
            if (folder.empty()) folder = next, ++i;
            if (folder[0] == '=') folder.erase(0, 1);
            std::size_t begin = 0; // nvcc accepts several folders in one option, separated by commas
            for (std::size_t comma = 0; comma != folder.npos; begin = comma + 1) {
                comma = folder.find(',', begin);
                if (comma != begin && begin < folder.size())
                    result.folders.push_back(folder.substr(begin, comma - begin));
            }
        } else if (begins("-U")) {
            result.defines.erase(word == "-U" ? next : word.substr(2));
            i += word == "-U";
        } else if (begins("-arch") || begins("--gpu-architecture") || begins("-gencode") || begins("--generate-code")) {
            // Both -arch=sm_75 and -arch sm_75 are accepted. "native" and "all" name no architecture, so they do not
            // count.
            const int number = least_number(word.find('=') == word.npos ? next : word);
            if (number && (!least || number < least)) least = number;
        } else if (word == "-x" || begins("-x=") || begins("--x=")) {
            const std::string language = word == "-x" ? next : word.substr(word.find('=') + 1);
            result.is_cuda = language == "cu" || language == "cuda";
        }
    }
    result.least_architecture = least;
    return result;
}

bool compile_commands::read(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) return false;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::vector<json_reader::entry> entries;
    if (!json_reader(text).run(entries)) return false;
    const fs::path folder = fs::absolute(fs::path(path)).parent_path();
    for (json_reader::entry& one : entries) {
        if (one.file.empty()) continue;
        compile_settings said = settings_of(one.arguments.empty() ? words_of_command(one.command) : one.arguments);
        for (std::string& each : said.folders)
            each = (folder / one.directory / each).lexically_normal().string();
        const auto [place, is_new] = files_.emplace(key_of(folder / one.directory / one.file), said);
        if (is_new) continue;
        compile_settings& known = place->second;
        for (auto define = known.defines.begin(); define != known.defines.end();) {
            const auto other = said.defines.find(define->first);
            define = other == said.defines.end() || other->second != define->second ? known.defines.erase(define)
                                                                                    : std::next(define);
        }
        for (const std::string& each : said.folders)
            if (std::find(known.folders.begin(), known.folders.end(), each) == known.folders.end())
                known.folders.push_back(each);
        known.least_architecture = std::min(known.least_architecture, said.least_architecture);
        known.is_cuda = known.is_cuda || said.is_cuda;
    }
    return true;
}

const compile_settings* compile_commands::of(const std::string& path) const
{
    if (files_.empty()) return nullptr;
    const auto found = files_.find(key_of(fs::absolute(path)));
    return found == files_.end() ? nullptr : &found->second;
}

std::vector<std::string> compile_commands::files() const
{
    std::vector<std::string> result;
    for (const auto& [path, settings] : files_)
        result.push_back(path);
    return result;
}

} // namespace scanner
