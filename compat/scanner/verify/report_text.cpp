// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/report.hpp"

#include <sstream>

namespace scanner {
namespace {

void list_lines(std::ostringstream& out, const char* title, const std::vector<std::string>& lines)
{
    if (lines.empty()) return;
    out << title << '\n';
    for (const std::string& line : lines)
        out << "  " << line << '\n';
}

void tell_kernels(std::ostringstream& out, const comparison& c)
{
    if (c.kernels.empty()) return;
    out << "kernels\n";
    for (const kernel_comparison& k : c.kernels) {
        out << "  " << kernel_name(k) << ": " << k.launches.size()
            << (k.launches.size() == 1 ? " launch, " : " launches, ") << k.bytes() << " bytes compared, "
            << kernel_amount(k, c.compares_launches) << '\n';
        for (const std::string& line : details_of(k, c.sees_textures))
            out << "      " << line << '\n';
    }
}

std::vector<std::string> left_of(const comparison& c)
{
    std::vector<std::string> out;
    for (const auto* launches : {&c.old_left, &c.new_left})
        for (const recorded_launch* l : *launches)
            out.push_back(std::string(launches == &c.old_left ? "only the old program: " : "only the new program: ") +
                          launch_text(*l));
    return out;
}

} // namespace

std::string as_text(const report& r)
{
    std::ostringstream out;
    list_lines(out, "steps", r.steps);
    list_lines(out, "fixed by the scanner", r.fixes);
    for (const std::string& message : r.printed)
        out << "not the same: " << message << '\n';
    if (r.has_records) {
        const comparison& c = r.evidence;
        tell_kernels(out, c);
        std::vector<std::string> lines;
        for (const group_comparison& g : c.groups)
            lines.push_back(group_text(g));
        list_lines(out, "launches that stand for several", lines);
        list_lines(out, "launches without a counterpart", left_of(c));
        lines.clear();
        for (const copy_comparison& one : c.copies)
            lines.push_back(copy_text(one));
        out << "copies to the host: " << copies_text(c) << '\n';
        list_lines(out, "copies to the host that differ", lines);
        std::vector<std::string> other;
        lines.clear();
        for (const lost_call& l : c.lost)
            (l.by_new ? lines : other).push_back(lost_text(l));
        list_lines(out, "calls: gone, or never undone, in the new program", lines);
        list_lines(out, "calls: only in the new program", other);
        lines.clear();
        for (const traffic& t : c.moved)
            lines.push_back(t.direction + ": old " + std::to_string(t.old_bytes) + " bytes in " +
                            std::to_string(t.old_calls) + ", new " + std::to_string(t.new_bytes) + " bytes in " +
                            std::to_string(t.new_calls));
        list_lines(out, "traffic", lines);
        list_lines(out, "not reached by this input", c.not_reached);
        if (c.reordered) out << "note: the launches stand in another order\n";
    }
    std::vector<std::string> findings;
    for (const finding_count& f : r.findings)
        findings.push_back(finding_text(f));
    list_lines(out, "defects that the emulated device found", findings);
    for (const std::string& note : r.notes)
        out << "note: " << note << '\n';
    if (r.printed.empty() || r.has_records) out << verdict_line(r) << '\n';
    return out.str();
}

} // namespace scanner
