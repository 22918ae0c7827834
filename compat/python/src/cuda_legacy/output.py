# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ends a command in order if its standard output cannot be written."""

import errno
import os
import signal
import sys


def written(program, act):
    """What act() returns, after all of its output is written. A full disk ends the program with status 2 and a message.
    A reader that left ends it without one, with the status of a program that SIGPIPE ended."""
    try:
        try:
            return act()
        finally:
            if sys.stdout:
                sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:  # not of standard output
            raise
        # Python writes what is left in the buffer once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if error.errno == errno.EPIPE:
            sys.exit(128 + signal.SIGPIPE)
        print(f"{program}: standard output cannot be written: {error.strerror}", file=sys.stderr)
        sys.exit(2)
