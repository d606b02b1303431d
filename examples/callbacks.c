/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* examples/callbacks.c: CSE with one's own policy.
 *
 *     example-callbacks FILE.py
 *
 * Shares only products and what holds one, names them after what they are, does not look into calls,
 * takes parameters whose names begin with the same letter as overlapping and functions whose names begin
 * with "pure_" as pure, knows that a cast to more bits and back is nothing, and tells what it did. */
#include <stdio.h>

#include "driver/driver.h"
#include "frontend/frontend.h"

struct policy {
	unsigned asked;
	char name[40];
};

static bool has_product(const struct tir_expr *e)
{
	bool found = e->op == TIR_MUL;
	for (uint32_t i = 0; i < e->n && !found; i++)
		found = has_product(e->arg[i]);
	return found;
}

static bool eligible(void *ctx, const struct tir_expr *e)
{
	((struct policy *)ctx)->asked++;
	return has_product(e) || e->op == TIR_CALL || (e->flags & TIR_READS_MEM);
}

static bool descend(void *ctx, const struct tir_expr *e)
{
	(void)ctx;
	return e->op != TIR_CALL;
}

static enum cse_reason profitable(void *ctx, const struct cse_candidate *c)
{
	(void)ctx;
	return c->uses >= 2 && c->expr->op != TIR_CAST ? CSE_NAMED : CSE_PREDICATE;
}

static bool alias(void *ctx, const struct tir_buffer *a, const struct tir_buffer *b)
{
	(void)ctx;
	return a->name[0] == b->name[0];
}

/* (int32)(int64)x is x. */
static const struct tir_expr *key(void *ctx, struct tir_module *m, const struct tir_expr *e)
{
	(void)ctx;
	(void)m;
	const struct tir_expr *wide = e->op == TIR_CAST ? e->arg[0] : e;
	bool there_and_back = wide->op == TIR_CAST && tir_is_int(wide->type) &&
	                      wide->type.bits > e->type.bits &&
	                      tir_type_eq(wide->arg[0]->type, e->type);
	return there_and_back ? wide->arg[0] : e;
}

static enum tir_effect effect(void *ctx, const char *function)
{
	(void)ctx;
	return strncmp(function, "pure_", 5) == 0 ? TIR_PURE : TIR_OPAQUE;
}

static const char *name(void *ctx, const struct tir_expr *value, uint32_t n)
{
	struct policy *p = ctx;
	snprintf(p->name, sizeof p->name, "%s_%u", value->op == TIR_LOAD ? "loaded" : "product", n);
	return p->name;
}

static void remark(void *ctx, const struct cse_remark *r)
{
	struct sbuf text = {0};
	(void)ctx;
	tir_print_expr(r->func->module, r->expr, 0, &text);
	printf("# %s: %s: %u times\n", text.text, cse_reasons[r->reason].word, r->uses);
	sbuf_free(&text);
}

int main(int argc, char **argv)
{
	struct arena arena = {0};
	struct diag_printer printer = {.out = stderr};
	struct diag diag = {.sink = diag_print, .ctx = &printer};
	const char *why = "usage: example-callbacks FILE.py";
	const struct source *s = argc == 2 ? source_read(&arena, argv[1], &why) : NULL;
	if (!s) {
		fprintf(stderr, "%s\n", why);
		return 2;
	}
	const struct tir_externs externs = {.effect = effect};
	struct tir_module *m = frontend_read_with(s, &externs, &arena, &diag);
	struct policy policy = {0};
	struct driver_optimizations options = {.cse = {.level = CSE_AFFINE,
	                                               .eligible = eligible,
	                                               .descend = descend,
	                                               .profitable = profitable,
	                                               .key = key,
	                                               .alias = alias,
	                                               .name = name,
	                                               .remark = remark,
	                                               .ctx = &policy}};
	struct sbuf out = {0};
	if (m) {
		driver_optimize(m, &options, &diag, NULL);
		tir_print_module(m, &out);
		fputs(out.text, stdout);
	}
	sbuf_free(&out);
	arena_free(&arena);
	return m && policy.asked ? 0 : 1;
}
