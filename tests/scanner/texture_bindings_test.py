#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix=textures where a binding is more than an object: one on each device, bound again by another call, ended by a reset.

  texture_bindings_test.py PROGRAM

Without libclang all is skipped: status 77.
"""
import re
import unittest

import references_in_folder
from references_in_folder import fix, refusals

HEAD = """\
#include <cuda_runtime.h>
static texture<float> t;
static __global__ void k(float* o) { o[threadIdx.x] = tex1Dfetch(t, threadIdx.x); }
"""
BIND = "static void b(float* p) { cudaBindTexture(0, t, p, 64); }\n"
MAIN = "int main(int c, char**)\n{\n    float *p = 0, *o = 0;\n%s}\n"
LOCAL = "cudaBindTexture(0, t, p, 64);"
LAUNCH = "k<<<1, 1>>>(o);"
LOOP = BIND + MAIN % "    for (int i = 0; i < 2; i++) { %s b(p); k<<<1, 1>>>(o); }\n"
AGAIN = "run may be called between its bind and its use, and binds it as well"
CALLERS = ("needs an object that outlives its function, and callers that no path has may use several devices: give the whole "
           "program, or --whole-program if it uses one device and resets none")
DEVICES = "t may be bound on several devices: a reference has a binding on each, an object is on one; --one-device if all that set a device set the same one"
CONDITION = "t is bound within a condition of the statement: the object of the bind before would go in any case"
LAMBDA = "t is bound or unbound in a lambda: when that is called is not certain"


def local(why):
    return f"t: {why}; it {CALLERS}"


def unseen(name):
    return (f"t needs an object that outlives its function, and no path defines {name}, which may set or reset devices: give its "
            "source, or --whole-program if it belongs to a library")


def reset(name):
    return f"t needs an object that outlives its function, and {name} may reset the device between its uses: that ends the object"


# Name: the source behind HEAD; the reason; other sources.
REFUSED = {
    # One binding for each device.
    "two devices in main": (BIND + MAIN % "    cudaSetDevice(0); b(p); cudaSetDevice(1); b(p); cudaSetDevice(0); k<<<1, 1>>>(o);\n", DEVICES),
    "device 0 is one as well": (BIND + MAIN % "    cudaSetDevice(c); b(p); cudaSetDevice(0); b(p); k<<<1, 1>>>(o);\n", DEVICES),
    "a loop of the caller": (LOOP % "cudaSetDevice(i);", DEVICES),
    "another source": ("void pick(int);\n" + LOOP % "pick(i);", DEVICES, "int cudaSetDevice(int);\nvoid pick(int i) { cudaSetDevice(i); }\n"),
    "by way of two sources": ("void pick(int);\n" + LOOP % "pick(i);", DEVICES,
                              "void set(int i);\nvoid pick(int i) { set(i); }\nint cudaSetDevice(int);\nvoid set(int i) { cudaSetDevice(i); }\n"),
    "a source that is not given": ("void pick(int);\n" + LOOP % "pick(i);", unseen("pick")),
    "a macro": ("#define USE(i) cudaSetDevice(i)\n" + LOOP % "USE(i);", DEVICES),
    "a pointer to the call": (LOOP.replace("    for", "    cudaError_t (*set)(int) = cudaSetDevice;\n    for") % "set(i);", DEVICES),
    "contexts of the driver": ("int cuCtxSetCurrent(void*);\n" + LOOP % "cuCtxSetCurrent(o + i);", DEVICES),
    "an object that sets": ("struct guard { guard(int d) { cudaSetDevice(d); } };\n" + LOOP % "guard g(i);", DEVICES),
    "a thread for each": ("#include <thread>\n" + BIND + "static void w(int d, float* p, float* o) { cudaSetDevice(d); b(p); k<<<1, 1>>>(o); }\n" +
                          MAIN % "    std::thread x(w, 1, p, o);\n    x.join();\n", DEVICES),
    "threads begin with device 0": (BIND + MAIN % "    cudaSetDevice(c);\n#pragma omp parallel for\n    for (int i = 0; i < 2; i++) { b(p); k<<<1, 1>>>(o); }\n", DEVICES),
    "a lambda": (BIND + MAIN % "    auto set = [](int d) { cudaSetDevice(d); };\n    set(c); b(p); k<<<1, 1>>>(o);\n", DEVICES),
    "nobody calls what sets": ("void never(int d) { cudaSetDevice(d); }\n" + BIND + MAIN % "    b(p); k<<<1, 1>>>(o);\n", DEVICES),
    "no main": (BIND + "void run(float* p, float* o) { b(p); k<<<1, 1>>>(o); }\n", "t " + CALLERS),
    "between a bind and its launch": (f"void run(float* p, float* o) {{ {LOCAL} cudaSetDevice(1); {LAUNCH} }}\n",
                                      local("cudaSetDevice may be called between its bind and its use")),
    "between them in another source": (f"void pick(int);\nvoid run(float* p, float* o) {{ {LOCAL} pick(1); {LAUNCH} }}\n",
                                       local("cudaSetDevice may be called between its bind and its use"),
                                       "int cudaSetDevice(int);\nvoid pick(int i) { cudaSetDevice(i); }\n"),
    "between them and not in sight": (f"void pick(int);\nvoid run(float* p, float* o) {{ {LOCAL} pick(1); {LAUNCH} }}\n",
                                      "t: pick may be called between its bind and its use, and no path defines it: give its source, or "
                                      "--whole-program if it belongs to a library"),
    "behind the launch, in its loop": (f"void run(float* p, float* o) {{ {LOCAL} for (int i = 0; i < 3; i++) {{ {LAUNCH} cudaSetDevice(i); }} }}\n",
                                       local("cudaSetDevice may be called between its bind and its use")),
    "an object around the launch": (f"struct G {{ G(int d) {{ cudaSetDevice(d); }} ~G() {{ cudaSetDevice(0); }} }};\n"
                                    f"void run(float* p, float* o) {{ {LOCAL} {{ G g(1); {LAUNCH} }} }}\n",
                                    local("cudaSetDevice may be called between its bind and its use")),
    # A call in between that binds again.
    "recursion": (f"void run(float* p, float* o, int d) {{ {LOCAL} if (d) run(p + 32, o, d - 1); {LAUNCH} }}\n", local(AGAIN)),
    "mutual recursion": ("static void run(float*, float*, int);\nstatic void turn(float* p, float* o, int d) { if (d) run(p + 32, o, d - 1); }\n"
                         f"static void run(float* p, float* o, int d) {{ {LOCAL} turn(p, o, d); {LAUNCH} }}\nvoid f(float* p, float* o) {{ run(p, o, 2); }}\n",
                         local(AGAIN)),
    "by way of another source": (f"void turn(float*, float*, int);\nvoid run(float* p, float* o, int d) {{ {LOCAL} turn(p, o, d); {LAUNCH} }}\n", local(AGAIN),
                                 "void run(float*, float*, int);\nvoid turn(float* p, float* o, int d) { if (d) run(p + 32, o, d - 1); }\n"),
    "a callback": (f"static void run(float* p, float* o, void (*cb)(float*, float*)) {{ {LOCAL} if (cb) cb(p + 32, o); {LAUNCH} }}\n"
                   "static void again(float* p, float* o) { run(p, o, 0); }\nvoid f(float* p, float* o) { run(p, o, again); }\n", local(AGAIN)),
    "a callback that is a lambda": (f"struct action {{ virtual void go() = 0; }};\ntemplate <class F> void call(F f) {{ f(); }}\n"
                                    f"static void run(float* p, float* o, int n) {{ {LOCAL} if (n) {{ auto f = [=] {{ run(p + 32, o, 0); }}; call(f); }} {LAUNCH} }}\n"
                                    "void f(float* p, float* o) { run(p, o, 1); }\n", local(AGAIN)),
    "std::function": (f"#include <functional>\nstatic void run(float* p, float* o, std::function<void()> cb) {{ {LOCAL} cb(); {LAUNCH} }}\n"
                      "void f(float* p, float* o) { run(p, o, [=] { run(p + 32, o, [] {}); }); }\n", local(AGAIN)),
    "a virtual function": (f"struct S {{ virtual void go(float*, float*) = 0; }};\nstatic void run(float* p, float* o, S* s) {{ {LOCAL} if (s) s->go(p, o); {LAUNCH} }}\n"
                           "struct T : S { void go(float* p, float* o) { run(p + 32, o, 0); } };\nvoid f(float* p, float* o) { T x; run(p, o, &x); }\n", local(AGAIN)),
    "an operator": (f"struct T {{ void operator()(float* p, float* o); }};\nstatic void run(float* p, float* o, T* s) {{ {LOCAL} if (s) (*s)(p, o); {LAUNCH} }}\n"
                    "void T::operator()(float* p, float* o) { run(p + 32, o, 0); }\nvoid f(float* p, float* o) { T x; run(p, o, &x); }\n", local(AGAIN)),
    "a destructor": ("static void run(float* p, float* o, int n);\nstruct T { float *p, *o; ~T() { run(p, o, 0); } };\n"
                     f"static void run(float* p, float* o, int n) {{ {LOCAL} if (n) {{ T x = {{p + 32, o}}; }} {LAUNCH} }}\nvoid f(float* p, float* o) {{ run(p, o, 1); }}\n",
                     local(AGAIN)),
    "a macro that calls": ("static void run(float* p, float* o, int n);\n#define TURN run(p + 32, o, 0)\n"
                           f"static void run(float* p, float* o, int n) {{ {LOCAL} if (n) TURN; {LAUNCH} }}\nvoid f(float* p, float* o) {{ run(p, o, 1); }}\n", local(AGAIN)),
    # What takes objects away.
    "a reset in another source": ("void done();\n" + BIND + MAIN % "    for (int i = 0; i < 2; i++) { b(p); k<<<1, 1>>>(o); done(); }\n", reset("done"),
                                  "int cudaDeviceReset();\nvoid done() { cudaDeviceReset(); }\n"),
    "a reset between two uses": (BIND + MAIN % "    b(p); k<<<1, 1>>>(o); cudaDeviceReset(); b(p); k<<<1, 1>>>(o);\n", reset("cudaDeviceReset")),
    "a reset that is a callback": ("void key() { cudaDeviceReset(); }\nvoid on(void (*f)()) { f(); }\n" + BIND + MAIN % "    on(key); b(p); k<<<1, 1>>>(o);\n", reset("key")),
    "a reset before the unbind": (f"void run(float* p, float* o) {{ {LOCAL} {LAUNCH} cudaDeviceReset(); cudaUnbindTexture(t); }}\n",
                                  local("cudaDeviceReset may be called between its bind and its use")),
    "a capture in another source": (f"void run(float* p, float* o) {{ {LOCAL} {LAUNCH} }}\n", "a stream is captured: objects are neither made nor destroyed meanwhile",
                                    "int cudaStreamBeginCapture(void*);\nvoid f(void* s) { cudaStreamBeginCapture(s); }\n"),
    "a reset that may go on": ("#include <stdlib.h>\nstatic void check(int e) { if (e) { cudaDeviceReset(); if (e > 1) exit(1); } }\n" + BIND +
                               MAIN % "    for (int i = 0; i < 2; i++) { b(p); k<<<1, 1>>>(o); check(c); }\n", reset("check")),
    # When a bind happens.
    "a static local": (f"static void run(float* p, float* o) {{ static cudaError_t once = {LOCAL} {LAUNCH} }}\n" + MAIN % "    run(p, o); run(p, o);\n", CONDITION),
    "a lambda that binds": (MAIN % f"    auto f = [&] {{ {LOCAL} }};\n    {LOCAL}\n    f(); {LAUNCH}\n", LAMBDA),
    "a lambda that unbinds": (MAIN % f"    auto f = [&] {{ cudaUnbindTexture(t); }};\n    {LOCAL}\n    f(); {LAUNCH}\n", LAMBDA),
}

# What is right on one device, or on the device that is current between a bind and its last use.
FIXED = {
    "one device": BIND + MAIN % "    cudaSetDevice(c); b(p); k<<<1, 1>>>(o); cudaDeviceReset();\n",
    "one device in one of two ways": BIND + MAIN % "    if (c) cudaSetDevice(c); else cudaSetDevice(1); b(p); k<<<1, 1>>>(o);\n",
    "device 0 again and again": BIND + MAIN % "    for (int i = 0; i < 2; i++) { cudaSetDevice(0); b(p); k<<<1, 1>>>(o); }\n",
    "a reset before the end of the program": "#include <stdlib.h>\nstatic void check(int e) { if (e) { cudaDeviceReset(); exit(1); } }\n" + BIND +
                                             MAIN % "    for (int i = 0; i < 2; i++) { b(p); k<<<1, 1>>>(o); check(c); }\n",
    "a macro that resets before that": "#include <stdlib.h>\n#define RESET cudaDeviceReset();\nstatic void check(int e) { if (e) { RESET exit(1); } }\n" + BIND +
                                       MAIN % "    for (int i = 0; i < 2; i++) { b(p); k<<<1, 1>>>(o); check(c); }\n",
    "a reset at exit": "#include <stdlib.h>\nstatic void r() { cudaDeviceReset(); }\n" + BIND + MAIN % "    atexit(r); b(p); k<<<1, 1>>>(o);\n",
    "recursion of the whole program": f"static void run(float* p, float* o, int d) {{ {LOCAL} if (d) run(p + 32, o, d - 1); {LAUNCH} }}\n" + MAIN % "    run(p, o, 2);\n",
    "a function for any device": f"void run(int d, float* p, float* o) {{ cudaSetDevice(d); {LOCAL} {LAUNCH} cudaUnbindTexture(t); cudaSetDevice(0); }}\n",
    "a static local of a call": "static int c(float* p) { cudaBindTexture(0, t, p, 64); return 1; }\n" + MAIN % "    static int once = c(p);\n    k<<<1, 1>>>(o);\n",
    "an exception": "void f() {}\n" + MAIN % f"    try {{ f(); {LOCAL} }} catch (...) {{}}\n    {LAUNCH}\n",
    "a bind in a loop that may not run": BIND + MAIN % "    for (int i = 0; i < c; i++) b(p);\n    k<<<1, 1>>>(o);\n",
    "an unbind by pointer": "static void u() { cudaUnbindTexture(t); }\n" + MAIN % f"    void (*f)() = u;\n    {LOCAL}\n    f();\n    {LAUNCH}\n",
    "several binds of one function": f"void run(int d, float* p, float* o) {{ {LOCAL} {LAUNCH} cudaBindTexture(0, t, p + d, 64); }}\n".replace("p + d", "o"),
}


class WithoutLibrary(unittest.TestCase):
    """Nothing."""


class Bindings(references_in_folder.InAFolder):
    KIND = "textures"

    def fix_folder(self, text, others, *arguments):
        self.write("a.cu", text)
        (self.folder / "b.cpp").unlink(missing_ok=True)
        if others:
            self.write("b.cpp", others[0])
        return fix("textures", *arguments, ".", cwd=self.folder)

    def test_refused(self):
        for name, (text, why, *others) in REFUSED.items():
            with self.subTest(name):
                result = self.fix_folder(HEAD + text, others)
                self.assertEqual({re.sub(r"^.*?a\.cu:\d+: ", "", one) for one in refusals(result)}, {why})
                self.assertEqual((self.folder / "a.cu").read_text(), HEAD + text)

    def test_fixed(self):
        for name, text in FIXED.items():
            with self.subTest(name):
                result = self.fix_folder(HEAD + text, [])
                self.assertEqual(refusals(result), [])
                self.assertNotIn("texture<", (self.folder / "a.cu").read_text())

    def test_a_launch_that_another_source_calls(self):
        early = "void r(float*);\nvoid early(float* o) { r(o); }\n"
        result = self.fix_folder(HEAD + "void r(float* o) { k<<<1, 1>>>(o); }\n" + MAIN % f"    {LOCAL}\n    r(o);\n", [early])
        self.assertEqual(refusals(result), [])
        self.assertIn("static cudaTextureObject_t t = 0;\n", (self.folder / "a.cu").read_text())

    def test_the_whole_program_is_said_to_be_given(self):
        for name in ("a source that is not given", "no main", "between them and not in sight"):
            with self.subTest(name):
                self.assertEqual(refusals(self.fix_folder(HEAD + REFUSED[name][0], [], "--whole-program")), [])
        for name in ("another source", "between them in another source", "a reset in another source", "recursion"):
            with self.subTest(name):
                text, _, *others = REFUSED[name]
                result = refusals(self.fix_folder(HEAD + text, others, "--whole-program"))
                self.assertEqual(bool(result), name != "recursion")  # one object for the file

    def test_one_device(self):
        for name, (text, why, *others) in REFUSED.items():
            if why == DEVICES or "cudaSetDevice may be called" in why:
                with self.subTest(name):
                    self.assertEqual(refusals(self.fix_folder(HEAD + text, others, "--one-device", "--whole-program")), [])
        for name in ("a reset in another source", "a reset between two uses"):  # a reset ends the object all the same
            with self.subTest(name):
                text, _, *others = REFUSED[name]
                self.assertNotEqual(refusals(self.fix_folder(HEAD + text, others, "--one-device", "--whole-program")), [])

    def told(self, text):
        return [re.sub(r":\d+: (.*) \[told\]", r": \1", line) for line in self.fix_folder(HEAD + text, []).stderr.splitlines() if line.endswith("[told]")]

    def test_waits_are_told(self):
        turn = f"void run(float* p, float* o) {{ for (int i = 0; i < 9; i++) {{\n{LOCAL}\n{LAUNCH}\n%s}} }}\n"
        self.assertEqual(self.told(turn % ""), ["a.cu:5: waits for the device in each turn of the loop before the object of t goes: the old program did not"])
        self.assertEqual(self.told(turn % "cudaDeviceSynchronize();\n"), [])
        self.assertEqual(self.told(f"void run(float* p, float* o) {{\n{LOCAL}\n{LAUNCH}\ncudaUnbindTexture(t); }}\n"),
                         ["a.cu:7: waits for the device before the object of t goes: the old program did not"])

    def test_a_wait_that_is_jumped_over(self):
        text = f"void run(float* p, float* o) {{ for (int i = 0; i < 9; i++) {{\n{LOCAL}\nfor (int j = 0; j < 2; j++) {{ {LAUNCH}\nif (j) continue; cudaDeviceSynchronize(); }} }} }}\n"
        self.assertEqual(len(self.told(text)), 1)


if __name__ == "__main__":
    references_in_folder.main("textures", HEAD + FIXED["one device"], WithoutLibrary)
