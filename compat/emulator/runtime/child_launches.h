// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches by kernels (dynamic parallelism). A child grid begins when its parent grid has ended, which CUDA allows: no
// parent can wait for a child. So all child grids run in the order of their launches.
#pragma once

#include "machine/device_runtime.h"
#include "runtime/context.h"

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cuda_emulator {

struct child_launch {
    kernel* function = nullptr;
    dim3 grid, block;
    std::size_t shared = 0;
    std::vector<char> parameters; //!< as the kernel's program lays them out; before the launch: as large as its buffer
    int depth = 1;                //!< 1: launched by a kernel that the host launched
};

//! Collects the launches of one grid.
class child_launches : public device_runtime {
public:
    //! `depth` is that of the grid; 0: the host launched it.
    child_launches(kernel& parent, int depth)
        : parent_(parent)
        , depth_(depth)
    {
    }
    ~child_launches() override;
    child_launches(const child_launches&) = delete;

    std::uint64_t parameter_buffer(std::uint64_t function, dimensions grid, dimensions block,
                                   std::uint32_t dynamic_shared) override;
    device_runtime_error launch(std::uint64_t buffer, std::uint64_t stream) override;
    std::uint64_t parameter_buffer(std::uint32_t bytes) override;
    device_runtime_error launch(std::uint64_t function, std::uint64_t buffer, dimensions grid, dimensions block,
                                std::uint32_t dynamic_shared, std::uint64_t stream, std::string& mistake) override;
    std::uint32_t& last_error(std::uint64_t block, std::uint32_t thread) override { return errors_[{block, thread}]; }
    std::uint64_t new_handle() override { return ++handles_; }
    device_runtime_error attribute(std::uint32_t number, int device, int& value) override;
    device_runtime_error limit(std::uint32_t number, std::uint64_t& value) override;
    device_runtime_error occupancy(std::uint64_t function, int threads, std::uint64_t dynamic_shared,
                                   int& blocks) override;
    device_runtime_error function_attribute(std::uint64_t function, std::uint32_t number, int& value) override;

    //! Appends the launches so that the first one is the last element. Those of the tail stream begin after all others
    //! and after what these launch.
    void move_to(std::vector<child_launch>& waiting);

private:
    kernel* kernel_at(std::uint64_t function);
    std::uint64_t prepare(child_launch one);

    kernel& parent_;
    const int depth_;
    std::unordered_map<std::uint64_t, kernel*> kernels_;
    std::unordered_map<std::uint64_t, child_launch> prepared_; //!< by parameter buffer
    std::vector<child_launch> launches_, tail_launches_;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> errors_;
    std::uint64_t handles_ = 0x100; //!< smaller ones are CUDA's own streams
};

} // namespace cuda_emulator
