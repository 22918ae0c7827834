// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of one launch: what it was given, what it changed, what its texture fetches returned.
#pragma once

#include "machine/launch.h"
#include "machine/recorder.h"
#include "profile/counters.h"
#include "record/fetches.h"
#include "record/look_request.h"
#include "record/record_file.h"
#include "record/store_watch.h"
#include "record/tracked_memory.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cuda_emulator {

//! Which variables a kernel names, by their names in PTX.
class used_variables {
public:
    bool has(const program&, const std::string& name);

private:
    std::map<std::pair<const program*, std::string>, bool> known_;
};

//! The writing instructions of the program, numbered from 1.
class site_table {
public:
    explicit site_table(record_file& file)
        : file_(file)
    {
    }
    struct site {
        std::uint32_t number = 0;
        std::string type; //!< as the PTX has it; empty: not known
        std::size_t element = 1;
    };
    //! A new site is written to the file.
    const site& at(const program&, const decoded_function&, const instruction&);

private:
    record_file& file_;
    std::map<const instruction*, site> all_;
};

class launch_record : public launch_recorder {
public:
    launch_record(launch&, std::uint64_t number, const std::string& mangled, tracked_memory&, record_file&, site_table&,
                  used_variables&, const look_request&);
    void writes(const warp&, const instruction&, std::uintptr_t allocation) override;
    void fetches(warp&, const instruction&, std::uint32_t mask, const std::uint32_t (*values)[32]) override;
    //! The kernel has ended.
    void end(const std::string& error);

private:
    void read_arguments(used_variables&);
    void write_textures();
    void write_changes(tracked_allocation&, const std::set<std::uint32_t>& sites, std::size_t element,
                       const std::set<std::string>& types);
    void keep(const tracked_allocation&, std::size_t element, const kept_chunk&);

    launch& launch_;
    const std::uint64_t number_;
    const std::string mangled_;
    tracked_memory& memory_;
    record_file& file_;
    site_table& sites_;
    const look_request& request_;
    std::vector<record_line> arguments_;
    fetch_record fetches_;
    std::mutex mutex_;
    struct stores_to {
        std::map<const instruction*, const decoded_function*> by;
    };
    std::map<std::uintptr_t, stores_to> written_;
    std::unique_ptr<store_watch> watch_;
    cuda_emulator_counters counted_ = {};
};

} // namespace cuda_emulator
