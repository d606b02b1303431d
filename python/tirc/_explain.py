# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""explain: what is shared, and why the rest is not, line by line."""
import collections
import html

from . import _command
from ._core import Module, is_tvm, source_of

FRAME = '<iframe title="tirc.explain" style="width:100%;height:44rem;border:0" srcdoc="{}"></iframe>'


class Explanation:
    """What tirc.explain returns: text for a terminal, HTML for a notebook.

    remarks   dictionaries with passed, word, text, function, line, column, expression and uses
    names     how many names there are more
    page()    a page of HTML, for a file of its own
    script    the program afterwards, as TVMScript
    """

    def __init__(self, name, source, remarks, names, script, messages, words):
        self._name, self._words = name, words
        self.source, self.remarks, self.names, self.script, self.messages = source, remarks, names, script, messages
        self._at = collections.defaultdict(list)
        for remark in remarks:
            self._at[remark["line"]].append(remark)

    def count(self):
        return f"{self.names} new name{'' if self.names == 1 else 's'}"

    def __repr__(self):
        lines = [self.count()]
        for number, line in enumerate(self.source.splitlines(), 1):
            lines.append(f"{number:5} {line}")
            lines += [f"      {'+' if r['passed'] else '-'} {r['text']} [{r['word']}]" for r in self._at[number]]
        lines += [f"      {r['text']} [{r['word']}]" for r in self._at[0]]
        return "\n".join(lines)

    def _repr_html_(self):
        return FRAME.format(html.escape(self.page()))

    def page(self):
        """The page of `tirc report`: the source with decisions and assembly at its lines, packets by loop, the schedule."""
        return _command.report(self._name, self.source, self._words)


def explain(program, parameters=(), target=None, cpu=None):
    """Say for every repeated computation of a program whether it is shared, and why; for every loop whether it is changed.

    parameters are those of the library: "cse-profile=hexagon", "unroll-and-jam=0".  A module of TVM is explained by its
    script.  target and cpu, as compile has them, say for what the page shows machine code."""
    if is_tvm(type(program)):
        program = program.script()
    name, source = source_of(program)
    module = Module(program, parameters)
    module.legalize()
    names = module.cse()
    words = [*_command.target_words(target, cpu, None), *_command.parameter_words(parameters)]
    return Explanation(name, source, module.remarks, names, module.script(), module.messages, words)
