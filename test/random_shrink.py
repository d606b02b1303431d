# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Make a failing random program smaller: drop statements, replace expressions by their operands."""
import time

from random_tir import Expr, build, const


def blocks(block):
    """Every sequence of statements, outer ones first."""
    yield block
    for s in block:
        for b in s.bodies:
            yield from blocks(b)


class Shrinker:
    def __init__(self, program, still_fails, seconds):
        self.program, self.still_fails = program, still_fails
        self.until = time.monotonic() + seconds

    def try_it(self, change, undo):
        if time.monotonic() > self.until:
            return False
        change()
        if self.still_fails():
            return True
        undo()
        return False

    def drop(self, block, i, n):
        old = block[i:i + n]

        def change():
            del block[i:i + n]

        def undo():
            block[i:i] = old
        return bool(old) and self.try_it(change, undo)

    def open(self, block, i):
        """A statement's body in its place."""
        for body in block[i].bodies:
            if not body:
                continue
            old = block[i]

            def change(body=body):
                block[i:i + 1] = body

            def undo(body=body, old=old):
                block[i:i + len(body)] = [old]
            if self.try_it(change, undo):
                return True
        return False

    def statements(self):
        changed = False
        for n in (8, 4, 2, 1):
            for block in list(blocks(self.program.body)):
                i = 0
                while i < len(block):
                    if self.drop(block, i, n):
                        changed = True
                    else:
                        i += n
        for block in list(blocks(self.program.body)):
            i = 0
            while i < len(block):
                changed |= self.open(block, i)
                i += 1
        return changed

    def expression(self, s, k, path):
        """Try smaller things for the node at path of expression k; true if one stays."""
        root = s.exprs[k]
        node = root
        for i in path:
            node = node.args[i]
        if node.op in ("const", "var", "data") or not node.args:
            return False
        for small in smaller(node):
            def change(small=small):
                s.exprs[k] = replaced(root, path, small)

            def undo():
                s.exprs[k] = root
            if self.try_it(change, undo):
                return True
        return False

    def expressions(self):
        changed = False
        for block in list(blocks(self.program.body)):
            for s in block:
                for k in range(len(s.exprs)):
                    todo = [()]
                    while todo:
                        path = todo.pop()
                        while self.expression(s, k, path):
                            changed = True
                        node = s.exprs[k]
                        for i in path:
                            node = node.args[i]
                        todo += [(*path, i) for i in range(len(node.args))]
        return changed


def smaller(e):
    """Operands of the same type, then constants."""
    seen, todo = [], list(e.args)
    while todo and len(seen) < 4:
        a = todo.pop(0)
        if a.ty == e.ty and a.lanes == e.lanes and a.op != "letvar":
            seen.append(a)
        else:
            todo += a.args
    if e.ty != "handle":
        one = True if e.ty == "bool" else 1
        seen += [const(e.ty, one, e.lanes), const(e.ty, False if e.ty == "bool" else 0, e.lanes)]
    return seen


def replaced(e, path, new):
    if not path:
        return new
    args = list(e.args)
    args[path[0]] = replaced(args[path[0]], path[1:], new)
    if e.op in ("gcall", "mload"):
        return Expr(e.op, e.ty, args, e.info, e.lanes)
    return build(e.op, e.ty, args, e.info, e.lanes)


def shrink(program, still_fails, seconds):
    """Change the program for as long as it gets smaller; still_fails() runs it."""
    s = Shrinker(program, still_fails, seconds)
    again = True
    while again and time.monotonic() < s.until:
        again = s.statements()
        again |= s.expressions()
