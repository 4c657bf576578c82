# SPDX-License-Identifier: MIT
"""Checks that every piece of C++ in README.md and docs/ is a compiled snippet, letter for letter.

Before a ```cpp block stands `<!-- snippet: NAME -->` (tests/snippets/NAME.cpp: its `//! [doc]` region, or the whole file
after the licence line; `NAME#REGION` for another region), before the ```text block of an output `<!-- output: NAME -->`
(tests/snippets/NAME.out). A ```cpp block without such a mark is an error; so is a mark without a block.
"""

import re
import sys
from pathlib import Path

MARK = re.compile(r"^<!-- (snippet|output): ([A-Za-z0-9_]+)(?:#([A-Za-z0-9_]+))? -->$")
LANGUAGE = {"snippet": "cpp", "output": "text"}


def region_of(text, region):
    """Lines between the two `//! [region]` marks, with their common indent removed; None if there is no such pair."""
    parts = re.split(rf"^[ \t]*//! \[{re.escape(region)}\]\n", text, flags=re.MULTILINE)
    if len(parts) < 3:
        return None
    lines = parts[1].splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines) + "\n"


def expected_text(root, kind, name, region):
    path = root / "tests" / "snippets" / (name + (".cpp" if kind == "snippet" else ".out"))
    if not path.is_file():
        return path, None
    text = path.read_text(encoding="utf-8")
    if kind == "output":
        return path, text
    found = region_of(text, region or "doc")
    if found is None and region is None:
        found = re.sub(r"\A(// (SPDX|needs:|ctest:|output:).*\n)+\n*", "", text)
    return path, found


def findings_of(root, page):
    lines = page.read_text(encoding="utf-8").splitlines()
    mark, number = None, 0
    while number < len(lines):
        line = lines[number]
        where = f"{page.relative_to(root)}:{number + 1}"
        number += 1
        if match := MARK.match(line):
            if mark:
                yield f"{where}: a mark follows a mark without a block between"
            mark = match
        elif line.startswith("```") and len(line) > 3:
            language, body = line[3:].strip(), []
            while number < len(lines) and not lines[number].startswith("```"):
                body.append(lines[number])
                number += 1
            number += 1
            if mark is None:
                if language in ("cpp", "c++", "cuda"):
                    yield f"{where}: C++ without a mark `<!-- snippet: NAME -->`"
                continue
            kind, name, region = mark.groups()
            mark = None
            if language != LANGUAGE[kind]:
                yield f"{where}: a {kind} block is marked ```{LANGUAGE[kind]}, this one is ```{language}"
            path, expected = expected_text(root, kind, name, region)
            if expected is None:
                yield f"{where}: {path.relative_to(root)} has no such file or region"
            elif "\n".join(body).rstrip() != expected.rstrip():
                yield f"{where}: differs from {path.relative_to(root)}"
        elif line.startswith("```"):
            while number < len(lines) and not lines[number].startswith("```"):
                number += 1
            number += 1
        elif line.strip() and mark:
            yield f"{where}: text between a mark and its block"
            mark = None
    if mark:
        yield f"{page.relative_to(root)}: the last mark has no block"


def main():
    root = Path(sys.argv[1]).resolve()
    pages = [page for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))] if page.is_file()]
    findings = [finding for page in pages for finding in findings_of(root, page)]
    print("\n".join(findings) or f"{len(pages)} pages: all C++ and output is that of tests/snippets")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
