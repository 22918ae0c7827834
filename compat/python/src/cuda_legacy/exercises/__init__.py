# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exercises: a modern example with blanks, its task, and the pair's own comparison as a checker on the emulated device.

The texts are in tests/pairs/exercises, in a checkout and below `course` in the package. texts.py reads them, folder.py writes
an exercise's folder, checking.py builds and runs its checker, command.py is the command.
"""
