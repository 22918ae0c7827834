# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small repository that is as it should be, until a test breaks it."""

import pathlib
import shutil
import tempfile
import unittest

LEGACY = """// What it shows.
//
// Source:  D, "Section 1"
// Modern:  modern/area/one.cu
// Note:    migration-notes/first.md
// Domain:  n >= 1
// Defects: kept: one of them,
//          on two lines

#include <stdio.h>

int main()
{
    cudaDeviceReset();
    getchar();
}
"""
MODERN = """// What it shows.
//
// Source:  D, section 1
// Legacy:  legacy/area/one.cu
// Note:    migration-notes/first.md

// No cudaDeviceReset, no getchar.
int main() { k<<<1, 32>>>("getchar"); check(cudaGetLastError()); }
"""
NOTE = """# Old → new

| | |
| --- | --- |
| Deprecated | CUDA 4.0 |
| Removed | CUDA 13.0 |
| Compat header | `cuda_legacy/old.h` |
| Pairs | `area/one` |
| Tested on | a device |

## Summary

See `[no link](nowhere.md)`.

## Before

<!-- from legacy/area/one.cu -->
```cpp
int main()
{
    cudaDeviceReset();
```

## After
## Pitfalls
## How to detect

```text
error: [no link](nowhere.md)
```

```sh
grep -rl cudaDeviceReset --include='*.cu' .
```

## Why it changed
## Stop-gap: compat
## Verify
"""
API = """name,kind,area,deprecated,removed,replacement,note,compat
cudaOld,function,area one,4.0,13.0,cudaNew,first.md,here
relic,type,area one,10.1,12.0,,first.md,here
relic::field,field,area one,,12.0,,first.md,here
old_fetch,device function,area one,,12.0,fetch<T>,,here
helper,function,samples,,,,,here
helper.h,header,samples,,,,,here
cudaGone,macro,area one,13.0,,,,toolkit
"""
HEADER = """#define CUDA_LEGACY_OLD_H
// #define cudaCommentedOut is no definition
struct relic {
    int field;
};
static inline cudaError_t cuda_legacy_cudaOld(void) { return cudaNew(); }
template <class T>
__device__ __forceinline__ typename detail::texel<T>::element
old_fetch(const relic<T, 1>& reference, int x)
{
    return fetch<T>(reference.field, x);
}
#define cudaOld cuda_legacy_cudaOld
"""
FILES = {
    "legacy/area/one.cu": LEGACY,
    "modern/area/one.cu": MODERN,
    "modern/support/cuda.hpp": "#pragma once\n",
    "tests/pairs/area/one_test.cpp": "\n",
    "tests/pairs/area/one.hpp": "\n",
    "tests/pairs/area/CMakeLists.txt": "cuda_legacy_add_pair(area/one LARGE)\n",
    "migration-notes/README.md": "# Notes\n\n| the old construct | [first.md](first.md) |\n",
    "migration-notes/first.md": NOTE,
    "migration-notes/api.csv": API,
    "compat/include/cuda_legacy/old.h": HEADER,
    "compat/include/shims/helper.h": "static inline int helper(int argc, const char** argv) { return argc; }\n",
    "tests/compat/uses.cu": "#include <helper.h>\nint used = cudaOld + relic().field + old_fetch + helper;\n",
    "README.md": "See [the notes](migration-notes/README.md) and [a site](https://example.org/x).\n",
    "run": "#!/usr/bin/env bash\n",
}


class SmallTree(unittest.TestCase):
    """Each test begins with the good tree, and may have it again by `good()`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="cuda_legacy_structure_")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.good()

    def good(self):
        self.empty()
        for file, text in FILES.items():
            self.write(file, text)

    def empty(self):
        for path in self.root.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()

    def write(self, file, text):
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def read(self, file):
        return (self.root / file).read_bytes().decode()

    def append(self, file, text):
        self.write(file, self.read(file) + text)

    def remove(self, file):
        (self.root / file).unlink()

    def replace(self, file, old, new):
        """Replaces a text that stands in the file, so that a test cannot break nothing."""
        self.assertIn(old, self.read(file))
        self.write(file, self.read(file).replace(old, new, 1))

    def sees(self, rule, message, count=1):
        """The rule finds exactly this many things, and one of them says so. The tree is good again behind it."""
        found = [f"{one.place()}: {one.sentence}" for one in rule(self.root)]
        self.assertTrue([one for one in found if message in one], f"nothing says '{message}', but: {found}")
        self.assertEqual(len(found), count, found)
        self.good()

    def is_content(self, *rules):
        for rule in rules:
            self.assertEqual(list(rule(self.root)), [])
        self.good()
