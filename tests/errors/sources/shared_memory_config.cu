// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: Take it out: no GPU of today has banks of another width.
// note: bank_conflicts.md
void call() { cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte); }
