/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report/html.c: pieces of HTML, and what the page looks like, in light and in dark. */
#include "report/internal.h"

void report_text(struct sbuf *out, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		switch (text[i]) {
		case '&': sbuf_str(out, "&amp;"); break;
		case '<': sbuf_str(out, "&lt;"); break;
		case '>': sbuf_str(out, "&gt;"); break;
		case '"': sbuf_str(out, "&quot;"); break;
		default: sbuf_char(out, text[i]);
		}
}

void report_string(struct sbuf *out, const char *text)
{
	report_text(out, text, strlen(text));
}

void report_number(struct sbuf *out, double x)
{
	char digits[64];
	bool whole = x >= 100 || x - (double)(uint64_t)x < 0.05;
	int n = snprintf(digits, sizeof digits, whole ? "%.0f" : "%.1f", x < 1e30 ? x : 1e30);
	int ahead = whole ? n : n - 2;
	for (int i = 0; i < n; i++) {
		if (i && i < ahead && (ahead - i) % 3 == 0)
			sbuf_char(out, ',');
		sbuf_char(out, digits[i]);
	}
}

void report_link(struct sbuf *out, unsigned line)
{
	sbuf_printf(out, "<a href=\"#L%u\">line %u</a>", line, line);
}

/* Each pair of colours that text has is one of a name and its background: test/report.py measures their contrast. */
static const char style[] =
        "</title>\n<style>\n"
        ":root{color-scheme:light dark;--bg:#ffffff;--fg:#1b1f24;--dim:#57606a;--edge:#d0d7de;"
        "--card:#f6f8fa;--link:#0756b0;--yes:#0f5323;--yes-bg:#cdf3d6;--no:#6e3600;"
        "--no-bg:#ffe8c7;--bar:#2f81f7;--heat:#bcdcff;--code:#f6f8fa}\n"
        "@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--dim:#a2acb8;"
        "--edge:#30363d;--card:#161b22;--link:#79b8ff;--yes:#8be9a8;--yes-bg:#12361f;"
        "--no:#ffca85;--no-bg:#41290a;--bar:#388bfd;--heat:#173f6e;--code:#161b22}}\n"
        "*{box-sizing:border-box}\n"
        "body{margin:0;background:var(--bg);color:var(--fg);"
        "font:15px/1.55 system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif}\n"
        "main{max-width:76rem;margin:0 auto;padding:2rem 1.5rem 4rem}\n"
        "h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.4rem 0 .7rem}\n"
        "h3{font-size:1rem;margin:1.2rem 0 .4rem;font-weight:600}\n"
        "p{margin:.3rem 0 .8rem;max-width:60rem}.dim,.sub{color:var(--dim)}a{color:var(--link)}\n"
        "code,pre,.src,.bars,.nest{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"
        "\"DejaVu Sans Mono\",monospace;font-size:13px}\n"
        "table{border-collapse:collapse}caption{text-align:left;color:var(--dim);padding:0 0 "
        ".4rem}\n"
        "td,th{padding:.35rem .9rem;text-align:left;border-bottom:1px solid var(--edge)}\n"
        "thead th{color:var(--dim);font-weight:600}.num{text-align:right;"
        "font-variant-numeric:tabular-nums}\n"
        ".bars{width:100%;table-layout:fixed}.bars td{padding:.22rem .6rem .22rem 0;border:0;"
        "white-space:nowrap;overflow:hidden;text-overflow:ellipsis}\n"
        ".bars .what{width:42%}.bars .few{width:6rem}.bars th{border:0;color:var(--dim);"
        "font-weight:400;padding:0 .6rem .1rem 0}.bars .num{padding-right:.9rem}\n"
        ".track{display:block;height:.95rem;background:var(--card);border-radius:3px}\n"
        ".fill{display:block;height:100%;min-width:2px;background:var(--bar);border-radius:3px}\n"
        ".src{list-style:none;margin:0;padding:.6rem 0;border:1px solid var(--edge);"
        "border-radius:6px;overflow-x:auto;line-height:1.5}\n"
        ".src code{white-space:pre;padding-right:1rem}.src li:target{background:var(--card)}\n"
        ".n,.h{display:inline-block;text-align:right;color:var(--dim);padding-right:.7em}\n"
        ".n{width:3.8em}.h{width:7.5em;margin-right:1em;color:var(--fg);"
        "font-variant-numeric:tabular-nums;background:linear-gradient(to left,var(--heat) "
        "var(--w,0%),transparent var(--w,0%))}\n"
        "mark{color:inherit;border-radius:2px}.yes{background:var(--yes-bg);color:var(--yes)}\n"
        ".no{background:var(--no-bg);color:var(--no)}mark.yes{border-bottom:2px solid var(--yes)}\n"
        "mark.no{border-bottom:2px dashed var(--no)}\n"
        ".src ul{margin:.1rem 1rem .35rem 4.6em;padding:0;list-style:none}\n"
        ".src.cost>li>ul,.src.cost details{margin-left:13.5em}\n"
        ".src ul li{display:table;border-radius:4px;padding:.05rem .5rem;margin:.15rem 0;"
        "font-family:system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif}\n"
        ".src details ul{margin-left:0}\n"
        "details summary{cursor:pointer;color:var(--dim)}.src details{margin:0 1rem .2rem 4.6em}\n"
        "details pre{margin:.3rem 0 .6rem;padding:.6rem .9rem;background:var(--code);"
        "border-left:3px solid var(--bar);border-radius:0 4px 4px 0;overflow-x:auto;"
        "line-height:1.4;max-height:32rem;overflow-y:auto}\n"
        ".two{display:grid;grid-template-columns:repeat(auto-fit,minmax(22rem,1fr));gap:1.2rem}\n"
        ".two>div{border:1px solid var(--edge);border-radius:6px;padding:.2rem 1.1rem .8rem;"
        "min-width:0;overflow-x:auto}\n"
        ".nest,.nest ul{list-style:none;margin:0;padding:0 0 0 1.1rem;border-left:1px solid "
        "var(--edge)}\n"
        ".nest{padding-left:0;border:0}.nest li{padding:.08rem 0;white-space:nowrap}\n"
        ".tag{background:var(--yes-bg);color:var(--yes);border-radius:4px;padding:0 .4em}\n"
        "@media print{details pre{max-height:none}}\n"
        "</style>\n</head>\n<body>\n<main>\n";

void report_begin(struct sbuf *out, const char *title)
{
	sbuf_str(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	              "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	              "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	report_string(out, title);
	sbuf_str(out, style);
}
