"""crash.py SIGNAL TIRC WORD...: run the command on what never ends, end it by a fault, and print what it leaves in the
current folder."""
import os
import pathlib
import resource
import signal
import subprocess
import sys
import time

SECONDS = 60  # for hangs only
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
sent, command = signal.Signals[sys.argv[1]], sys.argv[2:]
run = subprocess.Popen(command, stdin=subprocess.PIPE if "-" in command else None, stderr=subprocess.PIPE)
if "-" in command:
    run.stdin.write(pathlib.Path("endless.py").read_bytes())
    run.stdin.close()
end = time.monotonic() + SECONDS


def seconds_used():
    return sum(map(int, pathlib.Path(f"/proc/{run.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13])) / \
        os.sysconf("SC_CLK_TCK")


used = seconds_used()
while seconds_used() < used + 0.2 and time.monotonic() < end:  # long after the text was read
    time.sleep(0.05)
run.send_signal(sent)
print(run.stderr.read().decode().split("\n")[0].replace(str(run.pid), "NUMBER"))
print("ended well" if run.wait(timeout=SECONDS) == 0 else "ended by the fault")
for folder in sorted(pathlib.Path().glob("tirc-crash-*")):
    for file in sorted(folder.iterdir()):
        print(f"{file.name}: {len(file.read_bytes().splitlines())} lines")
        if file.name == "command.sh":
            print(file.read_text(), end="")
        if file.name == "input.py":
            print("the same text" if file.read_bytes() == pathlib.Path("endless.py").read_bytes() else "another text")
        file.unlink()
    folder.rmdir()
