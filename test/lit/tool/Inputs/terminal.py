"""terminal.py [--stdin] COMMAND...: run the command with a terminal as its stdout, or as its stdin; print what it says."""
import os
import pty
import subprocess
import sys

words = sys.argv[1:]
as_stdin = words[0] == "--stdin"
words = words[as_stdin:]
ours, theirs = pty.openpty()
p = subprocess.run(words, stdin=theirs if as_stdin else sys.stdin, stdout=None if as_stdin else theirs,
                   stderr=subprocess.PIPE, timeout=600)
os.close(theirs)
print(p.stderr.decode(), end="")
print("exit code", p.returncode)
