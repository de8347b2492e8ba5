"""How the documents become the site; release/site runs it on a copy of the repository."""

import os
from pathlib import Path

PAGES = {
    "Begin": ["getting-started", "comparison", "configuration", "migrating", "faq"],
    "Databases and frameworks": [
        "databases", "spring-boot", "hibernate", "frameworks", "tenants", "async", "packaging", "testing",
    ],
    "Operate": [
        "reliability", "failover", "monitoring", "sizing", "trouble-shooting", "command-line", "jvm-flags",
    ],
    "Global transactions": ["transactions-and-recovery"],
    "Performance": ["performance", "results"],
    "Internals": [
        "internals/concurrency", "internals/connections", "internals/faults", "internals/simulation",
        "internals/transactions",
    ],
    "Project": ["support", "versioning", "releasing"],
}
PROJECT = ["CONTRIBUTING", "CHANGELOG", "SECURITY", ".github/GOVERNANCE", ".github/CODE_OF_CONDUCT"]
BESIDE = ["perf/results/README", "pool-tests/mutations/README"]

version = os.environ["SLUICE_VERSION"]
project = "Sluice"
html_title = f"Sluice {version}"
root_doc = "README"
include_patterns = ["README.md", "docs/**.md"] + [f"{page}.md" for page in PROJECT + BESIDE]
extensions = ["myst_parser"]
myst_heading_anchors = 6
highlight_language = "text"
templates_path = [str(Path(__file__).parent / "templates")]

html_theme = "furo"
html_theme_options = {"navigation_with_keys": True}
html_show_sourcelink = False
html_copy_source = False
html_use_index = False
html_show_sphinx = False
html_show_copyright = False
html_sidebars = {
    "**": [
        "sidebar/brand.html", "sidebar/search.html", "sidebar/scroll-start.html", "sidebar/navigation.html",
        "javadoc.html", "sidebar/scroll-end.html",
    ]
}
html_context = {"javadoc": os.environ["SLUICE_JAVADOC"].split()}


def toctree(caption, pages):
    lines = ["```{toctree}", ":hidden:", f":caption: {caption}", *(f"/{page}" for page in pages), "```"]
    return "\n" + "\n".join(lines) + "\n"


def add_contents(app, name, source):
    """The README names its pages by links; the sidebar wants them in a tree."""
    if name == root_doc:
        for caption, pages in PAGES.items():
            paths = [f"docs/{page}" for page in pages]
            source[0] += toctree(caption, paths + (PROJECT if caption == "Project" else []))
    elif name in BESIDE:
        source[0] = "---\norphan: true\n---\n\n" + source[0]


def setup(app):
    app.connect("source-read", add_contents)
