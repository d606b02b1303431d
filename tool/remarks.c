/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/remarks.c: what the pass tells of each repeated computation: as text beside its source location, as
 * clang's remarks, and as the YAML that llvm-remarkutil and opt-viewer read. */
#include "tool/internal.h"

/* Take a regular expression, as clang takes that of -Rpass. */
static bool take(struct job *j, const char *option, const char *pattern, struct remark_match *match)
{
	regex_t *r = ARENA_NEW(&j->arena, regex_t);
	*match = (struct remark_match){NULL};
	if (!pattern)
		return true;
	if (regcomp(r, pattern, REG_EXTENDED | REG_NOSUB))
		return JOB_ERROR(j, "%s: '%s' is no regular expression", option, pattern);
	match->pattern = r;
	return true;
}

/* Does it match the name of a pass, or of a group of passes? */
static bool matches(const struct remark_match *m, const char *name)
{
	char whole[64];
	snprintf(whole, sizeof whole, "tirc-%s", name);
	return m->pattern && regexec(m->pattern, whole, 0, NULL, 0) == 0;
}

/* A string of YAML in single quotes. */
static void quoted(struct sbuf *out, const char *text)
{
	sbuf_char(out, '\'');
	for (; *text; text++)
		sbuf_printf(out, *text == '\'' ? "''" : "%c", *text);
	sbuf_char(out, '\'');
}

static void add_yaml(struct job *j, const struct driver_remark *r)
{
	struct sbuf *out = &j->remarks;
	unsigned line, column;
	source_location(j->source, r->at.begin, &line, &column);
	sbuf_printf(out, "--- !%s\nPass:            tirc-%s\nName:            %s\n",
	        r->passed ? "Passed" : "Missed", r->pass, r->word);
	sbuf_str(out, "DebugLoc:        { File: ");
	quoted(out, j->source->name);
	sbuf_printf(out, ", Line: %u, Column: %u }\nFunction:        ", line, column);
	quoted(out, r->func->symbol ? r->func->symbol : r->func->name);
	sbuf_str(out, "\nArgs:\n  - String:          ");
	quoted(out, r->text);
	sbuf_printf(out, "\n  - Uses:            '%u'\n...\n", r->uses);
}

static void on_remark(void *ctx, const struct driver_remark *r)
{
	struct job *j = ctx;
	const struct remark_match *asked = r->passed ? &j->rpass : &j->rmissed;
	const char *page = j->options.explain;
	bool explain = page && !*page;
	if (page_is_wanted(&j->options))
		page_add(j, r);
	if (explain)
		diag_remark(j->diag, j->source, r->at, "%s", r->text);
	else if (matches(asked, r->pass) || matches(asked, r->group))
		diag_remark(j->diag, j->source, r->at, "%s [-Rpass%s=tirc-%s]", r->text,
		        r->passed ? "" : "-missed", r->pass);
	if (j->options.remarks)
		add_yaml(j, r);
	if (j->options.stats_json)
		stats_count(j, r);
}

bool remarks_begin(struct job *j)
{
	const struct options *o = &j->options;
	if (!take(j, "-Rpass", o->rpass, &j->rpass) ||
	        !take(j, "-Rpass-missed", o->rmissed, &j->rmissed))
		return false;
	if (o->explain || page_is_wanted(o) || o->rpass || o->rmissed || o->remarks ||
	        o->stats_json)
		j->run.remark = on_remark;
	return true;
}

void remarks_free(struct job *j)
{
	struct remark_match *all[] = {&j->rpass, &j->rmissed};
	for (size_t i = 0; i < 2; i++)
		if (all[i]->pattern)
			regfree(all[i]->pattern);
}

bool remarks_end(struct job *j)
{
	const char *page = j->options.explain;
	if (page && *page && !page_write(j, page))
		return false;
	return !j->options.remarks || output_write(j, j->options.remarks, &j->remarks);
}
