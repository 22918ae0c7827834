# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""api.csv, and the headers of compat."""

from rules.api import api_and_headers, api_table
from rules.small_tree import SmallTree

TABLE, HEADER = "migration-notes/api.csv", "compat/include/cuda_legacy/old.h"
MALFORMED = (
    ("cudaX,function,area,,,,later", "7 cells, not 8"),
    ("cudaX,function,area,,,a,b,,later", "9 cells, not 8"),
    ("", "1 cells, not 8"),
    ("cuda X,function,area,,,,,later", "'cuda X' is no name"),
    (",function,area,,,,,later", "'' is no name"),
    ("cudaX,thing,area,,,,,later", "'thing' is no kind"),
    ("cudaX,field,area,,,,,later", "a field, and only a field, is written as type::field"),
    ("a::b,function,area,,,,,later", "a field, and only a field, is written as type::field"),
    ("cub::a::b,field,area,,,,,later", "a field, and only a field, is written as type::field"),
    ("a.h,function,area,,,,,later", "a header, and only a header, is written as name.h or name.cuh"),
    ("cudaX,header,area,,,,,later", "a header, and only a header, is written as name.h or name.cuh"),
    ("cub/a b.cuh,header,area,,,,,later", "'cub/a b.cuh' is no name"),
    ("cudaX,function,,,,,,later", "no area"),
    ("cudaX,function,area,eleven,,,,later", "'eleven' is no CUDA version"),
    ("cudaX,function,area,,12,,,later", "'12' is no CUDA version"),
    ("cudaX,function,area,10.1,9.2,,,later", "removed before it was deprecated"),
    ("cudaX,function,area,,,,gone.md,later", "there is no note gone.md"),
    ("cudaX,function,area,,,,,soon", "'soon' is none of here, later, cannot"),
    ("cudaX,function,area,,,,,cannot", "what cannot be brought back needs a note"),
    ("cudaX,function,area,,, y,,later", "white space around ' y'"),
    ("cudaX,function,area,,,y ,,later", "white space around 'y '"),
    ("cudaOld,function,area,,,,,later", "cudaOld is there twice"),
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
        self.sees(api_and_headers, f"{HEADER}:{line}: cudaGone is 'later' in {TABLE}, not 'here'")
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
