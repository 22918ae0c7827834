// do: Name an architecture that this toolkit knows: `nvcc --list-gpu-arch`.
// note: architectures.md
// command: nvcc -arch=sm_35 -ptx
