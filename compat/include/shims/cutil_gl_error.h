/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The CUDA SDK's cutil_gl_error.h: the check of OpenGL's last error. The folder compat/include/shims is on the include
//! path only on request, and last on it.
#ifndef CUDA_LEGACY_SHIMS_CUTIL_GL_ERROR_H
    #define CUDA_LEGACY_SHIMS_CUTIL_GL_ERROR_H

    #if !defined(_CUTIL_GL_ERROR)
        #define _CUTIL_GL_ERROR

        #include <cutil.h>

        // OpenGL's own function. The header of OpenGL may be missing, and must not come before the header of a loader:
        // so the function is declared here.
        #if !defined(glGetError)
            #if defined(__cplusplus)
extern "C"
            #endif
    unsigned int
    glGetError(void);
        #endif

//! Tests whether OpenGL has no error, and prints an error.
static inline CUTBoolean cutCheckErrorGL(const char* __file, const int __line)
{
    const unsigned int error = glGetError();
    if (error != 0) fprintf(stderr, "%s(%i) : OpenGL error 0x%04x\n", __file, __line, error);
    return error == 0 ? CUTTrue : CUTFalse;
}

        //! Ends the program if OpenGL has an error.
        #define CUT_CHECK_ERROR_GL()                                                                                   \
            {                                                                                                          \
                if (CUTFalse == cutCheckErrorGL(__FILE__, __LINE__)) exit(EXIT_FAILURE);                               \
            }

    #endif

#endif
