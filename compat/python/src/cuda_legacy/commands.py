# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command cuda-legacy."""

import os
import re
import shlex
import sys

import cuda_legacy
from cuda_legacy import emulate, output, toolkit

USAGE = """\
Usage: cuda-legacy COMMAND [ARGUMENT...]

  scan PATH...              find old CUDA in sources and build files; scan --help lists the options
  fix PATH...               change what has one right answer; fix --fix=KIND,... PATH... for other kinds
  verify OLD NEW            build both, run both, compare what they print and what each kernel writes;
                            verify --help lists the options
  migrate DIR --build COMMAND --run COMMAND
                            fix a copy, build and verify it; migrate --help lists the options
  explain [FILE]            what compilers and linkers say, and what to do: a log, a message in quotes, or standard input
  explain RULE              what a rule of scan finds, and what to do; scan explain lists the rules
  include                   the flags for old sources: nvcc $(cuda-legacy include) old.cu. The shell takes a path with a
                            blank apart there. These do not:
                            nvcc --options-file <(cuda-legacy include) old.cu, in bash and zsh;
                            eval "g++ $(cuda-legacy include) old.cpp"
  nvcc ARGUMENT...          nvcc with those flags and the shared runtime library: cuda-legacy nvcc old.cu -o old. nvcc 13
                            gets the options, too, that link kernels of other sources and libraries as before.
                            The compiler is that of CUDACXX, of pip install 'cuda-legacy[toolkit]', or of this system
  emulate PROGRAM...        run a program on the emulated device, without a GPU;
                            emulate --coverage FILE PROGRAM... adds the lines that its kernels ran to a file for genhtml;
                            emulate --explain FILE PROGRAM... writes a page of the run, which draws each race
  exercise AREA/NAME        write an exercise with blanks, its task, and a checker that needs no GPU; --list names all of them
  cmake-dir                 the folder for cmake -Dcuda_legacy_DIR=...
  prefix                    the folder for cmake -DCMAKE_PREFIX_PATH=...
  notes                     the folder of the migration notes
  --version, --help

Exit status: that of the program that runs; scan, fix: 0 nothing found, 1 something found;
emulate: 99 when the emulated device found a defect; exercise: 1 not done yet; all: 2 a wrong command or option.
"""


class Failure(Exception):
    """What goes wrong for a reason that the user can change; the program ends with status 2."""


def become(words, environment=None):
    """Ends this program and starts another in its place."""
    if sys.stdout:
        sys.stdout.flush()
    try:
        os.execve(words[0], words, os.environ if environment is None else environment)
    except OSError as error:
        raise Failure(f"{words[0]}: {error.strerror}") from error


def scanner_environment():
    """With the library that --fix=textures parses with, where pip has installed it."""
    library = toolkit.find_libclang()
    return {**({"CUDA_LEGACY_LIBCLANG": library} if library else {}), **os.environ}


def run_scanner(arguments):
    become([str(cuda_legacy.SCANNER), *arguments], scanner_environment())


def run_fix(arguments):
    asked = any(one == "--fix" or one.startswith("--fix=") for one in arguments)
    run_scanner(arguments if asked or "--help" in arguments else ["--fix", *arguments])


def run_verify(arguments, word="verify"):
    environment = scanner_environment()
    nvcc = toolkit.find_nvcc()
    before = arguments[:arguments.index("--")] if "--" in arguments else arguments
    given = {one.split("=")[0] for one in before}
    defaults = [("--compat", str(cuda_legacy.HEADERS)), ("--emulator", str(cuda_legacy.EMULATOR))]
    if nvcc and "--nvcc" not in given:
        defaults.append(("--nvcc", nvcc))
        environment.update(toolkit.environment(nvcc))
    words = [word for name, value in defaults if name not in given for word in (name, value)]
    become([str(cuda_legacy.SCANNER), word, *words, *arguments], environment)


def run_migrate(arguments):
    run_verify(arguments, "migrate")


def run_nvcc(arguments):
    nvcc = toolkit.find_nvcc()
    if not nvcc:
        raise Failure("no nvcc: pip install 'cuda-legacy[toolkit]' brings one; "
                      "else CUDACXX or PATH says where that of a CUDA toolkit is")
    if toolkit.host_compiler_is_missing(arguments):
        raise Failure("nvcc wants a host compiler, and there is no g++: on Debian and Ubuntu, apt-get install g++")
    become([nvcc, *toolkit.arguments(nvcc, arguments)], {**os.environ, **toolkit.environment(nvcc)})


FILES = {"--coverage": ("CUDA_EMULATOR_COVERAGE", "kernels.info"), "--explain": ("CUDA_EMULATOR_TRACE", "page.html")}


def take_files(arguments):
    """What --coverage FILE, --explain FILE and --explain=FILE in front set in the environment, and the other arguments."""
    settings = {}
    while arguments:
        option, given, file = arguments[0].partition("=")
        if option not in FILES:
            break
        variable, example = FILES[option]
        arguments = arguments[1:]
        if not given:
            file, arguments = (arguments or [""])[0], arguments[1:]
        if not file:
            raise Failure(f"emulate: {option} wants a file: cuda-legacy emulate {option} {example} PROGRAM [ARGUMENT...]")
        # A program may change its folder before the file is written.
        settings[variable] = path = os.path.abspath(file)
        if os.path.isdir(path) or not os.access(path if os.path.exists(path) else os.path.dirname(path), os.W_OK):
            raise Failure(f"emulate: '{path}' cannot be written")
    return settings, arguments


def run_emulated(arguments):
    settings, arguments = take_files(arguments)
    if not arguments:
        raise Failure("emulate wants a program: cuda-legacy emulate PROGRAM [ARGUMENT...]")
    try:
        program = emulate.find_program(arguments[0])
    except emulate.CannotRun as error:
        raise Failure(f"emulate: {error}") from error
    # Who asks for the checks by this command wants to know what they did not look for.
    become([program, *arguments[1:]], {"CUDA_EMULATOR_SUMMARY": "1", **os.environ, **emulate.environment(), **settings})


def explain(arguments):
    if arguments and all(re.fullmatch(r"[a-z]+(-[a-z]+)+", one) and not os.path.exists(one) for one in arguments):
        run_scanner(["explain", *arguments])
    program = cuda_legacy.NOTES / "explain" / "explain.py"
    if not program.is_file():
        raise Failure(f"explain: this build of the package lacks it; {cuda_legacy.NOTES / 'errors.md'} has the same as a text")
    become([sys.executable, "-B", str(program), *(arguments or ["-"])])


def run_exercise(arguments):
    from cuda_legacy.exercises import checking, command
    if not cuda_legacy.COURSE.is_dir():
        raise Failure("exercise: this build of the package lacks the exercises")
    nvcc = toolkit.find_nvcc()
    places = checking.Places(root=cuda_legacy.COURSE, emulator=cuda_legacy.EMULATOR, header=cuda_legacy.HEADERS, nvcc=nvcc,
                             environment=toolkit.environment(nvcc) if nvcc else {}, command="cuda-legacy")
    sys.exit(command.main(arguments, places))


def quoted(word):
    """A word for the shell and for nvcc --options-file, which knows no single quotes."""
    if shlex.quote(word) == word:
        return word
    return shlex.quote(word) if re.search(r'["\\$`]', word) else f'"{word}"'


PRINTED = {
    "include": lambda: " ".join(map(quoted, cuda_legacy.include_flags())),
    "cmake-dir": cuda_legacy.cmake_dir,
    "prefix": lambda: str(cuda_legacy.PREFIX),
    "notes": lambda: str(cuda_legacy.NOTES),
    "--version": lambda: f"cuda-legacy {cuda_legacy.version()}",
}
RUN = {"scan": run_scanner, "fix": run_fix, "verify": run_verify, "migrate": run_migrate, "explain": explain, "nvcc": run_nvcc,
       "emulate": run_emulated, "exercise": run_exercise}


def perform(name, arguments):
    """One command. A command that starts a program does not return."""
    if name in ("help", "--help", "-h"):
        print(USAGE, end="")
    elif arguments[:1] in (["--help"], ["-h"]) and (name in PRINTED or name == "emulate"):
        print(USAGE, end="")
    elif name in PRINTED:
        if arguments:
            raise Failure(f"{name} takes no argument, and '{arguments[0]}' is one")
        print(PRINTED[name]())
    elif name in RUN:
        RUN[name](arguments)
    else:
        raise Failure(f"unknown command '{name}'; cuda-legacy --help lists them")


def ended(program, act):
    """Runs act() as the whole program."""
    try:
        output.written(program, act)
    except Failure as failure:
        print(f"{program}: {failure}", file=sys.stderr)
        sys.exit(2)


def main():
    """The program cuda-legacy."""
    name, arguments = (sys.argv[1], sys.argv[2:]) if len(sys.argv) > 1 else ("--help", [])
    ended("cuda-legacy", lambda: perform(name, arguments))


def scan():
    """The program cuda-legacy-scan."""
    ended("cuda-legacy-scan", lambda: run_scanner(sys.argv[1:]))
