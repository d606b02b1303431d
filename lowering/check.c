/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/check.c: what cannot be compiled, by name, before anything is built: builtins of devices,
 * and threads that share memory, which one core cannot run one after the other. */
#include "lowering/internal.h"

struct check {
	const struct tir_func *f;
	struct diag *d;
	bool ok, threads;
	struct span shared;
	const char *buffer;
};

static bool look(void *ctx, struct tir_stmt *s)
{
	struct check *c = ctx;
	bool many = s->kind == TIR_LAUNCH && !strncmp(tir_as_for(s)->more->tag, "threadIdx", 9) &&
	            !(tir_as_for(s)->extent.e->op == TIR_INT_IMM &&
	                    tir_as_for(s)->extent.e->u.i == 1);
	c->threads |= many;
	if (s->kind == TIR_ALLOC && (!strncmp(tir_as_alloc(s)->buffer->scope, "shared", 6) ||
	                                    !strncmp(tir_as_alloc(s)->buffer->scope, "warp", 4))) {
		c->shared = s->at;
		c->buffer = tir_as_alloc(s)->buffer->name;
	}
	if (s->kind == TIR_BLOCK)
		c->ok = diag_error(c->d, c->f->module->source, s->at,
		        "a block can be compiled only after it is legalised");
	if (s->kind == TIR_EVALUATE && tir_as_evaluate(s)->value.e->op == TIR_CALL &&
	        tir_builtins[tir_as_evaluate(s)->value.e->u.call.builtin].gpu)
		c->ok = diag_error(c->d, c->f->module->source, tir_as_evaluate(s)->value.at,
		        "T.%s cannot be compiled for a CPU: threads that wait for each other do "
		        "not run one after the other",
		        tir_call_name(c->f->module, tir_as_evaluate(s)->value.e));
	return true;
}

bool lower_check(const struct tir_func *f, struct diag *d)
{
	struct check c = {.f = f, .d = d, .ok = true};
	tir_walk_stmts(&f->body, look, &c);
	if (c.buffer && c.threads)
		c.ok = diag_error(d, f->module->source, c.shared,
		        "'%s' is shared by threads that run at the same time: this cannot be "
		        "compiled for a CPU",
		        c.buffer);
	return c.ok;
}
