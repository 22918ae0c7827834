// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options of a load or of a linker: CUjit_option, whose values cudaJitOption shares.
#pragma once

#include <chrono>
#include <string>

namespace cuda_emulator {

//! Only the target and the options for messages and for the time have an effect.
class jit_options {
public:
    //! Tests whether there are values, no unknown options, and no unknown target.
    static bool are_valid(unsigned count, const int* options, void** values);

    jit_options() = default;
    jit_options(unsigned count, const int* options, void** values);
    //! The architecture of CU_JIT_TARGET, as 90; 0 without the option.
    int target() const { return target_; }
    //! Whether the program asks for the errors.
    bool has_error_log() const { return errors_.text && errors_.room; }
    //! Whether the error log has several lines.
    bool has_many_errors() const { return error_lines_.find('\n') != std::string::npos; }
    //! Adds lines to the error log.
    void add_error(const std::string& lines);
    //! Writes the logs, their lengths, and the time since the construction, to the program's values.
    void finish() const;

private:
    struct log_buffer {
        char* text = nullptr;
        void** size = nullptr;
        std::size_t room = 0;
        void write(const std::string&) const;
    };
    log_buffer errors_, information_;
    void** wall_time_ = nullptr;
    int target_ = 0;
    std::string error_lines_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace cuda_emulator
