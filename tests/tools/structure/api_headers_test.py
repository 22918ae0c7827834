# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What api_headers.py finds in small headers of two made-up toolkits."""
import csv
import io
import pathlib
import tempfile
import unittest

import api_headers

OLD = """
#define CUDART_VERSION 12090
#define cudaOldMacro 0x1
#define __CUDA_API_PTSZ(name) name
#if defined(NEVER)
void cudaNeverSeen(void);
#endif
extern "C" {
enum cudaKind { cudaKindA = 0, cudaKindGone = 1 };
typedef struct cudaPlace_st { int type; union { struct { int inner; } part; float gone; }; int reserved[4]; int (*call)(int); } cudaPlace;
extern __attribute__((deprecated("no more"))) int cudaOldCall(void);
int cudaKept(int *value, const void *data, unsigned int flags = 0);
int cudaOther(int first);
int cudaSwapped(int source, int target);
int cudaRenamedParameter(int source);
int cuMake_v2(int flags);
#define cuMake __CUDA_API_PTSZ(cuMake_v2)
}
static inline int cudaInline(int x) { return x; }
template <class T> int cudaTemplate(T x) { return 0; }
int cudaOverload(int x);
inline int cudaOverload(float x) { return 0; }
int cudaLater(void);
"""
NEW = """
#define CUDART_VERSION 13000
extern "C" {
enum cudaKind { cudaKindA = 0, cudaKindNew = 2 };
typedef struct cudaPlace_st { int type; union { struct { int inner; } part; }; int (*call)(int); } cudaPlace;
int cudaKept(int * value, void const *data, unsigned flags);
int cudaOther(int first, int second);
int cudaSwapped(int target, int source);
int cudaRenamedParameter(int from);
int cuMake_v4(int *parameters, int flags);
#define cuMake cuMake_v4
}
template <class T> int cudaTemplate(T* x) { return 0; }
int cudaOverload(int x);
__attribute__((deprecated)) int cudaLater(void);
"""


# Names of types that stand for one with a version; the header of the later one has the versions alone.
OLD_TYPES = """
#define PFN_cuGone PFN_cuGone_v2000
#define PFN_cuStays PFN_cuStays_v3020
typedef int (*PFN_cuGone_v2000)(void);
typedef int (*PFN_cuStays_v3020)(void);
"""
NEW_TYPES = OLD_TYPES.replace("#define PFN_cuGone PFN_cuGone_v2000\n", "")


def toolkit(folder, version, text, types):
    (folder / "include").mkdir(parents=True)
    (folder / "include/cuda_runtime_api.h").write_text(text, encoding="utf-8")
    (folder / "include/cudaTypedefs.h").write_text(types, encoding="utf-8")
    return api_headers.toolkits.Toolkit(version, [folder / "include"], [])


def rows(text=""):
    return list(csv.DictReader(io.StringIO("name,kind,area,deprecated,removed,replacement,note,compat\n" + text)))


class Headers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            both = [("12.9", OLD.replace("unsigned int flags", "unsigned flags"), OLD_TYPES),
                    ("13.0", NEW.replace("void const", "const void"), NEW_TYPES)]
            cls.read = [(version, api_headers.read_toolkit(toolkit(pathlib.Path(folder) / version, version, text, types))) for version, text, types in both]

    def found(self, text=""):
        return {(name, why) for name, _, why, _, _ in api_headers.lacking(self.read, rows(text))}

    def test_what_went_or_changed(self):
        self.assertEqual(self.found(), {
            ("cudaOldMacro", "is gone"), ("cudaKindGone", "is gone"), ("cudaPlace::gone", "is gone"),
            ("cudaOldCall", "is deprecated"), ("cudaOldCall", "is gone"), ("cudaInline", "is gone"), ("cuMake_v2", "is gone"),
            ("cudaOther", "has other parameters"), ("cudaSwapped", "has other parameters"),
            ("cudaOverload", "has other parameters"), ("cudaLater", "is deprecated"),
            ("cuMake", "has other parameters"), ("PFN_cuGone", "is gone")})

    def test_what_fetches_the_headers_is_there(self):
        self.assertTrue(api_headers.FETCH.is_file())

    def test_a_row_is_enough(self):
        self.assertNotIn("cudaOther", {name for name, _ in self.found("cudaOther,function,changed signature,,13.0,,,here\n")})
        self.assertNotIn("cudaOldCall", {name for name, _ in self.found("cudaOldCall,function,some area,,13.0,,,here\n")})

    def test_a_wrong_date(self):
        for date in ("14.0", ""):
            with self.subTest(date=date):
                whys = dict(self.found(f"cudaOldCall,function,some area,,{date},,,here\n"))
                self.assertIn("but `removed` says", whys["cudaOldCall"])

    def test_said_to_be_gone_and_there(self):
        self.assertIn(("cudaKept", "is said to be removed in 13.0, but is there"), self.found("cudaKept,function,some area,,13.0,,,here\n"))

    def test_a_device_function_is_another_than_the_host_s(self):
        """cudaDeviceSynchronize is gone in kernels alone: its row says nothing of the function of that name for the host."""
        self.assertEqual(self.found("cudaKept,device function,some area,,13.0,,,cannot\n"), self.found())
        self.assertEqual(self.found("cudaOther,device function,some area,,13.0,,,cannot\n"), self.found())


if __name__ == "__main__":
    unittest.main()
