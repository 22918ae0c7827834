// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cuda_emulator {

//! Gives a JSON string. Invalid UTF-8 becomes U+FFFD.
std::string quoted(std::string_view);

//! Writes the commas. A member of an object is a call of key(), and then a value.
class json_writer {
public:
    json_writer& begin_object() { return open('{'); }
    json_writer& end_object() { return close('}'); }
    json_writer& begin_array() { return open('['); }
    json_writer& end_array() { return close(']'); }
    json_writer& key(std::string_view);
    json_writer& value(std::string_view text) { return raw(quoted(text)); }
    json_writer& value(const char* text) { return raw(quoted(text)); }
    json_writer& value(std::uint64_t number) { return raw(std::to_string(number)); }
    json_writer& value(std::uint32_t number) { return raw(std::to_string(number)); }
    json_writer& value(int number) { return raw(std::to_string(number)); }
    json_writer& value(bool truth) { return raw(truth ? "true" : "false"); }
    json_writer& null() { return raw("null"); }
    //! Puts the next element or member on a new line.
    json_writer& line();
    const std::string& text() const { return out_; }

private:
    json_writer& open(char);
    json_writer& close(char);
    json_writer& raw(std::string_view);
    void separate();

    std::string out_;
    bool first_ = true, after_key_ = false, new_line_ = false;
};

} // namespace cuda_emulator
