// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/assembly.h"

#include "ptx/instruction_rules.h"
#include "ptx/mnemonics.h"
#include "ptx/parser.h"

#include <set>
#include <sstream>
#include <utility>

namespace cuda_emulator::ptx {

namespace {

constexpr std::pair<int, int> version_of_driver{9, 0};   // of CUDA 13.0, which cuDriverGetVersion() reports
constexpr std::pair<int, int> version_of_compiler{9, 5}; // of CUDA 13.5, the newest toolkit that ran here
constexpr std::pair<int, int> last_with_names{9, 0};     // is_mnemonic() knows no later ones

// The first PTX version of each architecture, as ptxas 13.0.88 has it.
struct first_version {
    int architecture, major, minor;
};
constexpr first_version first_versions[] = {
    {30, 3, 0}, {35, 3, 1}, {37, 4, 1},  {50, 4, 0},  {52, 4, 1},  {53, 4, 2},  {60, 5, 0},  {61, 5, 0},
    {62, 5, 0}, {70, 6, 0}, {72, 6, 1},  {75, 6, 3},  {80, 7, 0},  {86, 7, 1},  {87, 7, 4},  {88, 7, 3},
    {89, 7, 8}, {90, 7, 8}, {100, 8, 6}, {101, 8, 6}, {103, 8, 8}, {110, 9, 0}, {120, 8, 7}, {121, 8, 8},
};

std::string assembler_line(int line, const char* severity, const std::string& reason, const char* end = "\n")
{
    return "ptxas application ptx input, line " + std::to_string(line) + "; " + severity + "   : " + reason + end;
}
std::string version_text(std::pair<int, int> v) { return std::to_string(v.first) + "." + std::to_string(v.second); }

constexpr char aborted[] = "ptxas fatal   : Ptx assembly aborted due to errors";

void add_names(const operand& o, std::vector<std::string_view>& out)
{
    if (o.kind == operand_kind::name) out.push_back(o.name);
    for (const operand& e : o.elements)
        add_names(e, out);
}

void add_shared(const operand& o, const module& m, const function_body& body, std::set<const variable*>& out)
{
    const variable* v = nullptr;
    if (o.kind == operand_kind::variable) v = &body.variables[static_cast<std::size_t>(o.index)];
    if (o.kind == operand_kind::name)
        if (const auto at = m.variable_index.find(o.name); at != m.variable_index.end())
            v = &m.variables[static_cast<std::size_t>(at->second)];
    if (v && v->space == space::shared && !v->is_extern) out.insert(v);
    for (const operand& e : o.elements)
        add_shared(e, m, body, out);
}

// Adds up the variables that the entry itself names. Those of functions that it calls come on top.
std::string shared_data_mistake(const module& m, const function& f, const function_body& body)
{
    constexpr std::uint64_t most = 0xc000; // more is possible with dynamic shared memory alone
    std::set<const variable*> named;
    for (const instruction& i : body.instructions)
        for (const operand& o : i.operands)
            add_shared(o, m, body, named);
    std::uint64_t bytes = 0;
    for (const variable* v : named)
        bytes += v->size;
    if (bytes <= most) return "";
    std::ostringstream text;
    text << "Entry function '" << f.name << "' uses too much shared data (0x" << std::hex << bytes << " bytes, 0x"
         << most << " max)";
    return text.str();
}

std::vector<std::string> reasons_against(const instruction& i, const module& m, const function& f,
                                         const function_body& body, origin from)
{
    if (std::pair<int, int>{m.version_major, m.version_minor} > last_with_names) return {};
    if (!is_mnemonic(i.opcode)) return {"Not a name of any known instruction: '" + std::string(i.opcode) + "'"};
    return from == origin::program ? mistakes_of(i, m, f, body) : std::vector<std::string>();
}

} // namespace

std::string assembler_log(const syntax_error& x) { return assembler_line(x.line, "error", x.reason) + aborted; }

bool begins_as_ptx(std::string_view text)
{
    try {
        const token first = lexer(text).next();
        return first.kind == token_kind::dotted && first.text == "version";
    } catch (const syntax_error&) {
        return false;
    }
}

std::vector<std::string_view> mentioned_names(const function_body& body)
{
    std::vector<std::string_view> names;
    for (const instruction& i : body.instructions)
        for (const operand& o : i.operands)
            add_names(o, names);
    return names;
}

void check_target(const module& m, int architecture, origin from)
{
    const std::pair<int, int> version{m.version_major, m.version_minor};
    // A program of a later toolkit would have that toolkit's driver. NVRTC and nvcc write their release into the text.
    const bool is_compiled =
        from == origin::compiler || m.text.find("// Cuda compilation tools, release ") != std::string::npos;
    const std::pair<int, int> newest_version = is_compiled ? version_of_compiler : version_of_driver;
    if (version > newest_version) {
        const std::string why = "Unsupported .version " + version_text(version) + "; current version is '" +
                                version_text(newest_version) + "'";
        throw assembly_error(syntax_error(m.version_line, why).what(), assembler_line(m.version_line, "fatal", why, ""),
                             true);
    }
    for (const first_version& f : first_versions) {
        if (f.architecture != m.target || version >= std::pair<int, int>{f.major, f.minor}) continue;
        const std::string why =
            "PTX .version " + version_text(version) + " does not support .target sm_" + std::to_string(m.target);
        throw assembly_error(syntax_error(m.target_line, why).what(),
                             assembler_line(m.target_line, "error", why) + aborted);
    }
    if (m.target > architecture)
        throw assembly_error(
            "the PTX is for sm_" + std::to_string(m.target) + ", and its code is to be of sm_" +
                std::to_string(architecture) + ", which CUDA_EMULATOR_ARCH or CU_JIT_TARGET sets",
            "ptxas fatal   : SM version specified by .target is higher than default SM version assumed");
}

void check_code(const module& m, unit kind, bool (*is_provided)(std::string_view), origin from)
{
    std::string first, log;
    std::string_view unresolved;
    std::string too_large;
    for (const function& f : m.functions) {
        if (!f.has_body) continue;
        std::unique_ptr<function_body> body;
        try {
            body = parse_body(m, f);
        } catch (const syntax_error& x) {
            if (first.empty()) first = x.what();
            log += assembler_line(x.line, "error", x.reason);
            continue;
        }
        for (const instruction& i : body->instructions) {
            const std::vector<std::string> reasons = reasons_against(i, m, f, *body, from);
            if (first.empty() && !reasons.empty()) first = syntax_error(i.line, reasons.back()).what();
            for (const std::string& why : reasons)
                log += assembler_line(i.line, "error", why);
        }
        if (from == origin::program && f.is_entry && too_large.empty()) too_large = shared_data_mistake(m, f, *body);
        for (const std::string_view name : mentioned_names(*body)) {
            const auto at = m.function_index.find(name);
            if (at == m.function_index.end() || !unresolved.empty()) continue;
            const function& called = m.functions[static_cast<std::size_t>(at->second)];
            const bool is_elsewhere = called.is_extern && kind == unit::part;
            if (!called.has_body && !is_elsewhere && !is_provided(name)) unresolved = name;
        }
    }
    if (!log.empty()) throw assembly_error(first, log + aborted);
    if (!unresolved.empty()) {
        const std::string why = "Unresolved extern function '" + std::string(unresolved) + "'";
        throw assembly_error(why, "ptxas fatal   : " + why);
    }
    if (!too_large.empty()) throw assembly_error(too_large, "ptxas error   : " + too_large);
}

} // namespace cuda_emulator::ptx
