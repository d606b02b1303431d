/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/page.c: the page of tirc report and of --explain=FILE.html: gathers what report/ shows. */
#include "tool/llvm.h"

bool page_is_wanted(const struct options *o)
{
	return (o->explain && *o->explain) || options_emits(o, EMIT_REPORT);
}

void page_read(struct job *j)
{
	report_nests(j->run.module, j->options.driver.function, &j->nests);
}

void page_add(struct job *j, const struct driver_remark *r)
{
	size_t n = strlen(r->text);
	bool shares = r->passed && !strcmp(r->group, "cse");
	struct report_note note = {r->at, r->named_at, r->passed, r->word,
	        arena_strndup(&j->arena, r->text, n), r->func->name,
	        shares && r->uses > 1 ? r->uses - 1 : 0, false};
	VEC_PUSH(&j->arena, &j->notes, note);
	note.again = true;
	for (uint32_t i = 0; i < r->nothers; i++) {
		note.at = r->others[i];
		VEC_PUSH(&j->arena, &j->notes, note);
	}
}

/* What the code is for: the processor or else the triple, and the level. */
static const char *made_for(struct job *j)
{
	const struct driver_options *o = &j->options.driver;
	const struct target *t = &o->target;
	const char *on = t->cpu && *t->cpu ? t->cpu : t->triple && *t->triple ? t->triple : "host";
	if (o->for_size)
		return arena_printf(&j->arena, "tirc %s, for %s, -Os", TIRC_VERSION, on);
	return arena_printf(&j->arena, "tirc %s, for %s, -O%d", TIRC_VERSION, on, o->level);
}

/* Add the page, with the code if there is any. */
static bool add_page(struct job *j, const struct sbuf *assembly, const struct sbuf *object,
        struct sbuf *out)
{
	struct sbuf after = {0}, program = {0};
	const char *function = j->options.driver.function;
	report_nests(j->run.module, function, &after);
	if (function)
		tir_print_func(driver_find_function(j->run.module, function), &program);
	else
		tir_print_module(j->run.module, &program);
	struct report r = {.arena = &j->arena,
	        .source = j->source,
	        .made_for = made_for(j),
	        .module = j->run.module,
	        .function = function,
	        .notes = j->notes.at,
	        .nnotes = j->notes.n,
	        .before = &j->nests,
	        .after = &after,
	        .program = program.text,
	        .assembly = assembly->text,
	        .object = object->len ? object : NULL};
	report_write(&r, out);
	bool ok = !after.failed && !program.failed && !assembly->failed && !object->failed &&
	          !j->nests.failed;
	sbuf_free(&after);
	sbuf_free(&program);
	return ok || JOB_ERROR(j, "out of memory");
}

bool page_emit(struct job *j, struct sbuf *out)
{
	struct sbuf assembly = {0}, object = {0};
	bool counts = target_is_hexagon(j->options.driver.target.triple);
	bool ok = j->llvm->emit(j, EMIT_ASM, true, &assembly) &&
	          (!counts || j->llvm->emit(j, EMIT_OBJ, true, &object)) &&
	          add_page(j, &assembly, &object, out);
	sbuf_free(&assembly);
	sbuf_free(&object);
	return ok;
}

bool page_write(struct job *j, const char *path)
{
	struct sbuf out = {0}, none = {0};
	bool ok = add_page(j, &none, &none, &out) && output_write(j, path, &out);
	sbuf_free(&out);
	return ok;
}
