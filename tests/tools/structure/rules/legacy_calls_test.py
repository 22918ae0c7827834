# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a legacy example creates, binds and records, it destroys, unbinds and waits for."""

import unittest

from rules.legacy_calls import calls_in_pairs, unpaired
from rules.small_tree import SmallTree

TIMED = """cudaEvent_t start, stop;
cudaEventCreate(&start);
cudaEventCreate( &stop );
cudaEventRecord(start, 0);
kernel<<<1, 32>>>(a);
cudaEventRecord(stop, 0);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&ms, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
"""
BOUND = """cudaBindTexture(0, one, d, n * sizeof(float));
cudaBindTextureToArray(two, array);
cudaBindTexture2D(NULL, three, d, texRef.channelDesc, w, h, pitch);
cudaUnbindTexture(one);
cudaUnbindTexture(two);
cudaUnbindTexture(&three);
"""


class Calls(SmallTree):
    def without(self, text, line):
        self.assertIn(line, text)
        return [sentence for _, sentence in unpaired(text.replace(line, "// " + line))]

    def test_whole_examples(self):
        self.assertEqual(list(unpaired(TIMED)), [])
        self.assertEqual(list(unpaired(TIMED.replace("cudaEventSynchronize(stop)", "cudaThreadSynchronize()"))), [])
        self.assertEqual(list(unpaired(BOUND)), [])

    def test_events(self):
        self.assertEqual(self.without(TIMED, "cudaEventDestroy(stop);"), ["the event stop is not destroyed"])
        self.assertEqual(self.without(TIMED, "cudaEventSynchronize(stop);"),
                         ["nothing waits for the event stop before its time is taken"])
        self.assertEqual(self.without(TIMED, "cudaEventElapsedTime(&ms, start, stop);"),
                         ["no time is taken from the event start", "no time is taken from the event stop"])

    def test_a_wait_before_the_record_is_none(self):
        early = TIMED.replace("cudaEventSynchronize(stop);\n", "").replace("kernel", "cudaEventSynchronize(stop);\nkernel")
        self.assertEqual([sentence for _, sentence in unpaired(early)], ["nothing waits for the event stop before its time is taken"])

    def test_references(self):
        for name, call in (("one", "cudaUnbindTexture(one);"), ("two", "cudaUnbindTexture(two);"), ("three", "cudaUnbindTexture(&three);")):
            self.assertEqual(self.without(BOUND, call), [f"the texture reference {name} stays bound"])

    def test_the_tree(self):
        self.write("legacy/area/one.cu", TIMED.replace("cudaEventDestroy(start);\n", ""))
        self.write("modern/area/one.cu", "cudaEventCreate(&start);\n")
        self.assertEqual([(found.file, found.line) for found in calls_in_pairs(self.root)], [("legacy/area/one.cu", 2)])
        self.assertEqual(len(list(calls_in_pairs(self.root / "modern"))), 1)


if __name__ == "__main__":
    unittest.main()
