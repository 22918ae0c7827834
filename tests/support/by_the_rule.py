#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds that the build compiled an example by the README's rule, and that its compiler said nothing.

usage: by_the_rule.py --commands compile_commands.json --target NAME --root FOLDER --said FILE [--also FLAGS] -- RULE...

The rule is the command that the README gives: the compiler, its options, the file. The build's command may have more
options, but only those of ADDED: they make a module, or choose for which devices the code is, and change no result of the
program. FLAGS are what the user gave CMake for every CUDA source.
"""
import argparse
import json
import os
import re
import shlex
import sys

ADDED = (
    r"-forward-unknown-to-host-compiler", r"-x", r"cu", r"-c",
    r"-O[0-3]", r"-DNDEBUG", r"-UNDEBUG", r"-std=c\+\+17", r"-std=gnu\+\+17", r"--options-file",
    r"--generate-code=arch=compute_\d+,code=\[[a-z_,\d]+\]", r"-Xcompiler=-fPIC", r"-D_GLIBCXX_ASSERTIONS", r"-D\w+_EXPORTS",
    # A kernel's visibility to other sources, and an example has none.
    r"-static-global-template-stub=false", r"--device-entity-has-hidden-visibility=false",
    r"-MD", r"-ccbin=.*",
)
WITH_VALUE = ("-MT", "-MF", "-o", "-ccbin")


class Command:
    """A compiler's command: which options it has, apart from what ADDED allows."""

    def __init__(self, words, folder, root, also=()):
        self.options, self.files, self.undefines_ndebug = [], [], False
        words = [word for word in words if word not in also]
        while words:
            word = words.pop(0)
            match = re.match(r"(-isystem|-I|-include)=?(.*)$", word)
            if match:
                value = match[2] or words.pop(0)
                if match[1] != "-include":
                    value = os.path.realpath(os.path.join(folder, value))
                    # The toolkit's own headers, which nvcc finds by itself
                    if not value.startswith(os.path.realpath(root) + os.sep):
                        continue
                self.options.append((match[1], value))
            elif word in WITH_VALUE:
                words.pop(0)
            elif word.endswith((".cu", ".cpp")):
                self.files.append(os.path.realpath(os.path.join(folder, word)))
            elif word == "-UNDEBUG":
                self.undefines_ndebug = True
            elif any(re.fullmatch(pattern, word) for pattern in ADDED):
                self.undefines_ndebug = self.undefines_ndebug and word != "-DNDEBUG"
            else:
                self.options.append((word,))


def after_compiler(words, compiler):
    """The words behind the compiler, which a launcher may stand before; nothing where it is another compiler."""
    for at, word in enumerate(words):
        if os.path.realpath(word) == os.path.realpath(compiler):
            return words[at + 1:]
    return None


def difference(entry, rule, root, also=()):
    """What the build's command has that the rule lacks, or lacks itself, in words; nothing where it is the rule."""
    words = after_compiler(shlex.split(entry["command"]), rule[0])
    if words is None:
        return f"the build has another compiler than {rule[0]}: {entry['command']}"
    built, asked = Command(words, entry["directory"], root, also), Command(rule[1:], root, root)
    if built.files != asked.files:
        return f"the build compiles {built.files}, and the rule {asked.files}"
    if "-DNDEBUG" in words and not built.undefines_ndebug:
        return "the build switches off the document's assertions"
    # In the rule's order: it says which of two headers is found.
    if built.options != asked.options:
        return f"the build has the options {built.options}, and the rule {asked.options}"
    return ""


def main():
    parser = argparse.ArgumentParser(description="Holds that the build compiled an example by the README's rule.")
    for option in ("commands", "target", "root", "said"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--also", default="")
    parser.add_argument("rule", nargs="+")
    options = parser.parse_args()
    with open(options.commands, encoding="utf-8") as file:
        entries = [entry for entry in json.load(file) if f"/{options.target}.dir/" in entry["command"]]
    if len(entries) != 1:
        print(f"{options.commands} has {len(entries)} commands for {options.target}, not one")
        return 1
    wrong = difference(entries[0], options.rule, options.root, shlex.split(options.also))
    if wrong:
        print(wrong)
        return 1
    try:
        with open(options.said, encoding="utf-8", errors="replace") as file:
            said = file.read()
    except FileNotFoundError:
        print(f"there is no {options.said}: build the target {options.target} first")
        return 1
    print(said, end="")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
