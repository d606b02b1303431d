#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""packets.py --tirc=FILE --packets=FILE [--self-test]: what backend/ reads in objects for Hexagon.

1. Every packet of instructions.s and of some kernels, against LLVM's disassembler: where it ends, which registers get
   which values, where it goes.
2. The packets of a call that are predicted of these kernels, against those that qemu-hexagon counts: within 2 % or 8 packets, for all trip
   counts are known.
3. The packets of calls whose arguments decide how often loops run, walked through, against those that qemu-hexagon counts: the same.
4. Damaged objects, which may be refused but bring nothing down.
--self-test: a wrong reading is seen."""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))
import hexagon  # noqa: E402
import neighbours  # noqa: E402
import sets  # noqa: E402

KERNELS = ["image/sobel", "image/gaussian5x5", "layout/layout_max_pool_u8_8h8w32c", "layout/layout_clip_4h4w32c", "loops/gemm",
           "loops/jacobi_2d", "loops/heat_3d", "nn/max_pool_s8", "nn/elementwise_mul_s8", "layout/layout_depth_to_space_8h2w32c2w"]
# Elementwise, stencil, product, choice, reduction, window, triangle and rows; extents of all are parameters.
WALKED = [20042, 20021, 20054, 20127, 20051, 20123, 20102, 20081]
EXACT, PACKETS = 1.02, 8
IMM = r"#{1,2}(-?(?:0x[0-9a-f]+|\d+))"
RELATION = rf"(!?)cmp\.(eq|gtu?)\(r(\d+)(\.new)?,(?:r(\d+)(\.new)?|{IMM})\)"
BITS = rf"(!?)(tstbit|bitsclr)\(r(\d+)(\.new)?,(?:r(\d+)|{IMM})\)"


def number(s):
    n = int(s, 0)
    return n - (1 << 32) if n >= 1 << 31 else n  # of 32 bits: objdump prints what a word extends as it is in memory


def pair(high, low, first, second):
    """Two values: a register or an immediate each."""
    value = lambda s: f"#{number(s.lstrip('#'))}" if s[0] == "#" else s  # noqa: E731
    return {f"r{high} = {value(first)}", f"r{low} = {value(second)}"}


def relation(text):
    """What a comparison in the text asks; None: there is none."""
    if m := re.search(RELATION, text):
        sign, kind, a, new, b, new_b, imm = m.groups()
        if new_b:
            return f"{sign}swapped {kind}(r{b}.new,r{a})"
        return f"{sign}{kind}(r{a}{new or ''},{'r' + b if b else '#' + str(number(imm))})"
    if m := re.search(BITS, text):
        sign, kind, a, new, b, imm = m.groups()
        if kind == "tstbit" and imm:
            sign, imm = "" if sign else "!", str(1 << number(imm))
        elif kind == "tstbit":
            return "other"
        return f"{sign}clear(r{a}{new or ''},{'r' + b if b else '#' + str(number(imm))})"
    return None


def jump(text):
    """Where a jump or call in the text goes."""
    m = re.search(r"\b(?:jump|call)(?::n?t)? (0x[0-9a-f]+)", text)
    return f"{number(m[1]):x}" if m else None


def value_of(t):
    """What an instruction gives registers and words of the stack, or None: that is not followed."""
    def at(pattern):
        return re.fullmatch(pattern, t)
    if m := at(r"if \((!?p\d(?:\.new)?)\) (r\d+ = (?:#.*|add\(.*|sub\(.*))"):
        return {f"{s} if {m[1]}" for s in value_of(re.sub(r"add\((r\d+),#0x0\)", r"add(\1,#0)", m[2])) or ()} or None
    if m := at(rf"r(\d+) = {IMM}"):
        return {f"r{m[1]} = #{number(m[2])}"}
    if m := at(r"r(\d+) = (r\d+)"):
        return {f"r{m[1]} = {m[2]}"}
    if m := at(rf"r(\d+) = add\((r\d+),{IMM}\)"):
        return {f"r{m[1]} = {m[2]}+#{number(m[3])}"}
    if m := at(r"r(\d+) = add\((r\d+),(r\d+)\)"):
        return {f"r{m[1]} = {m[2]}+{m[3]}"}
    if m := at(r"r(\d+) = sub\((r\d+),(r\d+)\)"):
        return {f"r{m[1]} = {m[2]}-{m[3]}"}
    if m := at(rf"r(\d+) = sub\({IMM},(r\d+)\)"):
        return {f"r{m[1]} = #{number(m[2])}-{m[3]}"}
    if m := at(rf"r(\d+) = (asl|asr|lsr)\((r\d+),{IMM}\)"):
        return {f"r{m[1]} = {m[3]}{dict(asl='<<', asr='>>', lsr='>>>')[m[2]]}#{number(m[4])}"}
    if m := at(rf"r(\d+) = (and|or|xor)\((r\d+),(?:(r\d+)|{IMM})\)"):
        return {f"r{m[1]} = {m[3]}{dict(zip(('and', 'or', 'xor'), '&|^'))[m[2]]}{m[4] or '#' + str(number(m[5]))}"}
    if m := at(r"r(\d+) = (minu?|maxu?)\((r\d+),(r\d+)\)"):
        a, b = (m[4], m[3]) if m[2].startswith("min") else (m[3], m[4])  # of min the second field is read first
        return {f"r{m[1]} = {a} {m[2]} {b}"}
    if m := at(rf"r(\d+) = \+?mpyi\((r\d+),(?:(r\d+)|{IMM})\)"):
        return {f"r{m[1]} = {m[2]}*{m[3] or '#' + str(number(m[4]))}"}
    if m := at(rf"r(\d+) ([+-])= mpyi\((r\d+),(?:(r\d+)|{IMM})\)"):
        return {f"r{m[1]} = r{m[1]}{m[2]}{m[3]}*{m[4] or '#' + str(number(m[5]))}"} if m[2] == "+" or m[5] else None
    if m := at(rf"r(\d+) = add\((r\d+),mpyi\((?:(r\d+),{IMM}|{IMM},(r\d+))\)\)"):
        return {f"r{m[1]} = {m[2]}+{m[3] or m[6]}*#{number(m[4] or m[5])}"}
    if m := at(rf"r(\d+) = extractu\((r\d+),{IMM},{IMM}\)"):
        return {f"r{m[1]} = {m[2]}[{number(m[3])},{number(m[4])}]"}
    if m := at(r"r(\d+) = zxth\((r\d+)\)"):
        return {f"r{m[1]} = {m[2]}[16,0]"}
    if m := at(rf"r(\d+) = insert\((r\d+),{IMM},{IMM}\)"):
        return {f"r{m[1]} = r{m[1]}[{number(m[3])},{number(m[4])}] of {m[2]}"}
    if m := at(rf"r(\d+) = (set|clr)bit\((r\d+),{IMM}\)"):
        bit = 1 << number(m[4])
        bit = bit - (1 << 32) if bit >> 31 else bit
        return {f"r{m[1]} = {m[3]}" + (f"|#{bit}" if m[2] == "set" else f"&#{~bit}")}
    if m := at(rf"r(\d+) = (and|or|add|sub)\({IMM},(asl|lsr)\((r\d+),{IMM}\)\)"):
        sign = dict(zip(("and", "or", "add", "sub"), "&|+-"))[m[2]]
        return {f"r{m[1]} = #{number(m[3])}{sign}{m[5]}{'<<' if m[4] == 'asl' or number(m[6]) == 0 else '>>'}{number(m[6])}"}
    if m := at(rf"r(\d+) ([+|&-])= (asl|lsr)\((r\d+),{IMM}\)"):
        return {f"r{m[1]} = r{m[1]}{m[2]}{m[4]}{'<<' if m[3] == 'asl' or number(m[5]) == 0 else '>>'}{number(m[5])}"}
    if m := at(r"r(\d+) \|= or\((r\d+),(r\d+)\)"):
        return {f"r{m[1]} = r{m[1]}|{m[2]}|{m[3]}"}
    if m := at(rf"r(\d+):(\d+) = bitsplit\((r\d+),{IMM}\)"):
        return {f"r{m[1]} = {m[3]}>>>#{number(m[4])}", f"r{m[2]} = {m[3]}[{number(m[4])},0]"}
    if m := at(rf"r(\d+) = addasl\((r\d+),(r\d+),{IMM}\)"):
        return {f"r{m[1]} = {m[2]}+{m[3]}<<{number(m[4])}"}
    if m := at(rf"r(\d+) = add\((r\d+),(?:add\((r\d+),{IMM}\)|sub\({IMM},(r\d+)\))\)"):
        return {f"r{m[1]} = {m[2]}+{m[3]}+#{number(m[4])}" if m[3] else f"r{m[1]} = {m[2]}-{m[6]}+#{number(m[5])}"}
    if m := at(rf"r(\d+) = mux\(p(\d),(r\d+|{IMM}),(r\d+|{IMM})\)"):
        value = lambda s: s if s[0] == "r" else f"#{number(s.lstrip('#'))}"  # noqa: E731
        return {f"r{m[1]} = p{m[2]} ? {value(m[3])} : {value(m[5])}"}
    if m := at(r"r(\d+) = p(\d)"):
        return {f"r{m[1]} = p{m[2]}"}
    if m := at(rf"r(\d+):(\d+) = combine\(((?:r\d+|{IMM})),((?:r\d+|{IMM}))\)"):
        return pair(m[1], m[2], m[3], m[5])
    if m := at(rf"r(\d+) = memw\(r29\+{IMM}\)"):
        return {f"r{m[1]} = stack[{number(m[2])}]"}
    if m := at(rf"r(\d+):(\d+) = memd\(r29\+{IMM}\)"):
        return {f"r{m[2]} = stack[{number(m[3])}]", f"r{m[1]} = stack[{number(m[3]) + 4}]"}
    if m := at(rf"memw\(r29\+{IMM}\) = r(\d+)(?:\.new)?"):
        return {f"stack[{number(m[1])}] = r{m[2]}"}
    if m := at(rf"memw\(r29\+{IMM}\) = {IMM}"):
        return {f"stack[{number(m[1])}] = #{number(m[2])}"}
    if m := at(rf"memd\(r29\+{IMM}\) = r(\d+):(\d+)"):
        return {f"stack[{number(m[1])}] = r{m[3]}", f"stack[{number(m[1]) + 4}] = r{m[2]}"}
    if re.search(r"^(?:allocframe|deallocframe|dealloc_return)|dealloc_return$", t):
        return set()
    return None


def moved(t):
    """An address that is moved on."""
    m = re.search(rf"(v?)mem\w*\(r(\d+)\+\+{IMM}\)", t)
    if not m or t.startswith("if") or "circ" in t:
        return set()
    step = number(m[3]) * (128 if m[1] else 1)
    return {f"r{m[2]} = r{m[2]}+#{step}"}


def way_of(t):
    """Where an instruction goes, by what."""
    found = set()
    by = re.match(r"if \((!?)p(\d)(\.new)?\)", t)
    when = f" if {by[1]}p{by[2]}{by[3] or ''}" if by else ""
    if re.match(rf"if \((?:{RELATION}|{BITS})\) jump", t):
        when = " if " + relation(t)
    elif m := re.match(r"if \(r(\d+)([!=><]=)#(?:0x)?0\) jump", t):
        when = f" if {'!' if m[2] == '!=' else ''}eq(r{m[1]},#0)" if m[2] in ("!=", "==") else " if other"
    to = jump(t)
    if re.search(r"\bcall\b", t):
        found.add(f"call {to}{when if to is None else ''}")
    elif re.search(r"\bcallr", t):
        found.add("call out")
    elif to:
        found.add(f"jump {to}{when}")
    elif re.search(r"\bjumpr(?::n?t)? r31|dealloc_return", t):
        found.add(f"return{when}")
    elif re.search(r"\bjumpr\b", t):
        found.add("indirect")
    if m := re.search(rf"loop([01])\((0x[0-9a-f]+),(?:{IMM}|(r\d+))\)", t.replace("##", "").replace("(#", "(")
                      if "loop" in t else ""):
        found.add(f"loop{m[1]} {number(m[2]):x} {'#' + str(number(m[3])) if m[3] else m[4]}")
    return found


def predicate_of(t):
    if m := re.fullmatch(rf"p(\d) = (?:{RELATION}|{BITS})", t):
        told = relation(t)
        return {f"p{m[1]} = {told}", f"p{m[1]} = ?"} if told == "other" else {f"p{m[1]} = {told}"}
    if m := re.fullmatch(r"p(\d) = (and|or)\(p(\d),(!?)p(\d)\)", t):
        if m[4]:  # the one that is negated is read first
            return {f"p{m[1]} = {m[2]} !p{m[5]},p{m[3]}"}
        return {f"p{m[1]} = {m[2]} p{m[3]},p{m[5]}", f"p{m[1]} = {m[2]} p{m[5]},p{m[3]}"}  # one of them
    if m := re.fullmatch(r"p(\d) = not\(p(\d)\)", t):
        return {f"p{m[1]} = !p{m[2]}"}
    if m := re.fullmatch(r"p(\d) = (r\d+)", t):
        return {f"p{m[1]} = {m[2]}"}
    if m := re.match(r"p(\d) = sp\dloop0", t):
        return set()
    m = re.match(r"(?:r\d+(?::\d+)?,)?p(\d) [|&]?= ", t)
    return {f"p{m[1]} = ?"} if m else set()


def written(t):
    """The general registers that an instruction writes."""
    found = set()
    if m := re.match(r"(?:if \(.*?\) )?r(\d+)(?::(\d+))?(?:\.\w+)?(?:,p\d)? ?[-+|&^]*=(?!=)", t):
        found |= {int(r) for r in m.groups() if r}
    for m in re.finditer(r"\(r(\d+)\+\+|mem\w*\(r(\d+)=", t):
        found.add(int(m[1] or m[2]))
    if re.search(r"dealloc(?:frame|_return)|allocframe", t):
        return set()  # of the stack: nothing that is followed
    return found


def texts_of(line):
    return [t.strip() for t in re.sub(r"\}\s*(?::endloop\d+)*|\{", "", line).split(";") if t.strip()]


def disassembled(path):
    """{function: {byte: (ends, unaligned, instructions)}}, without packets that hold what the linker fills in."""
    out = hexagon.call(hexagon.LLVM / "llvm-objdump", "-d", "-r", "--no-show-raw-insn", "--mcpu=hexagonv67",
                       "--mattr=+hvxv67,+hvx-length128b", path)
    funcs, f, packet = {}, None, None
    for line in out.splitlines():
        if m := re.match(r"^[0-9a-f]+ <(.+)>:$", line):
            f = funcs.setdefault(m[1], {}) if not m[1].startswith(".L") else f
        elif "R_HEX" in line and packet:
            packet["linked"] = True
        elif f is not None and (m := re.match(r"^\s*([0-9a-f]+):\s(.*)$", line)):
            if "{" in m[2]:
                packet = f[int(m[1], 16)] = {"linked": False, "text": []}
            packet["text"].append(m[2])
    return funcs


def expected(packet):
    """(ends, unaligned, sets of lines that must be, of which one must be)."""
    whole = " ".join(packet["text"])
    ends = f"{int('endloop0' in whole)}{int('endloop1' in whole or 'endloop01' in whole)}".replace("endloop01", "")
    ends = ("1" if re.search(r":endloop01?\b", whole) else "0") + ("1" if re.search(r":endloop(?:1|01)\b", whole) else "0")
    must, one_of = set(), []
    for t in (t for line in packet["text"] for t in texts_of(line)):
        t = re.sub(r" <.*?>", "", t)
        value = value_of(t)
        lines = (value or set()) | moved(t)
        told = {int(m[1]) for m in (re.match(r"r(\d+) = ", s) for s in lines) if m}
        must |= lines | {f"kill r{r}" for r in written(t) - told if value is None} | way_of(t)
        if p := predicate_of(t):
            one_of.append(p)
    return ends, whole.count("vmemu"), must, one_of


def wrong_packets(packets, path):
    """A line for each packet that is read otherwise than LLVM's disassembler reads it."""
    known, name = disassembled(path), None
    seen = 0
    for line in hexagon.call(packets, path).splitlines():
        if line.endswith(":") and " " not in line:
            name = line[:-1]
            continue
        at, rest = line.split(": ", 1)
        head, *lines = rest.split("; ")
        packet = known.get(name, {}).get(int(at, 16))
        if packet is None:
            yield f"{path.name}: {name}+{at}: no packet begins there"
            continue
        if packet["linked"]:
            continue
        ends, unaligned, must, one_of = expected(packet)
        lines = {s for s in lines if not re.match(r"kill r(29|30|31)$", s)}
        must -= {"kill r29", "kill r30", "kill r31"}
        others = set().union(*one_of) if one_of else set()
        good = head == f"{ends} {unaligned}" and must <= lines and lines - must <= others and all(p & lines for p in one_of)
        seen += 1
        if not good:
            yield f"{path.name}: {name}+{at}: {' '.join(packet['text'])}\n  read as {head}; {sorted(lines)}\n  not as {ends} " \
                  f"{unaligned}; {sorted(must)} {one_of}"
    if not seen:
        yield f"{path.name}: no packet was compared"


def predicted(packets, obj, symbol):
    words = hexagon.call(packets, obj, symbol).split()
    return float(words[0]), int(words[4])


def wrong_count(tools, packets, name):
    """Compile a kernel and run it: a sentence if its packets are not those that are predicted, or None, and the object."""
    group, stem = name.split("/")
    kernel = sets.load(tools, group, sets.KERNELS / group / f"{stem}.py")
    obj, program = tools.temp / f"{stem}.o", tools.temp / f"{stem}.elf"
    hexagon.call(tools.tirc, "--target=hexagon", "-O3", f"--function={kernel.symbol}", kernel.source, "-c", "-o", obj)
    tools.link(program, obj, tools.c_object(hexagon.entry_source(kernel.params, kernel.symbol)))
    ran, _ = hexagon.run(program, kernel.job)
    count, unknown = predicted(packets, obj, kernel.symbol)
    off = max(count, ran.packets) / max(1, min(count, ran.packets))
    why = None
    if unknown:
        why = f"{name}: the counts of {unknown} loops are not known"
    elif off > EXACT and abs(count - ran.packets) > PACKETS:
        why = f"{name}: {count:.0f} packets are predicted, {ran.packets} run"
    return why, obj


def wrong_walk(tools, packets, seed):
    """A sentence if a kernel made from the seed, whose extents are parameters, takes other packets than its code walked through."""
    name, text = neighbours.kernel_of(seed)
    source = tools.temp / f"{name}.py"
    source.write_text(text)
    kernel = sets.OwnKernel(tools, source)
    obj, _ = kernel.compile("walked", ["--target=hexagon", "-O3"])
    words = [(k + 1) << 24 if p.size is not None else int(kernel.values[p.name]) for k, p in enumerate(kernel.params)]
    count = float(hexagon.call(packets, obj, name, *words).split()[0])
    ran = kernel.run(obj)[0]
    off = max(count, ran) / max(1, min(count, ran))
    return f"{name}: {count:.0f} packets are walked through, {ran} run" if off > EXACT and abs(count - ran) > PACKETS else None


def brought_down(packets, obj, symbol, temp):
    """Damage the object in many ways; a sentence for each that ends in a signal."""
    whole, r = obj.read_bytes(), random.Random(7)
    damaged = temp / "damaged.o"
    for i in range(60):
        data = bytearray(whole)
        for _ in range(r.randint(1, 8)):
            data[r.randrange(len(data)) if i % 3 else r.randrange(52)] = r.randrange(256)
        damaged.write_bytes(data[:r.randrange(len(data))] if i % 5 == 0 else data)
        for words in ([damaged], [damaged, symbol], [damaged, symbol, "16777216"]):
            done = subprocess.run([packets, *words], capture_output=True, check=False, timeout=300)
            if done.returncode not in (0, 1):
                yield f"{obj.name}, damaged in way {i}: status {done.returncode}"


def self_test():
    packet = {"linked": False, "text": ["{ r1 = add(r2,#0x4)", "p0 = cmp.eq(r3,#0x0); if (p0.new) jump:nt 0x20 }  :endloop0"]}
    ends, unaligned, must, one_of = expected(packet)
    assert (ends, unaligned, must, one_of) == ("10", 0, {"r1 = r2+#4", "jump 20 if p0.new"}, [{"p0 = eq(r3,#0)"}]), expected(packet)
    assert written("r3:2 += mpy(r1,r0)") == {2, 3} and written("r1 = memw(r0++#0x4)") == {0, 1}
    assert value_of("r1:0 = combine(#0x1,r5)") == {"r1 = #1", "r0 = r5"}
    return 0


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--packets", default=str(ROOT / "build/release/bin/tirc-packets"))
    p.add_argument("--self-test", action="store_true")
    p.add_argument("kernel", nargs="*", help="SET/NAME; default: some")
    o = p.parse_args()
    if o.self_test:
        return self_test()
    faults = []
    with tempfile.TemporaryDirectory(prefix="tirc-packets-") as temp:
        tools = hexagon.Toolchain(str(pathlib.Path(o.tirc).parent.parent), temp)
        listed = tools.temp / "instructions.o"
        hexagon.call(hexagon.LLVM / "llvm-mc", "--triple=hexagon", "--mcpu=hexagonv67", "--mattr=+hvxv67,+hvx-length128b",
                     "--filetype=obj", ROOT / "test/instructions.s", "-o", listed)
        faults += wrong_packets(o.packets, listed)
        for name in o.kernel or KERNELS:
            why, obj = wrong_count(tools, o.packets, name)
            faults += [why] if why else []
            faults += wrong_packets(o.packets, obj)
        faults += filter(None, (wrong_walk(tools, o.packets, seed) for seed in WALKED))
        faults += brought_down(o.packets, obj, obj.stem, tools.temp)
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
