CMakeFiles/old.dir/old.cpp.o: ../../old.cpp /usr/include/stdc-predef.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/version.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/deprecated_names.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/deprecated.h \
 /usr/local/cuda/include/cuda_runtime_api.h \
 /usr/local/cuda/include/crt/host_defines.h \
 /usr/local/cuda/include/builtin_types.h \
 /usr/local/cuda/include/device_types.h \
 /usr/local/cuda/include/driver_types.h \
 /usr/local/cuda/include/vector_types.h \
 /usr/lib/gcc/x86_64-linux-gnu/12/include/limits.h \
 /usr/lib/gcc/x86_64-linux-gnu/12/include/syslimits.h \
 /usr/include/limits.h \
 /usr/include/x86_64-linux-gnu/bits/libc-header-start.h \
 /usr/include/features.h /usr/include/features-time64.h \
 /usr/include/x86_64-linux-gnu/bits/wordsize.h \
 /usr/include/x86_64-linux-gnu/bits/timesize.h \
 /usr/include/x86_64-linux-gnu/sys/cdefs.h \
 /usr/include/x86_64-linux-gnu/bits/long-double.h \
 /usr/include/x86_64-linux-gnu/gnu/stubs.h \
 /usr/include/x86_64-linux-gnu/gnu/stubs-64.h \
 /usr/include/x86_64-linux-gnu/bits/posix1_lim.h \
 /usr/include/x86_64-linux-gnu/bits/local_lim.h \
 /usr/include/linux/limits.h \
 /usr/include/x86_64-linux-gnu/bits/pthread_stack_min-dynamic.h \
 /usr/include/x86_64-linux-gnu/bits/posix2_lim.h \
 /usr/include/x86_64-linux-gnu/bits/xopen_lim.h \
 /usr/include/x86_64-linux-gnu/bits/uio_lim.h \
 /usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h \
 /usr/local/cuda/include/surface_types.h \
 /usr/local/cuda/include/texture_types.h \
 /usr/local/cuda/include/cuda_device_runtime_api.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/surface_binding.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/found_reference.h \
 /usr/include/c++/12/cstdio \
 /usr/include/x86_64-linux-gnu/c++/12/bits/c++config.h \
 /usr/include/x86_64-linux-gnu/c++/12/bits/os_defines.h \
 /usr/include/x86_64-linux-gnu/c++/12/bits/cpu_defines.h \
 /usr/include/c++/12/pstl/pstl_config.h /usr/include/stdio.h \
 /usr/lib/gcc/x86_64-linux-gnu/12/include/stdarg.h \
 /usr/include/x86_64-linux-gnu/bits/types.h \
 /usr/include/x86_64-linux-gnu/bits/typesizes.h \
 /usr/include/x86_64-linux-gnu/bits/time64.h \
 /usr/include/x86_64-linux-gnu/bits/types/__fpos_t.h \
 /usr/include/x86_64-linux-gnu/bits/types/__mbstate_t.h \
 /usr/include/x86_64-linux-gnu/bits/types/__fpos64_t.h \
 /usr/include/x86_64-linux-gnu/bits/types/__FILE.h \
 /usr/include/x86_64-linux-gnu/bits/types/FILE.h \
 /usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h \
 /usr/include/x86_64-linux-gnu/bits/types/cookie_io_functions_t.h \
 /usr/include/x86_64-linux-gnu/bits/stdio_lim.h \
 /usr/include/x86_64-linux-gnu/bits/floatn.h \
 /usr/include/x86_64-linux-gnu/bits/floatn-common.h \
 /usr/include/x86_64-linux-gnu/bits/stdio.h /usr/include/c++/12/cstring \
 /usr/include/string.h \
 /usr/include/x86_64-linux-gnu/bits/types/locale_t.h \
 /usr/include/x86_64-linux-gnu/bits/types/__locale_t.h \
 /usr/include/strings.h /usr/include/c++/12/type_traits \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/references.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/surface_type.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/back_end.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/texel.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/texture_type.h \
 /usr/include/c++/12/cstddef \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/attribute.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/diagnostics.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/bound_reference.h \
 /usr/include/c++/12/cstdint \
 /usr/lib/gcc/x86_64-linux-gnu/12/include/stdint.h /usr/include/stdint.h \
 /usr/include/x86_64-linux-gnu/bits/wchar.h \
 /usr/include/x86_64-linux-gnu/bits/stdint-intn.h \
 /usr/include/x86_64-linux-gnu/bits/stdint-uintn.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/device_context.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/sequence.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/last_error.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/mutex.h \
 /usr/include/pthread.h /usr/include/sched.h \
 /usr/include/x86_64-linux-gnu/bits/types/time_t.h \
 /usr/include/x86_64-linux-gnu/bits/types/struct_timespec.h \
 /usr/include/x86_64-linux-gnu/bits/endian.h \
 /usr/include/x86_64-linux-gnu/bits/endianness.h \
 /usr/include/x86_64-linux-gnu/bits/sched.h \
 /usr/include/x86_64-linux-gnu/bits/types/struct_sched_param.h \
 /usr/include/x86_64-linux-gnu/bits/cpu-set.h /usr/include/time.h \
 /usr/include/x86_64-linux-gnu/bits/time.h \
 /usr/include/x86_64-linux-gnu/bits/timex.h \
 /usr/include/x86_64-linux-gnu/bits/types/struct_timeval.h \
 /usr/include/x86_64-linux-gnu/bits/types/clock_t.h \
 /usr/include/x86_64-linux-gnu/bits/types/struct_tm.h \
 /usr/include/x86_64-linux-gnu/bits/types/clockid_t.h \
 /usr/include/x86_64-linux-gnu/bits/types/timer_t.h \
 /usr/include/x86_64-linux-gnu/bits/types/struct_itimerspec.h \
 /usr/include/x86_64-linux-gnu/bits/pthreadtypes.h \
 /usr/include/x86_64-linux-gnu/bits/thread-shared-types.h \
 /usr/include/x86_64-linux-gnu/bits/pthreadtypes-arch.h \
 /usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h \
 /usr/include/x86_64-linux-gnu/bits/struct_mutex.h \
 /usr/include/x86_64-linux-gnu/bits/struct_rwlock.h \
 /usr/include/x86_64-linux-gnu/bits/setjmp.h \
 /usr/include/x86_64-linux-gnu/bits/types/__sigset_t.h \
 /usr/include/x86_64-linux-gnu/bits/types/struct___jmp_buf_tag.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/visibility.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/native.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/channel_check.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/renamed_calls.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/array_lifetime.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/capture.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/variable_by_name.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/modules.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/surface_reference.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/references.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/surface_reference.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/texture_binding.h \
 /usr/include/c++/12/climits \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/channel_check.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/texture_reference.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/texture_reference.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/array_copy.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/diagnostics.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/compiler_version.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/cufft_codes.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/device_properties.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/device_property_fields.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/driver_calls.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/argument_count.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/driver_names.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/execution_control.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/multi_device_launch.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/gone.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/configured_call.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/kernel_by_name.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/graph_calls.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/memory_prefetch.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/pointer_attributes.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/profiler_control.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/last_error.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/symbol_names.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/kernel_by_name.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/detail/variable_by_name.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/thread_management.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/versioned_names.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/device_properties.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/graph_calls.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/cuda_legacy/memory_prefetch.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/shims/helper_string.h \
 /usr/include/c++/12/stdlib.h /usr/include/c++/12/cstdlib \
 /usr/include/stdlib.h /usr/include/x86_64-linux-gnu/bits/waitflags.h \
 /usr/include/x86_64-linux-gnu/bits/waitstatus.h \
 /usr/include/x86_64-linux-gnu/sys/types.h /usr/include/endian.h \
 /usr/include/x86_64-linux-gnu/bits/byteswap.h \
 /usr/include/x86_64-linux-gnu/bits/uintn-identity.h \
 /usr/include/x86_64-linux-gnu/sys/select.h \
 /usr/include/x86_64-linux-gnu/bits/select.h \
 /usr/include/x86_64-linux-gnu/bits/types/sigset_t.h \
 /usr/include/alloca.h \
 /usr/include/x86_64-linux-gnu/bits/stdlib-bsearch.h \
 /usr/include/x86_64-linux-gnu/bits/stdlib-float.h \
 /usr/include/c++/12/bits/std_abs.h \
 /tmp/wheelx/conan/p/b/cuda-4bd85b961f885/p/include/cuda_legacy/shims/detail/files.h \
 /usr/include/errno.h /usr/include/x86_64-linux-gnu/bits/errno.h \
 /usr/include/linux/errno.h /usr/include/x86_64-linux-gnu/asm/errno.h \
 /usr/include/asm-generic/errno.h /usr/include/asm-generic/errno-base.h \
 /usr/include/x86_64-linux-gnu/bits/types/error_t.h \
 /usr/include/x86_64-linux-gnu/sys/stat.h \
 /usr/include/x86_64-linux-gnu/bits/stat.h \
 /usr/include/x86_64-linux-gnu/bits/struct_stat.h \
 /usr/include/x86_64-linux-gnu/bits/statx.h /usr/include/linux/stat.h \
 /usr/include/linux/types.h /usr/include/x86_64-linux-gnu/asm/types.h \
 /usr/include/asm-generic/types.h /usr/include/asm-generic/int-ll64.h \
 /usr/include/x86_64-linux-gnu/asm/bitsperlong.h \
 /usr/include/asm-generic/bitsperlong.h /usr/include/linux/posix_types.h \
 /usr/include/linux/stddef.h \
 /usr/include/x86_64-linux-gnu/asm/posix_types.h \
 /usr/include/x86_64-linux-gnu/asm/posix_types_64.h \
 /usr/include/asm-generic/posix_types.h \
 /usr/include/x86_64-linux-gnu/bits/statx-generic.h \
 /usr/include/x86_64-linux-gnu/bits/types/struct_statx_timestamp.h \
 /usr/include/x86_64-linux-gnu/bits/types/struct_statx.h
