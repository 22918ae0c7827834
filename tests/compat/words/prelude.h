// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The headers of others, read before words become macros. The build names the toolkit's headers by their paths, so that
// none of compat's is used instead.
#include TOOLKIT_RUNTIME
#include TOOLKIT_COMPLEX
#ifdef TOOLKIT_DRIVER
    #include TOOLKIT_DRIVER
#endif
#ifdef __cplusplus
    #include <algorithm>
    #include <climits>
    #include <cmath>
    #include <cstddef>
    #include <cstdint>
    #include <cstdio>
    #include <cstdlib>
    #include <cstring>
    #include <fstream>
    #include <iostream>
    #include <sstream>
    #include <stdexcept>
    #include <string>
    #include <type_traits>
    #include <utility>
    #include <vector>
#endif
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#ifdef TOOLKIT_SPARSE
    #include TOOLKIT_SPARSE
#endif
#ifdef TOOLKIT_FFT
    #include TOOLKIT_FFT
#endif
