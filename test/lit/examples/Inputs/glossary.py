# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Check docs/glossary.md: each row has four columns, each term comes once, each file named in the last column exists."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
rows = [line.strip("|").split("|") for line in (root / "docs/glossary.md").read_text().splitlines()
        if line.startswith("| ") and not line.startswith("| term")]
terms, files, wrong = [], 0, []
for row in rows:
    if len(row) != 4:
        sys.exit(f"not four columns: {row}")
    terms.append(row[0].strip())
    for name in re.findall(r"`([a-z_/]+[/.][a-z_*.]*)`", row[3]):
        files += 1
        if not list(root.glob(name.rstrip("/"))):
            wrong.append(f"{terms[-1]}: there is no {name}")
wrong += [f"{t} comes twice" for t in sorted(set(terms)) if terms.count(t) > 1]
if "docs/glossary.md" not in (root / "README.md").read_text():
    wrong.append("README.md does not name it")
if wrong:
    sys.exit("\n".join(wrong))
print(f"{len(terms)} terms, {files} files")
