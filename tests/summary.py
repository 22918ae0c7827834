#!/usr/bin/env python3
"""What a CTest run did, read from its JUnit file: how many tests passed, failed, were skipped, and why.

usage: summary.py FILE    exit status 1 when no test ran: all skipped proves as little as none there
"""

import collections
import sys
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple


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


def read_junit(path):
    """The outcome of every test in a JUnit file of CTest's, by name. Raises OSError or ElementTree.ParseError."""
    outcomes = []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        output = case.findtext("system-out") or ""
        skipped, failure = case.find("skipped"), case.find("failure")
        if failure is not None:
            outcomes.append(Outcome(case.get("name"), "failed", failure.get("message") or "", output))
        elif skipped is not None:
            # CTest files two things as skipped: a test that said so, and one that it could not start.
            message = skipped.get("message") or ""
            if message.startswith("SKIP_"):
                outcomes.append(Outcome(case.get("name"), "skipped", skip_reason(output, "no reason given"), output))
            elif message == "Disabled":
                outcomes.append(Outcome(case.get("name"), "skipped", "disabled", output))
            else:
                outcomes.append(Outcome(case.get("name"), "failed", message or "not run", output))
        elif case.get("status") == "run":
            outcomes.append(Outcome(case.get("name"), "passed", "", output))
        elif case.get("status") == "disabled":
            outcomes.append(Outcome(case.get("name"), "skipped", "disabled", output))
        else:
            outcomes.append(Outcome(case.get("name"), "failed", "status " + str(case.get("status")), output))
    return sorted(outcomes)


def summary(outcomes):
    """The lines to print; the last one is "N passed, N failed, N skipped"."""
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
