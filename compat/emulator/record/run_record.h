// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of a run, for CUDA_EMULATOR_RECORD=FILE: each allocation, object, copy and launch in order, with hashes of
// the bytes. RECORD.md describes the file. CUDA_EMULATOR_RECORD_LOOK=REQUESTS keeps more of what a request names.
#pragma once

#include "record/copied_bytes.h"
#include "record/launch_record.h"
#include "record/living_objects.h"
#include "record/look_request.h"
#include "record/record_file.h"
#include "record/tracked_memory.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace cuda_emulator {

//! The program's call, and where it stands.
struct recorded_call {
    std::string name, place;
};

class run_record {
public:
    //! Null if CUDA_EMULATOR_RECORD is not set.
    static run_record* wanted();

    //! Holds the record for a call that allocates or frees memory, until made_memory() or freed_memory() has told of
    //! it. A launch of another host thread would otherwise look at the memory in between.
    std::unique_lock<std::recursive_mutex> held() { return std::unique_lock(mutex_); }
    void made_memory(const void*, std::size_t bytes, const recorded_call&);
    void freed_memory(const void*, const recorded_call&);
    void made(const char* kind, std::uint64_t handle, const recorded_call&);
    void destroyed(const char* kind, std::uint64_t handle);
    //! cudaDeviceReset freed and destroyed everything.
    void reset();
    //! A copy ends: the first addresses of both sides.
    void copied(const void* to, const void* from, copied_bytes&, const recorded_call&);
    //! The number that the next copy will have, if it is to be kept.
    bool keeps_next_copy();
    void set(const void* to, std::uint64_t bytes, unsigned value, const recorded_call&);
    //! The host wrote these bytes by a call.
    void written(const void*, std::size_t bytes);

    //! A launch begins. Sets the launch's recorder, and its observer where a request wants one.
    //! `keeps` owns the launch's code: it may be unloaded before the program ends.
    void begin(launch&, const std::string& mangled, std::shared_ptr<const void> keeps);
    //! The same launch ends: in this error, where the text is not empty.
    void end(const std::string& error);

    //! A kernel that no launch ran; a reference that is bound at the end.
    void never_ran(const std::string& mangled);
    void still_bound(const std::string& kind, const std::string& name);
    //! The program ends. False when the record could not be written: stderr says why.
    bool finish();

private:
    explicit run_record(const char* path);
    void place(record_line&, const void*);

    std::recursive_mutex mutex_;
    record_file file_;
    look_request request_;
    tracked_memory memory_;
    std::unique_ptr<launch_record> launch_;
    std::uint64_t launches_ = 0, copies_ = 0;
    living_objects living_;
    site_table sites_;
    used_variables used_;
    std::set<std::shared_ptr<const void>> kept_code_;
    bool finished_ = false;
};

} // namespace cuda_emulator
