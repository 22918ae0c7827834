/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of OpenCL that NVTX's header needs. OpenCL need not be installed. */
#ifndef STAND_IN_CL_H
#define STAND_IN_CL_H

typedef struct _cl_device_id* cl_device_id;
typedef struct _cl_context* cl_context;
typedef struct _cl_command_queue* cl_command_queue;
typedef struct _cl_mem* cl_mem;
typedef struct _cl_program* cl_program;
typedef struct _cl_event* cl_event;
typedef struct _cl_sampler* cl_sampler;

#endif
