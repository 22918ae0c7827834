// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report as one file of HTML that needs nothing else.
#include "verify/report.hpp"

#include <sstream>

namespace scanner {
namespace {

const char* const style = R"(<style>
:root { color-scheme: light dark; --line: #8886; --good: #1a7f37; --bad: #b42318; --other: #8a6100; }
@media (prefers-color-scheme: dark) { :root { --good: #57ab5a; --bad: #ff7b72; --other: #d9a72b; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { background: #8881; padding: .7rem; overflow-x: auto; font-size: .85rem; }
.identical { color: var(--good); } .differs { color: var(--bad); } .other { color: var(--other); }
li { white-space: pre-wrap; overflow-wrap: anywhere; }
.verdict { font-size: 1.2rem; font-weight: 600; }
.scrolls { overflow-x: auto; }
</style>
)";

std::string escaped(const std::string& text)
{
    std::string out;
    for (const char c : text)
        out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    return out;
}

// 1234567 -> 1,234,567
std::string grouped(std::uint64_t n)
{
    std::string out = std::to_string(n);
    for (std::size_t at = out.size(); at > 3;)
        out.insert(at -= 3, ",");
    return out;
}

const char* class_of(verdict v)
{
    return v == verdict::same ? "identical" : v == verdict::differs ? "differs" : "other";
}

void list(std::ostringstream& out, const char* title, const std::vector<std::string>& lines)
{
    if (lines.empty()) return;
    out << "<h2>" << title << "</h2>\n<ul>\n";
    for (const std::string& line : lines)
        out << "<li>" << escaped(line) << "</li>\n";
    out << "</ul>\n";
}

void row(std::ostringstream& out, const std::string& name, const std::string& value)
{
    out << "<tr><th scope=\"row\">" << escaped(name) << "</th><td>" << escaped(value) << "</td></tr>\n";
}

void head(std::ostringstream& out, const report& r)
{
    out << "<p class=\"verdict " << class_of(r.is()) << "\">" << escaped(verdict_line(r)) << "</p>\n<table>\n";
    row(out, "Old", r.old_program);
    row(out, "New", r.new_program);
    std::string arguments;
    for (const std::string& one : r.arguments)
        arguments += (arguments.empty() ? "" : " ") + one;
    row(out, "Input", arguments.empty() ? "no arguments" : arguments);
    for (const auto& [name, version] : r.tools)
        row(out, name, version);
    std::string allowed;
    for (const auto& [type, ulp] : r.allowed)
        allowed += (allowed.empty() ? "" : ", ") + name_of_type(type) + " " + std::to_string(ulp) + " ulp";
    row(out, "Tolerance", allowed.empty() ? "none: bit for bit" : allowed);
    out << "</table>\n";
}

void kernels(std::ostringstream& out, const comparison& c)
{
    out << "<h2>Kernels</h2>\n<div class=\"scrolls\"><table>\n<tr><th scope=\"col\">Kernel</th><th scope=\"col\" "
           "class=\"number\">Launches</th><th scope=\"col\" class=\"number\">Bytes compared</th><th "
           "scope=\"col\">Result</th></tr>\n";
    for (const kernel_comparison& k : c.kernels) {
        out << "<tr><td><code>" << escaped(kernel_name(k)) << "</code></td><td class=\"number\">"
            << grouped(k.launches.size()) << "</td><td class=\"number\">" << grouped(k.bytes()) << "</td><td class=\""
            << class_of(k.is()) << "\">" << escaped(kernel_amount(k, c.compares_launches)) << "</td></tr>\n";
        const std::vector<std::string> details = details_of(k, c.sees_textures);
        if (details.empty()) continue;
        out << "<tr><td colspan=\"4\"><pre>";
        for (const std::string& line : details)
            out << escaped(line) << '\n';
        out << "</pre></td></tr>\n";
    }
    out << "</table></div>\n";
}

void traffic_table(std::ostringstream& out, const comparison& c)
{
    if (c.moved.empty()) return;
    out << "<h2>Traffic</h2>\n<table>\n<tr><th scope=\"col\">What</th><th scope=\"col\" class=\"number\">Old "
           "calls</th><th "
           "scope=\"col\" class=\"number\">Old bytes</th><th scope=\"col\" class=\"number\">New calls</th><th "
           "scope=\"col\" "
           "class=\"number\">New bytes</th></tr>\n";
    for (const traffic& t : c.moved)
        out << "<tr><td>" << t.direction << "</td><td class=\"number\">" << grouped(t.old_calls)
            << "</td><td class=\"number\">" << grouped(t.old_bytes) << "</td><td class=\"number\">"
            << grouped(t.new_calls) << "</td><td class=\"number\">" << grouped(t.new_bytes) << "</td></tr>\n";
    out << "</table>\n";
}

void evidence(std::ostringstream& out, const comparison& c)
{
    kernels(out, c);
    std::vector<std::string> lines;
    for (const group_comparison& g : c.groups)
        lines.push_back(group_text(g));
    list(out, "Launches that stand for several", lines);
    lines.clear();
    for (const recorded_launch* l : c.old_left)
        lines.push_back("only the old program: " + launch_text(*l));
    for (const recorded_launch* l : c.new_left)
        lines.push_back("only the new program: " + launch_text(*l));
    list(out, "Launches without a counterpart", lines);
    lines.clear();
    for (const copy_comparison& one : c.copies)
        lines.push_back(copy_text(one));
    out << "<h2>Copies to the host</h2>\n<p>" << escaped(copies_text(c)) << "</p>\n";
    list(out, "Copies to the host that differ", lines);
    std::vector<std::string> other;
    lines.clear();
    for (const lost_call& l : c.lost)
        (l.by_new ? lines : other).push_back(lost_text(l));
    list(out, "Calls: gone, or never undone, in the new program", lines);
    list(out, "Calls: only in the new program", other);
    traffic_table(out, c);
    list(out, "Not reached by this input", c.not_reached);
}

} // namespace

std::string as_page(const report& r)
{
    std::ostringstream out;
    out << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
           "content=\"width=device-width\">\n<title>Evidence: "
        << (r.is() == verdict::differs ? "not the same" : "the same") << ", " << escaped(r.new_program) << "</title>\n"
        << style << "</head>\n<body>\n<h1>Evidence: old and new program</h1>\n";
    head(out, r);
    list(out, "Steps", r.steps);
    list(out, "Fixed by the scanner", r.fixes);
    list(out, "Output", r.printed);
    if (r.has_records) evidence(out, r.evidence);
    std::vector<std::string> findings;
    for (const finding_count& f : r.findings)
        findings.push_back(finding_text(f));
    list(out, "Defects that the emulated device found", findings);
    list(out, "Notes", r.notes);
    out << "<p>This is evidence for this input, not for every input.</p>\n</body>\n</html>\n";
    return out.str();
}

} // namespace scanner
