#include "form_runner.h"

#include "decode/decoder.h"
#include "execute/machine.h"
#include "ptx/parser.h"

#include <cmath>
#include <limits>
#include <random>

namespace form_runner {

using namespace cuda_emulator;

namespace {

struct no_symbols : symbol_addresses {
    std::uint64_t variable_address(const ptx::variable&) const override { return 0; }
    std::uint64_t function_address(const ptx::function& f) const override
    {
        return reinterpret_cast<std::uint64_t>(&f);
    }
    const std::vector<const ptx::function*>& addressed_functions() const override { return none; }
    std::vector<const ptx::function*> none;
};

int width(char letter) { return letter == 'h' || letter == 'e' ? 2 : letter == 'd' || letter == 'F' ? 8 : 4; }
const char* register_type(char letter)
{
    switch (letter) {
    case 'h':
    case 'e':
        return "b16";
    case 'd':
        return "b64";
    case 'F':
        return "f64";
    case 'f':
        return "f32";
    case 'p':
        return "pred";
    default:
        return "b32";
    }
}

} // namespace

void run_module(const std::string& text, void* data, unsigned blocks, unsigned threads, bool checks)
{
    auto module = ptx::parse_module(text);
    const ptx::function& kernel = module->functions[static_cast<std::size_t>(module->function_index.at("k"))];
    no_symbols symbols;
    auto program = decode(*module, kernel, symbols);
    launch l;
    l.code = program.get();
    l.grid.x = blocks;
    l.block.x = threads;
    l.checks = checks;
    l.stack_limit = 4096;
    l.parameters.resize(64);
    l.parameter_base = l.parameters.data();
    std::memcpy(l.parameter_base, &data, 8);
    execute(l);
}

std::vector<std::uint64_t> run(const std::string& text, const std::string& types,
                               const std::vector<std::vector<std::uint64_t>>& operands)
{
    const std::size_t count = operands.empty() ? 32 : operands[0].size();
    const std::size_t padded = (count + 31) / 32 * 32;
    // One 64-bit cell per operand and lane: result first.
    std::vector<std::uint64_t> cells(padded * types.size());
    for (std::size_t k = 0; k < operands.size(); ++k)
        for (std::size_t n = 0; n < padded; ++n)
            cells[n * types.size() + 1 + k] = operands[k][n < count ? n : 0];
    std::string body;
    for (std::size_t k = 0; k < types.size(); ++k)
        body += std::string(".reg .") + register_type(types[k]) + " %o" + char('a' + k) + "_;\n";
    auto name = [](std::size_t k) { return std::string("%o") + char('a' + k) + "_"; };
    for (std::size_t k = 1; k < types.size(); ++k) {
        const std::string at = "[%cell+" + std::to_string(8 * k) + "]";
        if (types[k] == 'p') {
            body += "ld.global.u32 %word, " + at + ";\nsetp.ne.u32 " + name(k) + ", %word, 0;\n";
        } else {
            body += "ld.global.b" + std::to_string(8 * width(types[k])) + " " + name(k) + ", " + at + ";\n";
        }
    }
    for (std::size_t n = 0; n < text.size(); ++n) {
        if (text[n] == '$') {
            const char c = text[++n];
            body += name(c == 'd' ? 0 : c == 'e' ? 4 : static_cast<std::size_t>(c - 'a' + 1));
        } else {
            body += text[n];
        }
    }
    if (types[0] == 'p') {
        body += "\nselp.u32 %word, 1, 0, " + name(0) + ";\nst.global.u32 [%cell], %word;\n";
    } else {
        body += "\nst.global.b" + std::to_string(8 * width(types[0])) + " [%cell], " + name(0) + ";\n";
    }
    const std::string module = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
                               ".reg .b64 %cell, %data;\n.reg .b32 %word, %thread, %block, %size;\n"
                               "ld.param.u64 %data, [data];\nmov.u32 %thread, %tid.x;\nmov.u32 %block, %ctaid.x;\n"
                               "mad.lo.u32 %thread, %block, 32, %thread;\nmad.wide.u32 %cell, %thread, " +
                               std::to_string(8 * types.size()) + ", %data;\n" + body + "ret;\n}\n";
    run_module(module, cells.data(), static_cast<unsigned>(padded / 32), 32);
    std::vector<std::uint64_t> results(count);
    const std::uint64_t mask = width(types[0]) == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * width(types[0])) - 1;
    for (std::size_t n = 0; n < count; ++n)
        results[n] = cells[n * types.size()] & mask;
    return results;
}

namespace {
template <class T>
std::vector<T> integer_samples()
{
    std::mt19937_64 random(1);
    std::vector<T> v = {T(0),
                        T(1),
                        T(2),
                        T(-1),
                        T(-2),
                        std::numeric_limits<T>::min(),
                        std::numeric_limits<T>::max(),
                        T(std::numeric_limits<T>::max() - 1),
                        T(std::numeric_limits<T>::min() + 1),
                        T(7),
                        T(31),
                        T(32),
                        T(33),
                        T(63),
                        T(64),
                        T(65),
                        T(0x55),
                        T(0x80),
                        T(0xff),
                        T(0x7fff),
                        T(0xffff8000)};
    for (int n = 0; n < 24; ++n)
        v.push_back(T(random() >> (random() % (8 * sizeof(T)))));
    return v;
}
template <class T, class B>
std::vector<T> float_samples(int mantissa)
{
    std::mt19937_64 random(2);
    using L = std::numeric_limits<T>;
    std::vector<T> v = {T(0),
                        T(-0.0),
                        T(1),
                        T(-1),
                        T(0.5),
                        T(1.5),
                        T(2.5),
                        T(-2.5),
                        T(3),
                        L::min(),
                        -L::min(),
                        L::denorm_min(),
                        -L::denorm_min(),
                        L::max(),
                        -L::max(),
                        L::infinity(),
                        -L::infinity(),
                        L::quiet_NaN(),
                        std::nextafter(T(1), T(2)),
                        std::nextafter(T(1), T(0)),
                        L::min() / 2,
                        T(255.5),
                        T(-128.5),
                        T(2147483648.0),
                        T(4294967296.0),
                        T(-2147483648.0),
                        T(9.3e18),
                        T(65504),
                        T(65520),
                        T(1e-7)};
    for (int n = 0; n < 24; ++n) {
        const B b = static_cast<B>(random());
        T x;
        std::memcpy(&x, &b, sizeof x);
        v.push_back(x);                                                         // any exponent
        v.push_back(std::ldexp(T(random() % 100003), int(random() % 24) - 12)); // everyday sizes
    }
    (void)mantissa;
    return v;
}
} // namespace

template <>
std::vector<std::int16_t> samples()
{
    return integer_samples<std::int16_t>();
}
template <>
std::vector<std::uint16_t> samples()
{
    return integer_samples<std::uint16_t>();
}
template <>
std::vector<std::int32_t> samples()
{
    return integer_samples<std::int32_t>();
}
template <>
std::vector<std::uint32_t> samples()
{
    return integer_samples<std::uint32_t>();
}
template <>
std::vector<std::int64_t> samples()
{
    return integer_samples<std::int64_t>();
}
template <>
std::vector<std::uint64_t> samples()
{
    return integer_samples<std::uint64_t>();
}
template <>
std::vector<float> samples()
{
    return float_samples<float, std::uint32_t>(23);
}
template <>
std::vector<double> samples()
{
    return float_samples<double, std::uint64_t>(52);
}

std::vector<std::vector<std::uint64_t>> combinations(const std::vector<std::vector<std::uint64_t>>& lists,
                                                     std::size_t most)
{
    std::size_t total = 1;
    for (const auto& l : lists)
        total *= l.size();
    // A step that shares no factor with the counts visits all of them evenly.
    const std::size_t take = std::min(total, most);
    std::vector<std::vector<std::uint64_t>> out(lists.size());
    for (std::size_t n = 0; n < take; ++n) {
        std::size_t at = total > most ? n * 1000003 % total : n;
        for (std::size_t k = 0; k < lists.size(); ++k) {
            out[k].push_back(lists[k][at % lists[k].size()]);
            at /= lists[k].size();
        }
    }
    return out;
}

} // namespace form_runner
