// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For programs: one object with all findings, one a line.
#include <ostream>

#include "json_text.hpp"
#include "writer.hpp"

namespace scanner {
namespace {

class json : public writer {
public:
    json(std::ostream& output, const step& asked)
        : output_(output)
        , asked_(asked)
    {
    }

    void begin() override
    {
        output_ << "{\n  \"tool\": \"cuda-legacy-scan\",\n  \"version\": " << json_string(CUDA_LEGACY_SCAN_VERSION)
                << ",\n  \"from\": " << version_or_null(asked_.from) << ",\n  \"to\": " << version_or_null(asked_.to)
                << ",\n  \"findings\": [";
    }

    void add(const std::string& path, const finding& one) override
    {
        output_ << (first_ ? "\n" : ",\n") << "    {\"file\": " << json_string(path) << ", \"line\": " << one.line
                << ", \"column\": " << one.column << ", \"rule\": " << json_string(one.rule)
                << ", \"name\": " << json_string(one.name) << ", \"level\": \"" << word(one.level)
                << "\", \"message\": " << json_string(one.message)
                << ", \"deprecated\": " << version_or_null(one.deprecated)
                << ", \"removed\": " << version_or_null(one.removed)
                << ", \"replacement\": " << text_or_null(one.replacement) << ", \"note\": " << text_or_null(one.note)
                << ", \"pair\": " << text_or_null(one.pair) << ", \"compat\": " << text_or_null(one.compat)
                << ", \"effort\": \"" << word(one.effort) << "\", \"fix\": " << text_or_null(word(one.fix))
                << ", \"fingerprint\": \"" << one.fingerprint << "\"}";
        first_ = false;
    }

    void end(const totals& all) override
    {
        output_ << (first_ ? "],\n" : "\n  ],\n") << "  \"summary\": {\"files\": " << all.files
                << ", \"files_with_findings\": " << all.files_with_findings << ", \"findings\": " << all.findings
                << ", \"errors\": " << all.errors << ", \"warnings\": " << all.warnings << ", \"notes\": " << all.notes
                << ", \"in_baseline\": " << all.known << ", \"silenced\": " << all.silenced << "},\n  \"skipped\": [";
        const char* between = "";
        for (const skipped_file& one : all.skipped) {
            output_ << between << "{\"file\": " << json_string(one.path) << ", \"reason\": " << json_string(one.reason)
                    << '}';
            between = ", ";
        }
        output_ << "],\n  \"refused_fixes\": [";
        between = "\n";
        for (const refused_fix& one : all.refused) {
            output_ << between << "    {\"file\": " << json_string(one.path) << ", \"line\": " << one.line
                    << ", \"column\": " << one.column << ", \"fix\": " << json_string(one.fix)
                    << ", \"reason\": " << json_string(one.reason) << '}';
            between = ",\n";
        }
        output_ << (all.refused.empty() ? "]\n}\n" : "\n  ]\n}\n");
    }

private:
    static std::string version_or_null(version one) { return one ? json_string(text_of(one)) : "null"; }
    static std::string text_or_null(const std::string& text) { return text.empty() ? "null" : json_string(text); }

    std::ostream& output_;
    step asked_;
    bool first_ = true;
};

} // namespace

std::unique_ptr<writer> json_writer(std::ostream& output, const step& asked)
{
    return std::make_unique<json>(output, asked);
}

} // namespace scanner
