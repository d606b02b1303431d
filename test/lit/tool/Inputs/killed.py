"""killed.py TMP COMMAND...: kill the command by several signals; nothing of its session goes on, TMP stays empty."""
import os
import pathlib
import signal
import subprocess
import sys
import time

SECONDS = 60  # for hangs only


def running(mark):
    """The processes with the mark in their environment that are not dead yet."""
    for proc in pathlib.Path("/proc").iterdir():
        try:
            if mark in (proc / "environ").read_bytes():
                yield proc.name
        except OSError:
            pass


def wait_for(what):
    end = time.monotonic() + SECONDS
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def children(mark, command):
    return len([pid for pid in running(mark) if int(pid) != command])


def main():
    tmp, command = sys.argv[1], sys.argv[2:]
    for sig in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        mark = f"TIRC_TEST_KILLED={os.getpid()}.{sig}".encode()
        name, value = mark.decode().split("=")
        env = {**os.environ, name: value, "TMPDIR": tmp}
        run = subprocess.Popen(command, env=env, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        if not wait_for(lambda: children(mark, run.pid) >= 2):
            sys.exit(f"{command}: started nothing")
        run.send_signal(sig)
        run.wait(timeout=SECONDS)
        if not wait_for(lambda: not list(running(mark))):
            sys.exit(f"{command}: goes on after {sig.name}")
        if os.listdir(tmp):
            sys.exit(f"{command}: leaves {os.listdir(tmp)} after {sig.name}")


main()
