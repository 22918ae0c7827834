# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Seeded defects of copies and sets by the host.

# Results that no thread wrote, copied to the host: how many bytes of how many, and where the first is.
defect_program(results results.cu)
function(result_test case bytes copied offset)
    foreach(architecture 75 90)
        set(finding "[a-z]+[A-Za-z0-9]+, called at .*results\\+0x[0-9a-f]+: copies to the host ${bytes} of ${copied} bytes ${nothing}, the first at offset ${offset} of an allocation of [0-9]+ bytes")
        defect_test(emulator.result.${case}.compute_${architecture} results results ${architecture} UNINITIALISED_RESULTS "${nothing}"
            "${finding}" "-DARGUMENT=${case}" "-DLINE=cuda_emulator: [a-z][^\n]*")
    endforeach()
endfunction()
result_test(grid_rounded_down 928 4000 3072)
result_test(last_left_out 4 4000 3996)
result_test(every_other 2000 4000 4)
result_test(never_written 4000 4000 0)
result_test(reduction 4 16 12)
result_test(loop_by_data 928 4000 3072)
result_test(pinned 928 4000 3072)
result_test(handed_on 928 4000 3072)
result_test(set_in_part 3000 4000 1000)
result_test(pitched 100 20480 19968)
result_test(rows 100 4000 19968)
result_test(structures 20 1600 1580) # with the padding before
result_test(vectors 36 1600 1564)
result_test(bit_fields 10 400 390) # with the bits above the fields before
foreach(case compaction mask limit_on_the_device)
    result_test(${case} 4000 4000 0)
endforeach()
# Copies against their direction, and sets that leave their memory.
function(copy_test case error finding)
    defect_test(emulator.copy.${case} results results 90 COPIES "${finding}" "called at .*results\\+0x[0-9a-f]+: ${finding}"
        "-DARGUMENT=${case}" "-DLINE=cuda_emulator: [a-z][^\n]*")
    add_test(NAME emulator.copy.${case}.error COMMAND "${CMAKE_CURRENT_BINARY_DIR}/results" ${case} broken)
    set_tests_properties(emulator.copy.${case}.error PROPERTIES LABELS emulated TIMEOUT 60
        PASS_REGULAR_EXPRESSION "^${error}\n" ENVIRONMENT "LD_LIBRARY_PATH=${device_folder};CUDA_EMULATOR_CHECK_COPIES=0")
endfunction()
copy_test(backwards cudaErrorInvalidValue "wrong direction: cudaMemcpyDeviceToHost says that the (destination is memory of the host, and 0x[0-9a-f]+ is memory of the device|source is memory of the device, and 0x[0-9a-f]+ is memory of the host)")
copy_test(rows_backwards cudaErrorInvalidValue "wrong direction: cudaMemcpyDeviceToHost says that the (destination is memory of the host, and 0x[0-9a-f]+ is memory of the device|source is memory of the device, and 0x[0-9a-f]+ is memory of the host)")
copy_test(host_as_device cudaErrorInvalidValue "wrong direction: cudaMemcpyDeviceToDevice says that the destination is memory of the device, and 0x[0-9a-f]+ is memory of the host")
copy_test(shadow cudaErrorInvalidValue "wrong direction: cudaMemcpyHostToDevice says that the destination is memory of the device, and 0x[0-9a-f]+ is the host's shadow of the variable 'c': cudaMemcpyToSymbol writes the variable itself")
copy_test(pinned_is_either cudaErrorInvalidValue "wrong direction: cudaMemcpyDeviceToDevice says that the source is memory of the device, and 0x[0-9a-f]+ is memory of the host|destination")
copy_test(device_as_host cudaSuccess "wrong direction: cudaMemcpyHostToDevice says that the source is memory of the host, and 0x[0-9a-f]+ is memory of the device")
copy_test(set_too_far cudaErrorInvalidValue "writes 4004 bytes, and only 4000 are left of the allocation: a GPU returns cudaErrorInvalidValue here, or cudaErrorIllegalAddress from a later call")
