// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors that the program never reads: refused launches by default, and errors of all calls on request. <<<>>> returns
// no error, so a program has to query it.
//
// cudaGetLastError and cudaPeekAtLastError count as reading an error. For a call that returned its error, a query of
// the error's name or text also counts.
#pragma once

#include <cuda_runtime_api.h>
#include <string>

namespace cuda_emulator {

//! Records a refused launch with <<<>>>.
void note_refused_launch(const std::string& kernel, cudaError_t);
//! Records a failed call if the check is on.
void note_error(cudaError_t);
//! The program called cudaGetLastError or cudaPeekAtLastError.
void errors_were_read();
//! cudaGetErrorName(), for messages: the program has not asked.
const char* name_of_error(cudaError_t);
//! The program queried the name or the text of an error.
void error_was_named(cudaError_t);
//! ". Before, the launch of kernel 'k' … was refused (…)": the last one whose error was not read yet, or "". It is
//! the likely cause of results that nothing wrote.
std::string refused_launch_before();
//! Reports each remaining error when the program ends.
void tell_unread_errors();

} // namespace cuda_emulator
