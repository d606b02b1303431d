# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random terms: scalars, vectors and indices that stay in range."""
from random_tir import (BIG, BITS, GUARDS, Expr, build, const, is_int, is_signed, largest, need,
                        show, variant)

LANES = 4


class Scope:
    """What may be used at a point: variables and buffers, a pool of terms, facts that hold."""

    def __init__(self, up=None):
        self.vars = {ty: list(v) for ty, v in up.vars.items()} if up else {}
        self.pool = list(up.pool) if up else []
        self.facts = set(up.facts) if up else set()
        self.bufs = list(up.bufs) if up else []
        self.depth = up.depth + 1 if up else 0
        self.in_loop = up.in_loop if up else False
        self.par = up.par if up else None  # the variable of the parallel loop around
        self.own = list(up.own) if up else []  # buffers a parallel body may write
        self.recent = list(up.recent) if up else []  # (buffer, index) of vectors
        self.bound = set()


class Terms:
    """Needs of whoever inherits: rng, small, other (two types), names (a count), private."""

    def var(self, name, ty, mag=None):
        return Expr("var", ty, info=name,
                    mag=(mag if self.small and mag and BITS[ty] > 16 else largest(ty) + 1)
                    if is_int(ty) else 1)

    def fit(self, e):
        """e, or in small programs something smaller if e may become too large."""
        if not self.small or not is_int(e.ty) or e.mag < BIG or BITS[e.ty] < 32:
            return e
        return build("&", e.ty, [with_small(e), const(e.ty, 63, e.lanes)], None, e.lanes)

    def number(self, ty):
        r = self.rng
        if not is_int(ty):
            if ty == "bool":
                return const(ty, r.random() < .5)
            return const(ty, r.choice([0.0, -0.0, 1.0, -1.0, 0.5, 3.0, float("inf"),
                                       float("nan"), 1e30]))
        if self.small or r.random() < .7:
            return const(ty, r.choice([0, 1, 2, 3, 4, 5, 7, 8, 16, -1 if is_signed(ty) else 1]))
        top = largest(ty)
        return const(ty, r.choice([top, top - 1, -top - 1 if is_signed(ty) else 128, top // 2 + 1,
                                   -2 if is_signed(ty) else 200]))

    def leaf(self, s, ty):
        r = self.rng
        x = r.random()
        if x < .55 and s.vars.get(ty):
            return r.choice(s.vars[ty])
        if x < .8:
            load = self.load(s, ty)
            if load:
                return load
        if x < .9 or not s.vars.get(ty):
            return self.number(ty)
        return r.choice(s.vars[ty])

    def index(self, s, size, room=0):
        """An int32 in [0, size - room)."""
        r = self.rng
        loops = [v for v in s.vars.get("int32", []) if v.info in "ijk"]
        x = r.random()
        if loops and size >= 32 and not room and x < .5:
            wide, narrow = (8, 2) if size >= 64 else (4, 1)
            i, j = r.choice(loops), r.choice(loops)
            t = [build("*", "int32", [i, const("int32", wide)]),
                 build("*", "int32", [j, const("int32", narrow)]) if narrow > 1 else j,
                 const("int32", r.randint(0, 3))]
            r.shuffle(t)
            return variant(r, build("+", "int32", [build("+", "int32", t[:2]), t[2]]))
        if x < .6:
            return const("int32", r.randint(0, size - room - 1))
        e = self.leaf_simple(s) if x < .75 else self.use(s, "int32")
        if r.random() < .5:
            e = self.fit(build("+", "int32", [e, const("int32", r.randint(0, 3))]))
        mask = size - 1
        while mask > size - room - 1:
            mask >>= 1
        return build("&", "int32", [e, const("int32", mask)])

    def leaf_simple(self, s):
        return self.rng.choice(s.vars["int32"])

    def readable(self, s, ty):
        return [b for b in s.bufs if b.ty == ty and (not s.par or b.root is not self.private)]

    def load(self, s, ty):
        r = self.rng
        bufs = self.readable(s, ty)
        if not bufs:
            return None
        b = r.choice(bufs)
        if r.random() < .12:
            i = self.leaf_simple(s)
            guard = build("and", "bool", [
                build("<=", "bool", [const("int32", 0), i]),
                build("<", "bool", [i, const("int32", b.size)])])
            req = f"in {show(i)} {b.size}"
            need(req, guard)
            return self.load_of(b, i, (req, guard))
        near = [i for x, i in s.recent if x is b]
        if near and r.random() < .4:
            return self.load_of(b, self.beside(r.choice(near[-3:])))
        return self.load_of(b, self.index(s, b.size))

    def beside(self, i):
        """Up to three elements on."""
        return build("+", "int32", [i, const("int32", self.rng.randint(0, 3))])

    def load_of(self, b, i, guard=None):
        return build("load", b.ty, [i], (b, guard), i.lanes,
                     129 if self.small and is_int(b.ty) and BITS[b.ty] > 16 else None)

    def divisor(self, s, ty):
        """Mostly one known not to be zero where we are."""
        r = self.rng
        safe = [GUARDS[f].args[0] for f in s.facts if f.startswith("nz ") and
                GUARDS[f].args[0].ty == ty]
        if safe and r.random() < .6:
            return r.choice(safe)
        if r.random() < .4:
            return const(ty, r.choice([1, 2, 3, 4, 7, 16, 100, -3 if is_signed(ty) else 9]))
        if r.random() < .3:
            return self.leaf(s, ty)
        return r.choice(s.vars[ty]) if s.vars.get(ty) else const(ty, 5)

    def guarded(self, e, other, strict=False):
        """if_then_else(what e needs, e, other)."""
        keys = sorted(e.req)
        if not keys:
            return e
        cond = GUARDS[keys[0]]
        for k in keys[1:]:
            cond = build("and", "bool", [cond, GUARDS[k]], frozenset(keys))
        op = "select" if strict else "ite"
        return build(op, e.ty, [cond, e, other], frozenset(keys))

    def combine(self, s, ty, a, depth):
        r = self.rng
        if ty == "bool":
            return self.compare(s, depth)
        b = self.term(s, ty, depth - 1)
        if r.random() < .5:
            a, b = b, a
        if not is_int(ty):
            return build(r.choice(["+", "*", "-", "T.min", "T.max", "+", "/"]), ty, [a, b])
        op = r.choice(["+"] * 6 + ["*"] * 4 + ["-"] * 4 + ["T.min", "T.max"] * 2 +
                      ["//", "%", "T.truncdiv", "T.truncmod"] * 2 + ["<<", ">>", "&", "|", "^"] +
                      ["ite", "select", "chain", "let", "cast"])
        if op in ("//", "%", "T.truncdiv", "T.truncmod"):
            return self.fit(build(op, ty, [a, self.divisor(s, ty)]))
        if op in ("<<", ">>"):
            return self.fit(build(op, ty, [a, const(ty, r.choice([1, 2, 3, BITS[ty] - 1]
                                                                 if not self.small else [1, 2, 3]))]))
        if op == "chain":
            q = r.choice(["//", "T.truncdiv"])
            c = [const(ty, r.choice([2, 4, 16, 100])) for _ in range(2)]
            return build(q, ty, [build(q, ty, [a, c[0]]), c[1]])
        if op == "ite" or op == "select":
            if a.req and r.random() < .7:
                return self.guarded(a, b, op == "select")
            return build(op, ty, [self.compare(s, 1), a, b], frozenset())
        if op == "cast":
            to = r.choice(["int32"] + self.other)
            return build("cast", ty, [build("cast", to, [a]) if r.random() < .5 else
                                      self.term(s, to, depth - 1)])
        if op == "let":
            self.names += 1
            v = Expr("letvar", ty, info=self.names, mag=a.mag)
            body = build("+", ty, [build(r.choice("*-+"), ty, [v, b]), v])
            return self.fit(build("let", ty, [a, body], v.info))
        return self.fit(build(op, ty, [a, b]))

    def compare(self, s, depth=1):
        r = self.rng
        ty = r.choice(["int32", "int32", "int32"] + self.other + ["float32"])
        a, b = self.term(s, ty, depth), self.leaf(s, ty)
        c = build(r.choice(["<", "<=", ">", ">=", "==", "!="]), "bool", [a, b])
        if a.req and r.random() < .6:
            keys = sorted(c.req)
            for k in keys:
                c = build("and", "bool", [GUARDS[k], c], frozenset([k]))
            return c
        x = r.random()
        if x < .15:
            return build(r.choice(["and", "or"]), "bool", [c, self.compare(s, 0)], frozenset())
        if x < .2:
            return build("not", "bool", [c])
        return build("likely", "bool", [c]) if x < .24 else c

    def term(self, s, ty, depth=2):
        r = self.rng
        if depth <= 0 or r.random() < .15:
            return self.leaf(s, ty) if r.random() < .6 else self.use(s, ty, False)
        if ty == "float32" and r.random() < .15:
            return build(r.choice(["T.sqrt", "T.floor"]), ty, [self.leaf(s, ty)])
        return self.combine(s, ty, self.term(s, ty, depth - 1), depth)

    def allowed(self, s, e):
        return e.req <= s.facts or self.rng.random() < .004

    def use(self, s, ty, more=True):
        """A term of the pool, rewritten; or a new one."""
        r = self.rng
        fit = [e for e in s.pool[-14:] if e.ty == ty and e.lanes == 1 and self.allowed(s, e)]
        if not fit:
            e = self.leaf(s, ty)
        else:
            e = self.fit(variant(r, r.choice(fit), r.choice([0, 0, .2, .4])))
        if more and r.random() < .35:
            e = self.combine(s, ty, e, 0 if r.random() < .7 else 1)
        if not self.allowed(s, e):
            e = self.guarded(e, self.leaf_of(s, ty))
        return e if self.allowed(s, e) else self.number(ty)

    def leaf_of(self, s, ty):
        e = self.leaf(s, ty)
        return e if not e.req else self.number(ty)

    def add_term(self, s):
        r = self.rng
        ty = r.choice(["int32"] * 5 + self.other + ["float32", "bool"])
        e = self.term(s, ty, r.choice([1, 2, 2, 3]))
        if len(show(e)) < 160 and e.lanes == 1:
            s.pool.append(e)

    # ---- vectors -------------------------------------------------------------------------
    def vector(self, s, ty, depth=2):
        r = self.rng
        x = r.random()
        if depth <= 0 or x < .5:
            bufs = [b for b in self.readable(s, ty) if b.size >= 16]
            if bufs and r.random() < .6:
                b = r.choice(bufs)
                i = self.lanes(s, b)
                if r.random() < .2:
                    return Expr("mload", ty, [i, self.mask(s)], b, LANES,
                                129 if self.small else None)
                return self.load_of(b, i)
            if ty == "int32" and r.random() < .3:
                return build("ramp", ty, [self.use(s, ty), const(ty, r.choice([1, 2, 0]))], None,
                             LANES)
            return build("bcast", ty, [self.use(s, ty)], None, LANES)
        a, b = self.vector(s, ty, depth - 1), self.vector(s, ty, depth - 1)
        if x < .6:
            return build("select", ty, [self.mask(s), a, b], frozenset(), LANES)
        op = r.choice(["+", "*", "-", "T.min", "T.max"])
        return self.fit(build(op, ty, [a, b], None, LANES))

    def lanes(self, s, b):
        r = self.rng
        stride = r.choice([1, 1, 1, 1, 2, 2, 0])
        near = [i for x, i in s.recent if x is b]
        base = self.index(s, b.size, 9) if not near or r.random() < .4 else r.choice(near[-3:])
        if base.op in ("&", "const") and not near:
            s.recent.append((b, base))
        if near and r.random() < .5:
            base = self.beside(base)
        return build("ramp", "int32", [base, const("int32", stride)], None, LANES)

    def mask(self, s):
        r = self.rng
        ramp = build("ramp", "int32", [const("int32", 0), const("int32", 1)], None, LANES)
        return build(r.choice(["<", ">="]), "bool",
                     [ramp, build("bcast", "int32", [self.leaf_simple(s)], None, LANES)], None,
                     LANES)


def with_small(e):
    """e with operands that are small: the result cannot overflow."""
    c = [build("&", a.ty, [a, const(a.ty, 63, a.lanes)], None, a.lanes)
         if is_int(a.ty) and a.op != "const" and BITS[a.ty] >= 32 else a for a in e.args]
    return build(e.op, e.ty, c, e.info, e.lanes) if e.op in "+-*" or e.op == "<<" else e
