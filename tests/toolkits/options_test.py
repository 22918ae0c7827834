# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""options.txt has any two choices of different kinds together in one line at least."""
import itertools
import pathlib
import unittest

# Each kind of choice; None: without.
KINDS = {
    "standard": ["-std=c++14", "-std=c++17", "-std=c++20"],
    "back end": [None, "-DCUDA_LEGACY_OBJECT_REFERENCES"],
    "separate compilation": [None, "-rdc=true"],
    "debugging": [None, "-G"],
    "arithmetic": [None, "-use_fast_math"],
    "default stream": [None, "--default-stream=per-thread"],
}


def lines():
    text = pathlib.Path(__file__).with_name("options.txt").read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


def choices(options):
    return [next(choice for choice in reversed(kind) if choice in options or choice is None) for kind in KINDS.values()]


class Options(unittest.TestCase):
    def test_each_line_has_a_name_of_its_own_and_known_options(self):
        known = {choice for kind in KINDS.values() for choice in kind}
        self.assertEqual(len({name for name, *_ in lines()}), len(lines()))
        for name, *options in lines():
            self.assertLessEqual(set(options), known, name)

    def test_any_two_choices_stand_together(self):
        seen = set()
        for _, *options in lines():
            seen.update(itertools.combinations(enumerate(choices(options)), 2))
        for (first, one), (second, other) in itertools.combinations(enumerate(KINDS.values()), 2):
            for pair in itertools.product(one, other):
                self.assertIn(((first, pair[0]), (second, pair[1])), seen)


if __name__ == "__main__":
    unittest.main()
