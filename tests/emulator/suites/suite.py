# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the scripts of the public suites share: compile, run on the emulated device, classify, record.

A suite's script lists the programs of a checkout. Each program is compiled to PTX, runs with a time limit, and has one
of the outcomes below. The results are a JSON file beside the scripts; page.py makes SUITES.md out of them.
"""
from __future__ import annotations

import argparse
import collections.abc
import concurrent.futures
import dataclasses
import datetime
import functools
import hashlib
import json
import math
import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import typing

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]

# The outcome of a program's run for the emulated device.
OUTCOMES = {
    "right": "the defect is found, or a correct program ends without a finding and with its own success",
    "wrong": "a correct program fails by itself, or wants what the emulated device does not have",
    "false": "a finding in a correct program, or only findings of another kind than the defect",
    "missed": "a program with a defect, and no finding",
    "too slow": "the program computed longer than the limit",
    "not built": "nvcc does not compile the program as the suite has it",
    "not applicable": "the label is no statement about a run on a GPU",
}
# A failed assertion of a kernel is printed as CUDA prints it. A line that begins with a variable's name is a notice.
FINDING = re.compile(r"^(?:cuda_emulator: )?(?![0-9]+ finding|\(|CUDA_EMULATOR_)((?<=cuda_emulator: ).*|.*: block: \[.*Assertion .*)$",
                     re.MULTILINE)
# Findings for missing features of the emulated device, not for mistakes of the program.
LACKING = re.compile(r"unknown instruction|not implemented|is not there|does not have|not supported", re.IGNORECASE)

# The watchdog ends a kernel before the limit, so that a kernel that hangs has a finding.
TIMEOUT = "CUDA_EMULATOR_TIMEOUT"
NO_PLACE = "the kernel did not end in time"  # the watchdog's words where it knows no thread that still runs
# A program that is too slow must show that it is no hang, so the device says at times what the program is doing.
PROGRESS = "CUDA_EMULATOR_PROGRESS"
PROGRESS_LINE = re.compile(rf"cuda_emulator: {PROGRESS}: (.*)")  # the program may have printed before it in the same line
PROGRESS_LINES = 4  # during the limit
KEPT = 1 << 20  # bytes of what a program prints
# The limit is of processor time, so that other work on the machine does not count. A program that sleeps uses none:
# it ends after so many times the limit.
PATIENCE = 4
NO_DATA = "it wants data that the suite does not bring"
OUT_OF_TIME = {-signal.SIGXCPU, 128 + signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGKILL}


@dataclasses.dataclass(frozen=True)
class Library:
    """What several programs are linked with, compiled once."""
    name: str
    sources: tuple[pathlib.Path, ...]
    options: tuple[str, ...] = ()  # nvcc's


@dataclasses.dataclass
class Program:
    name: str
    sources: list[pathlib.Path]
    label: str  # the suite's own label
    defect: str = ""  # a pattern of the right finding; empty: the program is correct
    options: list[str] = dataclasses.field(default_factory=list)  # nvcc's
    runs: list[list[str]] = dataclasses.field(default_factory=lambda: [[]])  # the arguments of each run
    modules: dict[str, pathlib.Path] = dataclasses.field(default_factory=dict)  # files that it loads from `folder`, and their sources
    schedules: int = 0  # how many seeds of CUDA_EMULATOR_SCHEDULE each run is repeated with, besides the usual order
    joined: bool = False  # one run may take the arguments of all
    typed: str = ""  # what the program reads from standard input
    folder: pathlib.Path | None = None  # where it runs
    writes: str = ""  # a text file of its folder that counts as printed
    settings: dict[str, str] = dataclasses.field(default_factory=dict)  # the environment of its runs
    failure: str = ""  # a pattern in what a correct program prints if its result is wrong
    lacks_data: str = ""  # a pattern in what a program prints if it fails because a file is not there
    prints: list[str] = dataclasses.field(default_factory=list)  # patterns of what a correct program prints, in this order
    waives: int = 0  # the exit status by which a program says that the device is not for it; 0: it has none
    not_applicable: str = ""  # the reason why it is not run
    libraries: list[Library] = dataclasses.field(default_factory=list)  # in the linker's order


@dataclasses.dataclass
class Run:
    status: int | None  # None: longer than the limit
    findings: list[str]
    said: str
    doing: str = ""  # the device's last line about its progress


class Reader(threading.Thread):
    """Reads a pipe to its end. A program in a loop may print for ever, so only the beginning is kept."""

    def __init__(self, pipe: typing.IO[bytes]) -> None:
        super().__init__(daemon=True)
        self.pipe, self.kept = pipe, b""
        self.start()

    def run(self) -> None:
        while part := self.pipe.read1(1 << 16):
            self.kept += part[:KEPT - len(self.kept)]

    def text(self) -> str:
        self.join()
        return self.kept.decode(errors="replace")


def execute(command: list[str], limit: float, then: collections.abc.Callable[[], None] = lambda: None, **options) -> tuple[int | None, str, str]:
    """Exit status, or None after the limit; what was printed. Everything that the command started ends with it.

    `then` ends what has left the process group: else its end of the pipes would stay open."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          start_new_session=True, **{"stdin": subprocess.DEVNULL, **options}) as process:
        out, err = Reader(process.stdout), Reader(process.stderr)
        try:
            status: int | None = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            status = None
            os.killpg(process.pid, signal.SIGKILL)
        then()
        return status, out.text(), err.text()


def execute_for(seconds: float, command: list[str], **options) -> tuple[int | None, str, str]:
    """The same, with a limit of processor time."""
    limited = ["/bin/sh", "-c", f'ulimit -t {math.ceil(seconds)}; exec "$@"', "sh", *command]
    status, out, err = execute(limited, PATIENCE * seconds, **options)
    return None if status in OUT_OF_TIME else status, out, err


def classify(program: Program, runs: list[Run]) -> tuple[str, str]:
    """Gives the outcome, and the line that shows it. A defect must be found in one run; a correct program must be clean
    in all."""
    findings = [text for run in runs for text in run.findings]
    if program.defect:
        match = next((text for text in findings if re.search(program.defect, text)), None)
        if match:
            return "right", match
    slow = next((text for text in findings if TIMEOUT in text), "")
    stopped = [run for run in runs if run.status is None or NO_PLACE in run.findings]
    if slow or stopped:
        return "too slow", slow or stopped[0].doing
    if findings:
        if all(LACKING.search(text) for text in findings):
            return "wrong", findings[0]
        return "false", next(text for text in findings if not LACKING.search(text))
    failed = [run for run in runs if run.status != 0]
    if program.defect:
        return "missed", f"exit status {failed[0].status}" if failed else ""
    if program.waives and failed and all(run.status == program.waives for run in failed):
        return "not applicable", "the program says that the device lacks what it shows"
    if program.lacks_data and any(re.search(program.lacks_data, run.said) for run in failed):
        return "not applicable", NO_DATA
    for run in runs:
        match = re.search(program.failure, run.said) if program.failure else None
        if run.status != 0 or match:
            return "wrong", match.group(0) if match else f"exit status {run.status}: {last_line(run.said)}"
        if lost := first_lost(program.prints, run.said):
            return "wrong", f"does not print {lost}"
    return "right", ""


def compiled(command: list[str], program: Program | Library, binary: pathlib.Path, folders: list[pathlib.Path]) -> tuple[int | None, str, str]:
    """Gives the compiler's messages. The compiler is not called if the same command has compiled the same sources.

    The places of the folders and of nvcc do not count, so that a work folder may move. The compiler runs in the first of them."""
    said = "\0".join([pathlib.Path(command[0]).name, *command[1:]]).encode() + b"".join(source.read_bytes() for source in program.sources if source.is_file())
    for folder in folders:
        said = said.replace(str(folder).encode(), b"")
    key = hashlib.sha256(said).hexdigest()
    note = binary.with_name(binary.name + ".command")
    if binary.exists() and note.exists() and note.read_text(encoding="utf-8") == key:
        return 0, "", ""
    result = execute(command, 600, cwd=folders[0])
    if result[0] == 0:
        note.write_text(key, encoding="utf-8")
    return result


def toolkit_headers() -> pathlib.Path:
    """The include folder of the CUDA Toolkit whose nvcc is in the path, or is named by NVCC."""
    nvcc = shutil.which(os.environ.get("NVCC", "nvcc"))
    if not nvcc:
        raise SystemExit("there is no nvcc in the path: name it by NVCC")
    return pathlib.Path(nvcc).resolve().parents[1] / "include"


def first_lost(patterns: list[str], text: str) -> str:
    """The first pattern that the text does not have behind those before it."""
    at = 0
    for pattern in patterns:
        match = re.search(pattern, text[at:])
        if not match:
            return pattern
        at += match.end()
    return ""


def file_name(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]", "_", name)


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def compile_error(text: str) -> str:
    errors = [line.strip() for line in text.splitlines() if re.search(r"\berror\b|undefined reference|fatal", line)]
    return errors[0] if errors else last_line(text)


class Suite:
    """One suite's run. `script` gives it a name, where it comes from, what its labels mean, and the programs."""

    def __init__(self, name: str, source: str, settings: dict[str, str],
                 programs: collections.abc.Callable[[pathlib.Path, pathlib.Path], list[Program]], compile_options: str = "",
                 sanitized: bool = False, architecture: str = "90") -> None:
        self.name, self.source, self.settings, self.programs = name, source, settings, programs
        self.compile_options = compile_options.split()
        self.architecture = architecture  # whose PTX the programs have
        self.sanitized = sanitized  # whether compute-sanitizer runs on it, too: the labels are about defects
        self.lock = threading.Lock()  # of the libraries: one program at a time compiles them

    def arguments(self, description: str) -> argparse.Namespace:
        parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("checkout", type=pathlib.Path, help=f"a checkout of {self.source}, outside of this tree")
        parser.add_argument("--device", type=pathlib.Path, default=ROOT / "build/emulator",
                            help="the folder of the emulated device's libraries (build/emulator)")
        parser.add_argument("--nvcc", default=os.environ.get("NVCC", "nvcc"))
        parser.add_argument("--limit", type=float, default=60,
                            help="seconds that a run may take: of processor time, and with --sanitizer of time (60)")
        parser.add_argument("--jobs", type=int, default=1, help="programs at a time (1)")
        parser.add_argument("--only", default="", metavar="PATTERN", help="only programs whose name has the pattern; other results are kept")
        parser.add_argument("--commit", default="", help="the checkout's commit; by itself what git says")
        parser.add_argument("--resume", action="store_true", help="keep the results that are there; run the others")
        parser.add_argument("--results", type=pathlib.Path, default=HERE / "results", help="the folder of the results")
        parser.add_argument("--work", type=pathlib.Path, help="a folder for the programs, which stay there and are compiled once (temporary)")
        parser.add_argument("--write", action="store_true", help="write the results and the page")
        if self.sanitized:
            parser.add_argument("--sanitizer", action="store_true", help="run compute-sanitizer on the programs instead; it needs a GPU")
            parser.add_argument("--architecture", default="90", help="with --sanitizer: the compute capability of the GPU (90)")
            parser.add_argument("--total", type=float, default=0, metavar="SECONDS",
                                help="with --sanitizer: programs that have no result after this time are not run (no limit); --resume runs them")
            parser.add_argument("--build-only", action="store_true", help="with --sanitizer: compile the programs into --work; it needs no GPU")
        else:
            parser.set_defaults(sanitizer=False)
        options = parser.parse_args()
        if not options.checkout.is_dir():
            parser.error(f"{options.checkout} is no folder. Check out {self.source} and name its folder")
        if not options.sanitizer and not (options.device / "libcudart.so.13").exists():
            parser.error(f"{options.device} has no libcudart.so.13: build the target emulated_device, or name its folder by --device")
        options.checkout, options.device = options.checkout.resolve(), options.device.resolve()
        if options.write:
            options.commit = options.commit or commit_of(options.checkout)
            if not options.commit:
                parser.error("the checkout has no commit that git knows: name it by --commit")
            options.results.mkdir(parents=True, exist_ok=True)
        return options

    def compile_command(self, program: Program | Library, binary: pathlib.Path, options: argparse.Namespace, *target: str) -> list[str]:
        return [options.nvcc, "-w", "-lineinfo", *target, *self.compile_options, *program.options, *map(str, program.sources),
                "-o", str(binary)]

    def target(self) -> list[str]:
        return ["-cudart", "shared", "-gencode", f"arch=compute_{self.architecture},code=compute_{self.architecture}"]

    def build(self, program: Program, binary: pathlib.Path, work: pathlib.Path, options: argparse.Namespace) -> tuple[list[str], int | None, str]:
        """Compiles the program and its libraries. Gives the program's command, the last exit status and the messages."""
        command = self.compile_command(program, binary, options, *self.target())
        for library in program.libraries:
            archive, status, said = self.build_library(library, work, options)
            if status != 0:
                return command, status, said
            command.insert(-2, str(archive))
        status, out, err = compiled(command, program, binary, [work, options.checkout, ROOT])
        return command, status, err + out

    def build_library(self, library: Library, work: pathlib.Path, options: argparse.Namespace) -> tuple[pathlib.Path, int | None, str]:
        archive = work / f"lib{library.name}.a"
        command = self.compile_command(library, archive, options, *self.target(), "-lib", "--threads", "0")
        with self.lock:
            status, out, err = compiled(command, library, archive, [work, options.checkout, ROOT])
        return archive, status, err + out

    def try_program(self, program: Program, work: pathlib.Path, options: argparse.Namespace) -> dict:
        row = {"program": program.name, "label": program.label, "defect": bool(program.defect)}
        if program.not_applicable:
            return row | {"outcome": "not applicable", "said": program.not_applicable, "seconds": 0}
        binary = work / file_name(program.name)
        command, status, said = self.build(program, binary, work, options)
        for name, source in program.modules.items() if status == 0 else ():
            (program.folder / name).parent.mkdir(parents=True, exist_ok=True)
            made = [*command[:-2], "-ptx" if name.endswith(".ptx") else "-fatbin", "-o", str(program.folder / name)]
            made = [word for word in made if word not in map(str, program.sources)] + [str(source)]
            status, out, err = execute(made, 600, cwd=work)
            if status != 0:
                said = err + out
                break
        if status != 0:
            return row | {"outcome": "not built", "said": shorter(compile_error(said), options, work), "seconds": 0}
        # Settings of the caller would change the findings.
        environment = {k: v for k, v in os.environ.items() if not k.startswith("CUDA_EMULATOR_")}
        environment |= {"LD_LIBRARY_PATH": str(options.device), TIMEOUT: f"{options.limit / 2:g}", PROGRESS: f"{options.limit / PROGRESS_LINES:g}",
                        **self.settings, **program.settings}
        began = time.monotonic()
        outcome, said = classify(program, self.runs(program, binary, work, environment, options.limit))
        if not options.work:
            binary.unlink()
        return row | {"outcome": outcome, "said": shorter(said, options, work), "seconds": round(time.monotonic() - began, 1)}

    def runs(self, program: Program, binary: pathlib.Path, work: pathlib.Path, environment: dict[str, str], limit: float) -> list[Run]:
        """All runs of the program, up to the first that is too long or finds the defect."""
        runs: list[Run] = []
        for seed in range(program.schedules + 1):
            scheduled = environment | ({"CUDA_EMULATOR_SCHEDULE": str(seed)} if seed else {})
            for arguments in program.runs:
                written = (program.folder or work) / program.writes
                if program.writes:
                    written.unlink(missing_ok=True)  # of an earlier run
                with tempfile.TemporaryFile() as typed:
                    typed.write(program.typed.encode())
                    typed.seek(0)
                    status, out, err = execute_for(limit, [str(binary), *arguments], cwd=program.folder or work, env=scheduled, stdin=typed)
                lines = PROGRESS_LINE.findall(err)
                err = PROGRESS_LINE.sub("", err)
                out += written.read_text(encoding="utf-8", errors="replace") if program.writes and written.is_file() else ""
                runs.append(Run(status, FINDING.findall(err), FINDING.sub("", err) + out, lines[-1] if lines else ""))
                if status is None or (program.defect and any(re.search(program.defect, text) for text in runs[-1].findings)):
                    return runs
        return runs

    def run(self, options: argparse.Namespace) -> list[dict]:
        file = options.results / f"{self.name}.json"
        known: dict[str, dict] = {}
        if (options.resume or options.only) and file.exists():
            recorded = json.loads(file.read_text(encoding="utf-8"))
            known = {row["program"]: row | {key: row.get(key, recorded[key]) for key in ("date", "device", "limit")} for row in recorded["rows"]}
        with tempfile.TemporaryDirectory() as temporary:
            work = (options.work or pathlib.Path(temporary)).resolve()
            work.mkdir(parents=True, exist_ok=True)
            programs = [p for p in self.programs(options.checkout, work) if re.search(options.only, p.name)]
            if not programs and not options.only:
                raise SystemExit(f"{options.checkout}: no program of {self.name}: is it a checkout of {self.source}?")
            rows = dict(known)
            with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
                wanted = [p for p in programs if not options.resume or p.name not in known]
                for row in pool.map(lambda p: self.try_program(p, work, options), wanted):
                    rows[row["program"]] = row = row | this_run()
                    print(f"{row['outcome']:<15}{row['seconds']:>6}s  {row['program']}  {row['said']}", flush=True)
                    if options.write:
                        self.record(file, options, list(rows.values()))
        return list(rows.values())

    def record(self, file: pathlib.Path, options: argparse.Namespace, rows: list[dict]) -> None:
        write_rows(file, {
            "suite": self.name, "source": self.source, "commit": options.commit,
            **this_run(), "machine": machine(),
            "limit": options.limit, "clock": "processor time", "settings": self.settings, "nvcc": self.compile_options},
            sorted(rows, key=lambda row: row["program"]))

    def main(self, description: str) -> int:
        options = self.arguments(description)
        if options.sanitizer:
            import sanitizer
            return sanitizer.main(self, options)
        rows = self.run(options)
        counts = collections.Counter(row["outcome"] for row in rows)
        print(", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome]), f"of {len(rows)} programs")
        if options.write and options.results.resolve() == HERE / "results":
            import page
            page.write()
        return 0


def write_rows(file: pathlib.Path, head: dict, rows: list[dict]) -> None:
    """Writes the results with a line for each program. A reader never sees half a file."""
    begin = json.dumps(head, indent=1).removesuffix("\n}")
    lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    new = file.with_suffix(".new")
    new.write_text(f'{begin},\n "rows": [\n{lines}\n ]\n}}\n', encoding="utf-8")
    new.replace(file)


def shorter(text: str, options: argparse.Namespace, work: pathlib.Path) -> str:
    """Removes the paths of this machine."""
    for folder in (options.checkout, work, ROOT):
        text = text.replace(f"{folder}/", "")
    return text if len(text) <= 320 else text[:317] + "..."


@functools.cache
def this_run() -> dict[str, str]:
    return {"date": datetime.date.today().isoformat(), "device": commit_of(ROOT)[:10]}


def machine() -> str:
    model = ""
    try:
        match = re.search(r"^model name\s*:\s*(.*)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
        model = match.group(1) if match else ""
    except OSError:
        pass
    return f"{model or platform.machine()}, {os.cpu_count()} cores, no GPU"


def commit_of(folder: pathlib.Path) -> str:
    """The commit of a checkout; empty, if the folder is not the top of one."""
    top = subprocess.run(["git", "-C", folder, "rev-parse", "--show-toplevel", "HEAD"], capture_output=True, text=True, check=False)
    lines = top.stdout.split()
    return lines[1] if top.returncode == 0 and pathlib.Path(lines[0]).resolve() == folder.resolve() else ""
