"""exit-code.py CODE COMMAND...: does the command end with this very code?"""
import subprocess
import sys

found = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
sys.exit(f"exit code {found} instead of {sys.argv[1]}" if found != int(sys.argv[1]) else 0)
