"""screen.py TERM COMMAND...: run the command with a terminal of that kind as its stderr; print what it writes there: a line for what
stands between two ways back to the beginning of the line."""
import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
p = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, stderr=theirs, env={**os.environ, "TERM": sys.argv[1]})
os.close(theirs)
written = b""
try:
    while data := os.read(ours, 4096):
        written += data
except OSError:  # nobody has the other end any more
    pass
for piece in written.decode().replace("\r\n", "\n").split("\r"):
    print(ascii(piece))
print("exit code", p.wait())
