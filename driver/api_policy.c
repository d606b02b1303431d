/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/api_policy.c: expressions and callbacks of the C API.
 *
 * A struct tirc_expr is a struct tir_expr; the context of every callback of the passes is the struct driver_call,
 * whose first member driver_listen knows. */
#include "driver/api.h"

/* ---- Expressions -------------------------------------------------------------------------*/
static const struct tir_expr *tir_of(const struct tirc_expr *e)
{
	return (const struct tir_expr *)e;
}

static const struct tirc_expr *tirc_of(const struct tir_expr *e)
{
	return (const struct tirc_expr *)e;
}

const char *tirc_expr_node(const struct tirc_expr *e)
{
	return tir_ops[tir_of(e)->op].node;
}

/* The first operand of a call of a function outside. */
static const char *called_name(const struct tir_expr *call)
{
	bool outside = call->u.call.builtin == TIR_BUILTIN_CALL_EXTERN ||
	               call->u.call.builtin == TIR_BUILTIN_CALL_PURE_EXTERN;
	return outside && call->n && call->arg[0]->op == TIR_STRING_IMM ? call->arg[0]->u.str
	                                                                : NULL;
}

const char *tirc_expr_name(const struct tirc_expr *expr)
{
	const struct tir_expr *e = tir_of(expr);
	switch ((enum tir_op)e->op) {
	case TIR_VAR:
	case TIR_LET: return e->u.var->name;
	case TIR_LOAD:
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF: return e->u.buffer->name;
	case TIR_CALL: return called_name(e);
	case TIR_ANY_CONSTANT:
	case TIR_ANY_OPERATOR:
	case TIR_CAST:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_NOPS: break;
	}
	return NULL;
}

unsigned tirc_expr_operands(const struct tirc_expr *e)
{
	return tir_of(e)->n;
}

const struct tirc_expr *tirc_expr_operand(const struct tirc_expr *e, unsigned i)
{
	return i < tir_of(e)->n ? tirc_of(tir_of(e)->arg[i]) : NULL;
}

const char *tirc_expr_type(const struct tirc_expr *e, char *name)
{
	return tir_type_name(tir_of(e)->type, name);
}

unsigned tirc_expr_bits(const struct tirc_expr *e)
{
	return tir_of(e)->type.bits;
}

unsigned tirc_expr_lanes(const struct tirc_expr *e)
{
	return tir_of(e)->type.lanes;
}

bool tirc_expr_int(const struct tirc_expr *e, int64_t *value)
{
	if (tir_of(e)->op != TIR_INT_IMM)
		return false;
	*value = tir_of(e)->u.i;
	return true;
}

bool tirc_expr_reads(const struct tirc_expr *e)
{
	return tir_of(e)->flags & TIR_READS_MEM;
}

/* ---- Policy ------------------------------------------------------------------------------*/
static const struct tirc_policy *policy_of(void *ctx)
{
	const struct driver_call *call = ctx;
	return &call->options->policy;
}

static bool eligible(void *ctx, const struct tir_expr *e)
{
	const struct tirc_policy *p = policy_of(ctx);
	return p->eligible(p->ctx, tirc_of(e));
}

static bool descend(void *ctx, const struct tir_expr *e)
{
	const struct tirc_policy *p = policy_of(ctx);
	return p->descend(p->ctx, tirc_of(e));
}

static enum cse_reason profitable(void *ctx, const struct cse_candidate *c)
{
	const struct tirc_policy *p = policy_of(ctx);
	const struct tirc_candidate out = {.expr = tirc_of(c->expr),
	        .uses = c->uses,
	        .nodes = c->size,
	        .loops = c->loops,
	        .distance = c->distance,
	        .in_index = c->in_index,
	        .in_condition = c->in_condition,
	        .leaves_loop = c->leaves_loop,
	        .is_early = c->is_early};
	return p->profitable(p->ctx, &out) ? CSE_NAMED : CSE_PREDICATE;
}

static const struct tir_expr *key(void *ctx, struct tir_module *m, const struct tir_expr *e)
{
	const struct tirc_policy *p = policy_of(ctx);
	(void)m;
	return tir_of(p->key(p->ctx, tirc_of(e)));
}

static bool alias(void *ctx, const struct tir_buffer *a, const struct tir_buffer *b)
{
	const struct tirc_policy *p = policy_of(ctx);
	return p->alias(p->ctx, a->name, b->name);
}

static const char *name(void *ctx, const struct tir_expr *value, uint32_t n)
{
	const struct tirc_policy *p = policy_of(ctx);
	return p->name(p->ctx, tirc_of(value), n);
}

enum tir_effect driver_policy_effect(void *policy, const char *function)
{
	static const enum tir_effect effects[] = {
	        [TIRC_PURE] = TIR_PURE, [TIRC_READS] = TIR_READS, [TIRC_OPAQUE] = TIR_OPAQUE};
	const struct tirc_policy *p = policy;
	unsigned effect = p->effect(p->ctx, function);
	return effect <= TIRC_OPAQUE ? effects[effect] : TIR_OPAQUE;
}

/* ---- Remarks -----------------------------------------------------------------------------*/
static void tell(void *ctx, const struct driver_remark *r)
{
	const struct driver_call *call = ctx;
	struct sbuf expr = {0};
	struct tirc_remark out = {.passed = r->passed,
	        .word = r->word,
	        .text = r->text,
	        .function = r->func->name,
	        .expr = tirc_of(r->expr),
	        .uses = r->uses};
	tir_print_expr_of(r->func, r->expr, 0, &expr);
	out.expr_text = expr.text ? expr.text : "";
	if (r->func->module->source)
		source_location(r->func->module->source, r->at.begin, &out.line, &out.column);
	call->options->remark(call->options->remark_ctx, &out);
	sbuf_free(&expr);
}

void driver_set_policy(struct driver_optimizations *optimize, struct driver_call *call)
{
	const struct tirc_policy *p = &call->options->policy;
	struct cse_options *cse = &optimize->cse;
	call->listener = (struct driver_listener){.remark = tell, .ctx = call};
	driver_listen(optimize, &call->listener); /* the passes' context is the call now */
	if (!call->options->remark) {
		cse->remark = NULL;
		optimize->loops.remark = NULL;
	}
	if (p->eligible)
		cse->eligible = eligible;
	if (p->descend)
		cse->descend = descend;
	if (p->profitable)
		cse->profitable = profitable;
	if (p->key)
		cse->key = key;
	if (p->name)
		cse->name = name;
	if (p->alias) {
		cse->alias = alias;
		optimize->loops.alias = alias;
	}
}
