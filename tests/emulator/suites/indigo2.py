#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on a sample of Indigo2, graph programs in many styles (github.com/burtscher/Indigo2Suite).

    indigo2.py CHECKOUT [--write]

A name lists the styles of its program: BFS_CUDA_V_Topo_Push_..._Persist_Atomic_Warp. No program of the suite has a
planted defect, so each must compute its own check's result, without a finding.

The sample is fixed: for each algorithm it has every pair of styles that some program of the suite has. The program with
the most pairs that are still missing is chosen next; among equals it is the one whose name has the smallest SHA-256.

Each program runs on the graphs of the suite, which have three nodes, and on a larger one that this script makes. Its
250 nodes have different degrees.
"""
import array
import itertools
import pathlib
import random
import re
import sys

import indigo3
import suite

NODES, DEGREE = 250, 4  # of the larger graph: a node is joined to so many that were there before
# Without weights in the graph, MIS copies from a null pointer and says so. It does not use the weights.
FAILURE = r"ERROR(?!: copying of eweight).*|Total Error.*"
# The arguments of a program, besides the graph: the first node, and whether it checks its result.
ARGUMENTS = {"BFS": ["0", "1"], "SSSP": ["0", "1"], "PR": []}
# PageRank says that its own check passed. The other programs print an error only.
PASSED = {"PR": ["All good"]}


def styles(name: str) -> set[tuple[str, str]]:
    """All pairs of a program's styles."""
    return set(itertools.combinations(name.split("_"), 2))


def sample(names: list[str]) -> list[str]:
    """The fixed sample of one algorithm's programs, whatever the order of the list."""
    left, chosen = sorted(names, key=indigo3.by_hash), []
    missing = set().union(*(styles(name) for name in names))
    while missing:
        chosen.append(max(left, key=lambda name: len(styles(name) & missing)))
        missing -= styles(chosen[-1])
    return sorted(chosen)


def larger_graph(file: pathlib.Path) -> pathlib.Path:
    """An undirected graph in the suite's format: nodes, edges, where each node's neighbours begin, neighbours, weights."""
    source = random.Random(1)
    ends, neighbours = list(range(DEGREE)), [set() for _ in range(NODES)]
    for node in range(DEGREE, NODES):
        # A node is in the list as often as it has edges, so that few nodes get many.
        for other in {ends[int(source.random() * len(ends))] for _ in range(DEGREE)}:
            neighbours[node].add(other)
            neighbours[other].add(node)
            ends += [node, other]
    rows = [sorted(row) for row in neighbours]
    flat = [other for row in rows for other in row]
    begins = [0, *itertools.accumulate(map(len, rows))]
    weights = [1 + (node * other) % NODES for node, row in enumerate(rows) for other in row]
    file.write_bytes(array.array("i", [NODES, len(flat), *begins, *flat, *weights]).tobytes())
    return file


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    graphs = [*sorted((checkout / "small-inputs").glob("*.egr")), larger_graph(work / "larger.egr")]
    found = []
    for folder in sorted((checkout / "codes/cuda").glob("*-cuda")):
        sources = {source.stem: source for source in folder.glob("*.cu")}
        for name in sample(list(sources)):
            if re.search(r"_(?!No)[A-Za-z]+Bug", name):
                raise SystemExit(f"{name}: a program with a defect is not known here")
            kind = name.split("_")[0]
            runs = [[str(graph), *ARGUMENTS.get(kind, ["1"])] for graph in graphs]
            found.append(indigo3.program(sources[name], checkout / "include", "", runs, failure=FAILURE, prints=PASSED.get(kind, [])))
    return found


SUITE = suite.Suite("indigo2", "github.com/burtscher/Indigo2Suite", indigo3.SETTINGS, programs)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
