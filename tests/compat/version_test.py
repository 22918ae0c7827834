# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The version is the same in CMakeLists.txt, in cuda_legacy/version.h and at the top of CHANGELOG.md.

usage: version_test.py ROOT
"""

import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = None
PLACES = {
    "CMakeLists.txt": r"^project\(cuda_legacy VERSION (\d+)\.(\d+)\.(\d+)\b",
    "CHANGELOG.md": r"^## \[(\d+)\.(\d+)\.(\d+)\] - (?:\d{4}-\d\d-\d\d|not released yet)$",
}
HEADER = "compat/include/cuda_legacy/version.h"


def versions(root):
    """The version as each place has it, as the number that the header defines."""
    found = {}
    for name, pattern in PLACES.items():
        first = re.search(pattern, (root / name).read_text(encoding="utf-8"), flags=re.M)
        if first:
            major, minor, patch = map(int, first.groups())
            if minor > 99 or patch > 9:
                raise ValueError(f"{name}: CUDA_LEGACY_VERSION has no room for {major}.{minor}.{patch}")
            found[name] = 1000 * major + 10 * minor + patch
        else:
            found[name] = None
    header = re.search(r"^#define CUDA_LEGACY_VERSION (0|[1-9]\d*)$", (root / HEADER).read_text(encoding="utf-8"), flags=re.M)
    found[HEADER] = int(header[1]) if header else None
    return found


class Rule(unittest.TestCase):
    def of(self, cmake, changelog, header):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / HEADER).parent.mkdir(parents=True)
            (root / "CMakeLists.txt").write_text(f"project(cuda_legacy VERSION {cmake} LANGUAGES C)\n")
            (root / "CHANGELOG.md").write_text(changelog)
            (root / HEADER).write_text(f"#define CUDA_LEGACY_VERSION {header}\n")
            return list(versions(root).values())

    def test_the_number_of_a_version(self):
        self.assertEqual(self.of("1.2.3", "## [Unreleased]\n\n## [1.2.3] - 2026-01-02\n## [1.1.0] - 2026-01-01\n", 1023), [1023] * 3)
        self.assertEqual(self.of("0.1.0", "## [0.1.0] - not released yet\n", 10), [10] * 3)

    def test_what_differs_is_seen(self):
        self.assertEqual(self.of("1.2.4", "## [1.2.3] - 2026-01-02\n", 1022), [1024, 1023, 1022])

    def test_a_place_without_a_version(self):
        self.assertEqual(self.of("1", "## 1.2.3\n", "0010"), [None] * 3)

    def test_a_version_that_the_number_has_no_room_for(self):
        with self.assertRaises(ValueError):
            self.of("1.2.10", "## [1.2.10] - 2026-01-02\n", 1030)


class Repository(unittest.TestCase):
    def test_all_places_agree(self):
        found = versions(ROOT)
        self.assertNotIn(None, found.values(), found)
        self.assertEqual(len(set(found.values())), 1, found)

    def test_the_one_header_has_it(self):
        self.assertIn('#include "cuda_legacy/version.h"', (ROOT / "compat/include/cuda_legacy.h").read_text(encoding="utf-8"))


if __name__ == "__main__":
    ROOT = Path(sys.argv.pop(1)).resolve()
    unittest.main()
