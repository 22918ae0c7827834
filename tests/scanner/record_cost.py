#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a record costs: a program of 1,000 launches on the emulated device, with and without one.

  record_cost.py NVCC EMULATOR [ELEMENTS]   ELEMENTS: floats that each launch writes; 65536, if not given

Prints the processor's time of both, and the size of the record. It is no test: times differ from run to run.
"""
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = """
#include <cstdlib>
__global__ void step(const float* from, float* to, int n, float f)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i] * f + from[(i + 1) % n];
}
int main(int, char** words)
{
    const int n = std::atoi(words[1]);
    float* memory[4];
    for (float*& one : memory) {
        cudaMalloc(&one, n * sizeof(float));
        cudaMemset(one, 0x3f, n * sizeof(float));
    }
    for (int k = 0; k < 1000; ++k)
        step<<<(n + 255) / 256, 256>>>(memory[k % 4], memory[(k + 1) % 4], n, 0.5f);
    float first = 0;
    cudaMemcpy(&first, memory[0], sizeof first, cudaMemcpyDeviceToHost);
    for (float* one : memory)
        cudaFree(one);
    return first == 1;
}
"""


def seconds(words, variables):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, env={**os.environ, **variables})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(nvcc, emulator, elements="65536"):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "steps.cu").write_text(SOURCE)
        program = folder / "steps"
        subprocess.run([nvcc, "-cudart", "shared", "-lineinfo", folder / "steps.cu", "-o", program], check=True)
        device = {"LD_LIBRARY_PATH": str(Path(emulator).resolve())}
        record = folder / "record"
        seconds([program, elements], device)  # the translation is in the cache from here on
        plain = seconds([program, elements], device)
        recorded = seconds([program, elements], {**device, "CUDA_EMULATOR_RECORD": str(record)})
        print(f"1,000 launches that write {elements} floats each: {plain:.2f} s of processor time, with a record "
              f"{recorded:.2f} s ({recorded / plain:.2f} times); the record has {record.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
