/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/build/add.c: adding a statement, and what more than one kind of statement checks. */
#include "frontend/internal.h"

bool frontend_nest(struct reader *r, struct span at)
{
	if (r->blocks >= MAX_BLOCKS)
		return frontend_fail(r, at, "statements are nested more than %d levels deep",
		        MAX_BLOCKS);
	r->blocks++;
	return true;
}

struct tir_stmt *frontend_add_stmt(struct reader *r, enum tir_stmt_kind kind, struct span at,
        struct tir_seq *seq)
{
	struct tir_stmt *s = tir_stmt_new(r->m, kind, at);
	tir_seq_add(seq, s);
	return s;
}

bool frontend_as_condition(struct reader *r, const struct value *v, struct tir_operand *out)
{
	char buf[40];
	out->e = frontend_as_expr(r, v);
	out->at = v->at;
	if (!out->e)
		return false;
	return tir_type_eq(out->e->type, TIR_BOOL) ||
	       frontend_fail(r, v->at, "condition must be a bool, not %s",
	               tir_type_name(out->e->type, buf));
}

/* A condition of if or while: an integer holds unless it is zero. */
bool frontend_as_branch(struct reader *r, const struct value *v, struct tir_operand *out)
{
	const struct tir_expr *e = frontend_as_expr(r, v);
	struct value zero = {.kind = V_INT, .at = v->at};
	struct value truth = *v;
	if (e && tir_is_int(e->type) && e->type.lanes == 1)
		truth = expr_value(tir_binary(r->m, TIR_NE, e, frontend_literal(r, &zero, e->type)),
		        v->at);
	return e && frontend_as_condition(r, &truth, out);
}

/* The threads that there are, of GPUs and virtual ones. */
bool frontend_check_thread(struct reader *r, struct span at, const char *tag)
{
	static const char tags[] =
	        "threadIdx.x threadIdx.y threadIdx.z blockIdx.x blockIdx.y blockIdx.z "
	        "vthread vthread.x vthread.y vthread.z cthread "
	        "clusterCtaIdx.x clusterCtaIdx.y clusterCtaIdx.z";
	size_t n = strlen(tag);
	for (const char *w = tags; *w; w += strcspn(w, " "), w += *w == ' ')
		if (strcspn(w, " ") == n && !memcmp(w, tag, n))
			return true;
	return frontend_suggest(r, at, tag, tags, "there is no thread '%s'", tag);
}

bool frontend_return_value(struct reader *r, const struct value *v, struct span at,
        struct tir_seq *seq)
{
	struct tir_func *f = r->f;
	char x[40], y[40];
	struct tir_operand o;
	bool known = f->ret_declared || r->returns;
	bool direct = known && frontend_is_python_number(v) && f->ret.code < TIR_TYPE_HANDLE;
	o.e = direct ? frontend_literal(r, v, f->ret) : frontend_as_expr(r, v);
	o.at = v->at;
	if (!o.e)
		return false;
	if (r->unordered)
		return frontend_fail(r, at, "'return' cannot leave a %s loop", r->unordered);
	if (o.e->type.code == TIR_TYPE_VOID)
		return frontend_fail(r, o.at, "this has no value");
	if (known && !tir_type_eq(o.e->type, f->ret)) {
		frontend_fail(r, o.at, "a value of type %s is returned where %s is wanted",
		        tir_type_name(o.e->type, x), tir_type_name(f->ret, y));
		diag_note(r->d, r->src, f->at, "of this function");
		return false;
	}
	r->returns = true;
	f->ret = o.e->type;
	tir_as_return(frontend_add_stmt(r, TIR_RETURN, at, seq))->value = o;
	return true;
}

/* Read a block for its mistakes alone. */
void frontend_read_for_errors(struct reader *r, const struct syntax *body)
{
	struct tir_seq nowhere = {NULL, NULL};
	r->hooks->read_suite(r, body, &nowhere);
}
