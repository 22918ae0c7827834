// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors that nobody reads: of refused launches, which <<<>>> returns to nobody, and on request of every call.
//
// cudaGetLastError and cudaPeekAtLastError read them. So does, for a call that returned its error to the program, to
// ask for the error's name or text.
#pragma once

#include <cuda_runtime_api.h>
#include <string>

namespace cuda_emulator {

//! <<<>>> launched a kernel in vain.
void note_refused_launch(const std::string& kernel, cudaError_t);
//! A call has failed. Nothing unless that is checked.
void note_error(cudaError_t);
//! The program has asked for the last error.
void errors_were_read();
//! The program has asked for the name or the text of an error.
void error_was_named(cudaError_t);
//! At the end: a finding for each that is left.
void tell_unread_errors();

} // namespace cuda_emulator
