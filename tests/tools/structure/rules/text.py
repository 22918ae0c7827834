# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reading and cutting text, for the rules."""

import re

FIELD = re.compile(r"//\s*([A-Z][a-z]+):\s*(.*)")
MORE = re.compile(r"//\s{2,}(\S.*)")
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?(?:\*/|\Z)|\'\\?"\'|"(?:\\.|[^"\\\n])*"?', re.S)


def read(path):
    """The whole file, its ends of lines as they are."""
    return path.read_bytes().decode("utf-8", errors="replace")


def read_if_there(path):
    return read(path) if path.is_file() else ""


def lines(text):
    """The lines of a text, without their ends."""
    return text.split("\n")[:-1] if text.endswith("\n") else text.split("\n") if text else []


def line_of(text, at):
    """The number of the line in which a place of the text is."""
    return text.count("\n", 0, at) + 1


def without_comments(source, strings=False):
    """C++ with a space for each comment, and an empty string for each one unless they are asked for. Lines stay lines."""
    def instead(found):
        if found[0].startswith("/"):
            return " " + "\n" * found[0].count("\n")
        return found[0] if strings else "' '" if found[0].startswith("'") else '""'

    return COMMENT_OR_STRING.sub(instead, source)


def head_fields(source):
    """The fields of a head comment, "// Name: text", with their continuation lines joined: {name: (text, line)}."""
    fields, current = {}, None
    for number, line in enumerate(lines(source), 1):
        if not line.startswith("//"):
            break
        field, more = FIELD.fullmatch(line), MORE.fullmatch(line)
        if field:
            current = field[1]
            fields[current] = (field[2], number)
        elif current and more:
            fields[current] = (fields[current][0] + " " + more[1], fields[current][1])
        else:
            current = None
    return fields


def prose(markdown):
    """Markdown without its fenced blocks and its `code`. Lines stay lines."""
    result, fenced = [], False
    for line in lines(markdown):
        fence = line.startswith("```")
        fenced ^= fence
        result.append("" if fence or fenced else re.sub(r"`[^`]*`", "", line))
    return "\n".join(result) + "\n"


def links_to(markdown, target):
    return target in re.findall(r"\]\(([^)\s#]+)", prose(markdown))


def table_row(markdown, name):
    """(line, what stands in its cell) of a note's row; None where there is none, or nothing in it."""
    start = f"| {name} |"
    for number, line in enumerate(lines(markdown), 1):
        if line.startswith(start):
            cell = line[len(start):].strip(" |\r")
            return (number, cell) if cell else None
    return None
