# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two files line by line, as tests/pairs/program/alignment.cpp puts them beside each other for `pairs diff`.

A test holds the rows of every pair against what that program prints. The pages are built where there is no compiler,
so the rule is written twice.
"""

import collections
import functools
import re

WORD = re.compile(r"[A-Za-z0-9_\u0080-\U0010ffff]+|[ \t] *|.", re.S)
NAME = re.compile(r"[A-Za-z0-9_\u0080-\U0010ffff]")
NO_RELATION = -1e9
NEIGHBOURS = 2  # gained by a row right below another such row

# left, right: numbers of lines from 0 on, or None. related: the two stand on one row because they are alike.
Row = collections.namedtuple("Row", "left right related")
Line = collections.namedtuple("Line", "text indent weight counted named")


def words_of(line):
    return WORD.findall(line)


def is_blank(word):
    return word[0] in " \t"


@functools.cache
def weight(word):
    """What a word says about its line: a name more than a bracket."""
    if is_blank(word):
        return 0
    return 2 + min(len(word.encode()), 10) if NAME.match(word) else 1


def common_weights(one, other):
    """[i][j]: the weight of the best common subsequence of one from i on and other from j on."""
    weights = [weight(word) for word in one]
    table = [[0] * (len(other) + 1)]
    for i in range(len(one) - 1, -1, -1):
        below, here, word, gained = table[-1], [0] * (len(other) + 1), one[i], weights[i]
        for j in range(len(other) - 1, -1, -1):
            best = below[j] if below[j] > here[j + 1] else here[j + 1]
            if word == other[j] and below[j + 1] + gained > best:
                best = below[j + 1] + gained
            here[j] = best
        table.append(here)
    return table[::-1]


@functools.cache
def common_weight(one, other):
    return common_weights(one, other)[0][0]


def parsed(line):
    text, indent = words_of(line), ""
    if text and is_blank(text[-1]):
        text.pop()
    if text and is_blank(text[0]):
        indent = text.pop(0)
    return Line(tuple(text), indent, sum(map(weight, text)), collections.Counter(text),
                any(NAME.match(word) for word in text))


def gain(one, other):
    """What is gained by two lines on one row: what they have in common, if that is at least half of them."""
    both = one.weight + other.weight
    if both == 0:
        return -0.5  # blank lines meet where their neighbours do
    if one.text == other.text:
        return both / 2 if one.named or one.indent == other.indent else NO_RELATION  # braces of another depth
    if 4 * min(one.weight, other.weight) < both:  # no more than the lighter line has is common
        return NO_RELATION
    most = sum(weight(word) * min(count, other.counted[word]) for word, count in one.counted.items() if word in other.counted)
    if 4 * most < both:
        return NO_RELATION
    common = common_weight(one.text, other.text)
    return NO_RELATION if 2 * common < 0.5 * both else common


def align(left, right):
    """The best rows for two lists of lines."""
    lefts, rights = [parsed(line) for line in left], [parsed(line) for line in right]
    gains = [[gain(one, other) for other in rights] for one in lefts]
    # best[after][i][j]: from lines i and j on, where `after` tells whether the row before was a related one
    best = [[[0.0] * (len(rights) + 1) for _ in range(len(lefts) + 1)] for _ in range(2)]
    for i in range(len(lefts), -1, -1):
        for j in range(len(rights), -1, -1):
            for after in (0, 1):
                here = 0.0
                if i < len(lefts):
                    here = max(here, best[0][i + 1][j])
                if j < len(rights):
                    here = max(here, best[0][i][j + 1])
                if i < len(lefts) and j < len(rights) and gains[i][j] != NO_RELATION:
                    here = max(here, gains[i][j] + NEIGHBOURS * after + best[1][i + 1][j + 1])
                best[after][i][j] = here
    rows, i, j, after = [], 0, 0, 0
    while i < len(lefts) or j < len(rights):
        inside = i < len(lefts) and j < len(rights)
        if inside and gains[i][j] != NO_RELATION \
                and best[after][i][j] == gains[i][j] + NEIGHBOURS * after + best[1][i + 1][j + 1]:
            rows.append(Row(i, j, True))
            i, j, after = i + 1, j + 1, 1
            continue
        if j == len(rights) or (i < len(lefts) and best[after][i][j] == best[0][i + 1][j]):
            rows.append(Row(i, None, False))
            i += 1
        else:
            rows.append(Row(None, j, False))
            j += 1
        after = 0
    return list(shared(rows))


def shared(rows):
    """Lines that stand on one side only, between two related rows, share rows."""
    gone, come = [], []
    for row in [*rows, None]:
        if row and not row.related:
            gone += [row.left] if row.left is not None else []
            come += [row.right] if row.right is not None else []
            continue
        for at in range(max(len(gone), len(come))):
            yield Row(gone[at] if at < len(gone) else None, come[at] if at < len(come) else None, False)
        gone, come = [], []
        if row:
            yield row


def changed_words(words, other):
    """Tells for each word whether the other line lacks it. A blank counts with its neighbours."""
    common = common_weights(words, other)
    changed, partner = [True] * len(words), [0] * len(words)
    i = j = 0
    while i < len(words) and j < len(other):
        if not is_blank(words[i]) and words[i] == other[j] and common[i][j] == common[i + 1][j + 1] + weight(words[i]):
            partner[i], changed[i] = j, False
            i, j = i + 1, j + 1
        elif common[i][j] == common[i + 1][j]:
            i += 1
        else:
            j += 1
    for at, word in enumerate(words):
        if not is_blank(word):
            continue
        if not (0 < at < len(words) - 1 and not changed[at - 1] and not changed[at + 1]):
            changed[at] = False
            continue
        begin, end = partner[at - 1] + 1, partner[at + 1]
        changed[at] = begin == end or (end == begin + 1 and is_blank(other[begin]) and other[begin] != word)
    return changed
