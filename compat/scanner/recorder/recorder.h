// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of a run on a GPU, in the format of compat/emulator/RECORD.md. Functions with the names of the runtime's
// calls fill it (*_calls.cpp).
#pragma once

#include "known_memory.h"
#include "record/copied_bytes.h"
#include "record/living_objects.h"
#include "record/look_request.h"
#include "record/record_file.h"
#include "record/tracked_content.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cuda_recorder {

//! The program's call: its name, and the address to which it returns.
struct call_site {
    const char* name;
    const void* returns_to;
};

//! Within an entry point: the call that it stands for.
#define CUDA_RECORDER_SITE(name)                                                                                       \
    ::cuda_recorder::call_site { name, __builtin_return_address(0) }

//! The two sides of a copy. An array is named by its handle.
struct copy_sides {
    const void *to, *from;
    const char* direction; //!< a word of the record
};

class recorder {
public:
    //! Null if CUDA_LEGACY_RECORD is not set.
    static recorder* wanted();

    void made_memory(known_allocation, std::size_t asked, const call_site&);
    void freed_memory(const void*, const call_site&);
    void made(const char* kind, std::uint64_t handle, const call_site&);
    void destroyed(const char* kind, std::uint64_t handle);
    void reset();

    //! "to-device" and so on: by what is known of both addresses, else by the kind that the program gives.
    const char* direction_of(const void* to, const void* from, cudaMemcpyKind);
    //! Writes the line of a copy. Returns its number.
    std::uint64_t begin_copy(const copy_sides&, std::uint64_t bytes, const call_site&);
    bool keeps_copy(std::uint64_t number) const { return request_.wants_copy(number); }
    //! What the copy moved: now, or when an asynchronous copy has ended.
    void end_copy(std::uint64_t number, cuda_emulator::copied_bytes&);
    void set(const void* to, std::uint64_t bytes, unsigned value, const call_site&);
    //! Something that no intercepted call shows. One line for each text.
    void not_seen(const std::string&);

    void registered_variable(const void* symbol, const char* name, std::size_t bytes, bool constant);
    //! The runtime puts the variable's address to `where` later.
    void registered_managed(void* const* where, const char* name, std::size_t bytes);
    void registered_kernel(const void* host_function, const char* mangled);
    void ran(const std::string& mangled);

    //! Whether the memory is compared after each launch, by CUDA_LEGACY_RECORD_LAUNCHES=1.
    bool compares_launches() const { return compares_launches_; }
    //! While a launch's memory is compared, no other thread launches, copies, or makes or frees memory. Holds nothing
    //! if launches are not compared.
    std::unique_lock<std::mutex> alone();
    std::uint64_t next_launch();
    //! The launch's own line, and those that belong to it.
    void write_launch(const cuda_emulator::record_line&, const std::vector<cuda_emulator::record_line>&);
    const cuda_emulator::look_request& request() const { return request_; }
    //! Keeps a chunk's bytes beside the record. Returns its line.
    cuda_emulator::record_line keep_chunk(const known_allocation&, std::size_t element,
                                          const cuda_emulator::kept_chunk&);
    std::vector<std::shared_ptr<known_allocation>> allocations();
    std::shared_ptr<known_allocation> allocation_at(const void*);
    void finish();

private:
    recorder(const char* path, bool compares_launches);
    void place(cuda_emulator::record_line&, const void*);
    std::string place_of(const call_site&);
    void begin_tracking(const known_allocation&);

    std::mutex alone_;
    // Not held over a call of CUDA: the end of an asynchronous copy takes it, too.
    std::mutex mutex_;
    cuda_emulator::record_file file_;
    const cuda_emulator::look_request request_;
    const bool compares_launches_;
    known_memory memory_;
    std::uint64_t launches_ = 0, copies_ = 0;
    cuda_emulator::living_objects living_;
    std::map<const void*, std::string> places_;
    std::vector<std::pair<void* const*, known_allocation>> managed_; //!< variables without an address so far
    std::set<std::string> kernels_, ran_, not_seen_;
    bool finished_ = false;
};

} // namespace cuda_recorder
