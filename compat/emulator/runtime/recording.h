// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What calls of the API add to the record of the run (record/run_record.h). Without a record nothing happens.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace cuda_emulator {

class copied_bytes;
struct kernel;
struct launch;

//! A copy while it is made.
class recorded_copy {
public:
    //! The first addresses of both sides.
    recorded_copy(const void* to, const void* from);
    ~recorded_copy();
    recorded_copy(const recorded_copy&) = delete;
    //! A row has been copied.
    void row(const void* to, std::size_t bytes);

private:
    const void *const to_, *const from_;
    std::unique_ptr<copied_bytes> bytes_; //!< null: no record
};

//! Holds the record while a call allocates or frees memory and notes it. Without a record the lock is empty.
std::unique_lock<std::recursive_mutex> held_record();

//! A memset has written a row.
void record_set_row(const void* to, std::size_t bytes);
//! … and all of its rows: so many bytes from `to` on.
void record_set(const void* to, std::size_t bytes, unsigned value);

//! A launch. begin_recorded_launch() comes before the launch looks for translations.
void begin_recorded_launch(launch&, const kernel&);
void end_recorded_launch(const std::string& error);

//! Tests whether the run is recorded.
bool records_run();

//! The program ends. False when the record could not be written: stderr says why.
bool finish_record();

} // namespace cuda_emulator
