"""Checks every link of a folder of HTML pages: python3 check_links.py FOLDER

A link within the folder must lead to a file, and its fragment to an element. Links to other sites are counted, and must
be https; nothing is fetched. Ends with 1 if a link is broken.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if value and name in ("href", "src"):
                self.links.append(value)
            elif value and (name == "id" or (name == "name" and tag == "a")):
                self.ids.add(value)


def main(folder):
    files = {path: Page(path.read_text("utf-8")) for path in sorted(folder.rglob("*.html"))}
    broken, inside, outside = [], 0, set()
    for path, page in files.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("javascript", "data", "mailto"):
                continue
            if parts.scheme or parts.netloc:
                outside.add(link)
                if parts.scheme != "https":
                    broken.append(f"{path.relative_to(folder)}: {link} is not https")
                continue
            inside += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if folder not in target.parents or not target.is_file():
                broken.append(f"{path.relative_to(folder)}: {link} leads nowhere")
            elif path.name == "constant-values.html" and target == path:
                continue  # javadoc of JDK 17 names a place there that it does not make
            elif parts.fragment and target in files and unquote(parts.fragment) not in files[target].ids:
                broken.append(f"{path.relative_to(folder)}: {link} has no such place")
    for line in broken:
        print(line, file=sys.stderr)
    print(f"{len(files)} pages, {inside} links within, {len(outside)} to other sites, {len(broken)} broken")
    return 1 if broken or not inside else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    sys.exit(main(Path(sys.argv[1]).resolve()))
