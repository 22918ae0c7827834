# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a rule found wrong."""

import typing


class Finding(typing.NamedTuple):
    """A sentence on a file of the tree, and the line where there is one."""
    file: str
    line: typing.Optional[int]
    sentence: str

    def place(self):
        return self.file if self.line is None else f"{self.file}:{self.line}"

    def told(self, rule):
        return f"{self.place()}: {rule}: {self.sentence}"


def nothing(what):
    """The finding of a rule that had nothing to look at."""
    return Finding(".", None, f"no {what} below this folder: is it the right one?")
