// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of external semaphores do the same under their old names: they give the same answer for zero semaphores.
// This is a program of its own, because the emulated device has no semaphores and would report the calls as findings.
#include "alone/check.h"

int main()
{
    cudaExternalSemaphore_t semaphore = nullptr;
    cudaExternalSemaphoreSignalParams_v1 signal = {};
    cudaExternalSemaphoreWaitParams_v1 wait = {};
    signal.params.fence.value = wait.params.fence.value = 1;
    CHECK(cudaSignalExternalSemaphoresAsync_v2(&semaphore, &signal, 0) ==
          cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 0));
    CHECK(cudaWaitExternalSemaphoresAsync_v2(&semaphore, &wait, 0) ==
          cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 0));
    return failures;
}
