# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sphinx's settings for the pages. build.py calls it, with what pages.py has put together."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "tests/tools/structure")]

from pygments.lexers.c_like import CudaLexer  # noqa: E402
from sphinx.highlighting import lexers  # noqa: E402

project = "cuda_legacy"
author = copyright = "the cuda_legacy authors"  # noqa: A001
extensions = ["myst_parser", "pair"]
pair_root = str(ROOT)
root_doc = "index"
templates_path = []
exclude_patterns = []

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4
myst_heading_slug_func = "slugs.github_slug"
lexers["cpp"] = CudaLexer()
highlight_language = "none"
# Both are readable on the colours of lines that differ: the browser's test measures the contrast.
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

html_theme = "furo"
html_title = "cuda_legacy"
html_static_path = ["static"]
html_extra_path = [os.environ["CUDA_LEGACY_SITE_FILES"]]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_show_sphinx = False
html_search_scorer = str(HERE / "search_scorer.js")
html_show_search_summary = False  # it reads other pages, which a browser does not allow without a server
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}


def captions_are_headings(app, page, template, context, doctree):
    """Furo calls the menu's captions headings, and does not say of which level."""
    if "furo_navigation_tree" in context:
        context["furo_navigation_tree"] = context["furo_navigation_tree"].replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app):
    app.connect("html-page-context", captions_are_headings, priority=900)
