/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Lets objects that were compiled on a system with a newer C library load where glibc is 2.28, that of manylinux_2_28.
 *
 * The linker binds an undefined symbol to its newest version, such as pthread_create@GLIBC_2.34. Each function here has
 * the plain name, is hidden, and jumps to the first version of x86-64. So the objects, libstdc++.a and libzstd.a
 * are linked as they are. What glibc 2.28 lacks altogether is written here. A new name makes the wheel's check fail
 * (check_symbols.py), and belongs here then.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

/* A jump and no call: arguments and stack stay as the caller left them. */
#define OLDER(name, version)                                                                                           \
    __asm__(".section .text." #name ",\"ax\",@progbits\n"                                                              \
            ".symver older_" #name ", " #name "@" version "\n"                                                         \
            ".globl " #name "\n.hidden " #name "\n.type " #name ", @function\n" #name ":\n"                            \
            "    endbr64\n    jmp *older_" #name "@GOTPCREL(%rip)\n"                                                   \
            ".size " #name ", . - " #name "\n.text\n")

#define FIRST "GLIBC_2.2.5" /* of x86-64 */

/* Moved from libpthread and libdl into libc by glibc 2.34 */
OLDER(pthread_create, FIRST);
OLDER(pthread_detach, FIRST);
OLDER(pthread_join, FIRST);
OLDER(pthread_once, FIRST);
OLDER(pthread_key_create, FIRST);
OLDER(__pthread_key_create, FIRST);
OLDER(pthread_key_delete, FIRST);
OLDER(pthread_getspecific, FIRST);
OLDER(pthread_setspecific, FIRST);
OLDER(pthread_kill, FIRST);
OLDER(pthread_mutex_timedlock, FIRST);
OLDER(pthread_mutex_trylock, FIRST);
OLDER(pthread_mutexattr_destroy, FIRST);
OLDER(pthread_mutexattr_init, FIRST);
OLDER(pthread_mutexattr_settype, FIRST);
OLDER(pthread_rwlock_rdlock, FIRST);
OLDER(pthread_rwlock_tryrdlock, FIRST);
OLDER(pthread_rwlock_trywrlock, FIRST);
OLDER(pthread_rwlock_wrlock, FIRST);
OLDER(pthread_rwlock_unlock, FIRST);
OLDER(pthread_sigmask, FIRST); /* by 2.32 */
OLDER(dladdr, FIRST);
OLDER(dlclose, FIRST);
OLDER(dlerror, FIRST);
OLDER(dlinfo, "GLIBC_2.3.3");
OLDER(dlopen, FIRST);
OLDER(dlsym, FIRST);

/* Since 2.29 without the error handling of SVID: the same values and the same errno. fmod: since 2.38 */
OLDER(exp, FIRST);
OLDER(exp2, FIRST);
OLDER(fmod, FIRST);
OLDER(fmodf, FIRST);
OLDER(log, FIRST);
OLDER(log2, FIRST);
OLDER(pow, FIRST);

/* Named so since 2.33; macros of <sys/stat.h> before. The first argument is the layout of the struct. */
#define LAYOUT 1
int older_stat(int, const char*, struct stat*);
int older_lstat(int, const char*, struct stat*);
int older_fstat(int, int, struct stat*);
int older_fstatat(int, int, const char*, struct stat*, int);
__asm__(".symver older_stat, __xstat@" FIRST "\n.symver older_lstat, __lxstat@" FIRST "\n"
        ".symver older_fstat, __fxstat@" FIRST "\n.symver older_fstatat, __fxstatat@GLIBC_2.4");

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN int stat(const char* path, struct stat* to) { return older_stat(LAYOUT, path, to); }
HIDDEN int lstat(const char* path, struct stat* to) { return older_lstat(LAYOUT, path, to); }
HIDDEN int fstat(int file, struct stat* to) { return older_fstat(LAYOUT, file, to); }
HIDDEN int fstatat(int folder, const char* path, struct stat* to, int flags)
{
    return older_fstatat(LAYOUT, folder, path, to, flags);
}

/* struct stat64 is the same struct on x86-64. */
#define SAME(name, of) __asm__(".globl " #name "\n.hidden " #name "\n.set " #name ", " #of)
SAME(stat64, stat);
SAME(lstat64, lstat);
SAME(fstat64, fstat);
SAME(fstatat64, fstatat);

/* libstdc++ leaves locks out where this says that there is one thread (since 2.32). */
HIDDEN char __libc_single_threaded = 0;

/* libstdc++'s random_device (since 2.36) */
HIDDEN uint32_t arc4random(void)
{
    uint32_t number;
    while (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number) {}
    return number;
}

/* What libstdc++ waits with on a steady clock (since 2.30). A condition variable of its own waits on the real-time
 * clock. */
HIDDEN int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                  const struct timespec* end)
{
    const long second = 1000000000;
    struct timespec now, real;
    clock_gettime(clock, &now);
    clock_gettime(CLOCK_REALTIME, &real);
    real.tv_sec += end->tv_sec - now.tv_sec;
    real.tv_nsec += end->tv_nsec - now.tv_nsec;
    if (real.tv_nsec >= second) {
        real.tv_nsec -= second;
        ++real.tv_sec;
    } else if (real.tv_nsec < 0) {
        real.tv_nsec += second;
        --real.tv_sec;
    }
    if (real.tv_sec < 0) real.tv_sec = real.tv_nsec = 0; /* long ago */
    return pthread_cond_timedwait(condition, mutex, &real);
}

/* strtol and kin for the headers of glibc 2.38 and later. Theirs also read binary numbers, which no caller asks for. */
#define BEFORE_C23(name)                                                                                               \
    __asm__(".section .text.__isoc23_" #name ",\"ax\",@progbits\n"                                                     \
            ".globl __isoc23_" #name "\n.hidden __isoc23_" #name "\n__isoc23_" #name ":\n"                             \
            "    endbr64\n    jmp *" #name "@GOTPCREL(%rip)\n.text\n")
BEFORE_C23(strtol);
BEFORE_C23(strtoul);
BEFORE_C23(strtoll);
BEFORE_C23(strtoull);
BEFORE_C23(sscanf);
