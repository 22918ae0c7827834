// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In device code, calls of the runtime belong to the device runtime: compat's renames do not change them.
__global__ void errors(cudaError_t* error)
{
    error[0] = cudaGetLastError();
    error[1] = cudaPeekAtLastError();
}

__host__ __device__ cudaError_t either()
{
    const cudaError_t error = cudaPeekAtLastError();
    return error != cudaSuccess ? error : cudaGetLastError();
}

__global__ void launch(cudaError_t* error)
{
    errors<<<1, 1>>>(error);
    if (either() == cudaSuccess) *error = cudaFree(nullptr);
}

int main()
{
    cudaError_t (*of_the_host)() = cudaGetLastError;
    launch<<<1, 1>>>(nullptr);
    const cudaError_t error = either();
    return error == cudaSuccess && of_the_host() == cudaSuccess ? 0 : 1;
}
