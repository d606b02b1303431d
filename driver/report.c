/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/report.c: diagnostics and remarks of the passes that make a program better: proofs that failed, what became of loops. */
#include "driver/optimize.h"

bool driver_holds(struct driver_optimizer *r, bool proved, const char *pass, const char *why)
{
	if (proved)
		return true;
	diag_warning(r->d, r->m->source, r->f->at,
	        "%s of '%s' could not be proved right (%s); the function is left as it was, please "
	        "report this",
	        pass, r->f->name, why);
	return false;
}

struct proof_contract driver_contract(const struct loops_options *o)
{
	return (struct proof_contract){.alias = o->alias, .ctx = o->ctx, .any_order = o->any_order};
}

struct tir_func *driver_fold(struct driver_optimizer *r, struct tir_func *g)
{
	const struct loops_options *o = &r->options->loops;
	const struct proof_contract contract = driver_contract(o);
	const char *why = NULL;
	struct tir_func *folded = loops_fold(g, &r->arena);
	if (r->is_thrown_away || folded == g ||
	        proof_spelling(g, folded, &contract, &r->arena, &why) == PROOF_PROVED)
		return folded;
	enum proof_verdict v = proof_folded(g, folded, &contract, &r->arena, &why);
	return v == PROOF_REFUTED ? g : folded;
}

void driver_report_doubts(const struct driver_optimizer *r, const struct proof_doubts *doubts,
        const char *pass)
{
	for (uint32_t i = 0; i < doubts->all.n; i++) {
		const struct proof_doubt *x = &doubts->all.at[i];
		if (x->verdict == PROOF_REFUTED && x->loop->kind != TIR_FOR)
			diag_warning(r->d, r->m->source, x->loop->at,
			        "%s could not be proved right here (%s); what stands here is left "
			        "as it was, please report this",
			        pass, x->witness);
		else if (x->verdict == PROOF_REFUTED)
			diag_warning(r->d, r->m->source, x->loop->at,
			        "%s in loop '%s' could not be proved right (%s); the loop is "
			        "left as it was, please report this",
			        pass, tir_as_for(x->loop)->var->name, x->witness);
	}
}

static bool is_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR;
}

/* What may become of a loop that was left alone: LLVM's vectoriser follows, and tests at run time whether buffers overlap. */
static const char *what_follows(const struct loops_options *o, const struct loops_vectorized *v)
{
	bool may = v->reason == LOOPS_LANES_DEPENDS || v->reason == LOOPS_LANES_PAYS ||
	           v->reason == LOOPS_LANES_UNPROVED || v->reason == LOOPS_LANES_FIT;
	bool inner = !tir_seq_any(&tir_as_for(v->loop)->body, is_loop);
	return o->vectorizes && may && inner ? "LLVM's vectoriser, which follows, may do it" : NULL;
}

void driver_report_vectors(struct driver_optimizer *r, const struct loops_vectors *vectors)
{
	const struct loops_options *o = &r->options->loops;
	for (uint32_t i = 0; i < vectors->all.n; i++)
		if (loops_reasons[vectors->all.at[i].reason].passed)
			VEC_PUSH(r->m->arena, &r->vectors, vectors->all.at[i]);
	for (uint32_t i = 0; o->remark && i < vectors->all.n; i++) {
		const struct loops_vectorized *v = &vectors->all.at[i];
		struct loops_remark x = {driver_bisect_reason(&r->bisect, v->loop, v->reason), r->f,
		        tir_as_for(v->loop)->var->expr, v->loop->at, v->amount, what_follows(o, v)};
		o->remark(o->ctx, &x);
	}
}

/* What is said of a loop whose change would not have paid; LOOPS_NREASONS: nothing. */
static enum loops_reason unpaid(enum loops_reason done)
{
	static const enum loops_reason why[][2] = {
	        {LOOPS_REPEATED, LOOPS_REPEAT_PAYS}, {LOOPS_TURNED, LOOPS_TURN_PAYS}};
	for (size_t i = 0; i < sizeof why / sizeof *why; i++)
		if (why[i][0] == done)
			return why[i][1];
	return LOOPS_NREASONS;
}

/* Tell why the loop is none of those that the reason is of; not twice, though several forms of a function are looked at. */
static void tell_refused(struct driver_optimizer *r, const struct tir_stmt *loop,
        enum loops_reason why)
{
	const struct loops_options *o = &r->options->loops;
	for (uint32_t i = 0; i < r->refused.n; i++) {
		const struct loops_refused *x = &r->refused.at[i];
		if (x->loop->at.begin == loop->at.begin &&
		        !strcmp(loops_reasons[x->reason].done, loops_reasons[why].done))
			return;
	}
	VEC_PUSH(r->m->arena, &r->refused, ((struct loops_refused){why, loop, NULL}));
	struct loops_remark x = {why, r->f, tir_as_for(loop)->var->expr, loop->at, 0, NULL};
	o->remark(o->ctx, &x);
}

void driver_report_refused(struct driver_optimizer *r, const struct loops_vectors *vectors,
        bool taken)
{
	if (!r->options->loops.remark || r->is_trial)
		return;
	for (uint32_t i = 0; i < vectors->refused.n; i++)
		tell_refused(r, vectors->refused.at[i].loop, vectors->refused.at[i].reason);
	for (uint32_t i = 0; !taken && i < vectors->all.n; i++) {
		enum loops_reason why = unpaid(vectors->all.at[i].reason);
		if (why != LOOPS_NREASONS)
			tell_refused(r, vectors->all.at[i].loop, why);
	}
}

void driver_trial_begin(struct driver_optimizer *r, struct driver_trial *t)
{
	*t = (struct driver_trial){
	        *r->options, r->options, r->bisect, r->text, r->names, r->is_trial};
	t->quiet.cse.remark = NULL;
	t->quiet.loops.remark = NULL;
	t->quiet.schedule = NULL;
	r->options = &t->quiet;
	r->text = NULL;
	r->is_trial = true;
}

void driver_trial_end(struct driver_optimizer *r, const struct driver_trial *t)
{
	r->options = t->options;
	r->bisect = t->bisect;
	r->text = t->text;
	r->names = t->names;
	r->is_trial = t->is_trial;
}

const char *driver_step_begin(struct driver_optimizer *r, const char *pass,
        const struct tir_func *f)
{
	struct driver_listener *l = r->options->listener;
	const char *around = l ? l->pass : NULL;
	if (l && l->before)
		l->before(l->ctx, pass, f, r->is_trial || r->is_beside);
	if (l)
		l->pass = pass;
	return around;
}

void driver_step_end(struct driver_optimizer *r, const char *pass, const char *around,
        struct tir_func *f)
{
	struct driver_listener *l = r->options->listener;
	bool is_seen = !r->is_trial && !r->is_beside;
	if (is_seen) /* who listens sees the module as it is */
		r->m->funcs.at[r->index] = f;
	if (l && l->after)
		l->after(l->ctx, pass, f, !is_seen);
	if (l)
		l->pass = around;
}
