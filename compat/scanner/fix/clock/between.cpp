// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "between.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace scanner {
bool has_launch(const program& source, std::size_t begin, std::size_t end)
{
    for (std::size_t i = begin; i < end; ++i)
        if (source.at(i).is_mark("<<<")) return true;
    return false;
}

bool waits(const program& source, std::size_t begin, std::size_t end)
{
    for (std::size_t i = begin; i < end; ++i) {
        if (!source.at(i).is_name()) continue;
        std::string name(source.at(i).text);
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char one) { return std::tolower(one); });
        const bool copies = name.compare(0, 10, "cudamemcpy") == 0 && name.find("async") == name.npos &&
                            name.find("tosymbol") == name.npos && name.find("kind") == name.npos;
        if (name.find("sync") != name.npos && name.find("async") == name.npos) return true;
        if ((copies && source.at(i + 1).is_mark("(")) || name == "cudafree" || name == "cudadevicereset" ||
            name == "cudathreadexit")
            return true;
    }
    return false;
}

std::size_t behind_launch(const program& source, std::size_t i, std::size_t& wrong)
{
    wrong = i;
    if (source.at(i).is_mark(";")) return i + 1;
    if (source.at(i).is_mark("{")) {
        const std::size_t close = source.closing(i);
        for (++i; i < close;)
            if (!(i = behind_launch(source, i, wrong))) return 0;
        return close + 1;
    }
    if (source.at(i).is_name("for") && source.at(i + 1).is_mark("(")) {
        const std::size_t close = source.closing(i + 1);
        for (std::size_t k = i + 2; k < close; ++k)
            if (source.at(k).is_mark("(") || source.at(k).is_mark("<<<")) return 0;
        return behind_launch(source, close + 1, wrong);
    }
    if (!source.at(i).is_name() || source.at(i).in_directive) return 0;
    if ((source.at(i).is_name("cudaGetLastError") || source.at(i).is_name("cudaPeekAtLastError")) &&
        source.at(i + 1).is_mark("(") && source.at(i + 2).is_mark(")") && source.at(i + 3).is_mark(";"))
        return i + 4;
    std::size_t k = i + 1;
    if (source.at(k).is_mark("<")) k = source.closing_angle(k) + 1;
    if (!source.at(k).is_mark("<<<")) return 0;
    std::size_t commas = 0, stream = 0, length = 0;
    for (++k; k < source.size() && !source.at(k).is_mark(">>>"); ++k) {
        if (source.at(k).is_mark("(")) {
            length += source.closing(k) - k;
            k = source.closing(k);
        }
        ++length;
        if (source.at(k).is_mark(",")) {
            ++commas;
            stream = k + 1;
            length = 0;
        }
    }
    if (commas == 3 && !(length == 1 && (source.at(stream).is("0") || source.at(stream).is("NULL") ||
                                         source.at(stream).is("nullptr")))) {
        wrong = stream;
        return 0;
    }
    if (!source.at(k).is_mark(">>>") || !source.at(k + 1).is_mark("(")) return 0;
    const std::size_t close = source.closing(k + 1);
    return source.at(close + 1).is_mark(";") ? close + 2 : 0;
}

} // namespace scanner
