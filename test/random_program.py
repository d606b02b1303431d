# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs made of the terms of random_terms.py: see random_tir.py."""
from random_terms import LANES, Scope, Terms
from random_tir import (BITS, GUARDS, NARROW, Buffer, Expr, Stmt, build, const, is_int, lines, need,
                        show, variant)


class Program(Terms):
    """One function, as statements; params: (name, type) of its scalars."""

    def __init__(self, rng, small=False):
        self.rng, self.small = rng, small
        GUARDS.clear()
        self.alias = rng.random() < .3
        self.noalias = not self.alias and rng.random() < .6
        self.other = rng.sample(NARROW, 2)
        self.names = 0
        t1, t2 = self.other
        self.buffers = [Buffer("A", "int32", 64), Buffer("B", "int32", 32), Buffer("C", t1, 64),
                        Buffer("D", t2, 16), Buffer("F", "float32", 32), Buffer("Q", "int32", 64)]
        self.params = [(n, "int32") for n in "xyzn"] + [("p", t1), ("q", t1), ("u", t2), ("v", t2),
                                                       ("f", "float32"), ("g", "float32"),
                                                       ("b", "bool")]
        self.private = self.buffers[5]
        s = Scope()
        s.bufs = list(self.buffers)
        for name, ty in self.params:
            s.vars.setdefault(ty, []).append(self.var(name, ty, 100 if name != "n" else 4))
        top = []
        for _ in range(rng.choice([0, 0, 1, 2])):
            top.append(self.declare(s))
        for _ in range(rng.randint(5, 9)):
            self.add_term(s)
        self.body = top + self.block(s, rng.randint(5, 10))

    # ---- statements ----------------------------------------------------------------------
    def block(self, s, n):
        out = []
        for _ in range(n):
            kind = self.rng.choices(list(STATEMENTS), [w for w, _ in STATEMENTS.values()])[0]
            out += STATEMENTS[kind][1](self, s) or []
            if self.rng.random() < .3:
                self.add_term(s)
        return out

    def target(self, s):
        """A buffer that may be written here, and an index: in a parallel body its own part."""
        r = self.rng
        if s.par:
            own = [b for b in s.own]
            if own and r.random() < .4:
                b = r.choice(own)
                return b, self.index(s, b.size)
            e = build("+", "int32", [build("*", "int32", [s.par, const("int32", 8)]),
                                     const("int32", r.randint(0, 7))])
            return self.private, variant(r, e)
        b = r.choice([b for b in s.bufs if not b.name.startswith("K")])
        return b, self.index(s, b.size)

    def value(self, s, ty):
        e = self.use(s, ty)
        if self.small and is_int(ty) and BITS[ty] > 16 and e.mag > 128:
            e = build("&", ty, [e, const(ty, 127)])
        return e

    def forget(self, s):
        """Memory changed: guards that read it say nothing any more."""
        s.facts = {f for f in s.facts if "[" not in f}

    def store(self, s):
        b, i = self.target(s)
        v = self.value(s, b.ty)
        st = Stmt("store", [i, v], info=b)
        self.forget(s)
        if not (s.par and b is self.private) and i.op != "const" or self.rng.random() < .5:
            s.pool.append(self.load_of(b, i))
        return [st]

    def vstore(self, s):
        r = self.rng
        bufs = [b for b in s.bufs if b.size >= 16 and not s.par]
        if not bufs:
            return self.store(s)
        b = r.choice(bufs)
        v = self.vector(s, b.ty) if b.ty != "bool" else None
        if self.small and is_int(b.ty) and v.mag > 128:
            v = build("&", b.ty, [v, const(b.ty, 127, LANES)], None, LANES)
        if not self.allowed(s, v):
            return self.store(s)
        self.forget(s)
        i = self.lanes(s, b)
        if r.random() < .3:
            return [Stmt("mstore", [i, v, self.mask(s)], info=b)]
        return [Stmt("store", [i, v], info=b)]

    def bind(self, s):
        r = self.rng
        ty = r.choice(["int32"] * 3 + self.other + ["float32"])
        e = self.use(s, ty)
        if self.small and e.mag > 4096:
            e = build("&", ty, [e, const(ty, 4095 if BITS[ty] > 8 else 127)])
        free = [k for k in range(9) if (ty, k) not in s.bound]
        k = r.choice(free[:2])
        s.bound.add((ty, k))
        v = self.var(f"v_{ty}_{k}", ty, 4096)
        s.vars.setdefault(ty, []).append(v)
        s.pool.append(build("+", ty, [v, self.leaf_of(s, ty)]) if r.random() < .5 and is_int(ty)
                      else e)
        s.pool[-1] = self.fit(s.pool[-1])
        # A value that may trap is read at once: whether a dead one traps is nobody's business.
        return [Stmt("bind", [e], info=v.info)] + ([self.put(s, v)] if traps(e) else [])

    def never(self, s):
        """The scope is never run: nothing needs a guard."""
        for e in s.pool:
            s.facts |= e.req

    def inner(self, s, facts=(), n=None):
        c = Scope(s)
        c.facts |= set(facts)
        return c, self.block(c, n or self.rng.randint(1, 3))

    def needy(self, s):
        """A term that traps unless guarded, and its guard."""
        e = [t for t in s.pool[-14:] if t.req and not t.req <= s.facts and
             len(t.req) < 3 and not any(GUARDS[k].req for k in t.req)]
        if not e:
            return None, None
        e = self.rng.choice(e)
        keys = sorted(e.req)
        cond = GUARDS[keys[0]]
        for k in keys[1:]:
            cond = build("and", "bool", [cond, GUARDS[k]], frozenset())
        return e, cond

    def if_(self, s):
        r = self.rng
        if s.depth > 3:
            return self.store(s)
        e, cond = self.needy(s)
        if cond is None or r.random() < .3:
            e, cond = None, self.use(s, "bool")
            if cond.op in ("const",):
                cond = self.compare(s, 1)
            if not self.allowed(s, cond):
                return self.store(s)
        facts = e.req if e else ()
        if r.random() < .06:  # n is never negative
            n = Expr("var", "int32", info="n", mag=4)
            cond, facts = build("<", "bool", [n, const("int32", 0)]), {
                k for t in s.pool for k in t.req}
        _, then = self.inner(s, facts)
        _, other = self.inner(s) if r.random() < .4 else (None, [])
        self.forget(s)
        return [Stmt("if", [cond], [then, other])]

    def put(self, s, e):
        """A store of e."""
        b = [b for b in s.bufs if b.ty == e.ty and not s.par and not b.name.startswith("K")]
        e = self.fit(e)
        if e.ty == "bool" or not b:
            if s.par:
                b, i = self.target(s)
                if b.ty == e.ty:
                    return Stmt("store", [i, self.clip(e)], info=b)
                if e.ty == "bool" or is_int(e.ty):
                    return Stmt("store", [i, self.clip(build("cast", b.ty, [e]))], info=b)
                return Stmt("store", [i, const(b.ty, 1)], info=b)
            b = [self.buffers[0]]
            e = build("cast", "int32", [e])
        b = self.rng.choice(b)
        return Stmt("store", [self.index(s, b.size), self.clip(e)], info=b)

    def clip(self, e):
        if self.small and is_int(e.ty) and BITS[e.ty] > 16 and e.mag > 128:
            return build("&", e.ty, [e, const(e.ty, 127)])
        return e

    def twin(self, s):
        """The same guarded term in sibling places."""
        r = self.rng
        e, cond = self.needy(s)
        if e is None:
            return self.if_(s)
        inside = Scope(s)
        inside.facts |= e.req

        def again():
            return self.put(inside, variant(r, e, .3, .02))
        x = r.random()
        between = []
        if s.depth < 3 and r.random() < .5:
            beside = Scope(s)  # what it binds is not seen by the terms before it
            beside.bound = s.bound
            between = self.block(beside, 1)
        if x < .15:
            out = [*self.maybe_loop(e, cond, again()), *between, *self.maybe_loop(e, cond, again())]
        elif x < .4:
            out = [Stmt("if", [cond], [[again()], []]), *between,
                   Stmt("if", [variant(r, cond, .3, 0)], [[again()], []])]
        elif x < .52:
            out = [Stmt("if", [self.compare_safe(s)], [[Stmt("if", [cond], [[again()], []])],
                                                      [Stmt("if", [cond], [[again()], []])]]),
                   *between, Stmt("if", [cond], [[again(), again()], []])]
        elif x < .75 and e.ty != "bool":
            zero = const(e.ty, 0)
            strict = r.random() < .3
            out = [self.put(s, self.guarded(variant(r, e, .3, 0), zero, strict)) for _ in range(2)]
            out.insert(1, self.put(s, self.guarded(e, const(e.ty, 1), strict)))
            out[1:1] = between
        else:
            c = build("and", "bool", [cond, build("==", "bool", [e, e]) if e.ty == "bool" else
                                      build(r.choice(["<", ">", "!="]), "bool",
                                            [e, self.leaf_of(s, e.ty)])], e.req)
            out = [Stmt("if", [c], [[self.put(s, const("int32", k))], []]) for k in (1, 2)]
            out[1:1] = between
        self.forget(s)
        return out

    def maybe_loop(self, e, cond, body):
        """A loop that runs only if the condition holds, of a body that needs it."""
        r = self.rng
        d = cond.args[0] if cond.op == ">" else None
        if d and d.ty == "int32" and r.random() < .6:
            extent = build("T.min", "int32", [d, const("int32", 2)])
            return [Stmt("for", [extent], [[body]], (r.choice("ijk"), "serial", 0))]
        self.names += 1
        k = Buffer(f"K{self.names}", "int32", 1, point=r.random() < .5)
        zero = const("int32", 0)
        count = build("load", "int32", [zero], (k, None), mag=5)
        small = build("<", "bool", [count, const("int32", r.randint(1, 2))])
        step = Stmt("store", [zero, build("+", "int32", [count, const("int32", 1)])], info=k)
        return [Stmt("alloc", info=k), Stmt("store", [zero, zero], info=k),
                Stmt("while", [build("and", "bool", [small, cond], frozenset())], [[step, body]])]

    def compare_safe(self, s):
        return build("<", "bool", [self.leaf_simple(s), const("int32", 3)])

    def loop(self, s, parallel=False):
        r = self.rng
        if s.depth > 3:
            return self.store(s)
        c = Scope(s)
        self.forget(c)
        start = r.choice([0, 0, 0, 1, 2])
        name = r.choice("ijk")
        kind = r.choice(["serial", "serial", "unroll"])
        extent = const("int32", r.choice([1, 2, 3, 4, 4, 0]))
        if parallel:
            start, kind = 0, r.choice(["parallel"] if self.small else ["parallel", "thread"])
            name = "ijk"[s.depth % 3]
            extent = const("int32", 4)
        elif r.random() < .5 and kind == "serial":
            extent = Expr("var", "int32", info="n", mag=4)
            if start:
                extent = build("-", "int32", [build("+", "int32", [extent, const("int32", 2)]),
                                              const("int32", 1)])
                start = 0
            c.facts |= need("nz n", build(">", "bool", [Expr("var", "int32", info="n"),
                                                        const("int32", 0)]))
        text = str(start + extent.info) if start else show(extent)
        v = self.var(name, "int32", 8)
        c.vars["int32"] = [x for x in c.vars["int32"] if x.info != name] + [v, v]
        c.in_loop = not parallel
        if parallel:
            c.par = v
            c.in_loop = False
        for _ in range(r.choice([0, 1, 2])):
            self.add_term(c)
        if extent.op == "const" and extent.info == 0:
            self.never(c)
        body = self.block(c, r.randint(1, 4))
        self.forget(s)
        end = const("int32", int(text)) if start else extent
        return [Stmt("for", [end], [body], (name, kind, start))]

    def parallel(self, s):
        return self.loop(s, True) if not s.par else self.store(s)

    def while_(self, s):
        r = self.rng
        if s.depth > 2 or s.par:
            return self.loop(s)
        self.names += 1
        k = Buffer(f"K{self.names}", "int32", 1, point=r.random() < .5)
        zero = const("int32", 0)
        count = build("load", "int32", [zero], (k, None), mag=5)
        cond = build("<", "bool", [count, const("int32", r.randint(1, 4))])
        c = Scope(s)
        self.forget(c)
        c.in_loop = True
        c.pool += [count, build("+", "int32", [count, const("int32", 1)])]
        if r.random() < .7:
            more = self.compare(c, 1)
            if self.allowed(c, more):
                cond = build("and", "bool", [cond, more], frozenset())
        body = self.block(c, r.randint(1, 4))
        self.forget(s)
        step = Stmt("store", [zero, build("+", "int32", [count, const("int32", 1)])], info=k)
        return [Stmt("alloc", info=k), Stmt("store", [zero, zero], info=k),
                Stmt("while", [cond], [[step, *body]])]

    def leave(self, s):
        """If what a term needs does not hold, leave; then the term."""
        r = self.rng
        e, cond = self.needy(s)
        if e is None or s.par:
            return self.store(s)
        way = r.choice(["break", "continue", "break", "return"] if s.in_loop else
                       ["return", "assert", "call"])
        out = []
        if way == "assert" and r.random() < .9:
            way = "return"
        if r.random() < .3:
            out.append(Stmt("if", [cond], [[self.put(s, e)], []]))
        if way == "assert":
            out.append(Stmt("assert", [cond]))
        elif way == "call" and e.req == {"nz y"}:
            out.append(Stmt("eval", [Expr("gcall", "int32", s.vars["int32"][1:2], "check")]))
        else:
            way = "return" if way == "call" else way
            out.append(Stmt("if", [build("not", "bool", [cond])], [[Stmt(way)], []]))
        s.facts |= e.req
        out.append(self.put(s, e))
        if r.random() < .5:
            out.append(self.put(s, variant(r, e)))
        return out

    def call(self, s):
        r = self.rng
        if s.par:
            return self.store(s)
        data = Expr("data", "handle", info=r.choice([self.buffers[0]] * 3 + [self.buffers[5]]))
        name = r.choice(["peek", "poke", "bump", "half"])
        args = {"peek": [data, self.use(s, "int32")], "half": [self.use(s, "int32")],
                "poke": [data, self.use(s, "int32"), self.value(s, "int32")],
                "bump": [data]}[name]
        e = Expr("gcall", "int32", args, name, mag=1 << 20)
        self.forget(s)
        if name == "poke":
            return [Stmt("eval", [e])]
        more = build("+", "int32", [e, self.use(s, "int32")]) if r.random() < .5 else e
        return [self.put(s, build("&", "int32", [more, const("int32", 127)]))]

    def alloc(self, s):
        r = self.rng
        if s.depth > 3:
            return self.store(s)
        self.names += 1
        ty = r.choice(["int32", "int32", self.other[0], "float32"])
        b = Buffer(f"S{self.names}", ty, r.choice([8, 16]))
        i = self.var("m", "int32", 16)
        fill = build("cast", ty, [build("+", "int32", [i, self.clip(self.use(s, "int32"))])])
        s.bufs.append(b)
        if s.par:
            s.own.append(b)
        return [Stmt("alloc", info=b),
                Stmt("for", [const("int32", b.size)], [[Stmt("store", [i, self.clip(fill)],
                                                             info=b)]], ("m", "serial", 0))]

    def declare(self, s):
        """A view of a buffer: another offset, another type."""
        r = self.rng
        roots = [b for b in s.bufs if b.root is b and b.size >= 16 and b is not self.private and
                 b.ty != "bool"]
        root = r.choice(roots)
        same = self.small or r.random() < .4
        wide = BITS.get(root.ty, 32)
        ty = root.ty if same else r.choice([t for t in BITS if BITS[t] <= wide] +
                                           (["float32"] if wide == 32 else []))
        total = root.size * wide // BITS.get(ty, 32)
        offset = r.choice([0, 0, 1, 2, 4, total // 2])
        size = total
        while size + offset > total:
            size //= 2
        self.names += 1
        b = Buffer(f"V{self.names}", ty, size, root)
        s.bufs.append(b)
        return Stmt("decl", info=(b, offset))

    def decl(self, s):
        return [self.declare(s)] if not s.par else self.store(s)

    def attr(self, s):
        body = self.loop(s)
        if body[0].kind != "for":
            return body
        return [Stmt("attr", [], [body])]

    def assume(self, s):
        true = build("<", "bool", [const("int32", 0), build("|", "int32", [
            build("&", "int32", [self.leaf_simple(s), const("int32", 7)]), const("int32", 1)])])
        return [Stmt("assume", [true])]

    # ---- text ----------------------------------------------------------------------------
    def text(self, name, indent="    "):
        params = [f'{b.name}: T.Buffer(({b.size},), "{b.ty}")' for b in self.buffers]
        params += [f"{n}: T.{t}" for n, t in self.params]
        lets = []
        out = [f"{indent}@T.prim_func(private=True, s_tir=True)",
               f"{indent}def {name}({', '.join(params)}) -> T.int32:"]
        if self.noalias:
            out.append(f'{indent}    T.func_attr({{"tirx.noalias": True}})')
        out += lines(self.body, indent + "    ", lets)
        return "\n".join(out + [f"{indent}    return 1"]) + "\n"


def traps(e):
    return e.op in ("load", "mload", "//", "%", "T.truncdiv", "T.truncmod") or any(map(traps, e.args))


STATEMENTS = {
    "store": (30, Program.store), "vstore": (9, Program.vstore), "bind": (12, Program.bind),
    "if": (11, Program.if_), "twin": (12, Program.twin), "loop": (12, Program.loop),
    "while": (4, Program.while_), "leave": (6, Program.leave), "call": (5, Program.call),
    "alloc": (4, Program.alloc), "decl": (3, Program.decl), "attr": (2, Program.attr),
    "assume": (1, Program.assume), "parallel": (4, Program.parallel),
}
