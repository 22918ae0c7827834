# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The messages of the folder pasted, and what explain.py must answer to them."""
import pathlib
import re
import sys
import typing

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXPLAIN = ROOT / "migration-notes/explain"
FILES = ("made_here.txt", "public.txt")
sys.path.insert(0, str(EXPLAIN))
import explain  # noqa: E402, F401  (those who import this module use it)


class Paste(typing.NamedTuple):
    name: str
    answers: list  # (note, how the subject begins)
    text: str


def pastes(name):
    """The cases of one file of the folder."""
    found = []
    for block in re.split(r"^=== ", (HERE / "pasted" / name).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, text = block.partition("\n")
        answers = [tuple(line[3:].split(" ", 1)) for line in text.split("\n") if line.startswith("-> ")]
        found.append(Paste(title, answers, "\n".join(line for line in text.split("\n") if not line.startswith("-> "))))
    return found


def all_pastes():
    return [one for name in FILES for one in pastes(name)]


def long_log(lines):
    """A build's log of so many lines: colours, Windows' ends of lines and paths, commands, and a known message at two places."""
    command = "C:\\tools\\nvcc.exe -c -std=c++17 -Wno-deprecated-declarations -I C:\\work\\texture\\include -o {0}.obj src\\texture\\file{0}.cu"
    warning = "\x1b[01m\x1b[Ksrc\\file{0}.cu({0}): \x1b[35mwarning\x1b[0m #177-D: variable \"unused{0}\" was declared but never referenced"
    text = [(command if at % 2 else warning).format(at) for at in range(lines)]
    text[lines // 3] = "\x1b[01;31m\x1b[Ksrc\\a.cu(12): error\x1b[m\x1b[K: texture is not a template"
    text[lines // 2] = "src\\b.cpp(7): error C3861: 'cudaThreadExit': identifier not found"
    return "\r\n".join(text)
