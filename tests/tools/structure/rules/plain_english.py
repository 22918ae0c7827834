# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comments and Markdown avoid sentence patterns that readers have to decode.

To hold another folder or file: clean its sentences, then add its path to HELD. A folder includes its subfolders.
`lint.py --rule plain_english` names each sentence that is left.
"""

import ast
import io
import re
import tokenize

from rules.finding import Finding
from rules.text import COMMENT_OR_STRING, line_of, read
from rules.tree import files_below
from words import blocks, sentences

HELD = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "compat",
    "migration-notes",
    "modern/support",
    "tests",
)

CPP = (".cu", ".cuh", ".cpp", ".hpp", ".h")
CMAKE = (".cmake", ".txt")  # a .txt file counts only if it is a CMakeLists.txt

# (pattern, advice), searched in each sentence.
SENTENCE_PATTERNS = (
    (re.compile(r"^Of\b[^,]*,"), 'begins with "Of …,": begin with the subject'),
    (re.compile(r"\bwhat\b[^.;]*\b(?:is|are) what\b", re.I), '"what … is what": name both things'),
    (re.compile(r"\bnobody\b", re.I), '"nobody": use the passive, or name the code that does not act'),
    (re.compile(r"\b(?:is|are) told\b", re.I), '"is told": name the argument, the setting or the message'),
    (re.compile(r"\bsuch ones\b", re.I), '"such ones": repeat the noun'),
    (re.compile(r"\bthose that are\b", re.I), '"those that are": repeat the noun'),
    (re.compile(r"\bof which nothing\b", re.I), '"of which nothing": say that it is unknown'),
)
# (pattern, advice), searched where a comment, a docstring or a paragraph begins.
BEGIN_PATTERNS = (
    (re.compile(r"^(?:By|To|In) (?:one|it|them|those|which)\b"), "begins with a preposition and a pronoun: begin with the subject"),
)


def cpp_comments(source):
    """(first line, text) of each comment of C++ or CUDA. A // comment continues on the lines below that hold no code."""
    found, previous_end, previous_column = [], None, None
    for match in COMMENT_OR_STRING.finditer(source):
        if not match[0].startswith("/"):
            continue
        line = line_of(source, match.start())
        begin_of_line = source.rfind("\n", 0, match.start()) + 1
        column = match.start() - begin_of_line
        alone = not source[begin_of_line:match.start()].strip()
        text = re.sub(r"(?m)^\s*(?://[/!]?<?|/\*[*!]?|\*(?!/))[ \t]?|\*/\s*$", "", match[0])
        if match[0].startswith("//") and alone and previous_end == line - 1 and previous_column == column:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{text}")
        else:
            found.append((line, text))
        previous_end = line if match[0].startswith("//") else None
        previous_column = column
    return found


def python_comments(source):
    """(first line, text) of each comment and docstring of Python. A comment continues on the lines below that hold no code."""
    found, previous = [], None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        text = re.sub(r"^#!?\s?", "", token.string)
        alone = not token.line[:token.start[1]].strip()
        if alone and previous == (token.start[0] - 1, token.start[1]):
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{text}")
        else:
            found.append((token.start[0], text))
        previous = token.start
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node):
            found.append((node.body[0].lineno, ast.get_docstring(node)))
    return sorted(found)


def cmake_comments(source):
    """(first line, text) of each comment of CMake that is alone on its line. It continues on the lines below."""
    found, previous = [], None
    for number, line in enumerate(source.split("\n"), 1):
        comment = re.match(r"(\s*)#\s?(.*)", line)
        if not comment:
            continue
        if previous == (number - 1, comment[1]):
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{comment[2]}")
        else:
            found.append((number, comment[2]))
        previous = (number, comment[1])
    return found


def paragraphs(first_line, text):
    """(first line, text) of each paragraph of a comment. A licence line ends a paragraph."""
    text = re.sub(r"(?m)^SPDX-License-Identifier:.*$", "", text)
    for paragraph in re.finditer(r"\S.*?(?=\n[ \t]*\n|\Z)", text, re.S):
        yield first_line + text.count("\n", 0, paragraph.start()), paragraph[0]


def prose_of(name, source):
    """(first line, paragraph) of all prose in a file."""
    if name.endswith(".md"):
        return [(line, text) for line, text, _ in blocks(source)]
    if name.endswith(CMAKE):
        comments = cmake_comments(source)
    else:
        comments = python_comments(source) if name.endswith(".py") else cpp_comments(source)
    return [paragraph for line, text in comments for paragraph in paragraphs(line, text)]


def findings(name, source):
    for line, text in prose_of(name, source):
        for number, sentence in enumerate(sentences(text)):
            sentence = sentence.strip().lstrip("| ")
            for pattern, advice in SENTENCE_PATTERNS + (BEGIN_PATTERNS if number == 0 else ()):
                if pattern.search(sentence):
                    yield Finding(name, line, f"{advice}: {sentence}")


def files_of(root, held):
    """The sources, CMake and Markdown files below a held folder, or the held file itself, as paths of the tree."""
    if (root / held).is_file():
        return [held]
    found = files_below(root / held, *CPP, *CMAKE, ".py", ".md")
    return [f"{held}/{path.as_posix()}" for path in found if path.suffix != ".txt" or path.name == "CMakeLists.txt"]


def plain_english(root, held=HELD):
    """No comment or Markdown text of the held folders has a sentence pattern that readers must decode."""
    for folder in held:
        files = files_of(root, folder)
        if not files:
            yield Finding(folder, None, "is held by this rule and has no source and no Markdown: correct HELD")
        for file in files:
            yield from findings(file, read(root / file))
