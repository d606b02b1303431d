# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""explain: what is shared, and why the rest is not, line by line."""
import collections
import html

from ._core import Module, is_tvm, source_of

STYLE = ("<style>.tirc{font-family:monospace;white-space:pre;line-height:1.35}.tirc .n{color:#888;user-select:none}"
         ".tirc .yes{color:#116329;background:#dafbe1}.tirc .no{color:#7a4100;background:#fff4e0}</style>")


class Explanation:
    """What tirc.explain returns: text for a terminal, HTML for a notebook.

    remarks   dictionaries with passed, word, text, function, line, column, expression and uses
    names     how many names there are more
    script    the program afterwards, as TVMScript
    """

    def __init__(self, source, remarks, names, script, messages):
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
        rows = []
        for number, line in enumerate(self.source.splitlines(), 1):
            rows.append(f'<span class="n">{number:5} </span>{html.escape(line)}')
            rows += [self._row(r) for r in self._at[number]]
        rows += [self._row(r) for r in self._at[0]]
        body = "\n".join(rows)
        return (f'{STYLE}<div><b>{self.count()}</b></div><div class="tirc">{body}</div>'
                f'<details><summary>afterwards</summary><div class="tirc">{html.escape(self.script)}</div></details>')

    @staticmethod
    def _row(remark):
        kind = "yes" if remark["passed"] else "no"
        return f'      <span class="{kind}">{html.escape(remark["text"])} [{html.escape(remark["word"])}]</span>'


def explain(program, parameters=()):
    """Say for every repeated computation of a program whether it is shared, and why; for every loop whether it is changed.

    parameters are those of the library: "cse-profile=hexagon", "unroll-and-jam=0".  A module of TVM is explained by its
    script."""
    if is_tvm(type(program)):
        program = program.script()
    _, source = source_of(program)
    module = Module(program, parameters)
    module.legalize()
    names = module.cse()
    return Explanation(source, module.remarks, names, module.script(), module.messages)
