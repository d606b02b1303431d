/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/emit.c: the outputs of --emit.
 *
 * Each kind is a function that fills a byte buffer; the buffer is written at the end, whole or not
 * at all. */
#include <unistd.h>

#include "tool/llvm.h"

static bool in_c_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* ---- texts of ours ----------------------------------------------------------------------*/
static bool emit_tir(struct job *j, struct sbuf *out)
{
	if (!j->options.driver.function) {
		tir_print_module(j->run.module, out);
		return true;
	}
	tir_print_func(driver_find_function(j->run.module, j->options.driver.function), out);
	return true;
}

static bool emit_json(struct job *j, struct sbuf *out)
{
	return graph_write(j->run.module, out, j->diag);
}

static bool emit_plan(struct job *j, struct sbuf *out)
{
	sbuf_add(out, j->plan.text ? j->plan.text : "", j->plan.len);
	return true;
}

static bool emit_schedule(struct job *j, struct sbuf *out)
{
	sbuf_str(out,
	        "# FUNCTION.BUFFER:LINE = how the nest that begins there is covered by registers; "
	        "comments: other ways.\n# Change it, and compile with --schedule=FILE.\n");
	sbuf_add(out, j->schedule.text ? j->schedule.text : "", j->schedule.len);
	return !j->schedule.failed;
}

static bool emit_values(struct job *j, struct sbuf *out)
{
	return driver_print_values(j->run.module, &j->options.driver, out);
}

/* What job_read_header kept. */
static bool emit_header(struct job *j, struct sbuf *out)
{
	sbuf_add(out, j->header.text ? j->header.text : "", j->header.len);
	return !j->header.failed;
}

/* ---- the files --------------------------------------------------------------------------*/
/* Of the kinds that are more than what LLVM makes. */
typedef bool emitter(struct job *j, struct sbuf *out);
static emitter *const emitters[EMIT_NKINDS] = {
        [EMIT_TIR] = emit_tir,
        [EMIT_JSON] = emit_json,
        [EMIT_PLAN] = emit_plan,
        [EMIT_SCHEDULE] = emit_schedule,
        [EMIT_VALUES] = emit_values,
        [EMIT_REPORT] = page_emit,
        [EMIT_HEADER] = emit_header,
};

/* A path with the suffix of a kind in place of its own. */
static const char *with_suffix(struct job *j, const char *path, enum emit_kind kind)
{
	size_t n;
	const char *base = output_base_name(path, &n);
	return arena_printf(&j->arena, "%.*s.%s", (int)((size_t)(base - path) + n), path,
	        options_emit_kinds[kind].suffix);
}

/* The kind whose file -o names: the first, for a header stands behind all others. */
static bool is_main(const struct options *o, enum emit_kind kind)
{
	return o->kinds[0] == kind;
}

/* Where a kind goes: -o and -H; stdout for a text alone, and for what is made of stdin; the input's name with
 * another suffix, in the current folder, for the others, as clang does. */
static const char *output_path(struct job *j, enum emit_kind kind)
{
	const struct options *o = &j->options;
	bool named = o->output && strcmp(o->output, "-") != 0, alone = o->nkinds == 1;
	size_t n;
	if (kind == EMIT_HEADER && o->header)
		return o->header;
	if (o->output && is_main(o, kind))
		return o->output;
	if (named)
		return with_suffix(j, o->output, kind);
	if (alone && (options_emit_kinds[kind].text || !strcmp(o->input, "-")))
		return "-";
	return with_suffix(j, strcmp(o->input, "-") ? output_base_name(o->input, &n) : "stdin",
	        kind);
}

/* A file that is to be written. */
struct output {
	const char *path;
	struct sbuf data;
};

/* May they be written?  Bytes that are no text are not for a terminal. */
static bool check_outputs(struct job *j, const struct output *at, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		bool text = options_emit_kinds[j->options.kinds[i]].text;
		if (!text && !strcmp(at[i].path, "-") && isatty(STDOUT_FILENO))
			return JOB_ERROR(j, "this is no text, and stdout is a terminal; name a "
			                    "file with -o FILE");
		for (uint32_t k = 0; k < i; k++)
			if (!strcmp(at[i].path, at[k].path))
				return JOB_ERROR(j, "two outputs are one file: '%s'", at[i].path);
	}
	return true;
}

/* Make one kind; last: nothing is made of LLVM IR behind it. */
static bool make(struct job *j, enum emit_kind kind, bool last, struct sbuf *out)
{
	return emitters[kind] ? emitters[kind](j, out) : j->llvm->emit(j, kind, !last, out);
}

bool job_emit(struct job *j)
{
	const struct options *o = &j->options;
	struct output out[EMIT_NKINDS] = {0};
	for (uint32_t i = 0; i < o->nkinds; i++)
		out[i].path = output_path(j, o->kinds[i]);
	bool ok = check_outputs(j, out, o->nkinds);
	for (uint32_t i = 0; ok && i < o->nkinds; i++)
		ok = make(j, o->kinds[i],
		        i + 1 == o->nkinds || !options_emit_kinds[o->kinds[i + 1]].lowered,
		        &out[i].data);
	for (uint32_t i = 0; ok && i < o->nkinds; i++) {
		bool named = o->output || out[i].path == o->header;
		ok = (named ? output_write : output_write_unnamed)(j, out[i].path, &out[i].data);
		j->made[i] = out[i].data.len;
	}
	const char *paths[EMIT_NKINDS];
	for (uint32_t i = 0; i < o->nkinds; i++)
		paths[i] = out[i].path;
	ok = ok && job_write_depfile(j, paths, o->nkinds);
	for (uint32_t i = 0; i < o->nkinds; i++)
		sbuf_free(&out[i].data);
	return ok;
}

/* What a header on stdout is called after: the output beside it, else the input. */
static const char *header_sister(const struct job *j)
{
	const char *output = j->options.output;
	return output && strcmp(output, "-") != 0 ? output : j->source->name;
}

/* The include guard is made of the header's name, or of its sister's where it has none. */
void job_read_header(struct job *j)
{
	const char *path = output_path(j, EMIT_HEADER);
	size_t n;
	const char *base = output_base_name(strcmp(path, "-") ? path : header_sister(j), &n);
	char *guard = arena_printf(&j->arena, "%s%.*s_H", *base >= '0' && *base <= '9' ? "_" : "",
	        (int)n, base);
	for (char *c = guard; *c; c++)
		*c = !in_c_name(*c) ? '_' : *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
	const char *name = j->options.driver.function;
	lower_header(j->run.module, name ? driver_find_function(j->run.module, name) : NULL, guard,
	        &j->arena, &j->header);
}
