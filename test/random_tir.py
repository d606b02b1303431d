# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random well-formed flat TIR in which there is much to share and much to get wrong.

Terms come from a small pool, are rewritten by rules that keep their value (or nearly do: the near
misses), and are put beside each other around guards, stores, loops and exits.  A term knows what it
needs so as not to trap (`req`); a scope knows what holds in it (`facts`); so most programs end
without a trap, though nearly all divide by what may be zero.
"""

BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64,
        "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64}
NARROW = ["int8", "uint8", "int16", "uint16", "uint32", "int64", "uint64"]
BIG = 1 << 28  # small programs stay below: for engines where int32 and int64 may not overflow
GUARDS = {}    # requirement -> the expression that makes sure of it


def is_int(ty):
    return ty in BITS


def is_signed(ty):
    return ty.startswith("int")


def largest(ty):
    return (1 << BITS[ty] - is_signed(ty)) - 1


class Expr:
    """An expression: operator, type, operands; mag bounds its absolute value, if it is an int."""
    __slots__ = ("op", "ty", "lanes", "args", "info", "mag", "req")

    def __init__(self, op, ty, args=(), info=None, lanes=1, mag=None, req=frozenset()):
        self.op, self.ty, self.args, self.info, self.lanes = op, ty, tuple(args), info, lanes
        self.mag = mag if mag is not None else largest(ty) + 1 if is_int(ty) else 1
        self.req = req


class Buffer:
    """Without dimensions (point), its only element is number 0."""
    def __init__(self, name, ty, size, root=None, point=False):
        self.name, self.ty, self.size, self.root = name, ty, size, root or self
        self.point = point
        self.types = {ty}  # of a root: its own, and those of its views
        self.root.types.add(ty)

    def shape(self):
        return "()" if self.point else f"({self.size},)"

    def element(self, index):
        return f"{self.name}[{'()' if self.point else index}]"

    def read(self, text, lanes):
        """What a load of it is, NaN aside where integers may lie: they may be any NaN, and which of two NaNs a sum is
        depends on their order, which CSE does not keep."""
        if is_int(self.ty) or self.ty == "bool" or len(self.root.types) == 1:
            return text
        least = f'T.{self.ty}("-inf")'
        return f"T.max({text}, {least if lanes == 1 else f'T.Broadcast({least}, {lanes})'})"


class Stmt:
    """kind, expressions, bodies and whatever else the kind needs to be printed."""
    def __init__(self, kind, exprs=(), bodies=(), info=None):
        self.kind, self.exprs, self.bodies, self.info = kind, list(exprs), list(bodies), info


# ---- Building ----------------------------------------------------------------------------
def const(ty, v, lanes=1):
    if lanes > 1:
        return build("bcast", ty, [const(ty, v)], None, lanes)
    if is_int(ty):
        v &= (1 << BITS[ty]) - 1
        v -= (1 << BITS[ty]) if is_signed(ty) and v > largest(ty) else 0
        return Expr("const", ty, info=v, mag=abs(v))
    return Expr("const", ty, info=v)


def magnitude(op, ty, args, info):
    m = [a.mag for a in args]
    if not is_int(ty):
        return 1
    limit = largest(ty) + 1
    if op in "+-":
        return min(limit, m[0] + m[1])
    if op == "*":
        return min(limit, m[0] * m[1])
    if op == "<<":
        return min(limit, m[0] << args[1].info)
    if op in ("//", "T.truncdiv", ">>"):
        return m[0] + 1
    if op in ("%", "T.truncmod"):
        return min(m[1] + 1, limit)
    if op in ("&", "|", "^", "T.min", "T.max"):
        return min(limit, 2 * max(m))
    if op in ("ite", "select"):
        return max(m[1], m[2])
    if op == "cast":
        return min(limit, m[0]) if is_int(args[0].ty) else 2
    if op in ("bcast", "likely"):
        return m[0]
    if op == "ramp":
        return min(limit, m[0] + m[1] * 8)
    if op == "let":
        return m[1]
    return limit


def need(req, guard):
    GUARDS[req] = guard
    return frozenset([req])


def divisor_req(d):
    one = d.args[0] if d.op == "bcast" else d
    if one.op == "const":
        return frozenset()
    zero = const(one.ty, 0)
    return need("nz " + show(one), build(">" if is_signed(one.ty) else "!=", "bool", [one, zero]))


def build(op, ty, args, info=None, lanes=1, mag=None):
    """info of a lazy node: the requirements its condition fulfils."""
    req = frozenset()
    for i, a in enumerate(args):
        lazy = op in ("ite", "and", "or") and i > 0 or op == "select" and i > 0 and lanes == 1
        req |= a.req - info if lazy and info else a.req
    if op in ("//", "%", "T.truncdiv", "T.truncmod") and is_int(ty):
        req |= divisor_req(args[1])
    if op == "load" and info[1]:
        req |= need(*info[1])
    if mag is None:
        mag = magnitude(op, ty, args, info)
    return Expr(op, ty, args, info, lanes, mag, req)


def with_args(e, args):
    return build(e.op, e.ty, args, e.info, e.lanes,
                 e.mag if e.op in ("load", "mload", "var", "const", "letvar") else None)


# ---- Printing ----------------------------------------------------------------------------
def show(e, names=None, lets=None):
    """The text of e; a T.Let gets a fresh name at each occurrence, noted in lets."""
    names = names or {}
    a = [show(x, names, lets) for x in e.args] if e.op != "let" else []
    if e.op in ("var",):
        return e.info
    if e.op == "letvar":
        return names.get(e.info, "?")
    if e.op == "const":
        return f"T.{e.ty}({e.info!r})" if e.info == e.info and abs(e.info) != float("inf") else \
            f'T.{e.ty}("{"nan" if e.info != e.info else "inf" if e.info > 0 else "-inf"}")'
    if e.op.startswith("T."):
        return f"{e.op}({', '.join(a)})"
    if e.op == "not":
        return f"(not {a[0]})"
    if e.op == "cast":
        return f'T.Cast("{e.ty}{"x%d" % e.lanes if e.lanes > 1 else ""}", {a[0]})'
    if e.op in ("ite", "select"):
        return f"T.{'if_then_else' if e.op == 'ite' else 'Select'}({', '.join(a)})"
    if e.op == "likely":
        return f"T.likely({a[0]})"
    if e.op in ("ramp", "bcast"):
        return f"T.{'Ramp' if e.op == 'ramp' else 'Broadcast'}({', '.join(a)}, {e.lanes})"
    if e.op == "load":
        return e.info[0].read(e.info[0].element(a[0]), e.lanes)
    if e.op == "mload":
        return e.info.read(f'T.masked_load("{e.ty}x{e.lanes}", {e.info.name}, {a[0]}, {a[1]})', e.lanes)
    if e.op == "gcall":
        return f"Module.{e.info}({', '.join(a)})"
    if e.op == "data":
        return f"{e.info.name}.data"
    if e.op == "let":
        value = show(e.args[0], names, lets)
        name = f"L{len(lets)}" if lets is not None else "L"
        if lets is not None:
            lets.append((name, e.args[0].ty))
        body = show(e.args[1], {**names, e.info: name}, lets)
        return f"T.Let({body}, where={{{name}: {value}}})"
    return f"({a[0]} {e.op} {a[1]})"


LOOPS = {"serial": "T.serial({})", "unroll": "T.unroll({})", "parallel": "T.parallel({})",
         "thread": 'T.thread_binding({}, thread="threadIdx.x")'}


def head(s, x):
    """The first line of a statement; x: the texts of its expressions."""
    if s.kind == "store":
        return f"{s.info.element(x[0])} = {x[1]}"
    if s.kind == "mstore":
        return f"T.masked_store({s.info.name}, {x[1]}, {x[0]}, {x[2]})"
    if s.kind == "bind":
        return f"{s.info} = T.bind({x[0]})"
    if s.kind == "for":
        name, kind, start = s.info
        return f"for {name} in {LOOPS[kind].format(x[0] if not start else f'{start}, {x[0]}')}:"
    if s.kind in ("while", "if"):
        return f"{s.kind} {x[0]}:"
    if s.kind == "assert":
        return f'assert {x[0]}, "assertion"'
    if s.kind == "eval":
        return f"T.evaluate({x[0]})"
    if s.kind == "assume":
        return f"T.evaluate(T.assume({x[0]}))"
    if s.kind == "attr":
        return 'with T.attr(0, "pragma_unroll", 1):'
    if s.kind == "alloc":
        return f'{s.info.name} = T.alloc_buffer({s.info.shape()}, "{s.info.ty}")'
    if s.kind == "decl":
        b, offset = s.info
        return f'{b.name} = T.decl_buffer(({b.size},), "{b.ty}", data={b.root.name}.data, ' \
               f'elem_offset={offset})'
    return {"break": "break", "continue": "continue", "return": "return 0"}[s.kind]


def lines(block, indent, lets):
    out = []
    for s in block:
        first = len(lets)
        texts = [show(e, None, lets) for e in s.exprs]
        out += [f"{indent}{name} = T.{ty}()" for name, ty in lets[first:]]
        out.append(indent + head(s, texts))
        for i, body in enumerate(s.bodies):
            if i and body:
                out.append(indent + "else:")
            if body or not i:
                out += lines(body, indent + "    ", lets) or [indent + "    pass"]
    return out


# ---- Rewriting ---------------------------------------------------------------------------
KEEP_RIGHT = ("<<", ">>", "//", "%", "T.truncdiv", "T.truncmod")
COMMUTE = ("+", "*", "&", "|", "^", "T.min", "T.max", "==", "!=")
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


def same(rng, e):
    """Another way to compute e, if a rule fits."""
    a, ty, n = e.args, e.ty, e.lanes

    def mk(op, *args):
        return build(op, ty, args, None, n)
    if len(a) != 2 or e.op in ("load", "mload", "let", "and", "or", "ramp"):
        return e
    of, one = a[0].ty, rng.random()
    if e.op in TURNED and (one < .5 or not is_int(of)):
        return mk(TURNED[e.op], a[1], a[0])
    if e.op in NEGATED and is_int(of) and n == 1:
        return mk("not", mk(NEGATED[e.op], *a))
    if not is_int(of):
        return mk(e.op, a[1], a[0]) if e.op in ("+", "*", "==", "!=") else e
    if e.op in ("+", "*", "T.min", "T.max", "&", "|", "^") and one < .4:
        b, c = a if a[0].op == e.op else (a[1], a[0])
        if b.op == e.op:
            return mk(e.op, b.args[0], mk(e.op, b.args[1], c))
    if e.op == "*" and one < .7:
        for b, c in (a, a[::-1]):
            if b.op in "+-":
                return mk(b.op, mk("*", b.args[0], c), mk("*", c, b.args[1]))
            if b.op == "const" and b.info > 0 and b.info & b.info - 1 == 0:
                return mk("<<", c, const(ty, b.info.bit_length() - 1))
    if e.op == "<<" and n == 1:
        return mk("*", a[0], const(ty, 1 << a[1].info))
    if e.op == ">>" and n == 1:
        return mk("//", a[0], const(ty, 1 << a[1].info)) if a[1].info < BITS[ty] - 1 else e
    if e.op == "-":
        return mk("+", mk("*", const(ty, -1, n), a[1]), a[0]) if one < .5 else \
            mk("-", mk("+", a[0], const(ty, 3, n)), mk("+", a[1], const(ty, 3, n)))
    if e.op == "+" and one > .8:
        return mk("*", const(ty, 2, n), a[0]) if show(a[0]) == show(a[1]) else \
            mk("-", a[0], mk("-", const(ty, 0, n), a[1]))
    if e.op in ("//", "T.truncdiv") and a[1].op == "const" and a[0].op == e.op and \
            a[0].args[1].op == "const" and 0 < a[1].info * a[0].args[1].info <= largest(ty):
        return mk(e.op, a[0].args[0], const(ty, a[1].info * a[0].args[1].info))
    if e.op in ("%", "T.truncmod") and one < .5 and a[1].op != "bcast":
        q = "//" if e.op == "%" else "T.truncdiv"
        return mk("-", a[0], mk("*", mk(q, *a), a[1]))
    return mk(e.op, a[1], a[0]) if e.op in COMMUTE else e


def near(rng, e):
    """Something like e whose value may differ."""
    a, ty, n = e.args, e.ty, e.lanes
    other = {"//": "T.truncdiv", "%": "T.truncmod", "T.truncdiv": "//", "T.truncmod": "%",
             "<": "<=", ">": ">=", "T.min": "T.max", "&": "|", "ite": "select"}
    if e.op == "const" and is_int(ty):
        return const(ty, e.info + rng.choice([-1, 1, 2]))
    if e.op == "cast" and is_int(ty) and a[0].op in "+-*" and is_int(a[0].ty):
        return build(a[0].op, ty, [build("cast", ty, [x], None, n) for x in a[0].args], None, n)
    if e.op in ("//", "T.truncdiv") and a[0].op in "+-" and a[1].op == "const":
        return build(a[0].op, ty, [build(e.op, ty, [x, a[1]]) for x in a[0].args])
    if e.op in ("-", "<", "T.min", "T.max", "//", "<<", ">>") and rng.random() < .5 and \
            e.op not in ("<<", ">>", "//"):
        return build(e.op, ty, a[::-1], e.info, n)
    if e.op in other and not (e.op == "ite" and e.info):
        return build(other[e.op], ty, a, e.info, n)
    if e.op == "load" and not e.info[1] and a[0].op == "&":
        i = a[0]
        more = build("+", i.ty, [i.args[0], const(i.ty, 1)])
        return with_args(e, [build("&", i.ty, [more, i.args[1]])])
    return e


def variant(rng, e, p=.3, miss=.03):
    """A rewritten e.  Indices must stay in range: their outermost node says that they do."""
    args = list(e.args)
    if e.op not in ("mload", "gcall", "let"):
        for i, a in enumerate(args):
            if e.op == "load" and a.op != "&":
                continue
            if e.op == "load":
                args[i] = with_args(a, [variant(rng, a.args[0], p, miss), a.args[1]])
            elif not (i == 1 and a.op in ("const", "bcast") and e.op in KEEP_RIGHT):
                args[i] = variant(rng, a, p, miss)
    out = with_args(e, args)
    if rng.random() < p:
        out = same(rng, out)
    elif rng.random() < miss:
        out = near(rng, out)
    return out
