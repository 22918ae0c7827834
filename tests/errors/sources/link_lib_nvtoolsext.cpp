// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// do: NVTX 3 is headers alone: take `-lnvToolsExt` out.
// note: nvtx.md
// command: link -lnvToolsExt
int main() {}
