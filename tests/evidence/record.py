#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Record what a GPU says about these sources, and tell whether a record still belongs to them.

On a machine with a GPU, after a build, it runs the tests that use it, the pairs, the benchmark, and the compute-sanitizer tools
over the paired tests, and writes <gpu>.json. A record holds for one state of the sources, known by their digest. Times of tests, paths
and names of hosts and users stay out: two records of one state on one kind of machine differ only where the outcome does.
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

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import summary  # noqa: E402  tests/summary.py
from freshness import SCHEMA, check, show_status, skipped_cases  # noqa: E402  beside this file, as those below
from machine import Error, Run, commit, file_name, gpu, operating_system, output_of, toolchain, visible_devices  # noqa: E402
from parts import Parts, now, write  # noqa: E402
from sanitizers import TOOLS, run_sanitizer  # noqa: E402
from sources import digest, hashes, short  # noqa: E402

NEEDED_FIRST = "what the tests need first"
# The host touches vectors of many GiB. Page after page, that takes it longer than the kernels between.
LARGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def groups_of_tests(build):
    """The tests that use a GPU, in groups by the first word of their names: what is kept when a run breaks off.

    Large sizes are groups of their own, by the second word, and the group "" is what they all need first. All other tests say nothing
    about a GPU: CI runs them."""
    listed = output_of("ctest", "--test-dir", str(build), "-L", "^gpu$", "--show-only=json-v1")
    try:
        tests = json.loads(listed or "")["tests"]
    except (ValueError, KeyError) as error:
        raise Error(f"ctest does not list the tests of {build}") from error
    groups = {}
    for test in tests:
        labels = [label for one in test.get("properties", []) if one["name"] == "LABELS" for label in one["value"]]
        words = test["name"].split(".")
        group = ".".join([*words[:2], "large"]) if "large" in words else words[0]
        groups.setdefault(group if "gpu" in labels else "", []).append(test["name"])
    return dict(sorted(groups.items()))


def run_tests(build, names, results, devices, timeout):
    """These tests without what they need first, and what failed. The first of the devices is the one that programs get."""
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
    run = Run([sys.executable, table, program, "--json", results], timeout=timeout, show=True, **LARGE_PAGES)
    try:
        return json.loads(results.read_text())
    except (OSError, ValueError):
        failures.append("the benchmark did not end in time" if run.timed_out else f"the benchmark ended with status {run.status}")
        return {}


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
    """What a record has beside the tests, in order: each takes the list of failures, and returns its part of the record.

    "sanitizers racecheck" is an item of the part "sanitizers"."""
    all_steps = {
        "pairs": lambda failures: run_pairs(build, scratch, failures, options.test_seconds),
        "benchmarks": lambda failures: run_benchmark(build, scratch, failures, options.benchmark_seconds),
    }
    for tool in TOOLS:
        all_steps[f"sanitizers {tool}"] = lambda failures, tool=tool: run_sanitizer(
            build, tool, failures, options.program_seconds, options.sanitizer_seconds)
    return all_steps


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
            outcome, failed = parts.of(name, step)
            part, _, item = name.partition(" ")
            found[part] = {**found.get(part, {}), item: outcome} if item else outcome
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
    result.add_argument("--sanitizer-seconds", type=float, default=300, help="limit for all programs under one sanitizer tool")
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
