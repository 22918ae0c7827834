NVCC ?= nvcc
NVCCFLAGS := -O2
NVCCFLAGS += -gencode arch=compute_75,code=sm_75
NVCCFLAGS += -gencode arch=compute_90,code=sm_90
NVCCFLAGS += -gencode arch=compute_90,code=compute_90

program: program.cu
	$(NVCC) $(NVCCFLAGS) -o $@ $<
