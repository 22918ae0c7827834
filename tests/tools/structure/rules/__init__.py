# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rules of the repository's structure, a module for each subject. ../lint.py names them and runs them.

A rule is a function of the tree's root that yields a `Finding` for each thing that is wrong, and none when all is well. A
tree in which a rule has nothing to look at is wrong, too: a rule that checks nothing would pass for ever.
"""
