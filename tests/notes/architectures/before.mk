NVCC ?= nvcc
NVCCFLAGS := -m32 -O2
NVCCFLAGS += -gencode arch=compute_20,code=sm_20
NVCCFLAGS += -gencode arch=compute_35,code=sm_35

program: program.cu
	$(NVCC) $(NVCCFLAGS) -o $@ $<
