// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "configuration.hpp"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

#include "rules/pages.hpp"

namespace scanner {
namespace {

namespace fs = std::filesystem;

constexpr char keys[] = "from, to, select, ignore, exclude, force-exclude, gitignore, baseline, compile-commands, "
                        "include, define, jobs, exit-zero, quiet";

// Reads the part of TOML that the keys need: key = "string", [ "strings", … ], true, false or a number; # begins a
// comment.
class reader {
public:
    reader(std::string path, std::string text, options& result)
        : path_(std::move(path))
        , text_(std::move(text))
        , result_(result)
        , folder_(fs::path(path_).parent_path())
    {
    }

    std::string run()
    {
        while (wrong_.empty()) {
            skip(true);
            if (at_ == text_.size()) break;
            pair();
        }
        return wrong_;
    }

private:
    struct value {
        enum class kinds { text, list, flag, number } kind = kinds::text;
        std::string text;
        std::vector<std::string> list;
        bool flag = false;
    };

    void fail(const std::string& text)
    {
        if (wrong_.empty()) wrong_ = path_ + ":" + std::to_string(line_) + ": " + text;
    }

    void skip(bool lines)
    {
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (c == '#') {
                while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n')
                    ++at_;
            } else if (c == '\n') {
                if (!lines) return;
                ++line_;
            } else if (c != ' ' && c != '\t' && c != '\r') {
                return;
            }
        }
    }

    bool is(char c) const { return at_ < text_.size() && text_[at_] == c; }

    std::string word()
    {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-' ||
                                      text_[at_] == '_' || text_[at_] == '.'))
            ++at_;
        return text_.substr(begin, at_ - begin);
    }

    void pair()
    {
        if (is('[')) return fail("a table: the keys stand in no table");
        const std::string key = is('"') ? string() : word();
        if (!wrong_.empty()) return;
        if (key.empty()) return fail("a key is expected: one of " + std::string(keys));
        skip(false);
        if (!is('=')) return fail(key + " wants a = and a value");
        ++at_;
        skip(false);
        const unsigned line = line_;
        const value read = any_value(key);
        if (!wrong_.empty()) return;
        skip(false);
        if (at_ < text_.size() && !is('\n')) return fail("something stands behind the value of " + key);
        const unsigned behind = line_;
        line_ = line; // an error message has the line of the key
        take(key, read);
        if (!seen_.insert(key).second) fail(key + " a second time");
        line_ = behind;
    }

    std::string string()
    {
        const char mark = text_[at_++];
        std::string result;
        while (at_ < text_.size() && text_[at_] != mark && text_[at_] != '\n') {
            if (mark == '"' && text_[at_] == '\\') {
                ++at_;
                if (is('n'))
                    result += '\n';
                else if (is('t'))
                    result += '\t';
                else if (is('"') || is('\\'))
                    result += text_[at_];
                else
                    return fail("a backslash stands before one of n t \" \\"), result;
                ++at_;
                continue;
            }
            result += text_[at_++];
        }
        if (!is(mark)) fail("a string without its end");
        ++at_;
        return result;
    }

    value any_value(const std::string& key)
    {
        value result;
        if (is('"') || is('\'')) {
            result.text = string();
        } else if (is('[')) {
            result.kind = value::kinds::list;
            ++at_;
            for (skip(true); wrong_.empty() && !is(']'); skip(true)) {
                if (!is('"') && !is('\'')) return fail(key + " wants strings between [ and ]"), result;
                result.list.push_back(string());
                skip(true);
                if (is(','))
                    ++at_;
                else if (!is(']'))
                    fail(key + ": a , or a ] is missing");
            }
            ++at_;
        } else {
            result.text = word();
            result.kind = result.text == "true" || result.text == "false" ? value::kinds::flag : value::kinds::number;
            result.flag = result.text == "true";
            if (result.kind == value::kinds::number &&
                (result.text.empty() || result.text.find_first_not_of("0123456789") != result.text.npos))
                fail(key + " wants a value: \"text\", [\"texts\"], true, false or a number");
        }
        return result;
    }

    std::string below(const std::string& path) const
    {
        return fs::path(path).is_absolute() || folder_.empty() ? path : (folder_ / path).string();
    }

    void take(const std::string& key, const value& read)
    {
        using kinds = value::kinds;
        const auto wants = [&](kinds kind, const char* what) {
            if (read.kind != kind) fail(key + " wants " + what);
            return read.kind == kind;
        };
        if (key == "from" || key == "to") {
            if (!wants(kinds::text, "a version as a string, such as \"12.5\"")) return;
            const version asked = version_of(read.text);
            if (!is_release(asked)) return fail(key + ": no CUDA " + read.text + " is known: " + list_of_releases());
            if (!result_.given.count("--" + key)) (key == "from" ? result_.asked.from : result_.asked.to) = asked;
        } else if (key == "select" || key == "ignore") {
            if (!wants(kinds::list, "a list of rules")) return;
            for (const std::string& rule : read.list)
                if (!find_rule(rule))
                    return fail(key + ": no rule is called " + rule + "; the rules: " + list_of_rules());
            if (!result_.given.count("--" + key))
                (key == "select" ? result_.select : result_.ignore).insert(read.list.begin(), read.list.end());
        } else if (key == "exclude") {
            if (!wants(kinds::list, "a list of patterns")) return;
            for (const std::string& one : read.list)
                if (one.empty()) return fail("exclude: a pattern is empty");
            result_.files.exclude.insert(result_.files.exclude.end(), read.list.begin(), read.list.end());
        } else if (key == "include" || key == "define") {
            if (!wants(kinds::list, "a list of strings")) return;
            for (const std::string& one : read.list)
                result_.parser_arguments.push_back(key == "include" ? "-I" + below(one) : "-D" + one);
        } else if (key == "baseline" || key == "compile-commands") {
            if (!wants(kinds::text, "a path as a string")) return;
            std::string& target = key == "baseline" ? result_.baseline : result_.compile_commands;
            if (!result_.given.count("--" + key)) target = below(read.text);
        } else if (key == "gitignore" || key == "force-exclude" || key == "exit-zero" || key == "quiet") {
            if (!wants(kinds::flag, "true or false")) return;
            if (key == "force-exclude") result_.files.force_exclude = result_.files.force_exclude || read.flag;
            if (key == "gitignore" && !result_.given.count("--no-gitignore")) result_.files.use_gitignore = read.flag;
            if (key == "exit-zero") result_.exit_zero = result_.exit_zero || read.flag;
            if (key == "quiet") result_.quiet = result_.quiet || read.flag;
        } else if (key == "jobs") {
            if (!wants(kinds::number, "a number from 1 to 1024")) return;
            const int jobs = read.text.size() > 4 ? 0 : std::stoi(read.text);
            if (jobs < 1 || jobs > 1024) return fail("jobs wants a number from 1 to 1024");
            if (!result_.given.count("--jobs")) result_.jobs = static_cast<unsigned>(jobs);
        } else {
            fail("no key is called " + key + "; the keys: " + keys);
        }
    }

    std::string path_, text_;
    options& result_;
    fs::path folder_;
    std::set<std::string> seen_;
    std::string wrong_;
    std::size_t at_ = 0;
    unsigned line_ = 1;
};

} // namespace

std::string find_configuration(const std::string& path)
{
    std::error_code error;
    const fs::path given = path == "-" ? fs::path(".") : fs::path(path);
    fs::path folder = fs::is_directory(given, error) ? given : given.parent_path();
    if (folder.empty()) folder = ".";
    fs::path absolute = fs::canonical(folder, error);
    while (!error) {
        const fs::path found = folder / ".cuda-legacy.toml";
        std::error_code ignored;
        if (fs::is_regular_file(found, ignored))
            return folder == "." ? ".cuda-legacy.toml" : found.lexically_normal().string();
        if (absolute == absolute.root_path() || absolute.empty()) break;
        absolute = absolute.parent_path();
        folder = absolute;
    }
    return {};
}

namespace {

std::string quoted(const std::string& text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
    }
    return result + '"';
}

template <class Texts>
std::string listed(const Texts& texts)
{
    std::string result;
    for (const std::string& one : texts)
        result += (result.empty() ? "" : ", ") + quoted(one);
    return "[" + result + "]";
}

} // namespace

void show_settings(const options& wanted, std::ostream& output)
{
    const auto flag = [](bool is_set) { return is_set ? "true" : "false"; };
    std::vector<std::string> folders, defines;
    for (const std::string& one : wanted.parser_arguments)
        (one[1] == 'I' ? folders : defines).push_back(one.substr(2));
    const bool has_file = !wanted.configuration.empty() && !wanted.no_configuration;
    output << "# " << (has_file ? wanted.configuration : "no configuration file") << '\n';
    if (wanted.asked.from) output << "from = " << quoted(text_of(wanted.asked.from)) << '\n';
    output << "to = " << quoted(text_of(wanted.asked.to)) << '\n';
    if (!wanted.select.empty()) output << "select = " << listed(wanted.select) << '\n';
    output << "ignore = " << listed(wanted.ignore) << "\nexclude = " << listed(wanted.files.exclude)
           << "\nforce-exclude = " << flag(wanted.files.force_exclude)
           << "\ngitignore = " << flag(wanted.files.use_gitignore) << '\n';
    if (!wanted.baseline.empty()) output << "baseline = " << quoted(wanted.baseline) << '\n';
    if (!wanted.compile_commands.empty()) output << "compile-commands = " << quoted(wanted.compile_commands) << '\n';
    output << "include = " << listed(folders) << "\ndefine = " << listed(defines) << '\n';
    if (wanted.jobs) output << "jobs = " << wanted.jobs << '\n';
    output << "exit-zero = " << flag(wanted.exit_zero) << "\nquiet = " << flag(wanted.quiet) << '\n';
}

std::string read_configuration(const std::string& path, options& result)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) return path + ": not there";
    return reader(path, std::string{std::istreambuf_iterator<char>(file), {}}, result).run();
}

} // namespace scanner
