// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Workflow commands of GitHub Actions: each finding becomes an annotation at its line.
#include <ostream>

#include "writer.hpp"

namespace scanner {
namespace {

// As the runner reads it back; a property has two more characters that end it.
std::string escaped(const std::string& text, bool property)
{
    std::string result;
    for (const char c : text) {
        if (c == '%')
            result += "%25";
        else if (c == '\r')
            result += "%0D";
        else if (c == '\n')
            result += "%0A";
        else if (property && c == ':')
            result += "%3A";
        else if (property && c == ',')
            result += "%2C";
        else
            result += c;
    }
    return result;
}

class github : public writer {
public:
    explicit github(std::ostream& output)
        : output_(output)
    {
    }

    void add(const std::string& path, const finding& one) override
    {
        const char* command = one.level == severity::error     ? "error"
                              : one.level == severity::warning ? "warning"
                                                               : "notice";
        std::string text = one.name + ": " + one.message;
        if (!one.replacement.empty()) text += "; use " + one.replacement;
        if (!one.note.empty()) text += " [migration-notes/" + one.note + "]";
        output_ << "::" << command << " file=" << escaped(path, true) << ",line=" << one.line << ",col=" << one.column
                << ",title=" << escaped(one.rule, true) << "::" << escaped(text, false) << '\n';
    }

    void end(const totals& all) override
    {
        for (const refused_fix& one : all.refused)
            output_ << "::notice file=" << escaped(one.path, true) << ",line=" << one.line << ",col=" << one.column
                    << ",title=" << escaped("--fix=" + one.fix, true)
                    << "::left as it is: " << escaped(one.reason, false) << '\n';
    }

private:
    std::ostream& output_;
};

} // namespace

std::unique_ptr<writer> github_writer(std::ostream& output) { return std::make_unique<github>(output); }

} // namespace scanner
