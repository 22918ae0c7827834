// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries: the places where a warp comes from the interpreter.
#include "translate/source_writer.h"

namespace cuda_emulator::translation {

std::string source_writer::taken(const shapes& registers)
{
    std::string tests, places, loads;
    int count = 0;
    for (const auto& [o, s] : registers) {
        const std::string name = text_of(o & ~3u), value = "v[" + text_of(count) + "].";
        if (is_predicate(o)) {
            tests += "        if (" + predicate(o) + " + 1u > 1u) return pc;\n";
            continue;
        }
        places += "{" + name + ", " + text_of(width(o)) + ", " + (s.what == shape::uniform ? "true" : "false");
        loads += "b" + name + " = " + value + "base; ";
        const std::optional<std::uint64_t> strides[] = {s.across, s.along};
        const char* const letters[] = {"s", "t"};
        const char* const members[] = {"across; ", "along; "};
        for (int k = 0; k < 2; ++k) {
            places += strides[k] ? ", true, " + text_of(*strides[k]) + "u" : ", false, 0";
            if (!strides[k]) loads += letters[k] + name + " = " + value + members[k];
        }
        places += "}, ";
        ++count;
    }
    if (count == 0) return tests;
    const std::string number = text_of(count);
    return tests + "        { static const affine_place places[] = {" + places + "}; affine_register v[" + number +
           "];\n        if (!take(R, places, v, " + number + ")) return pc;\n        " + loads + "}\n";
}

void source_writer::enter_here(std::uint32_t at, std::uint32_t done)
{
    kept_ += "    case " + text_of(at) + ":\n";
    shapes registers;
    for (const operand_slot o : wanted_at(at))
        if (const auto s = now_.find(o); s != now_.end()) registers.insert(*s);
    kept_ += taken(registers) + "        executed -= " + text_of(done) + ";\n        " +
             enter(graph_.block_at[at], "at_" + text_of(at)) + "\n";
    body_ += "}\nat_" + text_of(at) + ":\n{\n"; // the new scope keeps the entry's jump from crossing a declaration
}

std::string source_writer::enter(std::uint32_t block, const std::string& label)
{
    std::vector<std::uint32_t> headers = headers_[block];
    if (!headers.empty() && label == label_of(headers.back())) headers.pop_back();
    const std::string enters = "goto " + label + ";";
    if (headers.empty()) return enters;
    const std::string number = text_of(++entries_);
    for (std::size_t k = 0; k < headers.size(); ++k)
        dispatch_[headers[k]] +=
            "case " + number + ": " +
            (k + 1 < headers.size() ? "goto " + label_of(headers[k + 1]) + "; " : "entry = 0; " + enters + " ");
    return "entry = " + number + "; UNKNOWN(entry); goto " + label_of(headers.front()) + ";";
}

std::string source_writer::dispatches() const
{
    std::string text;
    for (std::uint32_t n = 0; n < graph_.blocks.size(); ++n) {
        if (headers_[n].empty() || headers_[n].back() != n) continue;
        const auto d = dispatch_.find(n);
        text += "#define ENTRIES_" + text_of(n) +
                (d == dispatch_.end() ? "" : " if (__builtin_expect(entry, 0)) switch (entry) { " + d->second + "}") +
                "\n";
    }
    return text;
}

} // namespace cuda_emulator::translation
