# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the text of an exercise: the task, where the twin gets its blanks, and what is checked.

A text is Markdown for the reader, with two kinds of parts for this module. A comment stands before a fenced block:

    <!-- blank: `FIRST` to `LAST` after `EARLIER` -->     the block takes the place of these lines of the twin
    <!-- check -->                                        the block is the body of the checker's main

Lines of the twin are named without the blanks around them. `to` and `after` can be left out. FIRST is the only line of that
kind, or the first one behind EARLIER; LAST is the next such line behind FIRST.
"""

import pathlib
import re
import typing

INDEX = pathlib.PurePosixPath("tests/pairs/exercises/README.md")
PART = re.compile(r"^<!-- (?P<kind>blank|check)(?P<rest>[^\n]*?) -->\n```cpp\n(?P<block>.*?)^```\n", re.M | re.S)
PLACE = re.compile(r": `(?P<first>[^`]+)`(?: to `(?P<last>[^`]+)`)?(?: after `(?P<after>[^`]+)`)?")
ENTRY = re.compile(r"^\d+\. \[(?P<title>[^]]+)\]\((?P<slug>[a-z0-9_]+/[a-z0-9_]+)\.md\)", re.M)
STEP = re.compile(r"^## (?P<step>.+)$", re.M)
LICENCE = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"


class Wrong(Exception):
    """What is wrong with an exercise's text, or with the name of one."""


class Blank(typing.NamedTuple):
    first: str
    last: str
    after: typing.Optional[str]
    instead: str


class Exercise(typing.NamedTuple):
    slug: str
    title: str
    task: str  # Markdown, from the title on
    blanks: list
    check: str  # C++: the body of a function

    @property
    def name(self):
        return self.slug.split("/")[1]


class Listed(typing.NamedTuple):
    step: str
    title: str
    slug: str


def ladder(root):
    """The exercises in their order."""
    listed = []
    for part in re.split(r"^(?=## )", (root / INDEX).read_text(encoding="utf-8"), flags=re.M):
        step = STEP.match(part)
        if step:
            listed += [Listed(step["step"], found["title"], found["slug"]) for found in ENTRY.finditer(part)]
    return listed


def read(root, slug):
    """The exercise of that slug. Throws Wrong where there is none."""
    known = [one.slug for one in ladder(root)]
    if slug not in known:
        near = [one for one in known if slug.split("/")[-1] in one]
        raise Wrong(f"there is no exercise '{slug}'" + (f"; there is {', '.join(near)}" if near else "; --list names all of them"))
    return parse(slug, (root / INDEX.parent / f"{slug}.md").read_text(encoding="utf-8"))


def parse(slug, text):
    blanks, checks = [], []
    for part in PART.finditer(text):
        if part["kind"] == "check":
            checks.append(part["block"])
            continue
        place = PLACE.fullmatch(part["rest"])
        if not place:
            raise Wrong(f"{slug}: 'blank{part['rest']}' does not name lines of the twin")
        blanks.append(Blank(place["first"], place["last"] or place["first"], place["after"], part["block"]))
    task = PART.sub("", text)
    if not blanks or len(checks) != 1 or "<!-- blank" in task or "<!-- check" in task:
        raise Wrong(f"{slug}: a text has one blank or more and one check, each before a fenced block of cpp")
    title = re.match(r"# (.+)\n", text)
    if not title:
        raise Wrong(f"{slug}: the text begins with a title")
    return Exercise(slug, title[1], re.sub(r"\n{3,}", "\n\n", task).strip() + "\n", blanks, checks[0])


def place_of(blank, lines, slug):
    """The numbers of the blank's first line, and of the one behind its last."""
    def only(wanted, begin):
        found = [at for at in range(begin, len(lines)) if lines[at].strip() == wanted]
        if not found or (begin == 0 and len(found) > 1):
            raise Wrong(f"{slug}: the twin has {'no' if not found else 'more than one'} line '{wanted}'")
        return found[0]
    begin = only(blank.after, 0) + 1 if blank.after else 0
    first = only(blank.first, begin)
    if blank.last == blank.first:
        return first, first + 1
    for end in range(first + 1, len(lines)):
        if lines[end].strip() == blank.last:
            return first, end + 1
    raise Wrong(f"{slug}: the twin has no line '{blank.last}' behind '{blank.first}'")


def with_blanks(exercise, twin):
    """The twin's text with its blanks, and with a head that gives nothing away."""
    lines = twin.splitlines(keepends=True)
    places = sorted((*place_of(blank, lines, exercise.slug), blank.instead) for blank in exercise.blanks)
    for (_, end, _), (begin, _, _) in zip(places, places[1:]):
        if begin < end:
            raise Wrong(f"{exercise.slug}: two blanks share a line of the twin")
    for begin, end, instead in reversed(places):
        lines[begin:end] = [instead]
    while lines and lines[0].startswith("//"):
        del lines[0]
    head = f"// {exercise.title}: the exercise {exercise.slug}. README.md beside this file has the task.\n"
    return head + LICENCE + "".join(lines)


def goals(exercise):
    """What is checked, as lines of Markdown."""
    said = []
    for call in re.finditer(r"check\.(\w+)\((.*?)\);(?: // ([^\n]+))?\n", exercise.check, re.S):
        kind, rest = call[1], " ".join(call[2].split())
        goal = re.match(r'"(\w+)", (\w+), ([0-9.]+)', rest)
        if kind == "sizes":
            said.append("The results are right for the sizes " + rest.strip("{}") + ".")
        elif kind == "right":
            said.append("The results are right for " + rest.split('"')[1] + ".")
        elif kind == "calls":
            said.append("The calls come in this order: " + rest.split('"')[1] + ".")
        elif goal:
            side = "at most" if kind == "at_most" else "at least"
            said.append(f"`{goal[1]}`: {goal[2].replace('_', ' ')} {side} {goal[3]}{f', for {call[3]}' if call[3] else ''}.")
        else:
            raise Wrong(f"{exercise.slug}: a check that is not understood: {call[0].strip()}")
    return said
