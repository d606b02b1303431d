/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/print_block.c: blocks.
 *
 * Idea.   The parts in TVM's order: axes, where, reads, writes, attributes, buffers, views, init,
 *         body.  Axes in a row that are loops of the same domain are one T.axis.remap.
 * Costs   a look at the loops around an axis for each. */
#include "tir/print.h"

static void end(struct printer *p)
{
	sbuf_char(p->out, '\n');
}

/* ---- Axes -------------------------------------------------------------------------------*/
/* The axis is a loop's variable, its domain the loop's. */
static bool is_loop(const struct printer *p, const struct tir_axis *a)
{
	if ((a->kind != TIR_SPATIAL && a->kind != TIR_REDUCE) || a->value.e->op != TIR_VAR)
		return false;
	for (uint32_t i = p->loops.n; i-- > 0;) {
		const struct tir_stmt *s = p->loops.at[i];
		if (tir_as_for(s)->var == a->value.e->u.var)
			return tir_as_for(s)->min.e == a->min.e &&
			       tir_as_for(s)->extent.e == a->extent.e;
	}
	return false;
}

/* vi, vj = T.axis.remap("SR", [i, j]) of n axes. */
static void print_remap(struct printer *p, const struct tir_axis *a, uint32_t n)
{
	tir_print_line(p);
	for (uint32_t i = 0; i < n; i++)
		sbuf_printf(p->out, "%s%s", i ? ", " : "", tir_print_define_var(p, a[i].var));
	sbuf_str(p->out, " = T.axis.remap(\"");
	for (uint32_t i = 0; i < n; i++)
		sbuf_char(p->out, a[i].kind == TIR_SPATIAL ? 'S' : 'R');
	sbuf_str(p->out, "\", [");
	for (uint32_t i = 0; i < n; i++)
		sbuf_printf(p->out, "%s%s", i ? ", " : "",
		        tir_print_var_name(p, a[i].value.e->u.var));
	sbuf_str(p->out, "])\n");
}

static void print_axis(struct printer *p, const struct tir_axis *a)
{
	static const char *const kinds[] = {[TIR_SPATIAL] = "spatial",
	        [TIR_REDUCE] = "reduce",
	        [TIR_SCAN] = "scan",
	        [TIR_OPAQUE_AXIS] = "opaque"};
	bool zero = a->min.e->op == TIR_INT_IMM && a->min.e->u.i == 0;
	tir_print_line(p);
	sbuf_printf(p->out, "%s = T.axis.%s(", tir_print_define_var(p, a->var), kinds[a->kind]);
	if (zero) {
		tir_print_operand(p, a->extent.e, 0);
	} else {
		sbuf_char(p->out, '(');
		tir_print_operand(p, a->min.e, 0);
		sbuf_str(p->out, ", ");
		tir_print_stop(p, a->min.e, a->extent.e);
		sbuf_char(p->out, ')');
	}
	sbuf_str(p->out, ", ");
	tir_print_operand(p, a->value.e, 0);
	sbuf_str(p->out, ")\n");
}

static void print_axes(struct printer *p, const struct tir_block *b)
{
	for (uint32_t i = 0, n; i < b->axes.n; i += n ? n : 1) {
		for (n = 0; i + n < b->axes.n && is_loop(p, &b->axes.at[i + n]);)
			n++;
		if (n > 1)
			print_remap(p, &b->axes.at[i], n);
		else
			print_axis(p, &b->axes.at[i]);
	}
}

/* ---- Regions ----------------------------------------------------------------------------*/
static bool is_one(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i == 1;
}

static void print_region(struct printer *p, const struct tir_region *g)
{
	sbuf_printf(p->out, "%s[", tir_print_buffer_name(p, g->buffer));
	for (uint32_t i = 0; i < g->n; i++) {
		sbuf_str(p->out, i ? ", " : "");
		tir_print_operand(p, g->min[i].e, 0);
		if (is_one(g->extent[i].e))
			continue;
		sbuf_char(p->out, ':');
		tir_print_stop(p, g->min[i].e, g->extent[i].e);
	}
	sbuf_str(p->out, g->n ? "]" : "()]");
}

static void print_regions(struct printer *p, const char *head, const struct tir_region *g,
        uint32_t n)
{
	tir_print_line(p);
	sbuf_str(p->out, head);
	for (uint32_t i = 0; i < n; i++) {
		sbuf_str(p->out, i ? ", " : "");
		print_region(p, &g[i]);
	}
	sbuf_str(p->out, ")\n");
}

/* ---- Blocks -----------------------------------------------------------------------------*/
static void print_allocs(struct printer *p, const struct tir_block *b)
{
	for (uint32_t i = 0; i < b->allocs.n; i++) {
		tir_print_line(p);
		tir_print_block_alloc(p, b->allocs.at[i]);
		end(p);
	}
}

static void print_matches(struct printer *p, const struct tir_block *b)
{
	for (uint32_t i = 0; i < b->matches.n; i++) {
		const struct tir_match *m = &b->matches.at[i];
		tir_print_line(p);
		sbuf_printf(p->out, "%s = T.match_buffer(", tir_print_define_buffer(p, m->buffer));
		print_region(p, &m->source);
		sbuf_str(p->out, ", ");
		tir_print_match_args(p, m->buffer);
		end(p);
	}
}

static bool is_loaded(void *ctx, const struct tir_expr *e)
{
	bool access = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	return !access || e->u.buffer != ctx;
}

/* True if a region is of the buffer or has it in its bounds. */
static bool names(struct printer *p, const struct tir_region *g, uint32_t n, struct tir_buffer *b)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < g[i].n; k++)
			if (g[i].buffer == b ||
			        !tir_walk_expr(g[i].min[k].e, &p->scratch, is_loaded, b) ||
			        !tir_walk_expr(g[i].extent[k].e, &p->scratch, is_loaded, b))
				return true;
	return false;
}

/* What the regions name before the block allocates it. */
static void print_promises(struct printer *p, const struct tir_block *b)
{
	for (uint32_t i = 0; i < b->allocs.n; i++) {
		struct tir_buffer *a = b->allocs.at[i];
		if (!names(p, b->reads.at, b->reads.n, a) &&
		        !names(p, b->writes.at, b->writes.n, a))
			continue;
		tir_print_line(p);
		tir_print_promise(p, a);
		end(p);
	}
}

void tir_print_block(struct printer *p, const struct tir_stmt *s)
{
	const struct tir_block_realize *block = tir_as_block(s);
	const struct tir_block *b = block->block;
	uint32_t mark = tir_print_open(p);
	sbuf_str(p->out, "with T.sblock(");
	tir_print_string(p->out, b->name);
	sbuf_str(p->out, "):\n");
	p->indent++;
	print_promises(p, b);
	print_axes(p, b);
	if (b->where.e) {
		tir_print_line(p);
		sbuf_str(p->out, "T.where(");
		tir_print_operand(p, b->where.e, 0);
		sbuf_str(p->out, ")\n");
	}
	print_regions(p, "T.reads(", b->reads.at, b->reads.n);
	print_regions(p, "T.writes(", b->writes.at, b->writes.n);
	if (block->attr && block->attr->n) {
		tir_print_line(p);
		sbuf_str(p->out, "T.sblock_attr(");
		tir_print_attr(p, block->attr);
		sbuf_str(p->out, ")\n");
	}
	print_allocs(p, b);
	print_matches(p, b);
	if (b->init.first) {
		tir_print_line(p);
		sbuf_str(p->out, "with T.init()");
		tir_print_body(p, &b->init);
	}
	p->print_seq(p, &block->body);
	p->indent--;
	tir_print_close(p, mark);
}

static bool no_block(void *ctx, struct tir_stmt *s)
{
	(void)ctx;
	return s->kind != TIR_BLOCK;
}

/* A block that a reader adds by itself. */
static bool is_implicit(const struct tir_stmt *s)
{
	const struct tir_block_realize *block = tir_as_block(s);
	const struct tir_block *b = block->block;
	const struct tir_stmt *only = block->body.first && !block->body.first->next
	                                      ? block->body.first
	                                      : NULL;
	if (b->axes.n || b->where.e || (block->attr && block->attr->n) || b->reads.n ||
	        b->writes.n || b->matches.n || b->init.first)
		return false;
	if (b->allocs.n)
		return true;
	if (only && only->kind == TIR_BLOCK)
		return tir_as_block(only)->block->axes.n > 0;
	return !tir_walk_stmts(&block->body, no_block, NULL);
}

void tir_print_func_body(struct printer *p, const struct tir_seq *body)
{
	const struct tir_stmt *s = body->first;
	if (!s || s->next || s->kind != TIR_BLOCK || !is_implicit(s)) {
		p->print_seq(p, body);
		return;
	}
	uint32_t mark = tir_print_open(p);
	tir_print_line(p);
	sbuf_str(p->out, "# with T.sblock(\"root\"):\n");
	const struct tir_block_realize *block = tir_as_block(s);
	print_allocs(p, block->block);
	p->print_seq(p, &block->body);
	tir_print_close(p, mark);
}
