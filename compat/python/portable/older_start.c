/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The start of a program, for glibc before 2.34. Since then the program's start code passes no function that runs its
 * constructors, for the C library does that itself. An older one would leave them out. With a function, both call it.
 */
#define HIDDEN __attribute__((visibility("hidden")))

typedef int main_function(int, char**, char**);
typedef void start_function(int, char**, char**);

extern start_function* __init_array_start[] HIDDEN;
extern start_function* __init_array_end[] HIDDEN;

int older_start_main(main_function*, int, char**, start_function*, void (*)(void), void (*)(void), void*);
__asm__(".symver older_start_main, __libc_start_main@GLIBC_2.2.5");

static void run_constructors(int count, char** arguments, char** environment)
{
    for (start_function** one = __init_array_start; one != __init_array_end; ++one)
        (*one)(count, arguments, environment);
}

/* Destructors are the loader's: `at_exit`. */
HIDDEN int __libc_start_main(main_function* program, int count, char** arguments, start_function* unused_start,
                             void (*unused_end)(void), void (*at_exit)(void), void* stack)
{
    (void)unused_start;
    (void)unused_end;
    return older_start_main(program, count, arguments, run_constructors, 0, at_exit, stack);
}
