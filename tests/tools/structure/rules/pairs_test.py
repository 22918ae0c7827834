# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A pair is whole."""

from rules.pairs import head_comments, paired_tests, twins, unwritten
from rules.small_tree import SmallTree


class Pairs(SmallTree):
    def test_a_missing_twin(self):
        self.remove("modern/area/one.cu")
        self.sees(twins, "legacy/area/one.cu: has no twin modern/area/one.cu")
        self.remove("legacy/area/one.cu")
        self.sees(twins, "modern/area/one.cu: has no twin legacy/area/one.cu")
        self.write("modern/support/check.cu", "\n")
        self.is_content(twins)

    def test_a_fast_stage(self):
        file = "modern/area/one_fast.cu"
        head = "// Fast.\n//\n// Twin: modern/area/one.cu\n// Note: migration-notes/first.md\n"
        self.write(file, head)
        self.is_content(twins, paired_tests, head_comments)
        self.write("modern/area/two_fast.cu", head)
        self.sees(twins, "modern/area/two_fast.cu: has no twin modern/area/two.cu")
        self.write(file, "// Fast.\n//\n// Note: migration-notes/first.md\n")
        self.sees(head_comments, file + ": \"Twin:\" says '', not 'modern/area/one.cu'")
        self.write(file, head.replace("area/one.cu", "area/two.cu"))
        self.sees(head_comments, file + ":3: \"Twin:\" says 'modern/area/two.cu', not 'modern/area/one.cu'")
        self.write(file, "// Fast.\n//\n// Twin: modern/area/one.cu\n")
        self.sees(head_comments, file + ': the head comment has no "Note:"')

    def test_a_missing_paired_test(self):
        for file in ("tests/pairs/area/one_test.cpp", "tests/pairs/area/one.hpp"):
            self.remove(file)
            self.sees(paired_tests, file + ": is missing: area/one has to have it")
        file = "tests/pairs/area/CMakeLists.txt"
        message = file + ": does not say cuda_legacy_add_pair(area/one) once"
        self.replace(file, "area/one", "area/other")
        self.sees(paired_tests, message)
        self.replace(file, "cuda_legacy", "# cuda_legacy")
        self.sees(paired_tests, message)
        self.append(file, "cuda_legacy_add_pair(area/one)\n")
        self.sees(paired_tests, message)
        self.remove(file)
        self.sees(paired_tests, message)

    def test_an_incomplete_head_comment(self):
        for side, fields in (("legacy", ("Source", "Modern", "Note", "Domain", "Defects")), ("modern", ("Source", "Legacy", "Note"))):
            for field in fields:
                self.replace(f"{side}/area/one.cu", f"// {field}:", "// Something:")
                self.sees(head_comments, f'{side}/area/one.cu: the head comment has no "{field}:"')
        self.replace("modern/area/one.cu", "D, section 1", "")
        self.sees(head_comments, 'modern/area/one.cu:3: the head comment has no "Source:"')
        self.replace("modern/area/one.cu", "legacy/area/one.cu", "legacy/area/two.cu")
        self.sees(head_comments, "modern/area/one.cu:4: \"Legacy:\" says 'legacy/area/two.cu', not 'legacy/area/one.cu'")
        self.replace("modern/area/one.cu", "// Source:", "\n// Source:")
        self.sees(head_comments, 'no "Source:"', 3)

    def test_a_source_without_a_title(self):
        for source in ("D, section 1", 'D, "', 'D, ""', 'D, " "'):
            self.replace("legacy/area/one.cu", 'D, "Section 1"', source)
            self.sees(head_comments, 'legacy/area/one.cu:3: "Source:" has no title of the document\'s in quotation marks')
        self.replace("legacy/area/one.cu", '"Section 1"', '"Раздел",\n//          the first')
        self.is_content(head_comments)

    def test_what_is_left_to_write(self):
        for file in ("legacy/area/one.cu", "modern/area/one.cu", "tests/pairs/area/one.hpp", "tests/pairs/area/one_test.cpp",
                     "migration-notes/first.md", "migration-notes/README.md"):
            self.write(file, "one\n// Domain: TO WRITE: where\n")
            self.sees(unwritten, file + ":2: TO WRITE: where")
        self.write("tests/tools/skeleton/legacy.cu.in", "TO WRITE\n")
        self.is_content(unwritten)
