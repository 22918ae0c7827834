# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which sources each test of a build depends on: as CTest, Ninja and the compilers' own lists of headers say.

A record keeps these lists. A change then makes those tests stale that depend on what changed, and no others.
"""

import json
import os
import pathlib
import re

from machine import output_of

CXX = (".c", ".cc", ".cpp", ".cu", ".cuh", ".h", ".hpp", ".inl", ".so", ".o")


class Graph:
    """The inputs of each file that Ninja builds, in its own words; nothing where the build is not Ninja's."""

    def __init__(self, build):
        self.build, self.inputs, self.closures = build, {}, {}
        path = build / "build.ninja"
        self.known = path.is_file()
        if not self.known:
            return
        for line in re.sub(r"\$\n\s*", "", path.read_text(encoding="utf-8")).splitlines():
            if line.startswith("build "):
                self.add(line[len("build "):])
        object_file = None
        for line in (output_of("ninja", "-C", str(build), "-t", "deps") or "").splitlines():
            if line.startswith(" ") and object_file:
                self.inputs.setdefault(object_file, set()).add(line.strip())
            else:
                object_file = line.partition(": #deps")[0] if ": #deps" in line else None

    def add(self, line):
        """Order-only inputs count: a test loads modules that were to be built before it."""
        words = [re.sub(r"\$(.)", r"\1", word) for word in re.findall(r"(?:\$.|[^\s:|]|(?<=\S):(?=\S))+|[:|]+", line)]
        if ":" not in words:
            return
        at = words.index(":")
        sources = [word for word in words[at + 2:] if word not in ("|", "||", "|@")]
        for output in words[:at]:
            if output != "|":
                self.inputs.setdefault(output, set()).update(sources)

    def name(self, path):
        """The file as build.ninja names it."""
        path = pathlib.Path(path)
        try:
            return path.relative_to(self.build).as_posix()
        except ValueError:
            return path.as_posix()

    def closure(self, target):
        """Every file that the target is made of, whether written or built."""
        if target not in self.closures:
            found, waiting = set(), [target]
            while waiting:
                for one in self.inputs.get(waiting.pop(), ()):
                    if one not in found:
                        found.add(one)
                        waiting.append(one)
            self.closures[target] = found
        return self.closures[target]


class Dependencies:
    """The sources of the tests and programs of a build, among those that count for a record."""

    def __init__(self, root, build, counted):
        self.root, self.build, self.counted = root, build, set(counted)
        self.graph = Graph(build)
        self.tests, self.files, self.nodes, self.setups = {}, [], [], {}
        if self.graph.known:
            self.read_tests()

    def read_tests(self):
        try:
            listed = json.loads(output_of("ctest", "--test-dir", str(self.build), "--show-only=json-v1") or "")
        except ValueError:
            listed = {}
        graph = listed.get("backtraceGraph", {})
        self.files, self.nodes = graph.get("files", []), graph.get("nodes", [])
        for test in listed.get("tests", []):
            test["properties"] = {one["name"]: one["value"] for one in test.get("properties", [])}
            self.tests[test["name"]] = test
            for fixture in test["properties"].get("FIXTURES_SETUP", []):
                self.setups.setdefault(fixture, []).append(test["name"])

    @property
    def known(self):
        return self.graph.known

    def relative(self, path):
        """The path from the root, of a source that counts; else nothing."""
        try:
            found = pathlib.Path(path).resolve().relative_to(self.root).as_posix()
        except (ValueError, OSError):
            return None
        return found if found in self.counted else None

    def of_program(self, path):
        found = set()
        for one in self.graph.closure(self.graph.name(path)):
            found.add(self.relative(self.build / one))
        return found - {None}

    def below(self, folder, suffixes_left_out=()):
        begin = folder.resolve().relative_to(self.root).as_posix() + "/"
        return {path for path in self.counted if path.startswith(begin) and not path.endswith(tuple(suffixes_left_out))}

    def of_script(self, script):
        """A script reads what lies beside it, and imports from the folders above."""
        found, waiting, seen = set(), [script], set()
        while waiting:
            one = waiting.pop()
            if one in seen or not one.is_file():
                continue
            seen.add(one)
            found.add(self.relative(one))
            if one == script and one.parent != self.root / "tests/support":  # which holds what has nothing to do with each other
                found |= self.below(one.parent, CXX)
            text = one.read_text(encoding="utf-8", errors="replace")
            for module in re.findall(r"^\s*(?:import|from)\s+(\w+)", text, re.M):
                waiting += [folder / f"{module}.py" for folder in (one.parent, *one.parents[:2], self.root / "tests",
                                                                   self.root / "tests/support", self.root / "tests/oracle")]
        return found - {None}

    def of_word(self, word, folder):
        """Gives the file behind a word of a test's command: a program, a script, a source or a folder of headers."""
        path = pathlib.Path(os.path.normpath(folder / re.sub(r"^(?:-I|-isystem|[\w-]+=)", "", word)))
        try:
            inside = path.exists() and self.root in path.resolve().parents
        except OSError:  # too long for a name: it is none
            return set()
        if self.graph.name(path) in self.graph.inputs:
            return self.of_program(path)
        if not inside or self.build == path.resolve() or self.build in path.resolve().parents:
            return set()
        if path.suffix == ".py":
            return self.of_script(path.resolve())
        if path.is_dir():
            return self.below(path)
        return {self.relative(path)} | self.included(path.resolve()) - {None} if path.is_file() else set()

    def included(self, source):
        """What a source that a test compiles includes by a relative path."""
        found, waiting = set(), [source]
        while waiting:
            one = waiting.pop()
            for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', one.read_text(encoding="utf-8", errors="replace"), re.M):
                path = (one.parent / name).resolve()
                relative = self.relative(path) if path.is_file() else None
                if relative and relative not in found:
                    found.add(relative)
                    waiting.append(path)
        return found

    def of_lists(self, test):
        """The CMake files that add the test, those of the folders above, and those of compat, whose targets it uses."""
        found, node = {self.root / "CMakeLists.txt", self.root / "compat/CMakeLists.txt"}, test.get("backtrace")
        while node is not None and node < len(self.nodes):
            path = self.root / self.files[self.nodes[node]["file"]]
            found |= {path, *(folder / "CMakeLists.txt" for folder in path.parents if self.root in folder.parents)}
            node = self.nodes[node].get("parent")
        return {self.relative(path) for path in found} - {None}

    def needed_by(self, names):
        """The tests that set up what these need, and what those need in turn."""
        found, waiting = set(), list(names)
        while waiting:
            test = self.tests.get(waiting.pop(), {"properties": {}})
            for fixture in test["properties"].get("FIXTURES_REQUIRED", []):
                new = set(self.setups.get(fixture, [])) - found
                found |= new
                waiting += new
        return found

    def of_test(self, name, seen=()):
        """The sources of a test, with those of the tests that its fixtures need first."""
        test = self.tests.get(name)
        if test is None:
            return set()
        folder = pathlib.Path(test["properties"].get("WORKING_DIRECTORY") or self.build)
        words = list(test.get("command", []))
        words += [word for one in test["properties"].get("ENVIRONMENT", []) for word in re.split(r"[=:;]", one)]
        found = self.of_lists(test)
        for word in words:
            found |= self.of_word(word, folder) - {None}
        for fixture in test["properties"].get("FIXTURES_REQUIRED", []):
            for other in self.setups.get(fixture, []):
                if other not in seen:
                    found |= self.of_test(other, (*seen, name))
        return found


def without_other_pairs(files, slug, slugs):
    """What one pair's run depends on, of a program that holds all pairs."""
    others = set()
    for other in slugs:
        if other != slug:
            others |= {f"legacy/{other}.cu", f"modern/{other}.cu", f"modern/{other}_fast.cu", f"tests/pairs/{other}.hpp"}
    return files - others


def packed(files, all_files):
    """A list of files as places in the sorted list of all: '0-3 7'."""
    places, ranges = {path: at for at, path in enumerate(sorted(all_files))}, []
    for at in sorted(places[path] for path in files):
        if ranges and ranges[-1][1] == at - 1:
            ranges[-1][1] = at
        else:
            ranges.append([at, at])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)


def unpacked(text, all_files):
    """The files of packed(). Raises ValueError where the text is none of its."""
    names, found = sorted(all_files), set()
    for part in text.split():
        first, _, last = part.partition("-")
        begin, end = int(first), int(last or first)
        if not 0 <= begin <= end < len(names):
            raise ValueError(f"there is no file {part}")
        found.update(names[begin:end + 1])
    return found
