# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Messages of tirc, and the exception that carries them."""
import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Message:
    """One message.  line and column count from 1, and are 0 where it has no place; file is None where it is of none."""

    level: str  # "note", "remark", "warning", "error"
    text: str
    file: str | None = None
    line: int = 0
    column: int = 0

    def __str__(self):
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}{self.level}: {self.text}"


class Error(Exception):
    """What tirc reports; messages has all of it, file, line and column are those of the first error.  It is made of messages,
    or of their text: TVM keeps no more of an error that passes through its C++."""

    def __init__(self, messages):
        if isinstance(messages, str):
            messages = read_messages(messages) or [Message("error", messages)]
        self.messages = tuple(messages)
        first = next((m for m in self.messages if m.level == "error"), None)
        self.file = first.file if first else None
        self.line = first.line if first else 0
        self.column = first.column if first else 0
        super().__init__("\n".join(map(str, self.messages)) or "tirc failed without a message")


PLACED = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?P<level>note|remark|warning|error): (?P<text>.*)$")
OF_FILE = re.compile(r"^(?P<file>[^:\n]+): (?P<level>note|remark|warning|error): (?P<text>.*)$")
PLAIN = re.compile(r"^(?:tirc: )?(?P<level>note|remark|warning|error): (?P<text>.*)$")


def read_messages(stderr):
    """The messages in what the command printed; the lines of the program below them are left out."""
    messages = []
    for line in stderr.splitlines():
        if m := PLACED.match(line):
            messages.append(Message(m["level"], m["text"], m["file"], int(m["line"]), int(m["column"])))
        elif m := PLAIN.match(line):
            messages.append(Message(m["level"], m["text"]))
        elif m := OF_FILE.match(line):
            messages.append(Message(m["level"], m["text"], m["file"]))
    return messages
