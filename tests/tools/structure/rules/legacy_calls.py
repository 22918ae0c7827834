# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a legacy example creates, binds and records, it destroys, unbinds and waits for.

The documents' programs do so. No result shows when one of these calls is missing, and leaks of events are no leaks of memory.
"""

import re

from rules.finding import Finding, nothing
from rules.text import line_of, read, without_comments
from rules.tree import stems

NAME = r"([\w.\[\]>-]+)"
CREATED = re.compile(rf"\bcudaEventCreate\w*\s*\(\s*&\s*{NAME}")
BOUND = re.compile(rf"\bcudaBindTexture(?:ToArray\s*\(\s*|(?:2D)?\s*\([^,;]*,\s*)&?\s*{NAME}")
RECORDED = re.compile(rf"\bcudaEventRecord\s*\(\s*{NAME}")
READ = re.compile(rf"\bcudaEventElapsedTime\s*\([^,;]*,\s*{NAME}\s*,\s*{NAME}\s*\)")


def takes(call, name):
    """A call of that function with that name alone."""
    return re.compile(rf"\b{call}\s*\(\s*&?\s*{re.escape(name)}\s*\)")


def is_waited_for(code, event, until):
    """Whether the host waits between the last record of an event and a place of the code."""
    records = [found.end() for found in RECORDED.finditer(code, 0, until) if found[1] == event]
    between = code[records[-1] if records else 0:until]
    return bool(takes("cudaEventSynchronize", event).search(between) or re.search(r"\bcuda(Device|Thread)Synchronize\s*\(", between))


def unpaired(source):
    """(place, sentence) of each call in a legacy example whose counterpart is missing."""
    code = without_comments(source)
    for created in CREATED.finditer(code):
        if not takes("cudaEventDestroy", created[1]).search(code, created.end()):
            yield created.start(), f"the event {created[1]} is not destroyed"
    for bound in BOUND.finditer(code):
        if not takes("cudaUnbindTexture", bound[1]).search(code, bound.end()):
            yield bound.start(), f"the texture reference {bound[1]} stays bound"
    reads = list(READ.finditer(code))
    for recorded in RECORDED.finditer(code):
        if not any(recorded[1] in found.groups() for found in reads):
            yield recorded.start(), f"no time is taken from the event {recorded[1]}"
    for found in reads:
        if not is_waited_for(code, found[2], found.start()):
            yield found.start(), f"nothing waits for the event {found[2]} before its time is taken"


def calls_in_pairs(root):
    """What a legacy example creates, binds and records, it destroys, unbinds and waits for."""
    examples = stems(root, "legacy")
    for stem in examples:
        source = read(root / f"legacy/{stem}.cu")
        for at, sentence in unpaired(source):
            yield Finding(f"legacy/{stem}.cu", line_of(without_comments(source), at), sentence)
    if not examples:
        yield nothing("examples of legacy/")
