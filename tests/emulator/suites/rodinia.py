#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulated device on Rodinia, CUDA programs of the years before 2016 (github.com/yuhc/gpu-rodinia).

    rodinia.py CHECKOUT [--write]

The programs are those of `cuda/`, and all are correct. Each is compiled from the sources of its Makefile, with one more
option: `-include cuda_legacy.h`, which brings back what CUDA has removed. The samples' headers that CFD wants are those
in the folder of `hybridsort`; the headers of OpenGL are empty.

A program that reads no file runs as the suite runs it, as a rule. The suite's inputs are not in the repository, so small
ones are made here, where each program looks for them. A result is compared with what the input must give, as far as the
program prints it, compares by itself, or writes a text file. Programs that want films are not applicable.
"""
import collections
import math
import pathlib
import random
import re
import sys

import suite

FAILURE = r"(?i)(?<!\w)nan\b|\bfail|\b(?:dis|miss?)match|\berror\b:"
HEADER = ["-I", str(suite.ROOT / "compat/include"), "-include", "cuda_legacy.h"]
NODES, RECORDS, CLUSTERS, LETTERS, READ = 2000, 2000, 5, 5000, 25


def lines(*rows: object) -> str:
    return "".join(f"{row}\n" for row in rows)


def graph() -> tuple[str, list[str]]:
    """A graph, and the distance of each node from the first."""
    chosen = random.Random(1)
    edges = [[chosen.randrange(NODES) for _ in range(chosen.randint(1, 4))] for _ in range(NODES)]
    begins = [sum(map(len, edges[:node])) for node in range(NODES)]
    cost, queue = {0: 0}, collections.deque([0])
    while queue:
        node = queue.popleft()
        for other in edges[node]:
            if other not in cost:
                cost[other] = cost[node] + 1
                queue.append(other)
    text = lines(NODES, *(f"{begin} {len(out)}" for begin, out in zip(begins, edges)), "\n0\n", sum(map(len, edges)),
                 *(f"{other} 1" for out in edges for other in out))
    return text, [rf"\b{node}\) cost:{cost.get(node, -1)}\b" for node in range(NODES)]


def values(seed: int, count: int, low: float, high: float) -> str:
    chosen = random.Random(seed)
    return lines(*(f"{chosen.uniform(low, high):.4f}" for _ in range(count)))


def clusters() -> tuple[str, list[str]]:
    """Points in pairs around centers that are far apart, and the centers."""
    chosen = random.Random(2)
    centers = [[100 * one + chosen.randrange(50) for _ in range(8)] for one in range(CLUSTERS)]
    rows = []
    for _ in range(200):
        moves = [[chosen.randint(-9, 9) for _ in center] for center in centers]
        rows += [[a + sign * b for a, b in zip(center, move)] for sign in (1, -1) for center, move in zip(centers, moves)]
    text = lines(*(" ".join(map(str, [number, *row])) for number, row in enumerate(rows)))
    return text, [re.escape(f"{number}: " + " ".join(f"{x:.2f}" for x in center)) for number, center in enumerate(centers)]


def mesh(width: int = 24, height: int = 16) -> str:
    """Cells of a plane: a wall with a bump below, and the far field around. A neighbour is -1 there, and 0 at a wall."""
    rows: list[object] = [width * height]
    for cell in range(width * height):
        x, y = cell % width, cell // width
        sides = [(x > 0, -1, "-1 0 0"), (x < width - 1, 1, "1 0 0"), (y > 0, -width, "0 -1 0"), (y < height - 1, width, "0 1 0")]
        faces = [f"{cell + step + 1 if inside else -1} {normal}" for inside, step, normal in sides]
        if y == 0:
            faces[2] = "0 0.05 -1 0" if 8 <= x < 12 else "0 0 -1 0"
        rows.append(f"1 {' '.join(faces)}")
    return lines(*rows)


def records() -> tuple[str, list[str]]:
    """Places of hurricanes, and the five that are nearest to 30, 90."""
    chosen = random.Random(3)
    made = []
    for _ in range(RECORDS):
        north, east = chosen.randint(70, 690) / 10, chosen.randint(0, 3590) / 10
        row = f"{chosen.randint(1950, 2004):4} {chosen.randint(1, 12):2} {chosen.randint(1, 28):2}  6 {chosen.randint(1, 28):2} "
        row += f"{'ALBERTO':9} {north:5.1f} {east:5.1f} {chosen.randint(10, 164):4} {chosen.randint(0, 899):4}"
        made.append((math.hypot(30 - north, 90 - east), row))
    nearest = sorted(made)[:5]
    return lines(*(row for _, row in made)), [re.escape(f"{row} --> Distance={math.floor(distance * 100) / 100}") for distance, row in nearest]


def genome() -> tuple[str, str, list[str]]:
    """A text of four letters, pieces of it, and where they are."""
    chosen = random.Random(4)
    text = "".join(chosen.choices("ACGT", k=LETTERS))
    places = [chosen.randrange(LETTERS - READ) for _ in range(100)]
    pieces = lines(*(f">{number}\n{text[place:place + READ]}" for number, place in enumerate(places)))
    return lines(">reference", text), pieces, [rf"> {number}\s+{place + 1}\s+1\s+{READ}\b" for number, place in enumerate(places)]


def pixels(seed: int, count: int) -> list[int]:
    return random.Random(seed).choices(range(256), k=count)


def inputs() -> dict[str, str | bytes]:
    """The files below `data`, under the suite's own names as far as it has names."""
    huffman = bytes(random.Random(5).choices(range(64), [1 / (k + 1) for k in range(64)], k=1 << 18))
    reference, pieces, _ = genome()
    return {
        "b+tree/mil.txt": lines(10000, *range(10000)), "b+tree/command.txt": "j 60 30\nk 100\n\0",
        "bfs/graph.txt": graph()[0], "cfd/mesh.domn": mesh(), "kmeans/points.txt": clusters()[0],
        "dwt2d/192.bmp": b"BM" + bytes(pixels(6, 54 + 3 * 192 * 192)), "huffman/bytes.in": huffman,
        "hotspot/temp_64": values(7, 64 * 64, 320, 340), "hotspot/power_64": values(8, 64 * 64, 0, 0.01),
        "hotspot3D/temp_64x8": values(9, 64 * 64 * 8, 320, 340), "hotspot3D/power_64x8": values(10, 64 * 64 * 8, 0, 0.01),
        "mummergpu/reference.fna": reference, "mummergpu/pieces.fna": pieces,
        "myocyte/y.txt": values(11, 91, 0.01, 0.9), "myocyte/params.txt": values(12, 15, 0.1, 1) + lines(1000, 135, 1),
        "nn/places.db": records()[0], "nn/list.txt": "../../data/nn/places.db\n",
        "srad/image.pgm": "P2\n458 502\n255\n" + lines(*pixels(13, 458 * 502))}


def programs(checkout: pathlib.Path, work: pathlib.Path) -> list[suite.Program]:
    found: list[suite.Program] = []
    cuda, run = checkout / "cuda", work / "run"
    graphics = work / "graphics"

    def add(name: str, folder: str, sources: str, options: str, *runs: str, **checks) -> None:
        """A program whose folder the checkout has. Folders of `options` are those of the checkout."""
        if not (cuda / folder).is_dir():
            return
        place = run / "cuda" / folder
        place.mkdir(parents=True, exist_ok=True)
        words = [*HEADER, "-O2", "-I", str(graphics), *options.replace("-I", f"-I{cuda}/").split()]
        found.append(suite.Program(name, [cuda / folder / source for source in sources.split()], "correct", "", words,
                                   [one.split() for one in runs], folder=place, failure=FAILURE, **checks))

    for path, text in inputs().items():
        (run / "data" / path).parent.mkdir(parents=True, exist_ok=True)
        (run / "data" / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    (graphics / "GL").mkdir(parents=True, exist_ok=True)
    for header in ("glew.h", "glut.h"):
        (graphics / "GL" / header).write_text("", encoding="utf-8")

    add("b+tree", "b+tree", "main.c kernel/kernel_gpu_cuda_wrapper.cu kernel/kernel_gpu_cuda_wrapper_2.cu util/timer/timer.c util/num/num.c "
        "util/cuda/cuda.cu", "", "file ../../data/b+tree/mil.txt command ../../data/b+tree/command.txt", writes="output.txt",
        prints=["count=60", *(rf"\n{number} +\d+ +6[01]\b" for number in range(60)), "count=100", *(rf"\n{number} +\d" for number in range(100))])
    add("backprop", "backprop", "backprop.c facetrain.c imagenet.c backprop_cuda.cu", "-lm", "65536", prints=["Training done"])
    add("bfs", "bfs", "bfs.cu", "-Iutil -DTIMING", "../../data/bfs/graph.txt", writes="result.txt", prints=graph()[1])
    for variant in ("euler3d", "euler3d_double", "pre_euler3d", "pre_euler3d_double"):
        add(f"cfd/{variant}", "cfd", f"{variant}.cu", "-Ihybridsort", "../../data/cfd/mesh.domn", writes="density", prints=["Done", "384 384"])
    add("dwt2d", "dwt2d", "main.cu dwt.cu components.cu dwt_cuda/fdwt53.cu dwt_cuda/fdwt97.cu dwt_cuda/common.cu dwt_cuda/rdwt97.cu "
        "dwt_cuda/rdwt53.cu", "-Idwt2d -DOUTPUT", "192.bmp -d 192x192 -f -5 -l 3", "192.bmp -d 192x192 -f -9 -l 3")
    add("gaussian", "gaussian", "gaussian.cu", "", "-s 64", prints=["Time for CUDA kernels"])
    add("heartwall", "heartwall", "main.cu AVI/avilib.c AVI/avimod.c", "-Iheartwall/AVI", not_applicable=suite.NO_DATA)
    add("hotspot", "hotspot", "hotspot.cu", "", "64 2 20 ../../data/hotspot/temp_64 ../../data/hotspot/power_64 output.out", writes="output.out",
        prints=[r"\b4095\s+3\d\d"])
    add("hotspot3D", "hotspot3D", "3D.cu", "", "64 8 10 ../../data/hotspot3D/power_64x8 ../../data/hotspot3D/temp_64x8 output.out",
        prints=[r"Accuracy: (?:0\.0|\d\.\d+e-0[4-9])"])
    add("huffman", "huffman", "main_test_cu.cu stats_logger.cpp vlc_kernel_sm64huff.cu scan.cu pack_kernels.cu cpuencode.cpp", "",
        "../../data/huffman/bytes.in", prints=["PASS! vectors are matching"])
    add("hybridsort", "hybridsort", "bucketsort.cu mergesort.cu main.cu", "-DVERIFY", "r", prints=["PASSED"])
    add("kmeans", "kmeans", "cluster.c getopt.c kmeans.c kmeans_clustering.c kmeans_cuda.cu rmse.c", "-Xcompiler -fopenmp",
        "-o -i ../../data/kmeans/points.txt", prints=clusters()[1])
    add("lavaMD", "lavaMD", "main.c kernel/kernel_gpu_cuda_wrapper.cu util/num/num.c util/timer/timer.c util/device/device.cu", "-DOUTPUT",
        "-boxes1d 10", writes="result.txt")
    add("leukocyte", "leukocyte", "CUDA/detect_main.c", "", not_applicable=suite.NO_DATA)
    add("lud", "lud", "common/common.c cuda/lud.cu cuda/lud_kernel.cu", "-Ilud/common -DGPU_TIMER -use_fast_math", "-s 256 -v", prints=["Verify"])
    add("mummergpu", "mummergpu", "src/mummergpu_gold.cpp src/suffix-tree.cpp src/PoolMalloc.cpp src/mummergpu.cu src/mummergpu_main.cpp",
        # Its host code lacks a header, and calls a function of a null pointer.
        "-Imummergpu/src -DUNIX -Xcompiler -fopenmp,-fno-delete-null-pointer-checks -include unistd.h -lcuda",
        "../../data/mummergpu/reference.fna ../../data/mummergpu/pieces.fna", prints=genome()[2])
    add("myocyte", "myocyte", "main.cu", "", "100 1 0", "100 1 1", writes="output.txt")
    add("nn", "nn", "nn_cuda.cu", "", "../../data/nn/list.txt -r 5 -lat 30 -lng 90", prints=records()[1])
    add("nw", "nw", "needle.cu", "", "2048 10", prints=["Processing bottom-right matrix"])
    for variant in ("float", "naive"):
        add(f"particlefilter/{variant}", "particlefilter", f"ex_particle_CUDA_{variant}_seq.cu", "-use_fast_math", "-x 128 -y 128 -z 10 -np 1000",
            prints=[r"XE: \d+\.\d+", r"YE: \d+\.\d+", "ENTIRE PROGRAM TOOK"],
            # Blocks race there, and read by chance what nothing has written yet: then the program has a finding without this, too.
            settings={"CUDA_EMULATOR_CHECK_GLOBAL_RACES": "1"} if variant == "float" else {})
    add("pathfinder", "pathfinder", "pathfinder.cu", "", "100000 100 20", prints=["targetBlock"])
    add("srad/srad_v1", "srad/srad_v1", "main.cu", "", "100 0.5 502 458")
    add("srad/srad_v2", "srad/srad_v2", "srad.cu", "", "2048 2048 0 127 0 127 0.5 2", prints=["Computation Done"])
    add("streamcluster", "streamcluster", "streamcluster_cuda_cpu.cpp streamcluster_cuda.cu streamcluster_header.cu", "-lcuda",
        "10 20 256 65536 65536 1000 none output.txt 1", writes="output.txt", prints=["time kernel"])
    return found


SUITE = suite.Suite("rodinia", "github.com/yuhc/gpu-rodinia", {}, programs)

if __name__ == "__main__":
    sys.exit(SUITE.main(__doc__))
