#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Record what a GPU says about these sources, and tell whether a record still belongs to them.

On a machine with a GPU, after a build, it runs the tests that use it, the pairs, the benchmark, and the compute-sanitizer tools
over the paired tests, and writes <gpu>.json. A record holds for one state of the sources, known by their digest. Times of tests, paths
and names of hosts and users stay out: two records of one state on one kind of machine differ only where the outcome does.
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import platform
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import summary  # noqa: E402  tests/summary.py
from sources import digest, hashes, short  # noqa: E402  beside this file

SCHEMA = 1
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
# How tests/oracle/compare.py begins the reason for skipping a case that only a GPU can record.
NOT_RECORDED = "not recorded yet"
SKIPPED = 77
NEEDED_FIRST = "what the tests need first"

Error = RuntimeError


# --- running things ---------------------------------------------------------------------------------------------------


class Run:
    """The outcome of one program: exit status (None after a timeout) and its output, both streams together."""

    def __init__(self, command, timeout=None, cwd=None, show=False, **environment):
        self.timed_out = False
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=None if show else subprocess.PIPE,
            stderr=None if show else subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            self.output = process.communicate(timeout=timeout)[0] or ""
            self.status = process.returncode
        except BaseException as reason:
            # The sanitizer is the parent of the program it watches: the whole group has to go.
            os.killpg(process.pid, signal.SIGKILL)
            self.output = process.communicate()[0] or ""
            if not isinstance(reason, subprocess.TimeoutExpired):
                raise
            self.status, self.timed_out = None, True


def output_of(*command, cwd=None):
    """A program's standard output, or None when it is not there or fails."""
    try:
        done = subprocess.run(
            command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace", timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


# --- the machine ------------------------------------------------------------------------------------------------------


def visible_devices(count=0):
    """What CUDA_VISIBLE_DEVICES names; where it is not set, the first `count`."""
    named = [one.strip() for one in os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",") if one.strip()]
    return named or [str(number) for number in range(count)]


def gpu():
    """Name, compute capability and driver of the first GPU that programs get, and how many they get."""
    fields = "--query-gpu=name,compute_cap,driver_version"
    visible = visible_devices()
    first = visible[0] if visible else ""
    command = ["nvidia-smi", fields, "--format=csv,noheader"] + (["-i", first] if first else [])
    lines = (output_of(*command) or "").splitlines()
    values = [value.strip() for value in lines[0].split(",")] if lines else []
    if len(values) != 3:
        raise Error("no GPU: nvidia-smi names none")
    return {"name": values[0], "compute_capability": values[1], "driver": values[2], "count": len(visible or lines)}


def file_name(gpu_name):
    return re.sub(r"[^a-z0-9]+", "_", gpu_name.lower()).strip("_") + ".json"


def cache_entry(build, name):
    try:
        text = (build / "CMakeCache.txt").read_text(errors="replace")
    except OSError:
        return None
    found = re.search(rf"^{name}:[A-Z]*=(.+)$", text, re.MULTILINE)
    return found.group(1) if found else None


def toolchain(build):
    nvcc = cache_entry(build, "CMAKE_CUDA_COMPILER") or "nvcc"
    compiler = cache_entry(build, "CMAKE_CUDA_HOST_COMPILER") or cache_entry(build, "CMAKE_CXX_COMPILER") or "c++"
    version = re.search(r"release [\d.]+, V([\d.]+)", output_of(nvcc, "--version") or "")
    host = (output_of(compiler, "--version") or "").splitlines()
    # A build may have come from another machine: what CMake found there built it, whatever has that name here.
    for found in sorted(build.glob("CMakeFiles/*/CMakeCXXCompiler.cmake")):
        words = dict(re.findall(r'^set\((CMAKE_CXX_COMPILER_(?:ID|VERSION)) "([^"]*)"\)', found.read_text(), re.M))
        if len(words) == 2:
            host = [f"{words['CMAKE_CXX_COMPILER_ID']} {words['CMAKE_CXX_COMPILER_VERSION']}"]
    return {
        "toolkit": f"CUDA {version.group(1)}" if version else "unknown",
        "host_compiler": host[0] if host else "unknown",
        "architectures": cache_entry(build, "CMAKE_CUDA_ARCHITECTURES") or "unknown",
    }


def operating_system():
    name = platform.system()
    try:
        for line in pathlib.Path("/etc/os-release").read_text().splitlines():
            if line.startswith("PRETTY_NAME="):
                name = line.split("=", 1)[1].strip("\"'")
    except OSError:
        pass
    return f"{name}, {platform.machine()}"


def commit(root):
    """The commit of the sources; None without git, or when root only lies inside some other repository."""
    top = output_of("git", "rev-parse", "--show-toplevel", cwd=root)
    head = output_of("git", "rev-parse", "HEAD", cwd=root)
    if not top or not head or pathlib.Path(top).resolve() != root.resolve():
        return None
    changes = output_of("git", "status", "--porcelain", "--", ".", ":(exclude)tests/evidence/*.json", cwd=root)
    return {"id": head, "dirty": changes != ""}


# --- what the record is made of ---------------------------------------------------------------------------------------


def groups_of_tests(build):
    """The tests that use a GPU, in groups by the first word of their names: what is kept when a run breaks off.

    The group "" is what they need first. All other tests say nothing about a GPU: CI runs them."""
    listed = output_of("ctest", "--test-dir", str(build), "-L", "^gpu$", "--show-only=json-v1")
    try:
        tests = json.loads(listed or "")["tests"]
    except (ValueError, KeyError) as error:
        raise Error(f"ctest does not list the tests of {build}") from error
    groups = {}
    for test in tests:
        labels = [label for one in test.get("properties", []) if one["name"] == "LABELS" for label in one["value"]]
        groups.setdefault(test["name"].split(".")[0] if "gpu" in labels else "", []).append(test["name"])
    return dict(sorted(groups.items()))


def run_tests(build, names, results, devices, timeout):
    """These tests without what they need first, and what failed. The first of the devices is the one that programs get."""
    command = ["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error", "--output-junit", results]
    command += [*summary.KEEP_OUTPUT, "-R", f"^({'|'.join(map(re.escape, names))})$", "--fixture-exclude-any", "."]
    command += ["--parallel", str(max(1, (os.cpu_count() or 1) // len(devices)))]
    failures, tests = [], {}
    # A test that is skipped for want of a GPU would be a hole in the record that looks like none.
    run = Run(command, timeout=timeout, show=True, CUDA_LEGACY_REQUIRE_GPU="1", CUDA_VISIBLE_DEVICES=",".join(devices))
    if run.timed_out:
        failures.append(f"ctest did not end within {timeout} s")
    try:
        outcomes = summary.read_junit(results)
    except (OSError, summary.ElementTree.ParseError):
        return {}, [*failures, f"ctest left no results of {names[0]} and those beside it"]
    if len(outcomes) < len(names):
        failures.append(f"ctest ran {len(outcomes)} of {len(names)} tests of {names[0]} and those beside it")
    for test in outcomes:
        tests[test.name] = {"outcome": test.outcome}
        if test.reason:
            tests[test.name]["reason"] = test.reason
        # A passed test proves nothing of these.
        cases = summary.skipped_cases(test.output)
        if cases:
            tests[test.name]["skipped_cases"] = cases
        if test.outcome == "failed":
            failures.append(f"test {test.name}")
    if run.status and not failures:
        failures.append(f"ctest ended with status {run.status}")
    return tests, failures


def run_all_tests(build, scratch, failures, timeout, parts, devices):
    """Every group once, as many at a time as there are devices, each group with another device first."""
    groups = groups_of_tests(build)
    free = [devices[at:] + devices[:at] for at in range(len(devices))]
    tests, deadline = {}, time.monotonic() + timeout

    def one(group):
        def step(failed):
            order = free.pop()
            try:
                left = max(1, deadline - time.monotonic())
                found, wrong = run_tests(build, groups[group], scratch / f"{group}.xml", order, left)
            finally:
                free.append(order)
            failed += wrong
            return found
        return parts.of(f"tests of {group}" if group else NEEDED_FIRST, step)

    if any(f"tests of {group}" not in parts.done for group in groups if group):
        parts.done.pop(NEEDED_FIRST, None)  # it leaves files behind, which another machine lacks
    results = [one("")] if "" in groups else []
    with concurrent.futures.ThreadPoolExecutor(len(devices)) as pool:
        results += pool.map(one, [group for group in groups if group])
    for found, failed in results:
        tests.update(found)
        failures += failed
    if not tests and not failures:
        failures.append("ctest ran no tests")
    return tests


def run_pairs(build, scratch, failures, timeout):
    print("Pairs", flush=True)
    results = scratch / "pairs.json"
    run = Run([build / "bin/pairs", "run", "--json", results], timeout=timeout, show=True)
    if run.status != 0:
        failures.append("pairs did not end in time" if run.timed_out else f"pairs ended with status {run.status}")
    try:
        return json.loads(results.read_text())
    except (OSError, ValueError):
        if run.status == 0:
            failures.append("pairs wrote no results")
        return {}


def run_benchmark(build, scratch, failures, timeout):
    """What ./run bench says: the stages of the pairs, the library's calls and the limits, in one run."""
    program, results = build / "bin/benchmark_pairs", scratch / "benchmarks.json"
    if not program.is_file():
        return {}
    print("Benchmark", flush=True)
    table = pathlib.Path(__file__).resolve().parents[1] / "benchmarks/pairs/table.py"
    run = Run([sys.executable, table, program, "--json", results], timeout=timeout, show=True)
    try:
        return json.loads(results.read_text())
    except (OSError, ValueError):
        failures.append("the benchmark did not end in time" if run.timed_out else f"the benchmark ended with status {run.status}")
        return {}


def sanitizer(build):
    """compute-sanitizer: as asked for, of the toolkit that built the programs, or from PATH; None when there is none."""
    toolkit = pathlib.Path(cache_entry(build, "CMAKE_CUDA_COMPILER") or "nvcc").resolve().parent
    candidates = [os.environ.get("COMPUTE_SANITIZER"), toolkit / "compute-sanitizer"]
    candidates += [pathlib.Path(folder) / "compute-sanitizer" for folder in os.get_exec_path()]
    candidates.append("/usr/local/cuda/bin/compute-sanitizer")
    for candidate in candidates:
        if candidate and os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return candidate
    return None


def programs(build):
    folder = build / "bin/tests/pairs"
    found = [path for path in folder.rglob("*") if path.is_file() and os.access(path, os.X_OK) and ".so" not in path.suffixes]
    return {path.relative_to(folder).as_posix(): path for path in sorted(found)}


# What the tool itself says, in its own lines, when it cannot watch anything on this machine.
CANNOT_RUN = re.compile(
    r"^=+ (.*(?:device not supported|no supported|unable to find injection|insufficient permission|"
    r"failed to initialize|did not connect).*)$",
    re.IGNORECASE | re.MULTILINE,
)


def judge(run, timeout):
    """One run of one tool over one program: errors found, or "not run" and why, or what went wrong."""
    if run.timed_out:
        return {"outcome": "failed", "reason": f"did not end within {timeout:.0f} s"}
    # First what the tool says: a tool that cannot watch the device may keep the program from seeing it, too.
    cannot = CANNOT_RUN.search(run.output)
    if cannot:
        return {"outcome": "not run", "reason": cannot.group(1).strip()}
    if run.status == SKIPPED:
        return {"outcome": "not run", "reason": summary.skip_reason(run.output, "the program skipped itself")}
    # "RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)": every hazard counts. Child processes have their own.
    found = re.findall(r"(?:ERROR SUMMARY:|RACECHECK SUMMARY:)\s*(\d+)\s+(?:errors?|hazards?)", run.output)
    if not found and run.status == 0 and "terminated before first instrumented API call" in run.output:
        return {"outcome": "not run", "reason": "the program calls no CUDA function"}
    if not found:
        return {"outcome": "failed", "reason": f"no summary in the tool's output (exit status {run.status})"}
    errors = sum(int(number) for number in found)
    if errors == 0 and run.status != 0:
        return {"outcome": "failed", "reason": f"the program ended with status {run.status}", "errors": 0}
    return {"outcome": "failed" if errors else "passed", "errors": errors}


def run_sanitizers(build, failures, each, budget):
    """Every tool over every paired test program, several at once: they are slow for the host, not for the GPU.

    What a program skips there, the tool has not seen: an entry names those cases."""
    tested, tool_path = programs(build), sanitizer(build)
    deadline = time.monotonic() + budget
    if not tested:
        failures.append("no paired test programs in bin/tests/pairs")

    def one(tool, program):
        left = deadline - time.monotonic()
        if tool_path is None:
            return {"outcome": "not run", "reason": "compute-sanitizer is not installed"}, ""
        if left <= 0:
            return {"outcome": "not run", "reason": f"the {budget:.0f} s for all sanitizer runs were used up"}, ""
        timeout = min(each, left)
        command = [tool_path, "--tool", tool, program, "--log_level=error"]
        run = Run(command, timeout=timeout, CUDA_LEGACY_SMALL="1", CUDA_LEGACY_REQUIRE_GPU="1")
        result = judge(run, timeout)
        cases = summary.skipped_cases(run.output)
        if cases and result["outcome"] != "not run":
            result["skipped_cases"] = cases
        return result, run.output

    results = {tool: {} for tool in TOOLS}
    with concurrent.futures.ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // 2)) as pool:
        runs = [(tool, name, pool.submit(one, tool, path)) for tool in TOOLS for name, path in tested.items()]
        for tool, name, running in runs:
            result, output = running.result()
            reason = result.get("reason", "")
            if result["outcome"] == "failed":
                failures.append(f"{tool} {name}: {reason or str(result['errors']) + ' errors'}")
                print(output, flush=True)
            elif "were used up" in reason:
                failures.append(f"{tool} {name}: no time left")
            print(f"{tool:10} {name}: {result['outcome']}{', ' + reason if reason else ''}", flush=True)
            results[tool][name] = result
    return results


def scrubbed(value, names):
    """The value without this machine's paths in its strings, and without keys or items lost."""
    if isinstance(value, dict):
        return {scrubbed(key, names): scrubbed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [scrubbed(item, names) for item in value]
    if isinstance(value, str):
        for path, name in names:
            value = value.replace(path, name)
    return value


def steps(build, scratch, options):
    """What a record has beside the tests, in order: each takes the list of failures, and returns its part of the record."""
    return {
        "pairs": lambda failures: run_pairs(build, scratch, failures, options.test_seconds),
        "benchmarks": lambda failures: run_benchmark(build, scratch, failures, options.benchmark_seconds),
        "sanitizers": lambda failures: run_sanitizers(build, failures, options.program_seconds, options.sanitizer_seconds),
    }


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Parts:
    """The finished parts of a record that is not whole yet: what breaks off need not begin anew.

    They hold for the same sources, device, driver, system and tools alone."""

    def __init__(self, path, belongs_to, resume):
        self.path, self.belongs_to, self.done, self.writing = path, belongs_to, {}, threading.Lock()
        if not resume:
            path.unlink(missing_ok=True)
            return
        try:
            value = json.loads(path.read_text())
        except FileNotFoundError:
            raise Error(f"nothing to resume: there is no {path}") from None
        except (OSError, ValueError) as error:
            raise Error(f"{path.name} cannot be read: {error}; without --resume a record begins anew") from error
        if not isinstance(value, dict) or not all(isinstance(value.get(key), dict) for key in ("belongs_to", "done")):
            raise Error(f"{path.name} has no parts of a record; without --resume a record begins anew")
        others = [key for key in belongs_to if value["belongs_to"].get(key) != belongs_to[key]]
        if others:
            raise Error(f"nothing to resume: {path.name} is of another {others[0]}; without --resume a record begins anew")
        self.done = value["done"]

    def of(self, name, step):
        """The part, and its failures: as it was kept, or run now and kept."""
        if name in self.done:
            print(f"{name}: of {self.done[name]['date']}", flush=True)
        else:
            failures = []
            value = step(failures)
            with self.writing:
                self.done[name] = {"value": value, "failures": failures, "date": now(), "resumed": False}
                kept = {key: {**part, "resumed": True} for key, part in self.done.items()}
                write(self.path, {"belongs_to": self.belongs_to, "done": kept})
        return self.done[name]["value"], self.done[name]["failures"]

    def resumed(self):
        return {name: part["date"] for name, part in self.done.items() if part["resumed"]}


def record(root, build, options, folder):
    device = gpu()
    if not (build / "bin/pairs").is_file():
        raise Error("nothing is built: ./run evidence builds first")
    files = hashes(root)
    failures = []
    belongs_to = {"digest": digest(files), "device": device, "os": operating_system(), **toolchain(build)}
    parts = Parts(folder / ("." + file_name(device["name"]) + ".parts"), belongs_to, options.resume)
    found = {}
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        found["tests"] = run_all_tests(build, scratch, failures, options.test_seconds, parts, visible_devices(device["count"]))
        for name, step in steps(build, scratch, options).items():
            found[name], failed = parts.of(name, step)
            failures += failed
            if hashes(root) != files:
                parts.path.unlink(missing_ok=True)
                raise Error("the sources changed meanwhile: nothing recorded")
    names = [(str(build), "<build>"), (str(root), "<source>")]
    home = os.path.expanduser("~")
    if len(home) > 1:
        names.append((home, "<home>"))
    resumed = parts.resumed()
    return {
        "schema": SCHEMA,
        "files": short(files),
        "commit": commit(root),
        "date": now(),
        **belongs_to,
        **({"resumed": resumed} if resumed else {}),
        "passed": not failures,
        "failures": scrubbed(failures, names),
        **{name: scrubbed(part, names) for name, part in found.items()},
    }, parts.path


def skipped_cases(value):
    """The lines that say which cases were skipped in the tests of a record that ran, by reason."""
    tests = value.get("tests") or {}
    return summary.case_summary(
        {name: test.get("skipped_cases", {}) for name, test in tests.items() if test.get("outcome") != "skipped"}
    )


def not_recorded(value):
    """The tests, and the cases of tests, that were skipped because there was nothing recorded to hold them against."""
    found = []
    for name, test in sorted((value.get("tests") or {}).items()):
        cases = {case: reason for case, reason in test.get("skipped_cases", {}).items() if reason.startswith(NOT_RECORDED)}
        found += [f"{name}: {case}" for case in sorted(cases)]
        if not cases and test.get("outcome") == "skipped" and test.get("reason", "").startswith(NOT_RECORDED):
            found.append(name)
    return found


def write(path, value):
    """All of the file or nothing: a reader never sees half a record."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "w") as file:
            json.dump(value, file, indent=2, sort_keys=True, ensure_ascii=False)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


# --- does a record still hold? ----------------------------------------------------------------------------------------


def read(path):
    try:
        value = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise Error(f"{path.name} cannot be read: {error}") from error
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise Error(f"{path.name} is not a record of schema {SCHEMA}")
    if not isinstance(value.get("digest"), str) or not isinstance(value.get("files"), dict):
        raise Error(f"{path.name} lacks the digest of its sources")
    return value


def changes(before, now):
    """What happened to the files since the record, one line for each."""
    lines = [f"changed: {path}" for path in sorted(before.keys() & now.keys()) if before[path] != now[path]]
    lines += [f"added: {path}" for path in sorted(now.keys() - before.keys())]
    lines += [f"removed: {path}" for path in sorted(before.keys() - now.keys())]
    return lines


def since(value):
    known = value.get("commit") or {}
    return str(value.get("date", "an unknown date")) + (f", commit {known['id'][:12]}" if known.get("id") else "")


def check(root, folder):
    """Says of every record whether it holds. Exit status 0 when there is one and all do."""
    records, status = sorted(folder.glob("*.json")), 0
    files = hashes(root)
    if not records:
        print(f"no record in {folder}: ./run evidence writes one on a machine with a GPU")
        return 1
    for path in records:
        try:
            value = read(path)
        except Error as error:
            print(error)
            status = 1
            continue
        if value["digest"] == digest(files):
            print(f"{path.name}: up to date ({since(value)})")
        else:
            print(f"{path.name}: stale since {since(value)}:")
            for line in changes(value["files"], short(files)):
                print(f"  {line}")
            status = 1
        if not value.get("passed"):
            print(f"{path.name}: it records failures: {'; '.join(map(str, value.get('failures', [])))}")
        cases = skipped_cases(value)
        if cases:
            print("\n".join([f"{path.name}: {cases[0]}", *cases[1:]]))
        for case in not_recorded(value):
            print(f"{path.name}: {NOT_RECORDED}: {case}")
            status = 1
    return status


def show_status(root, folder):
    """One line for CTest. Stale is no failure: who changes a kernel need not have a GPU. A broken record is one."""
    files, stale = hashes(root), []
    records = sorted(folder.glob("*.json"))
    for path in records:
        value = read(path)
        if value["digest"] != digest(files):
            lines = changes(value["files"], short(files))
            more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
            stale.append(f"{path.stem} of {since(value)} ({lines[0] if lines else 'the rule of the digest'}{more})")
    if not records:
        print("skipped: no evidence recorded yet")
        return SKIPPED
    if stale:
        print("skipped: stale since " + "; ".join(stale))
        return SKIPPED
    print("fresh")
    return 0


def parser():
    result = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = result.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="do the records belong to these sources, and lack nothing? exit status 1: no")
    what.add_argument("--status", action="store_true", help="the same in one line, exit status 77: no")
    what.add_argument("--resume", action="store_true", help="go on where a run over the same sources, GPU and tools broke off")
    result.add_argument("--output", metavar="DIR", help="where the records are (default: tests/evidence)")
    result.add_argument("--build", metavar="DIR", help="the build folder (default: build)")
    result.add_argument("--benchmark-seconds", type=float, default=900, help="limit for the benchmark")
    result.add_argument("--test-seconds", type=float, default=1800, help="limit for all tests, and for all pairs")
    result.add_argument("--program-seconds", type=float, default=120, help="limit for one program under one sanitizer tool")
    result.add_argument("--sanitizer-seconds", type=float, default=300, help="limit for all sanitizer runs")
    return result


def main(arguments, root=pathlib.Path(__file__).resolve().parents[2]):  # noqa: B008
    options = parser().parse_args(arguments)
    folder = pathlib.Path(options.output).absolute() if options.output else root / "tests/evidence"
    build = pathlib.Path(options.build).absolute() if options.build else root / "build"
    try:
        if options.check:
            return check(root, folder)
        if options.status:
            return show_status(root, folder)
        value, parts = record(root, build, options, folder)
        path = folder / file_name(value["device"]["name"])
        write(path, value)
        parts.unlink(missing_ok=True)
    except (Error, OSError) as error:
        print(f"evidence: {error}", file=sys.stderr)
        return 1
    print("\n".join([*skipped_cases(value), f"Recorded in {path}; python3 tests/evidence/figures.py --write puts it into the texts"]))
    for failure in value["failures"]:
        print(f"FAILED: {failure}")
    return 0 if value["passed"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
