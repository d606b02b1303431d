/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/run_object.c: the object that --run=hexagon links: without float instructions of HVX, which qemu-hexagon does not know.
 *
 * Idea.   Where the target may compute with vectors of floats, the object is assembled from the text of its assembly, which gives the same
 *         bytes.  If a packet has such an instruction, what emulate_rewrite() makes of the text is assembled instead. */
#include "tool/emulate.h"
#include "tool/llvm.h"

/* The bit of a setting; 0: there is none of that name. */
static uint32_t setting_of(const char *name)
{
#define HVX_SETTING(name_, word, bit, text)                                                        \
	if (!strcmp(name, word))                                                                   \
		return bit;
#include "runtime/hvx_float.def"
	return 0;
}

bool run_check_settings(const struct options *o, struct diag *d)
{
	for (uint32_t i = 0; i < o->emulate.n; i++)
		if (!setting_of(o->emulate.at[i]))
			return USAGE(d, "--emulate=%s: must be first-even, flush or integers",
			        o->emulate.at[i]);
	return !o->emulate.n || (o->run && o->engine == ENGINE_HEXAGON) ||
	       USAGE(d, "--emulate needs --run=hexagon");
}

/* Say why it cannot be emulated. */
static bool report(struct job *j, const struct run_args *args, const struct emulation *e)
{
	const char *name = args->func->name;
	if (e->unknown)
		return diag_error(j->diag, j->source, args->func->at,
		        "'%s' on Hexagon: qemu-hexagon 7.2 does not know '%s'; -mcpu=hexagonv67 "
		        "makes code that it runs",
		        name, e->unknown);
	return diag_error(j->diag, j->source, args->func->at,
	        "'%s' on Hexagon: cannot emulate the packet '%s': %s", name, e->packet, e->why);
}

/* Put an object in the place of one that computes with vectors of floats. */
static bool replace(struct job *j, const struct run_args *args, struct emulation *e,
        struct sbuf *object)
{
	struct sbuf text = {0}, made = {0};
	bool ok = emulate_rewrite(e, &text) || report(j, args, e);
	if (ok && e->sites) {
		ok = !text.failed && j->llvm->assemble(j, &text, &made);
		sbuf_free(object);
		*object = made;
	}
	sbuf_free(&text);
	return ok;
}

static bool is_whole(struct job *j, const struct sbuf *b)
{
	return !b->failed || JOB_ERROR(j, "out of memory");
}

bool run_object(struct job *j, const struct run_args *args, struct sbuf *object)
{
	struct emulation e = {.arena = &j->arena};
	struct sbuf text = {0};
	for (uint32_t i = 0; i < j->options.emulate.n; i++)
		e.settings |= setting_of(j->options.emulate.at[i]);
	e.integers = e.settings & RT_INTEGERS;
	if (!e.integers && !j->options.driver.target.hvx.floats)
		return j->llvm->emit(j, EMIT_OBJ, false, object) && is_whole(j, object);
	bool ok = j->llvm->emit(j, EMIT_ASM, false, &text) && is_whole(j, &text) &&
	          j->llvm->assemble(j, &text, object);
	e.text = text.text;
	e.length = text.len;
	e.object = object->text;
	e.size = object->len;
	ok = ok && replace(j, args, &e, object);
	sbuf_free(&text);
	return ok && is_whole(j, object);
}
