// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cutil_gl_error.h with a simulated OpenGL.
#include <cutil_gl_error.h>

static unsigned int error = 0;
extern "C" unsigned int glGetError(void) { return error; }

int main()
{
    CUT_CHECK_ERROR_GL();
    error = 0x502;
    if (cutCheckErrorGL(__FILE__, __LINE__) != CUTFalse) return 2;
    CUT_CHECK_ERROR_GL(); // ends the program
    return 3;
}
