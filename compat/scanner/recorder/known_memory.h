// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The allocations of a recorded run, as the intercepted calls tell of them.
#pragma once

#include "record/tracked_content.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cuda_recorder {

struct known_allocation {
    unsigned number = 0;
    const char* kind = "device";      //!< a word of the record
    const void* address = nullptr;    //!< an array's handle
    std::size_t extent = 0;           //!< bytes of addresses, with the gaps between rows; 0: an array
    std::size_t width = 0, pitch = 0; //!< of rows with gaps; 0: no gaps
    std::string name;                 //!< of a variable
    const void* symbol = nullptr;     //!< of a variable, in the host's memory

    std::size_t array_bytes = 0; //!< of an array

    std::size_t bytes() const { return width ? extent / pitch * width : extent + array_bytes; }
    bool is_on_device() const;
    bool is_variable() const { return symbol != nullptr; }

    cuda_emulator::tracked_content content;
    bool is_read = false;  //!< `content` has been read once
    bool is_stale = false; //!< the host wrote to it since
};

class known_memory {
public:
    //! Gives it a number.
    known_allocation& add(known_allocation);
    void remove(const void* address);
    void clear();
    //! The allocation that holds the address, or that has this handle. Null: memory that CUDA does not know.
    std::shared_ptr<known_allocation> at(const void*) const;
    //! All of them, by number. They stay valid when they are freed.
    std::vector<std::shared_ptr<known_allocation>> all() const;

private:
    std::map<std::uintptr_t, std::shared_ptr<known_allocation>> all_;
    unsigned next_ = 1;
};

} // namespace cuda_recorder
