// do: Name an architecture that this toolkit knows: `nvcc --list-gpu-arch`.
// note: architectures.md
// command: nvcc -gencode arch=compute_60,code=sm_60 -ptx
