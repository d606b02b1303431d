#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""report.py TIRC [--browser]: the page of `tirc report`.

Without a browser: the HTML is well formed, asks for nothing from elsewhere, has no script, escapes the text, has the same bytes each
time, and its bars add up.  With --browser, Debian's chromium shows it in light and in dark: what it measures (contrast of all text,
bars side by side and as long as their numbers say, nothing wider than the window) and the colours of a screenshot."""
import argparse
import html.parser
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

CHROMIUM = "chromium"
LEAST_CONTRAST = 4.5  # WCAG 2, AA
VOID = {"meta", "col", "br", "link", "img"}

KERNELS = {
    "nest": '''# <script>alert("text")</script> & more
@T.prim_func
def mm(A: T.Buffer((32, 64), "int32"), B: T.Buffer((64, 64), "int32"), C: T.Buffer((32, 64), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(32):
        for j in range(64):
            C[i, j] = 0
            for k in range(64):
                C[i, j] = C[i, j] + A[i, k] * B[k, j]
    for i in range(31):
        C[i, 0] = C[i + 1, 0] * C[i + 1, 1] + (C[i + 1, 1] ^ 3)
''',
    "symbolic": '''@T.prim_func
def f(a: T.handle, b: T.handle, n: T.int32):
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        B[i] = A[i] * A[i] + T.call_extern("float32", "g", A[i] * A[i])
''',
}
LINES = [["--target=hexagon", "-O3"], ["--target=hexagon", "-O2", "--no-loops"], ["-O2"], ["-O0"]]

MEASURE = """<script>
const luminance = c => c.map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
const parts = c => c.match(/[\\d.]+/g).map(Number);
const behind = e => { for (; e; e = e.parentElement) { const c = parts(getComputedStyle(e).backgroundColor);
    if (c.length == 3 || c[3] > 0) return c.slice(0, 3); } return [255, 255, 255]; };
const result = {dark: matchMedia("(prefers-color-scheme: dark)").matches, pale: [], small: [], bars: [],
    background: parts(getComputedStyle(document.body).backgroundColor),
    open: document.querySelectorAll("details[open]").length, folded: document.querySelectorAll("details").length};
for (const e of document.querySelectorAll("details")) e.open = true;
result.wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
for (const e of document.querySelectorAll("body *")) {
    if (e.tagName == "SCRIPT" || ![...e.childNodes].some(n => n.nodeType == 3 && n.data.trim())) continue;
    const style = getComputedStyle(e), a = luminance(parts(style.color)), b = luminance(behind(e));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < LEAST) result.pale.push([e.tagName, e.className, ratio]);
    if (parseFloat(style.fontSize) < 12) result.small.push([e.tagName, e.className, style.fontSize]);
}
for (const table of document.querySelectorAll("table.bars"))
    result.bars.push([...table.querySelectorAll("tbody tr")].map(row => {
        const track = row.querySelector(".track").getBoundingClientRect(), fill = row.querySelector(".fill").getBoundingClientRect();
        return {left: track.left, width: track.width, from: fill.left, fill: fill.width,
                share: parseFloat(row.lastElementChild.textContent)};
    }));
document.body.dataset.measured = JSON.stringify(result);
</script>""".replace("LEAST", str(LEAST_CONTRAST))


class Reader(html.parser.HTMLParser):
    """Tags that close in their order, ids, and what asks for something."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.wrong, self.shares = [], set(), [], [], []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "script" or "src" in attrs or any(a.startswith("on") for a in attrs):
            self.wrong.append(f"<{tag} {attrs}>")
        self.links += [attrs["href"]] if "href" in attrs else []
        if "id" in attrs:
            self.wrong += [f"id {attrs['id']} twice"] if attrs["id"] in self.ids else []
            self.ids.add(attrs["id"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")


def shares(page):
    """The percentages of each table of bars."""
    return [[float(s) for s in re.findall(r'<td class="num dim">([\d.]+) %</td>', table)]
            for table in re.findall(r'<table class="bars">.*?</table>', page, re.S)]


def faults_of(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    faults = reader.wrong + [f"<{tag}> stays open" for tag in reader.open]
    faults += [f"a link to {link}" for link in reader.links if not (link[:1] == "#" and link[1:] in reader.ids)]
    faults += [f"'{word}'" for word in ("url(", "@import", "http:", "https:") if word in page]
    for table in shares(page):
        faults += [] if abs(sum(table) - 100) < .06 * len(table) else [f"the bars of a table add up to {sum(table)} %"]
    return faults


def make(tirc, folder, name, options):
    source, out = folder / f"{name}.py", folder / "page.html"
    source.write_text(KERNELS[name])
    subprocess.run([tirc, "report", *options, source.name, "-o", out.name], cwd=folder, check=True, timeout=120)
    return out.read_text()


def check_page(tirc, folder, name, options):
    page = make(tirc, folder, name, options)
    faults = faults_of(page)
    if page != make(tirc, folder, name, options):
        faults.append("other bytes the second time")
    for piece in ("<h2>Source</h2>", "<h2>Schedule</h2>", "<summary>assembly: "):
        faults += [] if piece in page else [f"there is no {piece}"]
    head = "Packets by loop" if "--target=hexagon" in options else "Instructions by line"
    return faults + ([] if f"<h2>{head}</h2>" in page else [f"there is no {head}"])


# ---- The browser ----------------------------------------------------------------------------
def browse(folder, dark, *words):
    """Run chromium on page.html; what it writes on stdout."""
    line = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,1600",
            f"--user-data-dir={folder}/profile", f"--blink-settings=preferredColorScheme={0 if dark else 1}", *words,
            f"file://{folder}/page.html"]
    return subprocess.run(line, check=True, capture_output=True, text=True, timeout=120).stdout


def first_pixel(png):
    """The colour of the corner: the first row has no row above it, so only filters 0 and 1 matter for its first pixel."""
    data, at, packed = png.read_bytes(), 8, b""
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + n] if kind == b"IDAT" else b""
        at += n + 12
    return list(zlib.decompress(packed)[1:4])


def bar_faults(rows):
    lefts, widths = {round(r["left"], 1) for r in rows}, {round(r["width"], 1) for r in rows}
    faults = [] if len(lefts) == 1 == len(widths) else [f"bars begin at {sorted(lefts)}, {sorted(widths)} wide"]
    for r in rows:
        wanted = max(r["width"] * r["share"] / 100, 2)
        if abs(r["fill"] - wanted) > r["width"] * .002 + .5 or abs(r["from"] - r["left"]) > .1:
            faults.append(f"a bar of {r['share']} % is {r['fill']} of {r['width']} long")
    return faults


def browser_faults(folder, dark):
    page = folder / "page.html"
    text = page.read_text()
    browse(folder, dark, f"--screenshot={folder}/page.png")
    page.write_text(text.replace("</body>", MEASURE + "</body>"))
    dom = browse(folder, dark, "--dump-dom")
    page.write_text(text)
    measured = re.search(r'data-measured="([^"]*)"', dom)
    if not measured:
        return ["the browser measured nothing"]
    m = json.loads(html.unescape(measured[1]))
    faults = [f"{kind}: {m[kind][:3]}" for kind in ("pale", "small") if m[kind]]
    faults += [] if m["dark"] == dark else ["the other colours than asked for"]
    faults += [f"{m['wide']} pixels wider than the window"] if m["wide"] > 0 else []
    faults += [] if m["folded"] and not m["open"] else [f"{m['open']} of {m['folded']} folded parts are open"]
    faults += [] if m["bars"] else ["no bars"]
    for rows in m["bars"]:
        faults += bar_faults(rows)
    corner = first_pixel(folder / "page.png")
    faults += [] if corner == m["background"] else [f"the corner is {corner}, the background {m['background']}"]
    return faults + ([] if (sum(corner) < 200) == dark else [f"the corner is {corner}"])


def self_test():
    bad = '<ol><script></script><li id="a" onclick="x"></ol><a href="https://x">'
    wrong = faults_of(bad)
    assert len(wrong) >= 5, wrong
    assert faults_of('<p id="a"><a href="#a">x</a></p>') == []
    assert faults_of('<table class="bars"><td class="num dim">50.0 %</td></table>')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tirc")
    parser.add_argument("--browser", action="store_true", help="show it in chromium, too")
    options = parser.parse_args()
    tirc = pathlib.Path(options.tirc).resolve()
    self_test()
    if options.browser and not shutil.which(CHROMIUM):
        sys.exit(f"report.py: there is no {CHROMIUM}; scripts/setup --all installs it")
    failed = done = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for kernel in KERNELS:
            for line in LINES:
                faults = check_page(tirc, folder, kernel, line)
                for dark in (False, True) if options.browser else ():
                    faults += [f"{'dark' if dark else 'light'}: {f}" for f in browser_faults(folder, dark)]
                done += 1
                failed += bool(faults)
                for fault in faults:
                    print(f"{kernel} {' '.join(line)}: {fault}")
    print(f"{done} pages, {failed} with faults")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
