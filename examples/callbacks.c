/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* examples/callbacks.c: CSE with one's own policy.
 *
 *     example-callbacks FILE.py
 *
 * Shares only products and what holds one, names them after what they are, does not look into calls,
 * takes parameters whose names begin with the same letter as overlapping and functions whose names begin
 * with "pure_" as pure, knows that a cast to more bits and back is nothing, and tells what it did. */
#include <stdio.h>
#include <string.h>

#include "tirc/tirc.h"

struct policy {
	unsigned asked;
	char name[40];
};

static bool is_node(const struct tirc_expr *e, const char *node)
{
	return !strcmp(tirc_expr_node(e), node);
}

static bool has_product(const struct tirc_expr *e)
{
	bool found = is_node(e, "Mul");
	for (unsigned i = 0; i < tirc_expr_operands(e) && !found; i++)
		found = has_product(tirc_expr_operand(e, i));
	return found;
}

static bool eligible(void *ctx, const struct tirc_expr *e)
{
	((struct policy *)ctx)->asked++;
	return has_product(e) || is_node(e, "Call") || tirc_expr_reads(e);
}

static bool descend(void *ctx, const struct tirc_expr *e)
{
	(void)ctx;
	return !is_node(e, "Call");
}

static bool profitable(void *ctx, const struct tirc_candidate *c)
{
	(void)ctx;
	return c->uses >= 2 && !is_node(c->expr, "Cast");
}

static bool alias(void *ctx, const char *a, const char *b)
{
	(void)ctx;
	return a[0] == b[0];
}

static bool is_int(const struct tirc_expr *e)
{
	char type[TIRC_TYPE_BYTES];
	return !strncmp(tirc_expr_type(e, type), "int", 3);
}

/* (int32)(int64)x is x. */
static const struct tirc_expr *key(void *ctx, const struct tirc_expr *e)
{
	(void)ctx;
	const struct tirc_expr *wide = is_node(e, "Cast") ? tirc_expr_operand(e, 0) : e;
	if (!is_node(wide, "Cast") || !is_int(wide) || tirc_expr_bits(wide) <= tirc_expr_bits(e))
		return e;
	const struct tirc_expr *x = tirc_expr_operand(wide, 0);
	char from[TIRC_TYPE_BYTES], to[TIRC_TYPE_BYTES];
	return strcmp(tirc_expr_type(x, from), tirc_expr_type(e, to)) ? e : x;
}

static enum tirc_effect effect(void *ctx, const char *function)
{
	(void)ctx;
	return strncmp(function, "pure_", 5) == 0 ? TIRC_PURE : TIRC_OPAQUE;
}

static const char *name(void *ctx, const struct tirc_expr *value, uint32_t n)
{
	struct policy *p = ctx;
	const char *kind = is_node(value, "BufferLoad") ? "loaded" : "product";
	snprintf(p->name, sizeof p->name, "%s_%u", kind, n);
	return p->name;
}

static void remark(void *ctx, const struct tirc_remark *r)
{
	(void)ctx;
	printf("# %s: %s: %u times\n", r->expr_text, r->word, r->uses);
}

static bool run(const struct tirc_options *o, const char *path)
{
	struct tirc_module *m = tirc_parse_file(o, path);
	char *text = m && tirc_cse(m, o, NULL) ? tirc_print(m, NULL) : NULL;
	if (text)
		fputs(text, stdout);
	tirc_free(text);
	tirc_module_free(m);
	return text != NULL;
}

/* The pass by itself: loops stay as they are. */
static const char *const parameters[] = {
        "cse-profile=size", "cse-level=affine", "unroll-and-jam=0", "no-promote-scalars"};

int main(int argc, char **argv)
{
	struct policy own = {0};
	struct tirc_policy policy = {
	        sizeof policy, &own, eligible, descend, profitable, key, alias, effect, name};
	struct tirc_options *o = argc == 2 ? tirc_options_new() : NULL;
	if (!o) {
		fprintf(stderr, "usage: example-callbacks FILE.py\n");
		return 2;
	}
	tirc_options_set_handler(o, tirc_message_print, stderr);
	tirc_options_set_remarks(o, remark, NULL);
	tirc_options_set_policy(o, &policy);
	bool ok = true;
	for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++)
		ok &= tirc_options_set(o, parameters[i]);
	ok = ok && run(o, argv[1]) && own.asked > 0;
	tirc_options_free(o);
	return ok ? 0 : 1;
}
