/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/depend.c: -MD, -MF, -MT and -MP: what the outputs depend on, as make and Ninja read it.
 *
 * Wrong if  a C header includes another one that changes: only those that the command line names are listed. */
#include "tool/internal.h"

/* A name as make wants it. */
static void add_name(const char *name, struct sbuf *out)
{
	for (; *name; name++)
		sbuf_printf(out, "%s%c",
		        *name == ' ' || *name == '#' ? "\\"
		        : *name == '$'               ? "$"
		                                     : "",
		        *name);
}

static const char *depfile_path(struct job *j, const char *output)
{
	size_t n;
	if (j->options.mf)
		return j->options.mf;
	const char *base = output_base_name(strcmp(output, "-") ? output : j->options.input, &n);
	return arena_printf(&j->arena, "%.*s%.*s.d", (int)(strcmp(output, "-") ? base - output : 0),
	        output, (int)n, base);
}

bool job_write_depfile(struct job *j, const char *const *paths, uint32_t n)
{
	const struct options *o = &j->options;
	struct sbuf out = {0};
	if (!o->md && !o->mmd && !o->mf)
		return true;
	if (o->mt)
		add_name(o->mt, &out);
	for (uint32_t i = 0; i < n && !o->mt; i++) {
		if (i && !strcmp(paths[i], "-")) /* no file */
			continue;
		sbuf_str(&out, i ? " " : "");
		add_name(paths[i], &out);
	}
	sbuf_str(&out, ":");
	if (strcmp(o->input, "-") != 0) {
		sbuf_str(&out, " ");
		add_name(o->input, &out);
	}
	for (uint32_t i = 0; options_file(o, i); i++) {
		sbuf_str(&out, " \\\n  ");
		add_name(options_file(o, i), &out);
	}
	sbuf_str(&out, "\n");
	for (uint32_t i = 0; o->mp && options_file(o, i); i++) {
		add_name(options_file(o, i), &out);
		sbuf_str(&out, ":\n");
	}
	bool ok = output_write(j, depfile_path(j, paths[0]), &out);
	sbuf_free(&out);
	return ok;
}
