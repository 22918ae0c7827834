# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""api.csv, and the headers of compat."""

from rules.api import api_and_headers, api_table, api_tests
from rules.small_tree import SmallTree

TABLE, HEADER = "migration-notes/api.csv", "compat/include/cuda_legacy/old.h"
MALFORMED = (
    ("cudaX,function,area,,,,toolkit", "7 cells, not 8"),
    ("cudaX,function,area,,,a,b,,toolkit", "9 cells, not 8"),
    ("", "1 cells, not 8"),
    ("cuda X,function,area,,,,,toolkit", "'cuda X' is no name"),
    (",function,area,,,,,toolkit", "'' is no name"),
    ("cudaX,thing,area,,,,,toolkit", "'thing' is no kind"),
    ("cudaX,field,area,,,,,toolkit", "a field, and only a field, is written as type::field"),
    ("a::b,function,area,,,,,toolkit", "a field, and only a field, is written as type::field"),
    ("cub::a::b,field,area,,,,,toolkit", "a field, and only a field, is written as type::field"),
    ("a.h,function,area,,,,,toolkit", "a header, and only a header, is written as name.h or name.cuh"),
    ("cudaX,header,area,,,,,toolkit", "a header, and only a header, is written as name.h or name.cuh"),
    ("cub/a b.cuh,header,area,,,,,toolkit", "'cub/a b.cuh' is no name"),
    ("cudaX,function,,,,,,toolkit", "no area"),
    ("cudaX,function,area,eleven,,,,toolkit", "'eleven' is no CUDA version"),
    ("cudaX,function,area,,12,,,here", "'12' is no CUDA version"),
    ("cudaX,function,area,10.1,9.2,,,here", "removed before it was deprecated"),
    ("cudaX,function,area,,,,gone.md,toolkit", "there is no note gone.md"),
    ("cudaX,function,area,,,,,soon", "'soon' is none of here, toolkit, cannot"),
    ("cudaX,function,area,,13.0,,,toolkit", "what the toolkit still has is not removed"),
    ("cudaX,function,area,,,,,cannot", "what cannot be brought back needs a note"),
    ("cudaX,function,area,,, y,,toolkit", "white space around ' y'"),
    ("cudaX,function,area,,,y ,,toolkit", "white space around 'y '"),
    ("cudaOld,function,area,,,,,toolkit", "cudaOld is there twice"),
)
DEFINITIONS = (
    "#define cudaExtra 1",
    "  #  define extra 1",
    "cudaError_t cudaExtra(int x);",
    "inline cudaError_t cudaExtra(int x) { return 0; }",
    "__device__ float extra(int x) { return 0; }",
    "template <class T>\n__device__ __forceinline__ T* extra(const relic<T, 1>& r) { return 0; }",
    "CUDA_LEGACY_DETAIL_FETCH(extra, 1)",
    "CUDA_LEGACY_DETAIL_FETCH_AS(f, extra, 1)",
    "CUDA_LEGACY_DETAIL_SILENT(cudaExtra)",
    "typedef enum cudaSome { one } cudaExtra;",
    "enum cudaExtra {",
    "    cudaExtra = 3,",
    "#define cuExtra_v4 1",
)


class Table(SmallTree):
    def test_a_malformed_row(self):
        for row, message in MALFORMED:
            self.append(TABLE, row + "\n")
            self.sees(api_table, f"{TABLE}:9: {message}")

    def test_what_a_later_toolkit_lacks(self):
        self.append(TABLE, "cudaGoes,function,area,13.0,14.0,,,toolkit\ncuda/header,header,area,13.3,,,,toolkit\n"
                    "cuda::name,function,area,13.3,,,,toolkit\n")
        self.good()

    def test_the_first_line_and_no_other(self):
        self.replace(TABLE, "name,kind", "kind,name")
        self.sees(api_table, f"{TABLE}:1: the first line is not name,kind,")
        self.write(TABLE, "name,kind,area,deprecated,removed,replacement,note,compat\n")
        self.sees(api_table, "no rows")


class Headers(SmallTree):
    def test_what_the_table_lacks(self):
        line = self.read(HEADER).count("\n") + 1
        for definition in DEFINITIONS:
            self.append(HEADER, definition + "\n")
            self.sees(api_and_headers, "xtra is not in migration-notes/api.csv")
        self.append(HEADER, "/* a\n b */ #define a(x) \\\n  first \\\n  inline int inside(x)\n#define extra 1\n")
        self.append(TABLE, "a,macro,area,,,,,here\n")
        self.sees(api_and_headers, f"{HEADER}:{line + 4}: extra is not in")
        self.append(HEADER, "#define cudaGone 1\n")
        self.sees(api_and_headers, f"{HEADER}:{line}: cudaGone is 'toolkit' in {TABLE}, not 'here'")
        self.write("compat/include/cuda_legacy/detail/own.h", "#define extra 1\n")
        self.is_content(api_and_headers)

    def test_what_the_headers_lack(self):
        missing = "is 'here', but no compat header defines it"
        self.replace(HEADER, "#define cudaOld", "// #define cudaOld")
        self.sees(api_and_headers, f"{TABLE}:2: cudaOld {missing}")
        self.replace(HEADER, "int field;", "")
        self.sees(api_and_headers, f"{TABLE}:4: relic::field {missing}")
        self.replace(HEADER, "struct relic {", "struct other {")
        self.sees(api_and_headers, f"{TABLE}:3: relic {missing}", 2)
        self.replace(HEADER, "__device__ __forceinline__", "")
        self.sees(api_and_headers, f"{TABLE}:5: old_fetch {missing}")
        for name in ("helper", "helper.h"):
            self.remove("compat/include/shims/helper.h")
            self.sees(api_and_headers, f"{name} {missing}", 2)
        self.replace(TABLE, "cudaOld,", "cudaNew,")
        self.sees(api_and_headers, f"{TABLE}:2: cudaNew {missing}", 2)

    def test_names_of_libraries(self):
        for row in ("cub::old,type", "thrust::detail::old,type", "cub/old.cuh,header"):
            self.append(TABLE, row + ",area,,13.0,,,here\n")
            self.write("compat/include/cub/old.cuh", "")
            self.write("compat/include/cuda_legacy/detail/own.h", "using old = int;\n")
            self.is_content(api_table, api_and_headers)
            self.append(TABLE, row + ",area,,13.0,,,here\n")
            self.sees(api_and_headers, f"{TABLE}:9: {row.split(',')[0]} is 'here', but no compat header")


class Tests(SmallTree):
    def test_what_no_test_uses(self):
        self.is_content(api_tests)
        for line, name, use in ((2, "cudaOld", "cudaOld +"), (4, "relic::field", "field"), (7, "helper.h", "helper.h")):
            self.replace("tests/compat/uses.cu", use, "")
            self.sees(api_tests, f"{TABLE}:{line}: {name} is 'here', but no source of tests/compat or tests/oracle uses it")
        self.remove("tests/compat/uses.cu")
        self.write("tests/oracle/all/uses.cu", "#include <helper.h>\ncudaOld relic::field old_fetch helper\n")
        self.is_content(api_tests)

    def test_the_letter_of_a_type(self):
        self.append(TABLE, "cudaSproduct,function,area,,,,,here\n")
        self.sees(api_tests, f"{TABLE}:9: cudaSproduct is 'here', but no source")
        for use, count in (("cuda##letter##product", 0), ("cuda##letter##other", 1)):
            self.append(TABLE, "cudaSproduct,function,area,,,,,here\n")
            self.append("tests/compat/uses.cu", f"#define USE(letter) {use}\n")
            self.assertEqual(len(list(api_tests(self.root))), count)
            self.good()

    def test_what_has_no_message(self):
        for place in ("tests/compile_fail/no.cu", "tests/compat/libraries/refused.cu"):
            self.append(TABLE, "cudaNever,function,area,,,,first.md,cannot\n")
            self.write(place, "int i = cudaNever();\n")
            self.is_content(api_tests)
            self.append(TABLE, "cudaNever,function,area,,,,first.md,cannot\n")
            self.sees(api_tests, f"{TABLE}:9: cudaNever is 'cannot', but no test has its message")
