// expect: thrust::async is gone.*migration-notes/cccl_3.md
#include <thrust/async/reduce.h>
