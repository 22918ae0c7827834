// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SARIF 2.1.0, the form that code hosts and editors show: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
#include <ostream>
#include <set>

#include "json_text.hpp"
#include "rules/pages.hpp"
#include "writer.hpp"

namespace scanner {
namespace {

// A page's first paragraph, on one line.
std::string first_paragraph(std::string_view text)
{
    std::string result(text.substr(0, text.find("\n\n")));
    for (char& c : result)
        if (c == '\n') c = ' ';
    return result;
}

// A path as a URI: relative to wherever the program ran, or file:///….
std::string uri_of(std::string path)
{
    while (path.compare(0, 2, "./") == 0)
        path.erase(0, 2);
    std::string result = path[0] == '/' ? "file://" : "";
    for (char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= '0' && byte <= '9') || c == '/' || c == '-' || c == '_' || c == '.' || c == '~' ||
                           c == '+';
        if (plain) {
            result += c;
        } else {
            constexpr char digits[] = "0123456789ABCDEF";
            result += '%';
            result += digits[byte >> 4];
            result += digits[byte & 15];
        }
    }
    return result;
}

class sarif : public writer {
public:
    explicit sarif(std::ostream& output)
        : output_(output)
    {
    }

    void begin() override
    {
        output_ << "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n"
                   "  \"runs\": [{\n    \"columnKind\": \"unicodeCodePoints\",\n    \"results\": [";
    }

    void add(const std::string& path, const finding& one) override
    {
        std::string text = one.name + ": " + one.message + ".";
        if (!one.replacement.empty()) text += " Use " + one.replacement + ".";
        if (!one.note.empty()) text += " See migration-notes/" + one.note + ".";
        output_ << (used_.empty() ? "\n" : ",\n") << "      {\"ruleId\": " << json_string(one.rule) << ", \"level\": \""
                << word(one.level) << "\", \"message\": {\"text\": " << json_string(text)
                << "}, \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": "
                << json_string(uri_of(path)) << "}, \"region\": {\"startLine\": " << one.line
                << ", \"startColumn\": " << one.column << "}}}], \"partialFingerprints\": {\"cudaLegacyScan/v1\": \""
                << one.fingerprint << "\"}, \"properties\": {\"name\": " << json_string(one.name) << ", \"effort\": \""
                << word(one.effort) << '"';
        property("deprecated", text_of(one.deprecated));
        property("removed", text_of(one.removed));
        property("replacement", one.replacement);
        property("note", one.note);
        property("pair", one.pair);
        property("compat", one.compat);
        property("fix", word(one.fix));
        output_ << "}}";
        used_.insert(one.rule);
    }

    void end(const totals& all) override
    {
        output_ << (used_.empty() ? "],\n" : "\n    ],\n")
                << "    \"tool\": {\"driver\": {\"name\": \"cuda-legacy-scan\", \"version\": "
                << json_string(CUDA_LEGACY_SCAN_VERSION) << ", \"rules\": [";
        const char* between = "\n";
        for (std::size_t i = 0; i < rule_pages_count; ++i) {
            const rule_page& rule = rule_pages[i];
            if (!used_.count(rule.id)) continue;
            output_ << between << "      {\"id\": " << json_string(rule.id)
                    << ", \"shortDescription\": {\"text\": " << json_string(rule.summary)
                    << "}, \"fullDescription\": {\"text\": " << json_string(first_paragraph(rule.text))
                    << "}, \"help\": {\"text\": " << json_string(rule.text)
                    << ", \"markdown\": " << json_string(rule.text) << "}}";
            between = ",\n";
        }
        output_ << "]}},\n    \"invocations\": [{\"executionSuccessful\": " << (all.not_scanned ? "false" : "true")
                << ", \"toolExecutionNotifications\": [";
        between = "";
        for (const skipped_file& one : all.skipped) {
            output_ << between << "{\"level\": \"" << (one.is_named ? "error" : "warning")
                    << "\", \"message\": {\"text\": " << json_string(text_of(one)) << "}}";
            between = ", ";
        }
        for (const refused_fix& one : all.refused) {
            output_ << between
                    << "{\"level\": \"note\", \"descriptor\": {\"id\": \"refused-fix\"}, \"message\": {\"text\": "
                    << json_string("--fix=" + one.fix + " left it as it is: " + one.reason)
                    << "}, \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": "
                    << json_string(uri_of(one.path)) << "}, \"region\": {\"startLine\": " << one.line
                    << ", \"startColumn\": " << one.column << "}}}]}";
            between = ", ";
        }
        output_ << "]}]\n  }]\n}\n";
    }

private:
    void property(const char* name, const std::string& value)
    {
        if (!value.empty()) output_ << ", \"" << name << "\": " << json_string(value);
    }

    std::ostream& output_;
    std::set<std::string> used_;
};

} // namespace

std::unique_ptr<writer> sarif_writer(std::ostream& output) { return std::make_unique<sarif>(output); }

} // namespace scanner
