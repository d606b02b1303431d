/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/examples.c: well-defined programs with their inputs and results, for other compilers. */
#include <errno.h>
#include <sys/stat.h>

#include "run.h"

static void hex(struct sbuf *out, const char *name, const unsigned char *bytes, uint32_t n)
{
	sbuf_printf(out, ", \"%s\": \"", name);
	for (uint32_t i = 0; i < n; i++)
		sbuf_printf(out, "%02x", bytes[i]);
	sbuf_char(out, '"');
}

static void parameters(struct sbuf *out, const struct program *p)
{
	for (uint32_t i = 0; i < p->nparams; i++) {
		const struct buffer *b = p->param[i];
		sbuf_printf(out, "%s[\"%s\", %u, [", i ? ", " : "", random_types[b->ty].text,
		        p->place[i]);
		for (uint32_t d = 0; d < b->ndim; d++)
			sbuf_printf(out, "%s%lld", d ? ", " : "", (long long)b->shape[d]);
		sbuf_str(out, "]]");
	}
}

/* {"parameters": [[type, first byte, [extent...]]...], "runs": [{"scalars": [...], "result": N, "before": hex, "after":
 * hex}...]}; the last scalar is the float's bits. */
static void example(struct batch *b, uint32_t i, struct sbuf *out)
{
	const struct program *p = b->program[i];
	sbuf_str(out, "{\"parameters\": [");
	parameters(out, p);
	sbuf_str(out, "], \"runs\": [");
	for (unsigned k = 0; k < RANDOM_INPUTS; k++) {
		struct random_scalars s;
		struct image before = run_input(b, i, k, &s),
		             *after = &b->want[i * RANDOM_INPUTS + k];
		uint32_t bits;
		memcpy(&bits, &s.f, sizeof bits);
		sbuf_printf(out, "%s{\"scalars\": [%d, %d, %d, %lld, %u], \"result\": %d",
		        k ? ",\n  " : "", s.n, s.x, s.y, (long long)s.w, bits, after->result);
		hex(out, "before", before.bytes, p->image);
		hex(out, "after", after->bytes, p->image);
		sbuf_char(out, '}');
	}
	sbuf_str(out, "]}\n");
}

static bool save(struct batch *b, uint32_t i, const char *end, const struct sbuf *text)
{
	const char *why, *folder = b->options->examples;
	const char *path = arena_printf(&b->arena, "%s/%llu.%s", folder,
	        (unsigned long long)b->program[i]->seed, end);
	if ((mkdir(folder, 0777) == 0 || errno == EEXIST) &&
	        support_write_file(path, text->text, text->len, &why))
		return true;
	snprintf(b->verdict[i].text, sizeof b->verdict[i].text, "cannot write '%s'", path);
	return false;
}

void run_examples(struct batch *b)
{
	for (uint32_t i = 0; i < b->n; i++) {
		struct sbuf text = {0}, values = {0};
		if (b->verdict[i].stage != RUN_RAW)
			continue;
		random_print_head(&text);
		random_print(b->program[i], false, &text);
		example(b, i, &values);
		if (save(b, i, "py", &text) && save(b, i, "json", &values))
			b->verdict[i].stage = RUN_RIGHT;
		sbuf_free(&text);
		sbuf_free(&values);
	}
}
