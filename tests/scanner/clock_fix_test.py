#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix=clock of cuda-legacy-scan: what it writes, what it refuses, and what it leaves alone. No compiler is needed.

  clock_fix_test.py PROGRAM
"""
import itertools
import sys
import unittest
from pathlib import Path

import references_in_folder
from references_in_folder import fix, refusals

# A program that is fixed. Each refusal below changes one thing in it.
GOOD = """\
__global__ void kernel(int* out) { out[0] = clock(); }

void run(int* out)
{
    clock_t start, end;
    double seconds;
    start = clock();
    kernel<<<1, 16>>>(out);
    end = clock();
    seconds = ((double)(end - start)) / CLOCKS_PER_SEC;
    printf("%f s", seconds);
}
"""
START, LAUNCH, END = "    start = clock();\n", "    kernel<<<1, 16>>>(out);\n", "    end = clock();\n"
TIME = "((double)(end - start)) / CLOCKS_PER_SEC"
DECLARATION = "    clock_t start, end;\n"
COARSE = "is part of a time in whole seconds: too coarse for a kernel"
UNKNOWN = "is used in a way whose unit this fix does not know"

# Name: what is replaced by what, once each; then the refusals, with the line of each.
REFUSED = {
    "other work": ([(LAUNCH, LAUNCH + "    work();\n")], ["9: this stands between the readings of start and end, too: its time is the host's"]),
    "a copy that does not wait": ([(LAUNCH, LAUNCH + "    cudaMemcpyAsync(out, out, 4);\n")],
                                  ["9: this stands between the readings of start and end, too: its time is the host's"]),
    "a launch on one way": ([(LAUNCH, "    if (out)\n" + LAUNCH)], ["8: this stands between the readings of start and end, too: its time is the host's"]),
    "a stream": ([("<<<1, 16>>>", "<<<1, 16, 0, stream>>>")], ["8: the launch is in a stream of its own: the events would have to be, too"]),
    "a call in a loop's head": ([(LAUNCH, "    for (int i = 0; i < f(); i++)\n" + LAUNCH)],
                                ["8: this stands between the readings of start and end, too: its time is the host's"]),
    "other blocks": ([(START, "    if (out) {\n" + START), (END, "    }\n" + END)], ["8: the clock is read in different blocks before and behind the launch"]),
    "a condition": ([(START, "    if (out)\n" + START)], ["8: start is not read in a list of statements, or in a directive's branch"]),
    "two clocks": ([(END, "    auto end = std::chrono::steady_clock::now();\n"), (DECLARATION, "    clock_t start;\n")],
                   ["7: start and end are no two readings of one clock"]),
    "one variable": ([(END, "    start = clock();\n")], ["7: start and start are no two readings of one clock"]),
    "no reading of its own": ([(END, ""), (TIME, "(double)(clock() - start) / CLOCKS_PER_SEC")],
                              ["9: the clock is read inside of an expression: only a reading of its own becomes an event"]),
    "goto": ([(DECLARATION, DECLARATION + "    if (!out) goto behind;\n")], ["6: a goto may jump over the events of start"]),
    "a switch": ([(START, "    switch (1) { case 1:;\n" + START), (END, END + "    }\n")], ["7: a switch may jump over the events of start"]),
    "whole seconds": ([(TIME, "(end - start) / CLOCKS_PER_SEC")], ["10: end " + COARSE]),
    "whole seconds, then a fraction": ([(TIME, "(double)((end - start) / CLOCKS_PER_SEC) * 1000")], ["10: end " + COARSE]),
    "whole hundredths": ([(TIME, "(end - start) / (CLOCKS_PER_SEC / 100)")], ["10: end " + UNKNOWN]),
    "without brackets": ([(TIME, "end - start / (double)CLOCKS_PER_SEC")], ["10: end " + UNKNOWN]),
    "below a fraction": ([(TIME, "16 / (double)(end - start) / CLOCKS_PER_SEC")], ["10: end " + UNKNOWN]),
    "ticks": ([(TIME, "(double)(end - start)")], ["10: end " + UNKNOWN]),
    "another divisor": ([(TIME, "(double)(end - start) / 1000")], ["10: end " + UNKNOWN]),
    "ticks that are printed": ([('"%f s", seconds', '"%ld", (long)start')], ["11: start " + UNKNOWN]),
    "a third reading": ([(END, END + '    printf("");\n    start = clock();\n')], ["11: start " + UNKNOWN]),
    "nobody asks": ([(TIME, "0")], ["7: nobody asks for the time between start and end"]),
    "declared elsewhere": ([(DECLARATION, "    clock_t start;\n")], ["9: end is not declared in this function, or with a type that this fix does not know"]),
    "declared with others": ([(DECLARATION, "    clock_t start, end, third;\n")], ["5: start " + UNKNOWN]),
    "another type": ([(DECLARATION, "    long start, end;\n")], ["5: start " + UNKNOWN]),
    "a directive": ([(LAUNCH, "#ifdef RUN\n" + LAUNCH + "#endif\n")], ["11: end is not read in a list of statements, or in a directive's branch"]),
    "a directive behind": ([(END, END + "#ifdef PRINT\n#endif\n")], ["10: a directive stands between the uses of start and end"]),
}

# The same with gettimeofday: what is refused there.
PARTS = "(end.tv_sec - start.tv_sec) + (end.tv_usec - start.tv_usec) / 1000000.0"
OF_DAY = (GOOD.replace("start = clock()", "gettimeofday(&start, NULL)").replace("end = clock()", "gettimeofday(&end, NULL)")
          .replace("clock_t start", "struct timeval start").replace(TIME, PARTS))
REFUSED_OF_DAY = {
    "whole seconds": ([("1000000.0", "1000000")], ["10: end " + COARSE]),
    "microseconds in whole seconds": ([(PARTS, "(double)(end.tv_sec - start.tv_sec) + (end.tv_usec - start.tv_usec) / 1000000")], ["10: end " + COARSE]),
    "one over a million in whole numbers": ([("/ 1000000.0", "* (1 / 1000000)")], ["10: end " + UNKNOWN]),
    "a factor that nobody knows": ([("1000000.0", "MILLION")], ["10: end " + UNKNOWN]),
    "a factor with two values": ([("1000000.0", "MILLION"), ("void run", "#define MILLION 1000000.0\n#undef MILLION\n#define MILLION 1000.0\nvoid run")],
                                 ["13: end " + UNKNOWN]),
    "parts of another clock": ([(".tv_usec - start.tv_usec", ".tv_nsec - start.tv_nsec")], ["10: end " + UNKNOWN]),
    "one part of the two": ([(" - start.tv_usec", "")], ["10: end " + UNKNOWN]),
    "a sum with something else": ([(PARTS, "seconds + " + PARTS)], ["10: end " + UNKNOWN]),
    "octal numbers": ([("1000000.0", "03641100")], ["10: end " + UNKNOWN]),
    "no reading of its own": ([(OF_DAY[OF_DAY.index("    gettimeofday(&end"):OF_DAY.index("    seconds =")], "    if (gettimeofday(&end, NULL)) return;\n")],
                              ["9: the clock is read inside of an expression: only a reading of its own becomes an event"]),
    "a wrong unit": ([("1000000.0", "1000.0")], ["10: end " + UNKNOWN]),
    "mixed units": ([(".tv_sec) +", ".tv_sec) * 1000.0 +")], ["10: end " + UNKNOWN]),
    "seconds only": ([(PARTS, "end.tv_sec - start.tv_sec")], ["10: end " + UNKNOWN]),
    "turned round": ([(PARTS, PARTS.replace("end", "x").replace("start", "end").replace("x", "start"))], ["10: start " + UNKNOWN]),
    "a part of a product": ([(PARTS, "2 * " + PARTS)], ["10: end " + UNKNOWN]),
    "a sum that goes on": ([(PARTS, PARTS + " / 2")], ["10: end " + UNKNOWN]),
    "a static variable": ([("    struct timeval", "    static struct timeval")], ["5: start " + UNKNOWN]),
    "handed on": ([(PARTS, "f(&start, &end)")], ["10: start " + UNKNOWN]),
}

# And with clock_gettime.
NANO_PARTS = "(end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9"
POSIX = (OF_DAY.replace("gettimeofday(&start, NULL)", "clock_gettime(CLOCK_MONOTONIC, &start)").replace("timeval", "timespec")
         .replace("gettimeofday(&end, NULL)", "clock_gettime(CLOCK_MONOTONIC, &end)").replace(PARTS, NANO_PARTS))
REFUSED_POSIX = {
    "two clocks": ([("CLOCK_MONOTONIC, &end", "CLOCK_REALTIME, &end")], ["7: start and end are no two readings of one clock"]),
    "a wrong unit": ([("1e9", "1e6")], ["10: end " + UNKNOWN]),
    "whole seconds": ([("1e9", "1000000000")], ["10: end " + COARSE]),
    "another type": ([("timespec", "timeval")], ["5: start " + UNKNOWN]),
}

# Each refusal again, in forty sources: what stands around a timer changes nothing.
AROUND = {"": lambda text: text, "namespace": lambda text: "namespace one {\n" + text + "}\n", "class": lambda text: "struct one {\n" + text + "};\n",
          "linkage": lambda text: 'extern "C" {\n' + text + "}\n", "template": lambda text: text.replace("void run(", "template <class T>\nvoid run(")}
LINES = {"": lambda text: text, "carriage returns": lambda text: text.replace("\n", "\r\n")}
COMMENTS = {"": lambda text: text, "comments": lambda text: text.replace(";", " /* ; = clock(); */;")}
ANOTHER = GOOD[GOOD.index("\nvoid run"):].replace("run", "another").replace("start", "first").replace("end", "last")
BESIDE = {"": lambda text: text, "beside another": lambda text: text + ANOTHER}

# The host's clock is right where something waits, or where nothing is launched.
LEFT = {
    "a wait": (LAUNCH, LAUNCH + "    cudaDeviceSynchronize();\n"),
    "an old wait": (LAUNCH, LAUNCH + "    cudaThreadSynchronize();\n"),
    "a wait of its own": (LAUNCH, LAUNCH + "    SYNC_AND_CHECK();\n"),
    "a copy": (LAUNCH, LAUNCH + "    cudaMemcpy(out, out, 4, cudaMemcpyDeviceToHost);\n"),
    "no launch": (LAUNCH, "    work(out);\n"),
    "a launch behind": (LAUNCH + END, END + LAUNCH),
}


class InAFolder(references_in_folder.InAFolder):
    KIND = "clock"


class Refusals(InAFolder):
    def test_each(self):
        self.assertNotEqual(self.fixed(GOOD), GOOD)
        self.assert_each_refused(GOOD, REFUSED)
        self.assertNotEqual(self.fixed(OF_DAY), OF_DAY)
        self.assert_each_refused(OF_DAY, REFUSED_OF_DAY)
        self.assertNotEqual(self.fixed(POSIX), POSIX)
        self.assert_each_refused(POSIX, REFUSED_POSIX)
        self.assert_refused(POSIX.replace("CLOCK_MONOTONIC", "CLOCK_PROCESS_CPUTIME_ID"),
                            ["7: CLOCK_PROCESS_CPUTIME_ID counts the host's work: events count the time that passes"])

    def test_each_in_many_sources(self):
        wanted = {}
        for good, table in ((GOOD, REFUSED), (OF_DAY, REFUSED_OF_DAY), (POSIX, REFUSED_POSIX)):
            for changes, expected in table.values():
                text = good
                for old, new in changes:
                    text = text.replace(old, new)
                for layout in itertools.product(BESIDE, AROUND, COMMENTS, LINES):
                    source = text
                    for change, name in zip((BESIDE, AROUND, COMMENTS, LINES), layout):
                        source = change[name](source)
                    name = f"{len(wanted)}.cu"
                    (self.folder / name).write_bytes(source.encode())
                    wanted[name] = sorted(one.split(": ", 1)[1] for one in expected)
        found = {name: [] for name in wanted}
        for line in refusals(fix("clock", ".", cwd=self.folder)):
            place, why = line.split(": ", 1)
            found[place.rsplit(":", 1)[0].removeprefix("./")].append(why)
        for name, expected in wanted.items():
            with self.subTest((self.folder / name).read_text()):
                self.assertEqual(sorted(found[name]), expected)
                self.assertEqual("cudaEventRecord(first);" in (self.folder / name).read_text(), "another(" in (self.folder / name).read_text())

    def test_conversions_without_end(self):
        self.assert_refused(GOOD.replace(TIME, "(double)" * 400000 + "(end - start)"), ["10: end " + UNKNOWN])

    def test_left_alone(self):
        for name, (old, new) in LEFT.items():
            with self.subTest(name):
                text = GOOD.replace(old, new)
                self.assertEqual(self.fixed(text), text)


class Fixes(InAFolder):
    def test_two_variables(self):
        self.assertEqual(self.fixed(GOOD), """\
__global__ void kernel(int* out) { out[0] = clock(); }

void run(int* out)
{
    cudaEvent_t start, end;
    double seconds;
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    cudaEventRecord(start);
    kernel<<<1, 16>>>(out);
    cudaEventRecord(end);
    cudaEventSynchronize(end); // until the kernels are done
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start, end);
    cudaEventDestroy(start);
    cudaEventDestroy(end);
    seconds = (milliseconds / 1000.0);
    printf("%f s", seconds);
}
""")

    def test_second_run(self):
        first = self.fixed(GOOD)
        self.assertEqual(self.fixed(first), first)

    def test_the_unit_stays(self):
        for old, new in (("double(end - start) / CLOCKS_PER_SEC", "(milliseconds / 1000.0)"),
                         ("static_cast<float>(end - start) / CLOCKS_PER_SEC", "(milliseconds / 1000.0)"),
                         ("(end - start) / (double)CLOCKS_PER_SEC", "(milliseconds / 1000.0)"),
                         ("(end - start) / double(CLOCKS_PER_SEC)", "(milliseconds / 1000.0)"),
                         ("(end - start) * 1000.0 / CLOCKS_PER_SEC", "(double)milliseconds"),
                         ("(double)(end - start) / CLOCKS_PER_SEC * 1e3", "(double)milliseconds"),
                         ("1000.0 * (end - start) / CLOCKS_PER_SEC", "(double)milliseconds"),
                         ("(end - start) * 1000 / CLOCKS_PER_SEC", "(long)milliseconds"),
                         ("(end - start) / (CLOCKS_PER_SEC / 1000)", "(long)milliseconds"),
                         ("1000ull * (end - start) / CLOCKS_PER_SEC", "(unsigned long long)milliseconds"),
                         ("(end - start) * 1000 / CLOCKS_PER_SEC * 0.001 / times", "(milliseconds / 1000.0) / times"),
                         ("(double)(end - start) / CLOCKS_PER_SEC / 16", "(milliseconds / 1000.0) / 16"),
                         ("seconds + (double)(end - start) / CLOCKS_PER_SEC - 1", "seconds + (milliseconds / 1000.0) - 1"),
                         ("a < (double)(end - start) / CLOCKS_PER_SEC ? 1 : 0", "a < (milliseconds / 1000.0) ? 1 : 0"),
                         ("f((float)(end - start) / CLOCKS_PER_SEC)", "f((milliseconds / 1000.0))")):
            with self.subTest(old):
                self.assertIn("    seconds = " + new + ";\n", self.fixed(GOOD.replace(TIME, old)))

    def test_time_of_day(self):
        events = self.fixed(GOOD)
        self.assertEqual(self.fixed(OF_DAY), events)
        self.assertEqual(self.fixed(OF_DAY.replace("struct timeval", "timeval").replace("NULL", "0")), events)
        milliseconds = "(end.tv_sec - start.tv_sec) * 1000.0 + (end.tv_usec - start.tv_usec) / 1000.0"
        whole = "(end.tv_sec - start.tv_sec) * 1000000 + (end.tv_usec - start.tv_usec)"
        for old, new in (("end.tv_sec - start.tv_sec + (end.tv_usec - start.tv_usec) * 1e-6", "(milliseconds / 1000.0)"),
                         ("(end.tv_sec - start.tv_sec) + 1e-6 * (end.tv_usec - start.tv_usec)", "(milliseconds / 1000.0)"),
                         ("(double)(end.tv_sec - start.tv_sec) + (double)(end.tv_usec - start.tv_usec) / 1000000", "(milliseconds / 1000.0)"),
                         ("(end.tv_sec + end.tv_usec * 1e-6) - (start.tv_sec + start.tv_usec * 1e-6)", "(milliseconds / 1000.0)"),
                         ("end.tv_sec * 1e6 + end.tv_usec - start.tv_sec * 1e6 - start.tv_usec", "(milliseconds * 1000.0)"),
                         (whole, "(long)(milliseconds * 1000.0)"),
                         ("((end.tv_sec * 1000000L + end.tv_usec) - (start.tv_sec * 1000000L + start.tv_usec)) / 1000.0",
                          "((long)(milliseconds * 1000.0)) / 1000.0"),
                         ("1000000ULL * (end.tv_sec - start.tv_sec) + end.tv_usec - start.tv_usec", "(unsigned long long)(milliseconds * 1000.0)"),
                         ("(end.tv_sec - start.tv_sec) * 1000 + (end.tv_usec - start.tv_usec) / 1000", "(long)milliseconds"),
                         ("(int)((end.tv_sec - start.tv_sec) * 1000.f + (end.tv_usec - start.tv_usec) / 1000.f)", "(int)((double)milliseconds)"),
                         ("f(out, (" + whole + ") / 16)", "f(out, ((long)(milliseconds * 1000.0)) / 16)"),
                         ("f(" + PARTS + ")", "f((milliseconds / 1000.0))"),
                         (milliseconds, "(double)milliseconds")):
            with self.subTest(old):
                self.assertIn("    seconds = " + new + ";\n", self.fixed(OF_DAY.replace(PARTS, old)))

    def test_posix_clocks(self):
        events = self.fixed(GOOD)
        self.assertEqual(self.fixed(POSIX), events)
        self.assertEqual(self.fixed(POSIX.replace("CLOCK_MONOTONIC", "CLOCK_REALTIME")), events)
        billion = "#define BILLION NUMBER\n" + POSIX
        for number in ("1000000000.0", "1E9", "(1e9)"):
            self.assertIn("    seconds = (milliseconds / 1000.0);\n", self.fixed(billion.replace("NUMBER", number).replace("1e9;", "BILLION;")))
        for old, new in (("(end.tv_sec - start.tv_sec) * BILLION + (end.tv_nsec - start.tv_nsec)", "(long)(milliseconds * 1e6)"),
                         ("(end.tv_sec - start.tv_sec) * 1000000 + (end.tv_nsec - start.tv_nsec) / 1000", "(long)(milliseconds * 1000.0)"),
                         ("(uint64_t)(end.tv_sec - start.tv_sec) * BILLION + end.tv_nsec - start.tv_nsec", "(unsigned long)(milliseconds * 1e6)"),
                         ("(end.tv_sec - start.tv_sec) * 1e3 + (end.tv_nsec - start.tv_nsec) * 1e-6", "(double)milliseconds")):
            with self.subTest(old):
                self.assertIn("    seconds = " + new + ";\n", self.fixed(billion.replace("NUMBER", "1000000000L").replace(NANO_PARTS, old)))

    def test_names_of_the_program(self):
        """Without the word clock anywhere; and with a variable of the name that the fix would take."""
        text = OF_DAY.replace("out[0] = clock();", "int milliseconds = 1;")
        self.assertIn("cudaEventElapsedTime(&end_milliseconds, start, end);", self.fixed(text))
        self.assertIn("seconds = (end_milliseconds / 1000.0);", self.fixed(text))

    def test_types_of_declarations(self):
        for text in (GOOD.replace("clock_t start", "std::clock_t start").replace("start = clock()", "start = std::clock()"),
                     OF_DAY.replace("NULL", "(struct timezone *)0")):
            self.assertEqual(self.fixed(text), self.fixed(GOOD))
        text = GOOD.replace(DECLARATION, "").replace("    start = ", "    const std::clock_t start = ").replace("    end = ", "    clock_t end = ")
        self.assertIn("    cudaEvent_t start, end;\n    cudaEventCreate(&start);\n", self.fixed(text))
        text = GOOD.replace("= clock()", "= std::chrono::system_clock::now()").replace(TIME, "std::chrono::duration<double>(end - start).count()")
        for declaration in ("std::chrono::time_point<std::chrono::system_clock> start, end;", "std::chrono::system_clock::time_point start, end;"):
            self.assertIn("{\n    cudaEvent_t start, end;\n", self.fixed(text.replace("clock_t start, end;", declaration)))

    def test_chrono(self):
        text = GOOD.replace(DECLARATION, "").replace("start = clock()", "auto start = std::chrono::steady_clock::now()")
        text = text.replace("end = clock()", "auto end = std::chrono::steady_clock::now()")
        span = "std::chrono::duration<double, std::milli>(milliseconds)"
        for old, new in (("seconds = " + TIME + ";", "std::chrono::duration<float> time = {};"),
                         (TIME, "std::chrono::duration_cast<std::chrono::microseconds>({}).count()"),
                         (TIME, "std::chrono::duration<double, std::milli>({}).count()"),
                         ("seconds = " + TIME + ";", "std::chrono::duration<double> time({});"),
                         ("seconds = " + TIME + ";", "std::chrono::duration<double> time{{{}}};")):
            with self.subTest(new):
                result = self.fixed(text.replace(old, new.format("end - start")))
                spelled = span.replace("(", "{").replace(")", "}") if " time(" in new or " time{" in new else span
                self.assertIn(new.format(spelled), result)
                self.assertIn("    cudaEvent_t start, end;\n    cudaEventCreate(&start);\n", result)
        for use in ("auto time = end - start;", "seconds = (end - start).count();", "std::chrono::duration<long, std::nano> time = end - start;"):
            with self.subTest(use):
                self.assert_refused(text.replace("seconds = " + TIME + ";", use), ["9: end " + UNKNOWN])

    def test_two_timers(self):
        second = GOOD[GOOD.index(DECLARATION):-2].replace("start", "begin").replace("end", "stop").replace("double seconds;\n", "")
        text = self.fixed(GOOD[:-2] + second + "}\n")
        self.assertIn("cudaEventElapsedTime(&milliseconds, start, end);", text)
        self.assertIn("cudaEventElapsedTime(&stop_milliseconds, begin, stop);", text)
        self.assertIn("seconds = (stop_milliseconds / 1000.0);", text)

    def test_the_same_variables_again(self):
        again = GOOD[GOOD.index(START):-2].replace("seconds =", "double again =").replace("seconds)", "again)")
        text = GOOD[:-2] + again + "}\n"
        result = self.fixed(text)
        first, second = result.split('    printf("%f s", seconds);\n')
        self.assertIn("    seconds = (milliseconds / 1000.0);\n", first)
        self.assertEqual(second, """\
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    cudaEventRecord(start);
    kernel<<<1, 16>>>(out);
    cudaEventRecord(end);
    cudaEventSynchronize(end); // until the kernels are done
    float end_milliseconds = 0;
    cudaEventElapsedTime(&end_milliseconds, start, end);
    cudaEventDestroy(start);
    cudaEventDestroy(end);
    double again = (end_milliseconds / 1000.0);
    printf("%f s", again);
}
""")
        self.assertEqual(self.fixed(result), result)
        waits = text[::-1].replace(LAUNCH[::-1], ("    cudaDeviceSynchronize();\n" + LAUNCH)[::-1], 1)[::-1]
        self.assert_refused(waits, ["12: start " + UNKNOWN])
        self.assert_refused(GOOD[:-2] + again.replace("double again = " + TIME, "double again = 0") + "}\n", [
            "12: nobody asks for the time between start and end"])
        self.assert_refused(GOOD[:-2] + "    if (out) {\n" + again + "    }\n}\n", ["13: start " + UNKNOWN, "7: start " + UNKNOWN])

    def test_variables_of_two_blocks(self):
        """Each function has a variable of its own, with the same name."""
        part = GOOD[GOOD.index(START):-2].replace("seconds =", "double seconds =").replace("start =", "clock_t start =").replace("end =", "clock_t end =")
        text = self.fixed(GOOD[:GOOD.index(DECLARATION)] + "    {\n" + part + "    }\n    {\n" + part + "    }\n}\n")
        self.assertEqual(text.count("    cudaEvent_t start, end;\n"), 2)
        self.assertIn("    double seconds = (milliseconds / 1000.0);\n", text)
        self.assertIn("    double seconds = (end_milliseconds / 1000.0);\n", text)

    def test_beside_textures_and_line_ends(self):
        (self.folder / "a.cu").write_bytes(GOOD.replace("\n", "\r\n").encode())
        self.assertEqual(refusals(fix("clock", "a.cu", cwd=self.folder)), [])
        content = (self.folder / "a.cu").read_bytes()
        self.assertEqual(content.count(b"\n"), content.count(b"\r\n"))
        self.assertIn(b"cudaEventRecord(end);\r\n", content)


if __name__ == "__main__":
    references_in_folder.PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
