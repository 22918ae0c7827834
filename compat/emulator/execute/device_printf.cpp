// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/device_printf.h"

#include "machine/float_value.h"

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace cuda_emulator {

namespace {

class packed_arguments {
public:
    explicit packed_arguments(const char* begin)
        : begin_(begin)
    {
    }
    std::uint64_t next(std::size_t bytes)
    {
        at_ = (at_ + bytes - 1) / bytes * bytes;
        std::uint64_t v = 0;
        if (begin_) std::memcpy(&v, begin_ + at_, bytes);
        at_ += bytes;
        ++count_;
        return v;
    }
    int count() const { return count_; }

private:
    const char* begin_;
    std::size_t at_ = 0;
    int count_ = 0;
};

// A conversion specification without its length modifiers, such as "%-8.3" for "%-8.3lf".
struct specification {
    std::string text = "%";
    std::string narrow;   //!< "h" or "hh": the integer has 16 or 8 bits
    bool is_wide = false; //!< the integer has 64 bits
    char conversion = 0;  //!< 0: the format ends within the specification
    bool is_known = true; //!< CUDA's printf has it
};

// As an H200 with driver 580. It prints another conversion as a part of the text, and misreads the arguments behind
// another size and behind '.*'.
bool is_known_to_cuda(const char* begin, const char* end)
{
    const std::string all(begin, end);
    const std::size_t sizes = all.find_first_not_of("-+ #0123456789.*");
    const std::string size = sizes == all.npos ? "" : all.substr(sizes);
    const bool is_integer = *end && std::strchr("dioxXu", *end);
    return all.find(".*") == all.npos &&
           (size.empty() || size == "l" || (is_integer && (size == "h" || size == "ll"))) &&
           std::strchr(size.empty() ? "dioxXupcseEfFgGaA%" : "dioxXueEfFgGaA", *end);
}

// Reads a specification behind its '%'. `p` then points at the conversion, or at the end.
specification read_specification(const char*& p, packed_arguments& arguments)
{
    specification s;
    const char* const begin = p;
    for (; *p && std::strchr("-+ #0123456789.*hlLjzt", *p); ++p) {
        if (*p == '*') {
            const int value = static_cast<int>(arguments.next(4));
            const bool is_precision = s.text.back() == '.';
            if (is_precision && value < 0) {
                s.text.pop_back(); // as in C: as if there were none
            } else {
                s.text += std::to_string(value);
            }
        } else if (std::strchr("lLjzt", *p)) {
            s.is_wide = true;
        } else if (*p == 'h') {
            s.narrow += 'h';
        } else {
            s.text += *p;
        }
    }
    s.conversion = *p;
    s.is_known = is_known_to_cuda(begin, p);
    return s;
}

template <class T>
std::string printed(const std::string& format, T value)
{
    const int size = std::snprintf(nullptr, 0, format.c_str(), value);
    if (size < 0) return {};
    std::string text(static_cast<std::size_t>(size) + 1, '\0');
    std::snprintf(text.data(), text.size(), format.c_str(), value);
    text.pop_back();
    return text;
}

std::string convert(const specification& s, packed_arguments& arguments)
{
    const std::string format = s.text + s.conversion, wide = s.text + "ll" + s.conversion;
    const std::string usual = s.text + s.narrow + s.conversion;
    switch (s.conversion) {
    case 'd':
    case 'i':
        return s.is_wide ? printed(wide, static_cast<long long>(arguments.next(8)))
                         : printed(usual, static_cast<int>(arguments.next(4)));
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        return s.is_wide ? printed(wide, static_cast<unsigned long long>(arguments.next(8)))
                         : printed(usual, static_cast<unsigned>(arguments.next(4)));
    case 'c':
        return printed(format, static_cast<int>(arguments.next(4)));
    case 'p':
        return printed(format, reinterpret_cast<void*>(arguments.next(8)));
    case 's': {
        const auto* text = reinterpret_cast<const char*>(arguments.next(8));
        return printed(format, text ? text : "(null)");
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return printed(format, bits_as<double>(arguments.next(8)));
    case '%':
        return "%";
    default:
        return format;
    }
}

} // namespace

printed_text format_text(const char* format, const char* arguments)
{
    packed_arguments packed(arguments);
    printed_text out;
    for (const char* p = format; *p; ++p) {
        if (*p != '%') {
            out.text += *p;
            continue;
        }
        const char* const begin = p++;
        const specification s = read_specification(p, packed);
        if (!s.conversion) {
            out.text.append(begin, p);
            break;
        }
        if (!s.is_known && out.unknown.empty()) out.unknown.assign(begin, p + 1);
        out.text += convert(s, packed);
    }
    out.count = packed.count();
    return out;
}

} // namespace cuda_emulator
