# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stands on the page for the parts of a message that differ from program to program."""
import re

# Replaces the parts of a message that depend on the program.
PLACEHOLDERS = [(re.compile(pattern), stands) for pattern, stands in (
    (r"'(?:compute|sm)_\d+\w?'(?:, '(?:compute|sm)_\d+')*,? and '(?:compute|sm)_\d+' architectures", "… architectures"),
    (r"'(compute|sm)_\d+\w?'", r"'\1_…'"),
    (r"Entry function '\w+' uses too much shared data \(\w+ bytes, \w+ max\)", "Entry function '…' uses too much shared data (… bytes, … max)"),
    (r"gcc versions later than \d+ ", "gcc versions later than … "),
    (r"(clang version must be less than) \d+ and .*", r"\1 …"),
    # Visual C++ writes "#error:" before both.
    (r"^#error (-- unsupported Microsoft Visual Studio version! Only the versions) .* are supported!.*", r"\1 … are supported!"),
    (r"^#error (MSVC/cl\.exe with traditional preprocessor is used).*", r"\1"),
    (r"Unsupported \.version [\d.]+; current version is '[\d.]+'", "Unsupported .version …; current version is '…'"),
    (r'from a __global__ function\("kernel"\)', 'from a … function("…")'),
    (r"^error while loading shared libraries: libcudart\.so\.[\d.]+: (.*): No such file or directory", r"libcudart.so.…: \1"),
    (r"(Compatibility with CMake <) [\d.]+", r"\1 …"),
    (r"Value 'c\+\+\d+'", "Value 'c++…'"),
    (r"'(?:const )?struct cudaDeviceProp' has no member", "'… cudaDeviceProp' has no member"),
    (r"could not convert '\w+' from", "could not convert '…' from"),
    (r'no instance of (function template|overloaded function) "cub::\w+::Device\w+::\w+"', r'no instance of \1 "cub::…::Device…"'),
    (r'no instance of overloaded function "tex2D"', 'no instance of overloaded function "tex…"'),
    (r"of previous function \".*\"", 'of previous function "…"'),
    (r'class "cuda::std::.*tuple<int, float>"', 'class "cuda::std::…tuple<…>"'),
    (r'(namespace "thrust" has no member) "max_element"', r'\1 "…"'),
    (r'(namespace "thrust" has no member) "host_space_tag"', r'\1 "…_space_tag"'),
    (r"Unresolved extern function '\w+'", "Unresolved extern function '…'"),
    (r'incompatible with previous "data"', 'incompatible with previous "…"'),
    (r"^no operator .\+. matches these operands$", 'no operator "…" matches these operands operand types are: …half…'),
    (r"ISO C\+\+\d+ does not allow", "ISO C++… does not allow"),
    (r"hidden symbol '\w+' isn't defined", "hidden symbol '…' isn't defined"),
    (r'specialization \("\w+<\w+> ?"\)', 'specialization ("…")'),
    (r'more than one operator "\+" matches these operands:', 'more than one operator "…" matches these operands: … __half'),
    (r"Feature '[.\w]+' requires \.target sm_\d+", "Feature '…' requires .target sm_…"),
    (r'calling a __device__ function\("__v\w+"\) from a __host__ __device__ function\("__v\w+"\)',
     'calling a __device__ function("__v…") from a __host__ __device__ function("__v…")'),
    (r"thrust/detail/[\w/]+\.h: No such file or directory", "thrust/detail/…: No such file or directory"),
    (r"thrust/version\.h: No such file or directory", "thrust/…: No such file or directory"),
    (r"cub/version\.cuh: No such file or directory", "cub/…: No such file or directory"),
    (r"cuda/std/version: No such file or directory", "cuda/std/…: No such file or directory"),
    (r"Undefined reference to '_Z\w+' in '[\w.]+'", "Undefined reference to '…' in '…'"),
    (r"(cannot find -l\w+): No such file or directory", r"\1"),
)]


def generalised(message):
    """A message with … for what differs from program to program, version to version."""
    for pattern, stands in PLACEHOLDERS:
        message = pattern.sub(stands, message)
    return message
