// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the shims end a program, and what they print before. Each argument chooses one way.

#include "devices.h"

#include <cutil_inline.h>
#include <exception.h>
#include <shrQATest.h>
#include <shrUtils.h>

int main(int argc, char** argv)
{
    const std::string way = argc > 1 ? argv[1] : "";
    const char** const arguments = const_cast<const char**>(argv);
    devices = {{"first", 8, 6, 10, 1500000, false, false}};
    if (way == "CUDA_SAFE_CALL") CUDA_SAFE_CALL(cudaErrorInvalidValue);
    if (way == "CUDA_SAFE_CALL_NO_SYNC") CUDA_SAFE_CALL_NO_SYNC(cudaErrorInvalidValue);
    if (way == "CU_SAFE_CALL") CU_SAFE_CALL(CUDA_ERROR_NOT_FOUND);
    if (way == "CUFFT_SAFE_CALL") CUFFT_SAFE_CALL(3);
    if (way == "CUT_SAFE_CALL") CUT_SAFE_CALL(cutDeleteTimer(99));
    if (way == "CUT_SAFE_MALLOC") CUT_SAFE_MALLOC(static_cast<void*>(NULL));
    if (way == "CUT_CONDITION") CUT_CONDITION(argc == 0);
    if (way == "CUT_EXIT") CUT_EXIT(argc, argv);
    if (way == "cutilSafeCall") cutilSafeCall(cudaErrorInvalidValue);
    if (way == "cutilCheckError") cutilCheckError(CUTFalse);
    if (way == "cutilCondition") cutilCondition(argc == 0);
    if (way == "cutilSafeMalloc") cutilSafeMalloc(static_cast<void*>(NULL));
    if (way == "cutilDrvSafeCall") cutilDrvSafeCall(CUDA_ERROR_NOT_FOUND);
    if (way == "cutilExit") cutilExit(argc, argv);
    if (way == "shrQAFinishExit") {
        shrQAStart(argc, argv);
        shrQAFinishExit(argc, arguments, argc == 2 ? QA_PASSED : argc == 3 ? QA_FAILED : QA_WAIVED);
    }
    if (way == "shrQAFinishExit2") shrQAFinishExit2(false, argc, arguments, QA_FAILED);
    if (way == "shrQAFinish") {
        shrQAFinish(argc, arguments, QA_WAIVED);
        shrQAFinish2(true, argc, arguments, QA_PASSED);
        return EXIT_WAIVED;
    }
    shrSetLogFileName("/dev/null");
    if (way == "shrEXIT") shrEXIT(argc, argv);
    if (way == "shrExitEX") shrExitEX(argc, argv, 3);
    if (way == "shrCheckError") shrCheckError(7, 0);
    if (way == "handleException") try {
            RUNTIME_EXCEPTION("the reason");
        } catch (const std::exception& error) {
            handleException(error);
        }
    last_error = cudaErrorInvalidValue;
    if (way == "CUT_CHECK_ERROR") CUT_CHECK_ERROR("the kernel");
    if (way == "cutilCheckMsg") cutilCheckMsg("the kernel");
    if (way == "cutilSafeThreadSync") cutilSafeThreadSync();
    puts("went on");
}

CUresult CUDAAPI cuGetErrorName(CUresult error, const char** name)
{
    *name = error == CUDA_ERROR_NOT_FOUND ? "CUDA_ERROR_NOT_FOUND" : nullptr;
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
