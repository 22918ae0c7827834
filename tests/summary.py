#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a CTest run did, read from its JUnit file: how many tests passed, failed, were skipped, and why.

A test that ran may have skipped some of its cases: they are counted, too, by reason.

usage: summary.py FILE    exit status 1 when no test ran: all skipped proves as little as none there
"""

import collections
import sys
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

# A test that was skipped in part says so in its output. Without this option, CTest keeps 1024 bytes of a passed test's
# output.
KEEP_OUTPUT = ("--test-output-size-passed", "65536")
NO_REASON = "no reason given"
LEFT_OUT = "disabled"  # thorough tests without --thorough: nothing else disables a test


class Outcome(NamedTuple):
    name: str
    outcome: str  # passed, failed or skipped
    reason: str  # why it was skipped, or failed where CTest says so
    output: str


def skip_reason(output, otherwise):
    """The test's own words, from its line "skipped: ..."."""
    for line in output.splitlines():
        if line.strip().startswith("skipped:"):
            return line.strip()[len("skipped:") :].strip() or otherwise
    return otherwise


def skipped_cases(output):
    """The cases that a test program skipped, and why, from its lines "case skipped: NAME: REASON"."""
    found = {}
    for line in output.splitlines():
        if line.strip().startswith("case skipped:"):
            name, _, reason = line.strip()[len("case skipped:") :].strip().partition(": ")
            found[name] = reason or NO_REASON
    return found


def read_junit(path):
    """The outcome of every test in a JUnit file of CTest's, by name. Raises OSError or ElementTree.ParseError."""
    outcomes = []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        output = case.findtext("system-out") or ""
        skipped, failure = case.find("skipped"), case.find("failure")
        if failure is not None:
            outcomes.append(Outcome(case.get("name"), "failed", failure.get("message") or "", output))
        elif skipped is not None:
            # CTest reports two kinds of tests as skipped: a test that said so, and one that it could not start.
            message = skipped.get("message") or ""
            if message.startswith("SKIP_"):
                outcomes.append(Outcome(case.get("name"), "skipped", skip_reason(output, NO_REASON), output))
            elif message == "Disabled":
                outcomes.append(Outcome(case.get("name"), "skipped", LEFT_OUT, output))
            else:
                outcomes.append(Outcome(case.get("name"), "failed", message or "not run", output))
        elif case.get("status") == "run":
            outcomes.append(Outcome(case.get("name"), "passed", "", output))
        elif case.get("status") == "disabled":
            outcomes.append(Outcome(case.get("name"), "skipped", LEFT_OUT, output))
        else:
            outcomes.append(Outcome(case.get("name"), "failed", "status " + str(case.get("status")), output))
    return sorted(outcomes)


def number_of(things, what):
    return f"{things} {what}" + ("" if things == 1 else "s")


def case_summary(cases_of):
    """The lines to print of skipped cases, given the cases of each test with their reasons. No lines without any."""
    why = collections.defaultdict(list)
    for test, cases in cases_of.items():
        for reason in cases.values():
            why[reason].append(test)
    if not why:
        return []

    def count(tests):
        return f"{number_of(len(tests), 'case')} in {number_of(len(set(tests)), 'test')}"

    lines = [f"{count(sum(why.values(), []))} skipped:"]
    return lines + [f"  {count(why[reason])}: {reason}" for reason in sorted(why)]


def summary(outcomes):
    """The lines to print; the last one is "N passed, N failed, N skipped"."""
    left_out = [test for test in outcomes if test.outcome == "skipped" and test.reason == LEFT_OUT]
    outcomes = [test for test in outcomes if test not in left_out]
    count = collections.Counter(test.outcome for test in outcomes)
    lines = []
    for test in outcomes:
        if test.outcome == "failed":
            lines.append(f"Failed: {test.name}" + (f": {test.reason}" if test.reason else ""))
    why = collections.defaultdict(list)
    for test in outcomes:
        if test.outcome == "skipped":
            why[test.reason].append(test.name)
    for reason in sorted(why):
        lines.append(f"Skipped: {reason}")
        lines += [f"  {name}" for name in why[reason]]
    # A test that was skipped whole says so once.
    lines += case_summary({test.name: skipped_cases(test.output) for test in outcomes if test.outcome != "skipped"})
    if left_out:
        lines.append(f"{number_of(len(left_out), 'thorough test')} left out: ./run test --thorough runs everything")
    ran = count["passed"] + count["failed"]
    lines.append(f"{len(outcomes)} tests, {ran or 'none'} ran")
    lines.append(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return lines


def main(arguments):
    if len(arguments) != 1:
        print(__doc__.split("usage: ")[1].splitlines()[0], file=sys.stderr)
        return 2
    try:
        outcomes = read_junit(arguments[0])
    except (OSError, ElementTree.ParseError) as error:
        print(f"summary: no test results: {error}", file=sys.stderr)
        return 1
    print()
    print("\n".join(summary(outcomes)))
    return 0 if any(test.outcome != "skipped" for test in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
