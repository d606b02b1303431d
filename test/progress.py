# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far long work is, on stderr: what --progress of the random tests and the benchmarks shows.

As tool/progress.c does: nothing in the first second; a bar on a terminal; elsewhere a line, a second apart."""
import sys
import time

WIDTH = 30


def add_option(parser):
    parser.add_argument("--progress", action="store_true", help="tell on stderr how far the work is")


def line(done, n, seconds, bar):
    """As far as it is, with n == 0: nobody knows of how many."""
    left = f", {seconds / done * max(n - done, 0):.0f} s left" if n else ""
    if not bar:
        return f"{done}{f' of {n}' if n else ''} done{left}"
    full = WIDTH * min(done, n) // max(n, 1)
    return f"\r[{'#' * full}{' ' * (WIDTH - full)}] {done}{f'/{n}' if n else ''}{left}\033[K"


def over(items, n, wanted):
    """The items, of which there are n; told of if that is wanted."""
    if not wanted:
        yield from items
        return
    bar = sys.stderr.isatty()
    began = shown = time.monotonic()
    for done, item in enumerate(items, 1):
        now = time.monotonic()
        if now - shown >= (.1 if bar and shown != began else 1):
            shown = now
            print(line(done, n, now - began, bar), end="" if bar else "\n", file=sys.stderr, flush=True)
        yield item
    if bar and shown != began:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
