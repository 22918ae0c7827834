# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded schedules: a labelled race shows a wrong result for some of the seeds, and each seed repeats its result.

schedule_test.py PROGRAM: built of racy.cu; LD_LIBRARY_PATH names the emulated device.
"""

import os
import re
import subprocess
import sys
import unittest

PROGRAM = sys.argv[1]
SEEDS = range(20)
RACES = ("lost_update", "last_writer", "missing_barrier", "overwritten_tile", "broken_lock")
ORDERED = ("atomic_sum", "tree", "hand_over", "called")


def run(name, seed=None, **variables):
    kept = ("CUDA_EMULATOR_ARCH",)
    environment = {k: v for k, v in os.environ.items() if k in kept or not k.startswith("CUDA_EMULATOR_")}
    environment.update({"CUDA_EMULATOR_" + name: str(value) for name, value in {"CHECK": 0, **variables}.items()})
    if seed is not None:
        environment["CUDA_EMULATOR_SCHEDULE"] = str(seed)
    return subprocess.run([PROGRAM, name], env=environment, capture_output=True, text=True, timeout=120)


class Schedules(unittest.TestCase):
    def output(self, *arguments, **variables):
        done = run(*arguments, **variables)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_the_usual_order_hides_the_races(self):
        for name in RACES + ORDERED:
            self.assertRegex(self.output(name, THREADS=1), "^right ", name)

    def test_some_seeds_show_each_race(self):
        for name in RACES:
            outputs = [self.output(name, seed) for seed in SEEDS]
            self.assertTrue(any(o.startswith("wrong ") for o in outputs), name)
            self.assertGreater(len(set(outputs)), 1, name)

    def test_no_seed_changes_an_ordered_program(self):
        for name in ORDERED:
            for seed in SEEDS:
                self.assertRegex(self.output(name, seed), "^right ", f"{name}, seed {seed}")

    def test_a_seed_repeats_its_result(self):
        for name in RACES:
            for seed in list(SEEDS)[:5] + [2**64 - 1]:
                self.assertEqual(self.output(name, seed), self.output(name, seed), f"{name}, seed {seed}")
                self.assertEqual(self.output(name, seed), self.output(name, seed, THREADS=4), f"{name}, seed {seed}")

    def test_a_finding_names_the_seed(self):
        done = run("missing_barrier", 7, CHECK=1)
        self.assertEqual(done.returncode, 99, done.stderr)
        self.assertIn("(CUDA_EMULATOR_SCHEDULE=7 repeats this order of blocks and warps)", done.stderr)
        again = run("missing_barrier", 7, CHECK=1)
        self.assertEqual((done.stdout, done.stderr), (again.stdout, again.stderr))

    def test_a_random_seed_is_printed(self):
        seeds = set()
        for _ in range(4):
            done = run("lost_update", "random")
            told = re.fullmatch(r"cuda_emulator: CUDA_EMULATOR_SCHEDULE=(\d+) repeats this schedule\n", done.stderr)
            self.assertTrue(told, done.stderr)
            self.assertEqual(self.output("lost_update", told[1]), done.stdout)
            seeds.add(told[1])
        self.assertGreater(len(seeds), 1)

    def test_what_is_no_seed_is_ignored(self):
        for text in "many", "-1", "1.5", "3x", str(2**64):
            done = run("lost_update", text, THREADS=1)
            self.assertIn(f"CUDA_EMULATOR_SCHEDULE is '{text}', which is no whole number", done.stderr)
            self.assertEqual(done.stderr.count("SCHEDULE"), 1)
            self.assertEqual((done.returncode, done.stdout), (0, "right 24\n"))
        self.assertEqual(self.output("lost_update", "", THREADS=1), "right 24\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
