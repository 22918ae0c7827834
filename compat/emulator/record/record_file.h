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

//! The name with the number in place of `%n`.
std::string with_number(std::string name, unsigned number);

std::string hexadecimal(const void* bytes, std::size_t count);

//! Adds the number of the calling host thread, from the second thread on. Threads count in the order of their first
//! calls.
void add_host_thread(record_line&);

class record_file {
public:
    //! Writes to this file, and to FILE.bytes. `%n` in the name becomes the first number from 1 that no file has: for
    //! programs of several processes. `by` and `variable` stand in messages: who writes, and what names the file.
    record_file(std::string path, std::string by, std::string variable);
    //! The number that took the place of `%n`; 1 without it.
    unsigned process() const { return process_; }
    const std::string& by() const { return by_; }
    void write(const record_line&);
    //! Keeps bytes beside the lines. Returns where.
    std::uint64_t keep(const void*, std::size_t);
    //! What is written so far is in the file, even if the program is killed.
    void flush();
    //! False, and stderr says why, if anything could not be written.
    bool close();

private:
    bool open();
    //! A child process that was forked has the file, too, and is not to write it.
    bool is_ours() const;

    std::string path_;
    const std::string by_, variable_;
    unsigned process_ = 1;
    const int owner_;
    std::FILE* lines_ = nullptr;
    std::FILE* bytes_ = nullptr;
    std::string not_written_; //!< of the lines. A FILE's own buffer would be written by a forked child, too
    std::uint64_t kept_ = 0;
    bool failed_ = false;
};

} // namespace cuda_emulator
