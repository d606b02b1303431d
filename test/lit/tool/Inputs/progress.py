"""progress.py TEXT TIRC WORD...: compile a text that comes after more than a second, and two more; print what is shown
to a pipe and to a terminal."""
import os
import pathlib
import pty
import subprocess
import sys
import threading
import time

text, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
os.mkfifo("slow")


def feed():
    with open("slow", "wb") as f:  # opened once the command waits for it
        time.sleep(1.2)
        f.write(text.read_bytes())


for terminal in (False, True):
    ours, theirs = pty.openpty() if terminal else os.pipe()
    threading.Thread(target=feed).start()
    code = subprocess.run([*command, "slow", str(text), str(text)], stderr=theirs).returncode
    os.close(theirs)
    shown = b""
    try:
        while more := os.read(ours, 4096):
            shown += more
    except OSError:  # how a terminal ends
        pass
    print(repr(shown.decode()), code)
