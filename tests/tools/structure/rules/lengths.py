# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files and functions are short enough to be read as one idea.

To hold the functions of another folder: split its long functions, then add the folder to SHORT_FUNCTIONS. A folder
includes its subfolders. `lint.py --rule short_functions` names each function that is left.
"""

import re
import typing

from rules.finding import Finding, nothing
from rules.text import line_of, lines, read, without_comments
from rules.tree import files_below

LONGEST_FILE = 450
LONGEST_FUNCTION = 80

SOURCE_FOLDERS = ("compat", "legacy", "migration-notes", "modern", "tests")
CPP = (".cu", ".cuh", ".cpp", ".hpp", ".h")
SOURCES = (*CPP, ".py", ".cmake", ".js", ".sh")

# Long files that a program writes, or that only list the names of NVIDIA's interfaces.
GENERATED = (
    "compat/include/cudaTypedefs.h",
    "compat/include/nppi_color_conversion.h",
    "compat/include/nppi_data_exchange_and_initialization.h",
    "compat/include/nppi_filtering_functions.h",
    "compat/include/nppi_statistics_functions.h",
    "tests/compat/function_pointers/names.h",
)

# Files that are too long today. A file that has been split leaves the list, and no file is added.
LONG_FILES = (
    "tests/compat/libraries/sparse_test.cu",
    "tests/oracle/reference_errors.cu",
    "tests/oracle/texture_reference_1d.cu",
    "tests/oracle/texture_sampling.cu",
    "tests/pairs/runtime_interposer.cpp",
    "tests/scanner/shuffles_fix_test.py",
    "tests/scanner/texture_fix_test.py",
)

# Folders without a long function.
SHORT_FUNCTIONS = (
    *(f"compat/emulator/{folder}" for folder in (
        "check", "coverage", "driver", "execute", "fatbin", "isa", "machine", "memory", "nvrtc", "record", "runtime", "settings", "texture",
        "trace", "translate")),
    "compat/include",
    *(f"compat/scanner/{folder}" for folder in ("files", "fix/clock", "fix/shuffles", "names", "output", "recorder", "rules", "verify")),
    "legacy",
    "tests/notes",
)

# Braces behind these words hold declarations, not statements.
DECLARATIONS = re.compile(r"\b(?:namespace|class|struct|union|enum)\b(?![^{]*\)\s*(?:const|noexcept|override|final|->[^{]*)*\s*$)"
                          r'|\bextern ""')
PREPROCESSOR = re.compile(r"(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*")
CHARACTER = re.compile(r"'\\?[^\n]'")
NAME = re.compile(r"(~?\w+|\boperator\s*[^\s(\w]+)\s*\(")


class Function(typing.NamedTuple):
    """A function definition: its name, and the lines of its head and of its last brace."""
    name: str
    first: int
    last: int

    def length(self):
        return self.last - self.first + 1


def code_of(source):
    """C++ without comments, strings, characters and preprocessor lines. Lines stay lines."""
    code = CHARACTER.sub("' '", without_comments(source))
    return PREPROCESSOR.sub(lambda found: "\n" * found[0].count("\n"), code)


def functions(source):
    """All function definitions of a C++ source that stand in no other function. A lambda counts as a part of its function.

    A definition begins where its declaration begins: behind the last brace or semicolon.
    """
    code = code_of(source)
    begin, depth = 0, 0  # of the current declaration; of braces inside of the current function or initialiser
    head = first = None
    for brace in re.finditer(r"[{};]|\b(?:public|protected|private)\s*:", code):
        if depth:
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
            if depth:
                continue
            if head is not None:
                yield Function(head, first, line_of(code, brace.start()))
        elif brace[0] == "{":
            declaration = code[begin:brace.start()]
            if not DECLARATIONS.search(declaration):
                depth = 1
                name = NAME.search(declaration)
                head = name[1] if name else None
                first = line_of(code, begin + len(declaration) - len(declaration.lstrip()))
                continue
        begin = brace.end()


def short_functions(root, held=SHORT_FUNCTIONS):
    """No function of the held folders has more than 80 lines."""
    for folder in held:
        files = files_below(root / folder, *CPP)
        if not files:
            yield Finding(folder, None, "is held by this rule and has no C++ source: correct SHORT_FUNCTIONS")
        for path in files:
            for function in functions(read(root / folder / path)):
                if function.length() > LONGEST_FUNCTION:
                    yield Finding(f"{folder}/{path.as_posix()}", function.first,
                                  f"{function.name}() has {function.length()} lines, {LONGEST_FUNCTION} at most")


def short_files(root, long_files=LONG_FILES, generated=GENERATED):
    """No source has more than 450 lines, except generated files and a list of files that must still be split."""
    files = [f"{folder}/{path.as_posix()}" for folder in SOURCE_FOLDERS for path in files_below(root / folder, *SOURCES)]
    if not files:
        yield nothing("sources")
    for file in files:
        count = len(lines(read(root / file)))
        is_long = count > LONGEST_FILE
        if is_long and file not in long_files and file not in generated:
            yield Finding(file, None, f"{count} lines, {LONGEST_FILE} at most: split the file")
        if not is_long and file in long_files:
            yield Finding(file, None, f"has only {count} lines: remove it from LONG_FILES")
    for file in sorted({*long_files, *generated} - {*files}):
        yield Finding(file, None, "is listed as a long file and does not exist: correct LONG_FILES or GENERATED")
