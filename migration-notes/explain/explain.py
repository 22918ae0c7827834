#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says what messages about old CUDA code mean: a line of a compiler, a linker, CMake or a program, or a whole log of them.

usage: explain.py [--json] FILE    the answers to the messages in FILE; "-": standard input
       explain.py --data           what this program and explain.js know, as JSON

The answers are the rows of migration-notes/errors.md and the names of migration-notes/api.csv. A name of api.csv in a message is
an answer, whichever compiler the message is of. This file needs no package and no other file of the project: where
explain.json lies beside it (made by --data), it reads that, else the two texts in the folder above. explain.js answers the same.

Exit status: 0 something is known, 1 nothing is known, 2 a wrong option or a file that cannot be read.
"""
import argparse
import bisect
import errno
import json
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent

# Regular expressions that explain.js takes from here. They keep to what Python (re.ASCII) and JavaScript read alike:
# no \s and no $.
RULES = {
    # Colours and links of a terminal, and what is left of them when the escape character was lost.
    "colour": r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[@-Z^_]"
              r"|\[(?:\d{1,2}(?:;\d{1,3})*)?m\[K|\[\d{1,2}(?:;\d{1,3})*m",
    # What CI systems, containers, package builders, MSBuild, pytest and mail write before a line.
    "prefix": r"^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,]*(?:Z|[+-]\d\d:?\d\d)?:? +|#\d+ (?:\d+\.\d+ ?)?|\[ *\d+(?:\.\d+)?s?\] "
              r"|\d+> *|\*\*\* +|E  +|> |\[[a-z][\w-]*\] |##\[(?:error|warning)\])+",
    "diagnostic": r"(?:^|[^a-z_/.-])(?:errors?|warning|fatal|undefined|unresolved|undeclared|deprecated|unsupported|unknown|unable"
                  r"|cannot|could not|not found|no such|not declared|no member|not a member|not a template|does not name|not defined"
                  r"|implicit|failed|invalid|missing|lnk\d{4}|[ce]\d{4})(?![a-z_-])",
    "location": r"^cmake [a-z ]*(?:error|warning) at [^ ]+ \([^)]*\): *|^[^ '].*?(?:\(\d+(?:,\d+)?\) ?:|:\d+(?::\d+)?:)",
    "marker": r"(?:fatal error|catastrophic error|error|warning|fatal)(?: [a-z]{0,4}\d+| #\d+(?:-d)?)? *: *",
    "note": r"(?:^|[ :])note:|^ *(?:from |in file included)",
    "option": r" -[a-z]",
    "missing": r"no such file|cannot open|could not open|file not found",
    "naming": r"undefined|undeclared|not declared|no member|not a member|unresolved|not found|implicit|unknown|not name a"
              r"|no template named|[ce]\d{4}|lnk\d{4}",
    "warns": r"deprecat",
    "hint": r"did you mean|suggested alternative|\(declared (?:at|here)|\(previous definition",
    "arguments": r"(\w)\([^()]*\)",
    "path": r"[^ '(]*[/\\][^ ')]*",
    "header": r"[\w./-]+\.(?:cuh|hpp|h)(?!\w)|(?:cuda|thrust|cub|nv)/[\w./-]+",
    "token": r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*",
    "inline": r"^(?:__\w*|CUB_\w*|THRUST_\w*|_V_\w*)$",
    "version": r"(?:_v\d+)?(?:_ptsz|_ptds|_t)?#",
    "plain": r"^[a-z]+#",
    "cuda": r"^(?:cuda?[A-Z]|CU_|CUDA|cu(?:blas|fft|sparse|rand|solver|dnn)|__(?:shfl|any|all|ballot|cuda)|tex\d|surf\d|thrust::|cub::|npp|nvtx)",
}
RULES = {name: rule.replace("#", "$") if name in ("version", "plain") else rule for name, rule in RULES.items()}
QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u2032\u00b4\u00ab\u00bb`\""
ENTITIES = {"&quot;": "'", "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&"}
WRAPPED = 60  # A line of so many characters may have been cut by a terminal.
NEAR = 8  # In so many lines after a message stands the code that it is about.
LONG = 4000  # Of a longer line the names behind are not looked for.
SHORT = 4  # A text of so few lines is one message: what may be meant is an answer, too.

NEXT = [
    "None of the messages in it is known.",
    "`./run scan PATH` finds old CUDA in the sources themselves.",
    "`from-cuda-n.md` lists what breaks at each version of CUDA.",
    "Still nothing? Open an issue with the first message, whole, its line of code, and `nvcc --version`.",
]
NO_MESSAGE = "No line of it looks like a message: paste the output from the first error on."
STRANGERS = "CUDA removed no such name: {}. Is its header included, and the toolkit as new as the source?"


COMPILED = {name: re.compile(rule, re.ASCII) for name, rule in RULES.items()}


def compiled(rule):
    return COMPILED[rule]


# --- the data ---------------------------------------------------------------------------------


def load(folder=HERE):
    """The data of explain.json in a folder, or of the texts in the folder above."""
    whole = folder / "explain.json"
    if whole.is_file():
        return json.loads(whole.read_text(encoding="utf-8"))
    import explain_data  # noqa: PLC0415  (only where the texts are)
    return explain_data.data_from(*((folder.parent / name).read_text(encoding="utf-8") for name in ("errors.md", "api.csv")))


# --- the text -----------------------------------------------------------------------------------

LOWER = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def lower(text):
    """ASCII alone: every letter keeps its place, in Python and in JavaScript."""
    return text.translate(LOWER)


def straight(text):
    """One kind of quotation mark."""
    for mark in QUOTES:
        text = text.replace(mark, "'")
    return text


def lines_of(text):
    """The lines of a text, without what is no part of a message."""
    text = compiled("colour").sub("", text.replace("\ufeff", "").replace("\r\n", "\n"))
    for mark in "\r\u2028\u2029\x0b\x0c\x85":
        text = text.replace(mark, "\n")
    for entity, mark in ENTITIES.items():
        text = text.replace(entity, mark)
    text = straight(text.replace("\u00a0", " ").replace("\t", " ").replace("\u2026", "...").replace("\uff1a", ": ")).replace("\\'", "'")
    return [compiled("prefix").sub("", line.strip(" ")) for line in text.split("\n")]


def joined(lines, glue):
    """All lines as one, and where each begins. With glue, what a terminal cut is whole again."""
    text, starts, pieces = 0, [], []
    for line in lines:
        starts.append(text)
        piece = " ".join(part for part in lower(line).split(" ") if part)
        piece += "" if not piece or (glue and len(line) >= WRAPPED) else " "
        pieces.append(piece)
        text += len(piece)
    return "".join(pieces), starts


class Message:
    """A line as the search for names sees it."""

    def __init__(self, line):
        self.line = line[:LONG]
        small = lower(self.line)
        found = compiled("diagnostic").search(small) or compiled("location").search(small)
        self.looks_like_one = bool(found) and not compiled("note").search(small) and len(compiled("option").findall(small)) < 4

    def read(self):
        """Finds what the line says; most lines of a log are no message, and are not read."""
        small = lower(self.line)
        location, marker = compiled("location").search(small), compiled("marker").search(small)
        start = marker.end() if marker else location.end() if location else 0
        hint = compiled("hint").search(small, start)
        self.text = self.line[start:hint.start() if hint else len(self.line)]
        self.misses_file = bool(compiled("missing").search(small))
        self.names_something = bool(compiled("naming").search(small))
        self.warns = bool(compiled("warns").search(small))
        if not self.misses_file:
            for _ in range(2):
                self.text = compiled("arguments").sub(r"\1()", self.text)
            self.text = compiled("path").sub(" ", self.text)
        return self


# --- the search ---------------------------------------------------------------------------------


def unmangled(token):
    """The name in a linker's symbol."""
    found = re.match(r"_Z(\d+)", token, re.ASCII)
    if found:
        return token[found.end():found.end() + int(found[1])]
    return token[6:] if token.startswith("__imp_") else token


def without_versions(token):
    """A name without the namespaces that a library's version puts in: cub::Sum of cub::CUB_300001_SM_750::Sum."""
    *around, last = token.split("::")
    return "::".join([part for part in around if not compiled("inline").search(part)] + [last])


def known_as(token, names):
    """The name of the table that a token stands for, or None."""
    if token in names or not ("_" in token or "::" in token):  # most are words
        return token if token in names else None
    name = without_versions(unmangled(token))
    last = name.split("::")[-1]
    for candidate in (name, compiled("version").sub("", name), name[1:] if name.startswith("_") else "", last if last != name else ""):
        if candidate in names and not (candidate != name and compiled("plain").search(candidate)):
            return candidate
    return None


def names_in(message, data, alone):
    """The names of the table in a message, in its order. alone: no line of the text looks like a message."""
    names, text, found = data["names"], message.text, []
    tokens = [token[0] for token in compiled("token").finditer(text)]
    if message.misses_file or alone:
        found += [header[0] for header in compiled("header").finditer(text) if header[0] in names]
    for token in tokens:
        name = known_as(token, names)
        if not name:
            continue
        marked = any("'" + name + end in text for end in "'(<")
        if names[name]["goes"] and not (message.warns or marked or alone):
            continue
        if marked or (alone and re.sub(r"[ ;()]", "", text) == name) or not compiled("plain").search(name):
            found.append(name)
    words = set(tokens)
    for name in data["members"]:
        owner, last = name[:name.rindex("::")], name[name.rindex("::") + 2:]
        if names[name]["goes"] and not (message.warns or alone):
            continue
        if last in words and (owner in {without_versions(token) for token in tokens} or (alone and ("." + last in text or "->" + last in text))):
            found.append(name)
    return list(dict.fromkeys(found))


def with_whole_name(line, following, names):
    """A line that a terminal cut within a name of the table, with the rest of that name."""
    tail, head = re.search(r"\w+$", line, re.ASCII), re.match(r"\w+", following, re.ASCII)
    return line + head[0] if len(line) >= WRAPPED and tail and head and known_as(tail[0] + head[0], names) else line


def names_below(line, lines, messages, names):
    """The names that are gone in the code that a compiler shows below its message."""
    found = []
    for below in range(line + 1, min(line + NEAR, len(lines))):
        if messages[below].looks_like_one or not lines[below]:
            break
        for token in compiled("token").finditer(lines[below]):
            name = known_as(token[0], names)
            if name and not names[name]["goes"] and not compiled("plain").search(name) and name not in found:
                found.append(name)
    return found


def families_in(message, data):
    """The names that stand in no table but have a row of their own, and those that look like CUDA's and have none."""
    families, strangers = [], []
    for token in compiled("header" if message.misses_file else "token").finditer(message.text):
        name = without_versions(token[0])
        family = next((one for one in data["families"] if (name == one["name"] if one["whole"] else name.startswith(one["name"]))), None)
        named = message.misses_file or message.names_something
        if family and (named or family["always"]):
            families.append((name, family))
        elif named and compiled("cuda").search(name) and name not in strangers:
            strangers.append(name)
    return families, strangers


def rows_in(lines, data):
    """[(line, row)] of the rows whose message is in the text; the second list has those that may be meant."""
    found, perhaps, sure = [], [], set()
    views = [joined(lines, False), joined(lines, True)]
    for row in data["rows"]:
        at = []
        for text, starts in views:
            if not at and row["key"] in text:
                at = [bisect.bisect_right(starts, match.start()) - 1 for match in re.finditer(row["pattern"], text, re.ASCII)]
        if not at:
            continue
        if "about" in row:
            near = [line for line in at if any(name in "\n".join(lines[line:line + NEAR]) for name in row["about"])]
            (found if near else perhaps).append(((near or at)[0], row))
            sure |= {row["message"]} if near else set()
        else:
            found.append((at[0], row))
    return found, [(line, row) for line, row in perhaps if row["message"] not in sure]


def answer(line, lines, kind, what, told):
    return {"line": line + 1, "text": lines[line][:200], "kind": kind, "what": what, "do": told["do"], "note": told["note"]}


def explain(text, data):
    """The answers to a text, in its order, and what to do where there is none: {"answers": […], "next": […]}."""
    lines = lines_of(text)
    found, perhaps = rows_in(lines, data)
    if len([line for line in lines if line]) <= SHORT:
        found += perhaps
    messages = [Message(with_whole_name(*pair, data["names"])) for pair in zip(lines, [*lines[1:], ""])]
    alone = not found and not any(message.looks_like_one for message in messages)
    told = {name for _, row in found for name in row["names"]}
    said = {(line, row["message"]) for line, row in found}
    found = [(line, row) for line, row in found if not any((line, other) in said for other in row["yields"])]
    answered = {line for line, row in found if not row["general"]}
    named, strangers, unknown = [], [], []
    for line, message in enumerate(messages):
        if not lines[line] or not (alone or message.looks_like_one):
            continue
        names = names_in(message.read(), data, alone)
        general = any(at == line for at, _ in found)
        if not names and not general:
            names = names_below(line, lines, messages, data["names"])
        if names:
            answered.add(line)
            named += [(line, "name", name, data["names"][name]) for name in names if name not in told]
            told |= set(names)
        elif not general:
            families, others = families_in(message, data)
            named += [(line, "name", name, family) for name, family in families if family["name"] not in told]
            told |= {family["name"] for _, family in families}
            strangers += [name for name in others if name not in strangers]
            unknown += [] if families else [(line, message)]
    answers = [answer(line, lines, "message", row["message"], row) for line, row in found if not row["general"] or line not in answered]
    answers += [answer(line, lines, kind, what, told) for line, kind, what, told in named]
    answers = answers or pieces_in(unknown, lines, data)
    answers.sort(key=lambda one: one["line"])
    return {"answers": answers, "next": [] if answers else next_steps(alone, strangers)}


def pieces_in(unknown, lines, data):
    """Answers to messages of which a part is there: the paste began too late, or ended too early."""
    answers = []
    for line, message in unknown[:200]:
        piece = " ".join(part for part in lower(message.text).split(" ") if part).rstrip(".")
        piece = piece[3:].strip(" ") if piece.startswith("...") else piece
        if len(piece) < 12:
            continue
        for row in data["rows"]:
            if piece in row["text"] and "about" not in row:
                if not any(one["what"] == row["message"] for one in answers):
                    answers.append(answer(line, lines, "message", row["message"], row))
                break
    return answers


def next_steps(alone, strangers):
    steps = [NO_MESSAGE] if alone and not strangers else NEXT[:1]
    steps += [STRANGERS.replace("{}", ", ".join(f"`{name}`" for name in strangers[:5]))] if strangers else []
    return steps + NEXT[1:]


# --- the command --------------------------------------------------------------------------------


def decoded(content):
    """A log's text: PowerShell writes UTF-16."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", errors="replace")
    return content.decode("utf-8", errors="replace")


def as_text(result, name, notes):
    """The answers for a terminal. notes: what stands before the name of a note."""
    parts = []
    for one in result["answers"]:
        parts.append(f"{name}:{one['line']}: {one['what']}\n    {one['do']}\n    {notes}{one['note']}\n")
    parts += [f"{'' if at == 0 else '- '}{step}\n" for at, step in enumerate(result["next"])]
    return "\n".join(parts) if result["answers"] else "".join(parts)


def main(arguments, notes="migration-notes/"):
    parser = argparse.ArgumentParser(prog="explain", description="Says what messages about old CUDA code mean.",
                                     epilog="Exit status: 0 something is known, 1 nothing is known, 2 a wrong option or file.")
    parser.add_argument("file", nargs="?", help='a file with a message, or with a whole log; "-": standard input; or a message in quotes')
    parser.add_argument("--json", action="store_true", help="the answers as JSON")
    parser.add_argument("--data", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.data:
        print(json.dumps(load(), ensure_ascii=False, separators=(",", ":")))
        return 0
    if not options.file:
        parser.error('which file? "-" reads standard input: nvcc old.cu 2>&1 | ./run explain -')
    name = "stdin" if options.file == "-" else options.file
    try:
        content = sys.stdin.buffer.read() if options.file == "-" else pathlib.Path(options.file).read_bytes()
    except OSError as error:
        if " " not in options.file or pathlib.Path(options.file).suffix in (".log", ".txt"):
            print(f"explain: {options.file} cannot be read: {error.strerror}", file=sys.stderr)
            return 2
        name, content = "message", options.file.encode()
    text = decoded(content)
    if "\0" in text:
        print(f"explain: {name} is no text: it has zero bytes", file=sys.stderr)
        return 2
    result = explain(text, load())
    if options.json:
        print(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        text = as_text(result, name, notes or f"{HERE.parent}/")
        print(text if notes else text.replace("./run scan", "cuda-legacy scan"), end="")
    return 0 if result["answers"] else 1


def written(arguments):
    """The status of main(), after all of its output is written. A full disk is status 2. A reader may leave."""
    try:
        try:
            # In the package the folder has another name, and there is no ./run.
            return main(arguments, "migration-notes/" if HERE.parent.name == "migration-notes" else "")
        finally:
            if sys.stdout:
                sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:  # not of standard output
            raise
        # Python writes what is left in the buffer once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if error.errno == errno.EPIPE:
            return 141  # as if SIGPIPE had ended it
        print(f"explain: standard output cannot be written: {error.strerror}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(written(sys.argv[1:]))
