// do: Take it out: no GPU of today has banks of another width.
// note: bank_conflicts.md
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void call() { cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte); }
