// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translation of kernels to machine code of the host, by the JIT compiler. The steps are in code_graph.h, shapes.h and
// source.h. CUDA_EMULATOR_TRANSLATE selects the time: 0 never, 1 for hot kernels, 2 before the first run.
#pragma once

#include "machine/launch.h"
#include "machine/program.h"

#include <map>
#include <memory>
#include <utility>

namespace cuda_emulator {

struct kernel_translation;
struct block_translation;
namespace translation {
class path_translations; // translate/path_translation.h
}

//! All translations of one kernel. They must outlive its launches.
class kernel_translations {
public:
    //! Sets the launch's translations for its block dimensions, ready or not, and its hotness counter.
    void find(launch&);

private:
    friend kernel_translation;

    //! The whole-block translation for the launch; null if none is possible. Call with the lock held.
    std::shared_ptr<block_translation> of_block(const launch&);

    std::shared_ptr<translation::path_translations> paths_;
    std::map<int, std::shared_ptr<kernel_translation>> by_row_;                   //!< by row length
    std::map<std::pair<int, int>, std::shared_ptr<block_translation>> by_layout_; //!< by row length and number of warps
};

} // namespace cuda_emulator
