# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The output of `pairs export --single` compiles alone, in an empty folder. Arguments: pairs, then the words of nvcc."""

import pathlib
import subprocess
import sys
import tempfile

EXAMPLES = (["memory/bank_conflicts"], ["memory/read_offset"], ["--fast", "matmul/tiled"])  # all support headers


def main():
    pairs, nvcc = sys.argv[1], sys.argv[2:]
    for words in EXAMPLES:
        text = subprocess.run([pairs, "export", "--single", *words], check=True, stdout=subprocess.PIPE).stdout
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "one.cu").write_bytes(text)
            done = subprocess.run([*nvcc, "-std=c++17", "-arch=compute_75", "-code=compute_75", "-c", "one.cu"], cwd=folder, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(words)} does not compile alone:\n{done.stdout}")
    included = "".join(subprocess.run([pairs, "export", "--single", *words], check=True, stdout=subprocess.PIPE, text=True).stdout
                       for words in EXAMPLES)
    support = pathlib.Path(__file__).resolve().parents[3] / "modern" / "support"
    missing = [header.name for header in support.glob("*.hpp") if f"// modern/support/{header.name}\n" not in included]
    if missing:
        sys.exit(f"no example here includes {', '.join(missing)}")


if __name__ == "__main__":
    main()
