# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a measuring command found, as docs/measured.md shows it: tables, and sentences between them.

A command that takes --tables=FILE fills a Tables and writes it there; bench/measure keeps the file in
bench/results/measured, bench/report prints it."""
import collections
import json
import pathlib


class Tables:
    """Tables and sentences in their order."""

    def __init__(self):
        self.parts = []

    def say(self, text):
        self.parts.append({"text": text})

    def add(self, head, rows):
        """A table: its head, and rows of as many cells."""
        self.parts.append({"head": list(head), "rows": [list(map(str, row)) for row in rows]})

    def lines(self):
        """All of it in Markdown."""
        for part in self.parts:
            if "text" in part:
                yield from (part["text"], "")
            else:
                yield from markdown(part["head"], part["rows"])

    def write(self, file):
        """Write to a file; None: nowhere."""
        if file:
            pathlib.Path(file).write_text(json.dumps({"parts": self.parts}, indent=1) + "\n")


def add_option(parser):
    parser.add_argument("--tables", metavar="FILE", help="write what docs/measured.md shows of this run")


def counted(reasons):
    """Reasons, the most frequent first, each with its number."""
    return "; ".join(f"{n}: {why}" for why, n in collections.Counter(reasons).most_common())


def markdown(head, rows):
    """The lines of a table."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"
    yield ""
