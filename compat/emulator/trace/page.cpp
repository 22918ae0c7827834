// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/page.h"

namespace cuda_emulator {

std::string page_of(const std::string& json)
{
    static const std::string mark = "@trace@";
    std::string page = trace_page;
    // "<" occurs only in strings. It is escaped, because </script> and <!-- would end the data or hide the rest.
    std::string data;
    data.reserve(json.size() + json.size() / 16);
    for (const char c : json)
        if (c == '<') {
            data += "\\u003c";
        } else {
            data += c;
        }
    return page.replace(page.find(mark), mark.size(), data);
}

} // namespace cuda_emulator
