// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of a record: lines of words. RECORD.md says what they mean.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace cuda_emulator {

//! A line that grows by words.
class record_line {
public:
    explicit record_line(const char* keyword)
        : text_(keyword)
    {
    }
    //! Blanks, percent signs and control characters become %xx, and an empty text `-`.
    record_line& text(std::string_view);
    record_line& number(std::uint64_t);
    //! 16 digits.
    record_line& hash(std::uint64_t);
    //! As it is.
    record_line& word(std::string_view);
    const std::string& whole() const { return text_; }

private:
    std::string text_;
};

std::string hexadecimal(const void* bytes, std::size_t count);

class record_file {
public:
    //! Writes to this file, and to FILE.bytes.
    explicit record_file(std::string path);
    void write(const record_line&);
    //! Keeps bytes beside the lines. Returns where.
    std::uint64_t keep(const void*, std::size_t);
    //! What is written so far is in the file, even if the program is killed.
    void flush();
    //! False, and stderr says why, if anything could not be written.
    bool close();

private:
    std::string path_;
    std::FILE* lines_ = nullptr;
    std::FILE* bytes_ = nullptr;
    std::uint64_t kept_ = 0;
    bool failed_ = false;
};

} // namespace cuda_emulator
