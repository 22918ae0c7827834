#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records the results of a GPU for these sources, and tells whether a record still belongs to them.

On a machine with a GPU, after a build, it runs the tests that use the GPU, the pairs, the benchmark, and the compute-sanitizer tools
over the paired tests. Then it writes <gpu>.json. A record holds for one state of the sources, identified by their digest. It has no
times of tests, no paths, and no names of hosts and users. So two records of one state on one kind of machine differ only if the
outcome does.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import summary  # noqa: E402  tests/summary.py
from base import Base, dependencies_of  # noqa: E402  beside this file, as those below
from dependencies import Dependencies  # noqa: E402
from freshness import SCHEMA, check, read, show_status, skipped_cases  # noqa: E402
from machine import Error, Run, commit, file_name, gpu, operating_system, output_of, toolchain, visible_devices  # noqa: E402
from parts import Parts, now, write  # noqa: E402
from sanitizers import TOOLS, run_sanitizer  # noqa: E402
from sources import digest, hashes, short  # noqa: E402

NEEDED_FIRST = "what the tests need first"
# The host touches vectors of many GiB. Page after page, that takes it longer than the kernels between.
LARGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def groups_of_tests(build):
    """The tests that use a GPU, in groups by the first word of their names: what is kept when a run breaks off.

    Large sizes are groups of their own, by the second word, and the group "" is what they all need first. Groups with a test of a long
    time limit come first: one of them at the end would keep all but one device idle. All other tests say nothing about a GPU: CI runs
    them."""
    listed = output_of("ctest", "--test-dir", str(build), "-L", "^gpu$", "--show-only=json-v1")
    try:
        tests = json.loads(listed or "")["tests"]
    except (ValueError, KeyError) as error:
        raise Error(f"ctest does not list the tests of {build}") from error
    groups, limits = {}, {}
    for test in tests:
        properties = {one["name"]: one["value"] for one in test.get("properties", [])}
        labels = properties.get("LABELS", [])
        words = test["name"].split(".")
        group = ".".join([*words[:2], "large"]) if "large" in words else words[0]
        group = group if "gpu" in labels else ""
        groups.setdefault(group, []).append(test["name"])
        limits[group] = max(limits.get(group, 0), properties.get("TIMEOUT", 0))
    return {group: groups[group] for group in sorted(groups, key=lambda group: (-limits[group], group))}


def run_tests(build, names, results, devices, timeout):
    """Gives these tests without those that they need first, and the failed ones. Programs get the first of the devices."""
    command = ["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error", "--output-junit", results]
    command += [*summary.KEEP_OUTPUT, "-R", f"^({'|'.join(map(re.escape, names))})$", "--fixture-exclude-any", "."]
    command += ["--parallel", str(max(1, (os.cpu_count() or 1) // len(devices)))]
    failures, tests = [], {}
    # A test that is skipped for want of a GPU would be a hole in the record that looks like none.
    run = Run(command, timeout=timeout, show=True, CUDA_LEGACY_REQUIRE_GPU="1", CUDA_VISIBLE_DEVICES=",".join(devices),
              **LARGE_PAGES)
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


def run_all_tests(groups, build, scratch, failures, timeout, parts, devices):
    """Every group once, as many at a time as there are devices, each group with another device first."""
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


def run_pairs(build, scratch, failures, timeout, slugs=()):
    print("Pairs", flush=True)
    results = scratch / "pairs.json"
    run = Run([build / "bin/pairs", "run", "--json", results, *slugs], timeout=timeout, show=True)
    if run.status != 0:
        failures.append("pairs did not end in time" if run.timed_out else f"pairs ended with status {run.status}")
    try:
        return json.loads(results.read_text())
    except (OSError, ValueError):
        if run.status == 0:
            failures.append("pairs wrote no results")
        return {}


def run_benchmark(build, scratch, failures, timeout, slugs=()):
    """What ./run bench says: the stages of the pairs, the library's calls and the limits, in one run."""
    program, results = build / "bin/benchmark_pairs", scratch / "benchmarks.json"
    if not program.is_file():
        return {}
    print("Benchmark", flush=True)
    table = pathlib.Path(__file__).resolve().parents[1] / "benchmarks/table.py"
    run = Run([sys.executable, table, program, "--json", results, *slugs], timeout=timeout, show=True, **LARGE_PAGES)
    try:
        return json.loads(results.read_text())
    except (OSError, ValueError):
        failures.append("the benchmark did not end in time" if run.timed_out else f"the benchmark ended with status {run.status}")
        return {}


LATENCY = re.compile(r"^(\S.*?) {2,}(\d+) +([\d.]+) +([\d.]+)$", re.M)


def run_latencies(build, failures, timeout):
    """How long a result takes to arrive, by memory: the table that benchmark_latencies prints."""
    program = build / "bin/benchmark_latencies"
    if not program.is_file():
        return {}
    print("Latencies", flush=True)
    run = Run([program], timeout=timeout)
    print(run.output, end="", flush=True)
    rows = [{"what": what, "steps": int(steps), "cycles": float(cycles), "nanoseconds": float(nanoseconds)}
            for what, steps, cycles, nanoseconds in LATENCY.findall(run.output)]
    if run.status or not rows:
        failures.append("the latencies did not end in time" if run.timed_out else f"the latencies ended with status {run.status}")
        return {}
    return {"rows": rows}


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


def steps(build, scratch, options, base):
    """What a record has beside the tests, in order: each takes the list of failures, and returns its part of the record.

    "sanitizers racecheck" is an item of the part "sanitizers". With a base, each runs its stale units alone, and keeps the rest."""
    if base is None:
        all_steps = {
            "pairs": lambda failures: run_pairs(build, scratch, failures, options.test_seconds),
            "benchmarks": lambda failures: run_benchmark(build, scratch, failures, options.benchmark_seconds),
        }
    else:
        slugs, again = list(base.units["pairs"]), sorted(base.again["pairs"])
        all_steps = {
            "pairs": lambda failures: base.merged_pairs(
                run_pairs(build, scratch, failures, options.test_seconds, again) if again else {}, slugs),
            "benchmarks": lambda failures: base.merged_benchmarks(
                run_benchmark(build, scratch, failures, options.benchmark_seconds, again) if again else {}, slugs),
        }
    all_steps["latencies"] = lambda failures: run_latencies(build, failures, options.program_seconds)  # seconds, so always anew
    for tool in TOOLS:
        all_steps[f"sanitizers {tool}"] = lambda failures, tool=tool: sanitized(build, tool, failures, options, base)
    return all_steps


def sanitized(build, tool, failures, options, base):
    wanted = None if base is None else base.again["programs"]
    new = run_sanitizer(build, tool, failures, options.program_seconds, options.sanitizer_seconds, wanted) if wanted != set() else {}
    return new if base is None else base.merged_sanitizer(tool, new, base.units["programs"])


def base_of(path, parts_path, files, belongs_to, units):
    """What --resume goes on from: a run that broke off, with or without a record before it; else that record. Nothing: neither.

    `path` is the record in the folder of --output, or that of tests/evidence."""
    from_date = None
    if parts_path.exists():
        from_date = Parts.goes_on_from(parts_path)
        if from_date is None:
            return None
    elif not path.exists():
        raise Error(f"nothing to resume: there is no {parts_path}, and no {path.name}")
    value = read(path)
    if from_date is not None and value["date"] != from_date:
        raise Error(f"nothing to resume: {parts_path.name} is of another {path.name}; without --resume a record begins anew")
    return Base(value, short(files), belongs_to, units)


def chosen(groups, base, found):
    """The tests to record: all of them, or those that a base does not keep, with what these need first."""
    if base is None:
        return groups
    again = base.again["tests"]
    wanted = again | found.needed_by(again)
    picked = {group: [name for name in names if name in wanted] for group, names in groups.items()}
    return {group: names for group, names in picked.items() if names}


def record(root, build, options, folder):
    device = gpu()
    if not (build / "bin/pairs").is_file():
        raise Error("nothing is built: ./run evidence builds first")
    files = hashes(root)
    failures = []
    belongs_to = {"device": device, "os": operating_system(), **toolchain(build)}
    path = folder / file_name(device["name"])
    parts_path = folder / ("." + path.name + ".parts")
    groups = groups_of_tests(build)
    names = [name for group in groups.values() for name in group]
    sources = Dependencies(root, build, files)
    dependencies = dependencies_of(sources, files, build, names)
    last = path if path.exists() else root / "tests/evidence" / path.name
    base = base_of(last, parts_path, files, belongs_to, dependencies) if options.resume else None
    belongs_to = {"digest": digest(files), **belongs_to}
    parts = Parts(parts_path, belongs_to, options.resume and parts_path.exists(), base and base.date)
    found = {}
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        picked = chosen(groups, base, sources)
        if picked or base is None:
            found["tests"] = run_all_tests(picked, build, scratch, failures, options.test_seconds, parts, visible_devices(device["count"]))
        if base:
            found["tests"] = base.merged_tests(names, found.get("tests", {}))
        for name, step in steps(build, scratch, options, base).items():
            outcome, failed = parts.of(name, step)
            part, _, item = name.partition(" ")
            found[part] = {**found.get(part, {}), item: outcome} if item else outcome
            failures += failed
            if hashes(root) != files:
                parts.path.unlink(missing_ok=True)
                raise Error("the sources changed meanwhile: nothing recorded")
    hidden = [(str(build), "<build>"), (str(root), "<source>")]
    home = os.path.expanduser("~")
    if len(home) > 1:
        hidden.append((home, "<home>"))
    resumed = parts.resumed()
    return {
        "schema": SCHEMA,
        "files": short(files),
        "commit": commit(root),
        "date": now(),
        **belongs_to,
        **({"dependencies": dependencies} if dependencies else {}),
        **({"resumed": resumed} if resumed else {}),
        "passed": not failures,
        "failures": scrubbed(failures, hidden),
        **{name: scrubbed(part, hidden) for name, part in found.items()},
    }, parts.path


def parser():
    result = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = result.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="do the records belong to these sources, and lack nothing? exit status 1: no")
    what.add_argument("--status", action="store_true", help="the same in one line, exit status 77: no")
    what.add_argument("--resume", action="store_true", help="go on where a run over the same sources, GPU and tools broke off; or record what of the last record is stale")
    result.add_argument("--output", metavar="DIR", help="where the records are (default: tests/evidence)")
    result.add_argument("--build", metavar="DIR", help="the build folder (default: build)")
    result.add_argument("--benchmark-seconds", type=float, default=900, help="limit for the benchmark")
    result.add_argument("--test-seconds", type=float, default=1800, help="limit for all tests, and for all pairs")
    result.add_argument("--program-seconds", type=float, default=120, help="limit for one program under one sanitizer tool")
    result.add_argument("--sanitizer-seconds", type=float, default=300, help="limit for all programs under one sanitizer tool")
    return result


def main(arguments, root=pathlib.Path(__file__).resolve().parents[3]):  # noqa: B008
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
    print("\n".join([*skipped_cases(value), f"Recorded in {path}; python3 tests/tools/evidence/figures.py --write puts it into the texts"]))
    for failure in value["failures"]:
        print(f"FAILED: {failure}")
    return 0 if value["passed"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
