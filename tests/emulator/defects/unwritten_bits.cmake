# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Bits of global memory that nothing has written: what computes with them is found, and what copies them is not.
defect_program(unwritten_bits unwritten_bits.cu)
function(unwritten_bits_test case finding)
    foreach(run "75;0" "90;0" "90;2")
        list(GET run 0 architecture)
        list(GET run 1 translated)
        set(test emulator.unwritten_bits.${case}.translate_${translated}.compute_${architecture})
        defect_test(${test} unwritten_bits unwritten_bits ${architecture} UNINITIALISED_GLOBAL "${nothing}" "${finding}"
            "-DARGUMENT=${case}" ${ARGN})
        set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "CUDA_EMULATOR_TRANSLATE=${translated}")
    endforeach()
endfunction()
function(computed_bits_test case bytes offset)
    unwritten_bits_test(${case}
        "unwritten_bits.cu:[0-9]+: read of ${bytes} bytes of global memory at 0x[0-9a-f]+ \\(offset ${offset} of an allocation of [0-9]+ bytes\\), ${nothing}, and it ${stored}")
endfunction()
foreach(case doubled times_four by_number halved shifted_right rotated masked second_byte modulo flagged field
    replaced_field multiplied)
    computed_bits_test(${case} 4 128)
endforeach()
foreach(case bytes masked_bytes bytes_to_words)
    computed_bits_test(${case} 1 32)
endforeach()
computed_bits_test(words_of_16 2 64)
foreach(case words_of_64 masked_64 half_pairs)
    computed_bits_test(${case} 8 256)
endforeach()
computed_bits_test(vectors 16 512)
computed_bits_test(never_written 4 0)
computed_bits_test(in_place 4 0)
# One byte of four has no value.
foreach(case widened lowest_byte)
    unwritten_bits_test(${case} "copies to the host 32 of 256 bytes ${nothing}, the first at offset 128 of"
        "-DLINE=cuda_emulator: [a-z][^\n]*")
endforeach()
foreach(case fields_in_place characters halves structures misaligned)
    foreach(architecture 75 90)
        set(test emulator.unwritten_bits.${case}.compute_${architecture})
        add_test(NAME ${test} COMMAND "${CMAKE_CURRENT_BINARY_DIR}/unwritten_bits" ${case})
        set_tests_properties(${test} PROPERTIES LABELS emulated TIMEOUT 120 FAIL_REGULAR_EXPRESSION "cuda_emulator:"
            ENVIRONMENT "LD_LIBRARY_PATH=${device_folder};CUDA_EMULATOR_ARCH=${architecture}")
    endforeach()
endforeach()
