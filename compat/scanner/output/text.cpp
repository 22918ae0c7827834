// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For people, and for editors that read a compiler's messages.
#include <ostream>

#include "writer.hpp"

namespace scanner {
namespace {

// A file's name may have any bytes; a terminal obeys some of them.
std::string printable(std::string text)
{
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    return text;
}

class text : public writer {
public:
    text(std::ostream& output, bool colours, bool quiet)
        : output_(output)
        , colours_(colours)
        , quiet_(quiet)
    {
    }

    void add(const std::string& path, const finding& one) override
    {
        const char* colour = one.level == severity::error     ? "\033[1;31m"
                             : one.level == severity::warning ? "\033[1;35m"
                                                              : "\033[1;36m";
        output_ << (colours_ ? "\033[1m" : "") << printable(path) << ':' << one.line << ':' << one.column << ": "
                << (colours_ ? colour : "") << word(one.level) << ": " << (colours_ ? "\033[0m" : "")
                << printable(one.name) << ": " << one.message;
        if (!one.replacement.empty()) output_ << "; use " << one.replacement;
        output_ << " [";
        if (!one.note.empty()) output_ << "note " << one.note << ", ";
        if (!one.pair.empty()) output_ << "pair " << one.pair << ", ";
        if (!one.compat.empty())
            output_ << (one.compat == "here"      ? "compat has it"
                        : one.compat == "toolkit" ? "CUDA still has it"
                                                  : "compat cannot have it")
                    << ", ";
        output_ << "effort " << word(one.effort);
        if (one.fix == fix_kind::mechanical)
            output_ << ", --fix mends it";
        else if (one.fix != fix_kind::none)
            output_ << (one.edits.empty() ? ", --fix=" : ", try --fix=") << word(one.fix);
        output_ << "]\n";
    }

    void end(const totals& all) override
    {
        if (quiet_) return;
        output_ << all.findings << (all.findings == 1 ? " finding" : " findings") << " in " << all.files_with_findings
                << " of " << all.files << " files";
        if (all.known) output_ << ", and " << all.known << " that the baseline has";
        if (all.silenced) output_ << "; comments silence " << all.silenced;
        if (all.elsewhere) output_ << "; lines that did not change have " << all.elsewhere;
        output_ << '\n';
    }

private:
    std::ostream& output_;
    bool colours_, quiet_;
};

} // namespace

std::unique_ptr<writer> text_writer(std::ostream& output, bool colours, bool quiet)
{
    return std::make_unique<text>(output, colours, quiet);
}

} // namespace scanner
