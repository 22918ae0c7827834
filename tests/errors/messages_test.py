# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What messages.py makes of a compiler's output, and of a record."""
import json
import unittest

import messages
import placeholders


def said(output, drop=None):
    return messages.messages_in(output, drop)


class Output(unittest.TestCase):
    def test_nvcc(self):
        self.assertEqual(said('/a/b c/x.cu(3): error: identifier "cudaBindTexture" is undefined\n1 error detected in the compilation of "x.cu".\n'),
                         ['compiler: identifier "cudaBindTexture" is undefined'])
        self.assertEqual(said('/a/x.cu(3): error: identifier "cudaBindTexture" is undefined\n      cudaBindTexture();\n      ^\n\n1 error detected in the compilation of "/a/x.cu".\n'),
                         ['compiler: identifier "cudaBindTexture" is undefined'])

    def test_once_and_without_what_follows(self):
        self.assertEqual(said("x.cu(3): error: texture is not a template\nx.cu(3): error: expected an identifier\nx.cu(9): error: texture is not a template\n"),
                         ["compiler: texture is not a template"])
        self.assertEqual(said("x.cu(3): error: a thing\nx.cu(4): error: its shadow\n", drop="shadow"), ["compiler: a thing"])

    def test_a_line_broken_by_nvcc_11(self):
        self.assertEqual(said('x.cu(3): warning #1215-D: function "mul24"\n/i/device_functions.h(7): here was declared deprecated ("mul24() is gone")\n'),
                         ['compiler: function "mul24" was declared deprecated ("mul24() is gone")'])

    def test_quotation_marks_arguments_and_places(self):
        self.assertEqual(said("x.cpp:4:64: warning: \u2018cudaError_t cudaMemcpyToArray(cudaArray_t, size_t, void (*)(int))\u2019 is deprecated [-Wdeprecated-declarations]\n"),
                         ["compiler: 'cudaError_t cudaMemcpyToArray(…)' is deprecated"])
        self.assertEqual(said('x.cu(2): error: function "atomicAdd(double *, double)" has already been defined (previous definition at line 93 of /i/sm_60.h)\n'),
                         ['compiler: function "atomicAdd(double *, double)" has already been defined'])
        self.assertEqual(said("x.cpp:1:2: error: 'cudaLaunch' was not declared in this scope; did you mean 'cudaFree'?\n"),
                         ["compiler: 'cudaLaunch' was not declared in this scope"])

    def test_others(self):
        self.assertEqual(said("nvcc fatal   : Unsupported gpu architecture 'compute_20'\n"), ["nvcc: Unsupported gpu architecture 'compute_20'"])
        self.assertEqual(said("ptxas /tmp/t.ptx, line 23; error   : Instruction 'shfl' without '.sync'\nptxas fatal   : Ptx assembly aborted due to errors\n"),
                         ["ptxas: Instruction 'shfl' without '.sync'"])
        self.assertEqual(said("/usr/bin/ld: /tmp/x.o: in function `main':\nx.cpp:(.text+0x5): undefined reference to `cudaThreadExit'\ncollect2: error: ld returned 1 exit status\n"),
                         ["linker: undefined reference to 'cudaThreadExit'"])
        self.assertEqual(said("/usr/bin/ld: cannot find -lcutil: No such file or directory\n"), ["linker: cannot find -lcutil: No such file or directory"])

    def test_a_long_one_is_cut(self):
        text = said("x.cu(1): error: " + "word " * 60 + "\n")[0]
        self.assertEqual(len(text.split()), 1 + messages.MOST_WORDS + 1)
        self.assertTrue(text.endswith(" …"))

    def test_cmake(self):
        self.assertEqual(messages.cmake_messages_in('CMake Error at CMakeLists.txt:5 (cuda_add_library):\n  Unknown CMake command\n  "cuda_add_library".\n\n  More.\n'),
                         ['cmake: Unknown CMake command "cuda_add_library".'])


class Page(unittest.TestCase):
    def test_alphabetical_with_the_versions_of_each(self):
        known = messages.sources()
        record = {"CUDA 12.9": {"thread_exit.cu": ["compiler: old words"]},
                  "CUDA 13.0": {"thread_exit.cu": ["compiler: new words"], "texture.cu": ['compiler: "b" first']},
                  "CUDA 13.5": {"thread_exit.cu": ["compiler: new words"]}}
        rows = [line for line in messages.tables(record, known).splitlines() if line.startswith("| `")]
        self.assertEqual([row.split(" | ")[:2] for row in rows],
                         [['| `"b" first`', "13.0"], ["| `new words`", "13.0, 13.5"], ["| `old words`", "12.9"]])
        self.assertTrue(rows[1].endswith("[thread_management.md](thread_management.md) |"))

    def test_what_differs_from_program_to_program(self):
        for said_here, stands in ((
                "Unsupported gpu architecture 'compute_35'", "Unsupported gpu architecture 'compute_…'"), (
                "The 'compute_35', 'compute_37', 'sm_35', and 'sm_37' architectures are deprecated", "The … architectures are deprecated"), (
                "Entry function '_Z6kernelPf' uses too much shared data (0x13880 bytes, 0xc000 max)", "Entry function '…' uses too much shared data (… bytes, … max)"), (
                "'const struct cudaDeviceProp' has no member named 'clockRate'", "'… cudaDeviceProp' has no member named 'clockRate'"), (
                'no instance of function template "cub::CUB_300001_SM_750::DeviceReduce::Sum" matches the argument list',
                'no instance of function template "cub::…::Device…" matches the argument list'), (
                'identifier "cudaThreadExit" is undefined', 'identifier "cudaThreadExit" is undefined')):
            self.assertEqual(placeholders.generalised(said_here), stands)

    def test_each_placeholder_is_of_use(self):
        record = [one.split(": ", 1)[1] for tool in json.loads(messages.RECORD.read_text(encoding="utf-8")).values() for many in tool.values() for one in many]
        for pattern, _ in placeholders.PLACEHOLDERS:
            self.assertTrue(any(pattern.search(one) for one in record), pattern.pattern)

    def test_rows_that_were_heard_join_the_others(self):
        table = messages.tables({}, {}, [{"speaker": "linker", "message": "a|b", "seen": "Visual C++ *", "do": "Do.", "note": "nvtx.md"}])
        self.assertIn("| `a\\|b` | Visual C++ * | Do. | [nvtx.md](nvtx.md) |", table)

    def test_those_are_of_known_speakers_and_marked(self):
        for row in messages.heard():
            self.assertIn(row["speaker"], messages.SPEAKERS)
            self.assertTrue(row["seen"].endswith("*") or row["seen"] == "a name", row)

    def test_a_source_that_no_tool_complains_of(self):
        known = {"texture.cu": None}
        complaints = messages.complaints_of_record({"CUDA 13.0": {"texture.cu": [], "gone.cu": ["compiler: x"]}}, known)
        self.assertIn("texture.cu: no tool says anything of it", complaints)
        self.assertIn("recorded.json: there is no gone.cu", complaints)


if __name__ == "__main__":
    unittest.main()
