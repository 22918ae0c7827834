#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes migration-notes/errors.md, the messages of compilers, linkers and the runtime for old code, and its record.

usage: messages.py [--check | --page | --write] [--build FOLDER] [--toolkit FOLDER]... [--cmake PROGRAM]...
                   [--case NAME]... [--only VERSION]...

--check          compares the record with the installed tools, and the page with the record (also without an option)
--page           compares only the page with the record: no tool runs
--write          records the messages of the installed tools, and writes the page
--build FOLDER   the build folder with fetched toolkits (tests/support/toolkits.py)
--toolkit FOLDER another CUDA toolkit
--cmake PROGRAM  another CMake than that of the path
--case NAME      only this source; --only VERSION: only this CUDA

Each file of sources/ is a piece of old code with one construct, compiled without compat. The comments in its head are
    do:      the advice for today
    note:    the note with more
    command: nvcc, g++, gcc, clang, clang++, link (g++ with the runtime library) or ptxas, with options. The default is nvcc for
             .cu, g++ for .cpp, gcc for .c. "load LIBRARY" starts a program that needs a missing library
    needs:   a header; a toolkit without it is left out
    drop:    a pattern; messages with it only follow from another one, and are left out
A .ptx file is for ptxas, a .cmake file for CMake. runtime_errors.csv has the numbers of the runtime's errors; the library itself
gives their texts. heard.csv has messages of tools that do not run here, as people quote them in public, and names with a row of
their own. Parts that change from place to place are removed. recorded.json has the rest for each version of the tools. On the page
"…" stands for the names of kernels, types and architectures. A version is skipped if it is not installed, or has no record. Many
messages are those of g++ and its linker: with a g++ without a record, differences are skipped, too.

Exit status: 0 all as recorded, 1 something differs, 77 nothing could be compared with its record.
"""
import argparse
import csv
import ctypes
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = ROOT / "migration-notes/errors.md"
RECORD = HERE / "recorded.json"
BEGIN, END = "<!-- messages: written by tests/errors/messages.py -->", "<!-- end of messages -->"
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
import toolkits  # noqa: E402  (beside this folder)
from placeholders import generalised  # noqa: E402

# The tools that print messages: their name in the record before each message, and their heading on the page.
SPEAKERS = {"compiler": "The compiler", "nvcc": "nvcc's options", "ptxas": "ptxas", "cmake": "CMake", "linker": "The linker",
            "program": "The program while it runs", "name": "Names that stand in no table"}
SECTIONS = list(SPEAKERS.values())


# --- what is said, cut down to what is the same everywhere --------------------------------------

# How the line of a message begins; what follows is the message.
BEGINNINGS = {
    "nvcc": re.compile(r"^(?:nvcc|nvlink) (?:fatal|warning|error)\s*: (.*)$"),
    "ptxas": re.compile(r"^ptxas (?:.+, line \d+; )?(?:error|fatal|warning)\s*: (.*)$"),
    "linker": re.compile(r"^(?:.*: (?=undefined reference to |hidden symbol )|\S*ld: (?=cannot find))(.*)$"),
    "program": re.compile(r"^\S+: (?=error while loading shared libraries)(.*)$"),
    "compiler": re.compile(
        r"^(?:.+?\(\d+\): (?:catastrophic )?(?:error|warning)(?: #\d+(?:-D)?)?: |.+?:\d+(?::\d+)?: (?:fatal )?(?:error|warning): )(.*)$"
    ),
}
# A longer message is cut.
MOST_WORDS = 26
# What only repeats another line, or follows from it.
NOISE = re.compile(
    r"^Ptx assembly aborted|^type name is not allowed|^expected an? |^too few arguments in template|^collect2|^qualified name is not allowed"
    r"|^variable \".*\" was declared but never referenced|exited with error status|^this declaration has no storage class"
    r"|^explicit type is missing|^ld returned"
)


def shortened(message):
    """A message without places, lists of arguments and quotation marks of other kinds."""
    text = re.sub("[\u2018\u2019`]", "'", message.strip())
    text = re.sub(r"\s*\(declared (?:at line \d+|here)[^)]*\)", "", text)
    text = re.sub(r"\s*\(previous definition at line \d+[^)]*\)", "", text)
    text = re.sub(r'"[^"\s]*/([^"/\s]+)"', r'"\1"', text)
    text = re.sub(r"(?<![\w.<])/(?:[\w.+-]+/)+([\w.+-]+)", r"\1", text)
    text = re.sub(r"\b(cu\w+)\((?!\))[^()]*(?:\([^()]*\)[^()]*)*\)", r"\1(…)", text)
    text = re.sub(r"\btmpxft_[\w.-]+", "object.o", text)
    text = re.sub(r"; did you mean.*", "", text)
    text = re.sub(r"\s*\[-W[\w-]+\]$", "", text)
    words = text.split()
    return " ".join(words if len(words) <= MOST_WORDS else words[:MOST_WORDS] + ["…"])


def messages_in(output, drop=None):
    """The messages of a compiler's or linker's output, each once, in the order of the output, with who speaks before it."""
    found = []
    plain = re.sub("\x1b\\[[0-9;]*[mK]", "", output)
    # nvcc 11 breaks the line to say where the name was declared.
    plain = re.sub(r"\n\S+\(\d+\): here(?= )", "", plain)
    for line in plain.splitlines():
        for speaker, beginning in BEGINNINGS.items():
            match = beginning.match(line)
            if not match:
                continue
            text = shortened(match.group(1))
            if text and not NOISE.search(text) and not (drop and re.search(drop, text)) and f"{speaker}: {text}" not in found:
                found.append(f"{speaker}: {text}")
            break
    return found


def cmake_messages_in(output, drop=None):
    """The first paragraph of each of CMake's errors and warnings."""
    found = []
    for block in re.findall(r"^CMake (?:Error|Warning|Deprecation Warning)[^\n]*:\n+((?:  [^\n]*\n)+)", output, re.MULTILINE):
        text = shortened(" ".join(line.strip() for line in block.splitlines()))
        if text and not (drop and re.search(drop, text)) and f"cmake: {text}" not in found:
            found.append(f"cmake: {text}")
    return found


# --- the sources --------------------------------------------------------------------------------


class Source:
    """A piece of old code, and what its head says."""

    def __init__(self, path):
        self.path, self.name = path, path.name
        text = path.read_text(encoding="utf-8")
        fields = dict(re.findall(r"^(?://|#) (do|note|command|needs|drop): (.*)$", text, re.MULTILINE))
        missing = {"do", "note"} - set(fields)
        if missing:
            raise ValueError(f"{path.name}: its head does not say: {', '.join(sorted(missing))}")
        self.do, self.note = fields["do"], fields["note"]
        self.needs, self.drop = fields.get("needs"), fields.get("drop")
        default = {".cu": "nvcc -std=c++17 -c", ".cpp": "g++", ".c": "gcc", ".ptx": "ptxas -arch=sm_75", ".cmake": "cmake"}
        self.tool, *self.options = fields.get("command", default[path.suffix]).split()
        if self.tool == "nvcc" and not any(option.startswith(("-arch", "-gencode", "-m32")) for option in self.options):
            self.options += ["-gencode", "arch=compute_75,code=compute_75"]


def sources():
    """All of them, by name."""
    return {path.name: Source(path) for path in sorted((HERE / "sources").iterdir())}


def runtime_errors():
    """The rows of runtime_errors.csv."""
    with open(HERE / "runtime_errors.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# --- the tools ----------------------------------------------------------------------------------


def run(command, folder):
    """What a command prints, in English."""
    environment = dict(os.environ, LC_ALL="C")
    done = subprocess.run([str(one) for one in command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", timeout=300, check=False)
    return done.stdout


def said_by_toolkit(toolkit, source, folder):
    """The messages that a toolkit has for a source; None where the toolkit lacks the tool."""
    if source.needs and not toolkit.header(source.needs) and not toolkit.header("cccl/" + source.needs):
        return None
    if source.tool == "nvcc":
        if not toolkit.nvcc:
            return None
        extra = [f"-I{include}" for include in toolkit.includes] if len(toolkit.includes) > 1 else []
        command = [toolkit.nvcc, *toolkit.options, *source.options, *extra, source.path, "-o", folder / "out"]
    elif source.tool == "ptxas":
        if not toolkit.ptxas:
            return None
        command = [toolkit.ptxas, *source.options, source.path, "-o", folder / "out"]
    else:
        host = {"gcc": os.environ.get("CC", "gcc"), "clang": "clang", "clang++": "clang++"}.get(source.tool, os.environ.get("CXX", "g++"))
        if not shutil.which(host):
            return None
        compiles = [] if source.tool == "link" else ["-c", *source.options]
        command = [host, *[f"-I{one}" for one in toolkit.includes], *compiles, source.path, "-o", folder / "out"]
        if source.tool == "link":
            library = toolkit.runtime_library()
            if not library:
                return None
            command += [library, *source.options]
    return messages_in(run(command, folder), source.drop)


def said_by_cmake(program, source, folder):
    """The messages that a CMake has for a project."""
    project = folder / "project"
    project.mkdir()
    shutil.copy(source.path, project / "CMakeLists.txt")
    (project / "program.cu").write_text("int main() {}\n", encoding="utf-8")
    return cmake_messages_in(run([program, "-S", project, "-B", project / "build"], folder), source.drop)


def said_by_runtime(toolkit):
    """Gives the runtime library's strings by number, or None without a library that can be loaded."""
    path = toolkit.runtime_library()
    try:
        library = ctypes.CDLL(str(path)) if path else None
    except OSError:
        return None
    if not library:
        return None
    library.cudaGetErrorName.restype = library.cudaGetErrorString.restype = ctypes.c_char_p
    said = {}
    for row in runtime_errors():
        number = int(row["code"])
        said[row["code"]] = [f"program: {library.cudaGetErrorName(number).decode()} ({number}): {library.cudaGetErrorString(number).decode()}"]
    return said


def host_version():
    """The host compiler, as the record names it."""
    found = re.match(r"\d+", run([os.environ.get("CXX", "g++"), "-dumpversion"], "."))
    return f"g++ {found.group(0)}" if found else "g++"


def clang_version():
    """clang, as the record names it: its words change from version to version."""
    found = re.search(r"version (\d+)", run(["clang", "--version"], "."))
    return f"clang {found.group(1)}" if found else "clang"


def said_by_loader(source, folder):
    """What the loader says when the library of that name is missing."""
    (folder / "library.cpp").write_text("int needed() { return 0; }\n", encoding="utf-8")
    library = folder / source.options[0]
    host = os.environ.get("CXX", "g++")
    run([host, "-shared", "-fPIC", f"-Wl,-soname,{library.name}", "library.cpp", "-o", library], folder)
    run([host, source.path, library, "-o", "program"], folder)
    library.unlink()
    return messages_in(run([folder / "program"], folder), source.drop)


def cmake_version(program):
    """The two first numbers of a CMake's version."""
    found = re.search(r"(\d+\.\d+)", subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout)
    return found.group(1) if found else None


def say_all(options, wanted):
    """What the installed tools say: {tool and version: {source: [message]}}."""
    said = {host_version(): {}}
    for toolkit in toolkits.installed(options.build, options.toolkit):
        if options.only and toolkit.version not in options.only:
            continue
        here = said.setdefault(f"CUDA {toolkit.version}", {})
        for source in wanted.values():
            if source.tool in ("cmake", "load"):
                continue
            with tempfile.TemporaryDirectory() as folder:
                messages = said_by_toolkit(toolkit, source, pathlib.Path(folder))
            if messages is not None:
                speaker = said.setdefault(clang_version(), {}) if source.tool.startswith("clang") else here
                speaker[source.name] = messages
        if not options.case:
            here.update(said_by_runtime(toolkit) or {})
    for source in wanted.values():
        if source.tool == "load":
            with tempfile.TemporaryDirectory() as folder:
                said.setdefault(f"{platform.libc_ver()[0]} {platform.libc_ver()[1]}", {})[source.name] = said_by_loader(source, pathlib.Path(folder))
    for program in ["cmake", *options.cmake]:
        if not shutil.which(program):
            continue
        here = said.setdefault(f"CMake {cmake_version(program)}", {})
        for source in wanted.values():
            if source.tool == "cmake":
                with tempfile.TemporaryDirectory() as folder:
                    here[source.name] = said_by_cmake(program, source, pathlib.Path(folder))
    return said


# --- the page -----------------------------------------------------------------------------------


def numbers(version):
    """A version's numbers, to order by."""
    return [int(one) for one in re.findall(r"\d+", version)]


def order(message):
    """Alphabetical, with no regard to quotation marks and case."""
    return re.sub(r"[^0-9a-z]+", " ", message.lower()).strip()


def heard():
    """The rows of heard.csv."""
    with open(HERE / "heard.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def tables(record, known, others=()):
    """Gives the page's tables, one for each tool. If two sources have one message and note, the one with the shortest
    name decides the advice."""
    rows = {section: {} for section in SECTIONS}
    heads = {name: (one.do, one.note, len(one.path.stem)) for name, one in known.items()}
    heads.update({row["code"]: (row["do"], row["note"], 0) for row in runtime_errors()})
    for tool in sorted(record, key=lambda one: (one.split()[0], numbers(one))):
        for name, messages in record[tool].items():
            do, note, length = heads[name]
            for speaker, message in (one.split(": ", 1) for one in messages):
                versions, candidates = rows[SPEAKERS[speaker]].setdefault((generalised(message), note), ([], []))
                candidates.append((length, do))
                version = tool if tool.startswith(("glibc", "clang")) else tool.split()[1]
                if version not in versions:
                    versions.append(version)
    for row in others:
        rows[SPEAKERS[row["speaker"]]].setdefault((row["message"], row["note"]), ([row["seen"]], [(0, row["do"])]))
    lines = []
    for section in SECTIONS:
        first = "Name" if section == SPEAKERS["name"] else "Message"
        lines += [f"## {section}", "", f"| {first} | Seen with | What to do | Note |", "| --- | --- | --- | --- |"]
        for (message, note), (versions, candidates) in sorted(rows[section].items(), key=lambda one: (order(one[0][0]), one[0])):
            cell = message.replace("|", "\\|")
            lines.append(f"| `{cell}` | {', '.join(versions)} | {min(candidates)[1]} | [{note}]({note}) |")
        lines.append("")
    return "\n".join(lines)


def with_tables(page, text):
    """The page with its generated part put anew."""
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise ValueError(f"{PAGE.name}: the two markers of the messages must be there once")
    return page[: page.index(BEGIN) + len(BEGIN)] + "\n\n" + text + "\n" + page[page.index(END):]


def complaints_of_record(record, known):
    """Names of the record that no program has, and names that no tool ever reported."""
    names = set(known) | {row["code"] for row in runtime_errors()}
    recorded = {name for tool in record.values() for name in tool}
    found = [f"recorded.json: there is no {name}" for name in sorted(recorded - names)]
    found += [f"{name}: not recorded yet: messages.py --write" for name in sorted(names - recorded)]
    silent = {name for name in recorded & names if not any(tool.get(name) for tool in record.values())}
    return found + [f"{name}: no tool says anything of it" for name in sorted(silent)]


def main(arguments):
    parser = argparse.ArgumentParser(description="What compilers, linkers and the runtime say of old code.")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true")
    mode.add_argument("--page", action="store_true", help="hold the page against the record alone: no tool runs")
    mode.add_argument("--write", action="store_true")
    parser.add_argument("--build", default=str(ROOT / "build"))
    for name in ("toolkit", "cmake", "case", "only"):
        parser.add_argument(f"--{name}", action="append", default=[])
    options = parser.parse_args(arguments)

    known = sources()
    wanted = {name: one for name, one in known.items() if not options.case or name in options.case or one.path.stem in options.case}
    record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}

    if options.write:
        said = say_all(options, wanted)
        # That took minutes: another run may have written meanwhile.
        record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
        for tool, messages in said.items():
            record.setdefault(tool, {}).update(messages)
        names = set(known) | {row["code"] for row in runtime_errors()}
        record = {tool: {name: record[tool][name] for name in sorted(record[tool]) if name in names}
                  for tool in sorted(record, key=lambda one: (one.split()[0], numbers(one)))}
        RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), tables(record, known, heard())), encoding="utf-8")
        return 0

    wrong, held = [], 0
    if options.page:
        page = PAGE.read_text(encoding="utf-8")
        wrong, held = complaints_of_record(record, known), 1
        if not wrong and with_tables(page, tables(record, known, heard())) != page:
            wrong.append("migration-notes/errors.md is not what the record says: messages.py --write")
    else:
        said = say_all(options, wanted)
        for tool in record:
            if tool not in said:
                print(f"case skipped: {tool}: not installed")
        for tool, here in said.items():
            if tool not in record:
                print(f"case skipped: {tool}: not recorded yet: messages.py --write")
                continue
            for name, messages in here.items():
                if name not in record[tool]:
                    print(f"case skipped: {tool}, {name}: not recorded yet: messages.py --write")
                    continue
                held += 1
                if messages != record[tool][name] and host_version() not in record:
                    print(f"case skipped: {tool}, {name}: not recorded yet with {host_version()}")
                elif messages != record[tool][name]:
                    wrong.append(f"{tool}, {name}: says {messages}, recorded is {record[tool][name]}")
    for one in wrong:
        print(one)
    if not held and not wrong:
        print("skipped: none of the installed tools is of a recorded version")
        return 77
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
