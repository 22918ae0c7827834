# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names of headings in links, as the hosting sites of Markdown files make them."""

import re


def github_slug(title):
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
