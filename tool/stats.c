/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/stats.c: --stats-json: what the passes decided, how large the outputs are and what a run cost, as one object whose
 * members are numbers.  Names are those of the remarks: "cse.Named", "loops.UnrollAndJam"; of --emit: "bytes.obj"; of
 * --stats behind "run.". */
#include <stdlib.h>

#include "tool/internal.h"

void stats_count(struct job *j, const struct driver_remark *r)
{
	for (uint32_t i = 0; i < j->counts.n; i++)
		if (!strcmp(j->counts.at[i].word, r->word)) {
			j->counts.at[i].n++;
			return;
		}
	VEC_PUSH(&j->arena, &j->counts, ((struct stat_count){r->pass, r->word, 1}));
}

static int by_name(const void *a, const void *b)
{
	const struct stat_count *x = a, *y = b;
	int order = strcmp(x->pass, y->pass);
	return order ? order : strcmp(x->word, y->word);
}

/* A member; what a run counts is a word of ours, so nothing in a name is to be escaped. */
static void member(struct sbuf *out, const char *group, size_t n, const char *name,
        unsigned long long value)
{
	sbuf_printf(out, "%s\n  \"%s.%.*s\": %llu", out->len > 1 ? "," : "", group, (int)n, name,
	        value);
}

/* The lines of what a run cost. */
static void add_run(const struct sbuf *ran, struct sbuf *out)
{
	for (const char *s = ran->text; s && *s;) {
		size_t line = strcspn(s, "\n"), n = strcspn(s, ":");
		if (n < line)
			member(out, "run", n, s, strtoull(s + n + 1, NULL, 10));
		s += line + (s[line] == '\n');
	}
}

bool stats_write(struct job *j)
{
	const char *path = j->options.stats_json;
	struct sbuf out = {0};
	if (!path)
		return true;
	if (j->counts.n)
		qsort(j->counts.at, j->counts.n, sizeof *j->counts.at, by_name);
	sbuf_str(&out, "{");
	for (uint32_t i = 0; i < j->counts.n; i++) {
		const struct stat_count *c = &j->counts.at[i];
		member(&out, c->pass, strlen(c->word), c->word, c->n);
	}
	for (uint32_t i = 0; i < j->options.nkinds; i++) {
		const char *kind = options_emit_kinds[j->options.kinds[i]].word;
		member(&out, "bytes", strlen(kind), kind, j->made[i]);
	}
	member(&out, "tirc", 9, "functions", j->run.module->funcs.n);
	add_run(&j->ran, &out);
	sbuf_str(&out, "\n}\n");
	bool ok = *path ? output_write(j, path, &out)
	                : !out.failed && fwrite(out.text, 1, out.len, stderr) == out.len;
	sbuf_free(&out);
	return ok;
}
