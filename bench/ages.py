# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How old the rows of docs/measured.md are.

A row has a commit, which was measured, and folders, which it tells something about (rows.py).  bench/report asks git how
many commits have followed since, and how many of them changed these folders, and keeps the answers in ages.json beside
the results: the page is made of what is kept, so that it is the same in a clone without history, and
at later commits.  What was not asked, or not of this commit, is unknown."""
import json
import subprocess

from hexagon import ROOT

FILE = "ages.json"


def git(*args):
    """What git says; None: it fails, or there is none."""
    try:
        done = subprocess.run(["git", "-C", ROOT, *args], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def has_history():
    """Is there a whole history to ask?"""
    return git("rev-parse", "--is-shallow-repository") == "false"


def is_there(commit):
    """Is the commit one of this history?"""
    return git("merge-base", "--is-ancestor", commit, "HEAD") is not None


def absent(rows):
    """The commits of rows that this history does not have; none if it has none of them: then it is another history."""
    cited = list(dict.fromkeys(r.commit for r in rows if r.commit))
    gone = [c for c in cited if not is_there(c)]
    return gone if len(gone) < len(cited) else []


def count(commit, folder=None):
    """How many commits have followed; those that changed the folder alone."""
    found = git("rev-list", "--count", f"{commit}..HEAD", *(["--", folder] if folder else []))
    return int(found) if found else 0


def of_row(row):
    """What git knows of a row."""
    commit = git("log", "-1", "--abbrev=7", "--format=%h", "--", row.recorded) if row.recorded else row.commit
    if not commit or not is_there(commit):
        return {}
    since = {f: n for f in row.folders.split() if (n := count(commit, f))}
    return {"commit": commit, "old": count(commit), "since": since}


def measure(rows, extra):
    """All that the page needs of git; `extra` is kept beside it."""
    return {"at": git("rev-parse", "--short=7", "HEAD"), "rows": {r.name: of_row(r) for r in rows}, **extra}


class Ages:
    """What is kept."""

    def __init__(self, results):
        file = results / FILE
        self.kept = json.loads(file.read_text()) if file.exists() else {"at": "", "rows": {}}

    def of(self, row):
        """The row's commit, how many commits old it is, and what changed since; each as the page shows it."""
        if row.commit == "":
            return "", "", ""
        known = self.kept["rows"].get(row.name, {})
        if not known or row.commit not in (None, known["commit"]):
            return row.commit or "unknown", "unknown", "unknown"
        since = ", ".join(f"{folder} {n}" for folder, n in known["since"].items())
        return known["commit"], f"{known['old']:,}", since
