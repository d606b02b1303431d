/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/promote.c: scalar promotion of sums that an innermost loop keeps in memory.
 *
 * Idea.   `for k: B[i, j] = B[i, j] + A[k, i] * B[k, j]` stores in each iteration and reads that back
 *         in the next.  LLVM keeps the sum in a register only if it knows that no other access of the
 *         loop touches it; that B[k, j] does not, the bounds of k say.  So:
 *             if 0 < extent:
 *                 acc: T.int32 = B[i, j]
 *                 for k: acc = acc + A[k, i] * B[k, j]
 *                 B[i, j] = acc
 *         The element may be a vector of neighbours: the variable is one of as many lanes then.
 * Needs   a verified flat function.
 * Keeps   loops that may be left early, that call what may read or write, whose other accesses are
 *         not surely elsewhere; and those without such accesses: LLVM does these itself.  A loop right
 *         below an attribute stays there: it may be a pragma's.
 * Costs   one walk, in which a loop's nodes are met once; in an innermost loop its stores times its accesses,
 *         MAX_ACCESSES at most; a second walk that copies, where there is anything to do.
 * Wrong if the element is not surely read and written wherever the loop runs: only a store that is a
 *         statement of the body itself and reads the element is taken.  proof/keep/promote.c checks each run. */
#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/private.h"

enum { MAX_ACCESSES = 64, VECTOR_ALIGN = 128 };

struct frame {
	const struct tir_expr *e;
	uint32_t next; /* operand */
};

struct promoter {
	struct tir_module *m;
	const struct tir_func *f;
	struct facts_options known;
	struct facts *facts; /* of f, once they are asked for */
	struct arena *arena, scratch;
	struct loops_kept_values *promotions;
	/* of the loop that is looked at */
	const struct tir_stmt *loop, *stmt; /* stmt: in it, being surveyed */
	bool surveyed, plain;               /* plain: at holds all accesses */
	uint32_t n;
	struct access at[MAX_ACCESSES];
	/* of the loop that is rewritten */
	const struct tir_expr *from, *to;
	uint32_t uses;
	VEC(const struct tir_expr *) done;
	/* of the walk over operands that began last */
	uint32_t stamp;
	VEC(struct frame) stack;
	uint32_t *seen, nseen; /* by expression: with that stamp */
	const struct tir_expr *
	        *made; /* by expression: of it, in the loop that is rewritten; or NULL */
	uint32_t nmade;
};

/* ---- Operands ----------------------------------------------------------------------------*/
static void grow_seen(struct promoter *p)
{
	uint32_t n = p->m->nexprs + p->m->nexprs / 4;
	p->seen = arena_grow(&p->scratch, p->seen, p->nseen * sizeof *p->seen, n * sizeof *p->seen);
	memset(p->seen + p->nseen, 0, (n - p->nseen) * sizeof *p->seen);
	p->nseen = n;
}

/* Push e, unless it was visited since p->stamp last changed. */
static void push(struct promoter *p, const struct tir_expr *e)
{
	if (e->id >= p->nseen)
		grow_seen(p);
	if (p->seen[e->id] != p->stamp)
		VEC_PUSH(&p->scratch, &p->stack, ((struct frame){e, 0}));
}

/* Visit e's nodes, operands first, each once a stamp; false: the visitor said so. */
static bool each_node(struct promoter *p, const struct tir_expr *e,
        bool (*visit)(struct promoter *p, const struct tir_expr *e))
{
	p->stack.n = 0;
	push(p, e);
	while (p->stack.n) {
		struct frame *top = &p->stack.at[p->stack.n - 1];
		e = top->e;
		if (top->next < e->n) {
			push(p, e->arg[top->next++]);
			continue;
		}
		p->stack.n--;
		if (p->seen[e->id] == p->stamp)
			continue;
		if (!visit(p, e))
			return false;
		p->seen[e->id] = p->stamp;
	}
	return true;
}

/* ---- The accesses of a loop --------------------------------------------------------------*/
/* False: too many; or a pointer of unknown origin, which may overlap anything. */
static bool add_access(struct promoter *p, struct access a)
{
	if (p->n == MAX_ACCESSES || !alias_root(a.buffer))
		return false;
	p->at[p->n++] = a;
	return true;
}

static bool add_load(struct promoter *p, const struct tir_expr *e)
{
	if (e->op == TIR_LOAD)
		return add_access(p, access_of_load(e, p->stmt, facts_loop(p->facts, p->loop)));
	return e->op != TIR_MASKED_LOAD && e->op != TIR_BUFFER_DATA && e->op != TIR_ADDRESS_OF &&
	       !(e->op == TIR_CALL && e->flags & TIR_READS_MEM && tir_call_effect(e) != TIR_PURE);
}

/* Note the accesses of a statement; false: the loop is not to be touched. */
static bool add_stmt(void *ctx, struct tir_stmt *s)
{
	struct promoter *p = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	if ((s->kind != TIR_STORE && s->kind != TIR_BIND && s->kind != TIR_IF) || tir_mask_of(s))
		return false;
	p->stmt = s;
	for (uint32_t i = 0; i < n; i++)
		if (op[i]->e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET) ||
		        !each_node(p, op[i]->e, add_load))
			return false;
	return s->kind != TIR_STORE ||
	       add_access(p, access_of_store(s, facts_loop(p->facts, p->loop)));
}

/* Is the loop a plain one, all of whose accesses are noted? */
static bool is_plain(struct promoter *p)
{
	if (!p->facts)
		p->facts = facts_begin(p->f, &p->known, p->arena);
	if (!p->surveyed) {
		p->n = 0;
		p->stamp++;
		p->plain = tir_walk_stmts(&tir_as_for(p->loop)->body, add_stmt, p);
	}
	p->surveyed = true;
	return p->plain;
}

/* ---- May this store's element be promoted? -----------------------------------------------*/
static bool is_element(const struct tir_expr *e, const struct tir_stmt *s)
{
	bool same = e->op == TIR_LOAD && e->u.buffer == tir_as_store(s)->buffer &&
	            e->n == s->nindex;
	for (uint32_t i = 0; same && i < e->n; i++)
		same = e->arg[i] == tir_as_store(s)->index[i].e;
	return same;
}

/* The load, in what is stored, of the element that it is stored to: outside of lazy operands, so that it is
 * surely read; or NULL. */
static const struct tir_expr *surely_read(struct promoter *p, const struct tir_stmt *s)
{
	p->stack.n = 0;
	p->stamp++;
	if (tir_value_of(s)->flags & TIR_READS_MEM)
		push(p, tir_value_of(s));
	while (p->stack.n) {
		const struct tir_expr *e = p->stack.at[--p->stack.n].e;
		if (is_element(e, s))
			return e;
		for (uint32_t i = 0; i < tir_strict_args(e) && p->seen[e->id] != p->stamp; i++)
			push(p, e->arg[i]);
		p->seen[e->id] = p->stamp;
	}
	return NULL;
}

/* One element, or neighbours by the last index, found without Lets? */
static bool is_element_index(const struct tir_expr *index, bool last)
{
	bool ramp = index->op == TIR_RAMP && index->arg[1]->op == TIR_INT_IMM &&
	            index->arg[1]->u.i == 1;
	return !(index->flags & TIR_HAS_LET) && (index->type.lanes == 1 || (last && ramp));
}

/* Every other access of the loop is this one, or never touches it; and some may be of its memory. */
static bool is_alone(struct promoter *p, const struct access *a)
{
	struct dependence_query any = {p->facts, 1, {{p->loop, DEPENDENCE_ANY, 0}}};
	bool others = false;
	for (uint32_t i = 0; i < p->n; i++) {
		const struct access *b = &p->at[i];
		if (!alias_may(p->facts, a->buffer, b->buffer) || access_is_same(a, b))
			continue;
		if (dependence_may(&any, a, b))
			return false;
		others = true;
	}
	return others;
}

/* The load of what a store of the loop's body itself sums up, or NULL. */
static const struct tir_expr *summed(struct promoter *p, const struct tir_stmt *s)
{
	const struct tir_buffer *b = s->kind == TIR_STORE ? tir_as_store(s)->buffer : NULL;
	if (!b || b->strides || b->elem.lanes != 1 || !private_is_ordinary(b))
		return NULL;
	const struct tir_expr *load = surely_read(p, s);
	if (!load || !is_plain(p))
		return NULL;
	for (uint32_t i = 0; i < s->nindex; i++)
		if (!is_element_index(tir_as_store(s)->index[i].e, i + 1 == s->nindex))
			return NULL;
	uint32_t loop = facts_loop(p->facts, p->loop);
	struct access a = access_of_store(s, loop);
	return access_is_invariant(p->facts, &a, loop) && is_alone(p, &a) ? load : NULL;
}

/* ---- Put it there ------------------------------------------------------------------------*/
static bool rebuild(struct promoter *p, const struct tir_expr *e)
{
	const struct tir_expr *r = e;
	if (e->id >= p->nmade) {
		uint32_t n = p->m->nexprs + p->m->nexprs / 4;
		p->made = arena_grow(&p->scratch, p->made, p->nmade * sizeof *p->made,
		        n * sizeof *p->made);
		p->nmade = n;
	}
	p->done.n = 0;
	for (uint32_t i = 0; i < e->n; i++)
		VEC_PUSH(&p->scratch, &p->done, p->made[e->arg[i]->id]);
	if (e == p->from)
		r = p->to;
	else if (e->n && memcmp(p->done.at, e->arg, e->n * sizeof *e->arg) != 0)
		r = tir_with_args(p->m, e, p->done.at);
	p->made[e->id] = r;
	return true;
}

static const struct tir_expr *with_promoted(struct promoter *p, const struct tir_expr *e)
{
	each_node(p, e, rebuild);
	p->uses += p->made[e->id] != e;
	return p->made[e->id];
}

/* The statements, with the variable in place of the element; p->uses counts loads and stores of it. */
static struct tir_seq body_with_promoted(struct promoter *p, const struct tir_seq *seq)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		struct tir_stmt *t = tir_stmt_copy(p->m->arena, s);
		struct tir_operand *op[TIR_MAX_OPERANDS];
		uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			op[i]->e = with_promoted(p, op[i]->e);
		bool same = s->kind == TIR_STORE && tir_buffer_of(s) == p->from->u.buffer;
		for (uint32_t i = 0; same && i < s->nindex; i++)
			same = tir_as_store(s)->index[i].e == p->from->arg[i];
		p->uses += same;
		if (same)
			t = tir_store_new(p->m, p->to->u.buffer, 1, p->to->arg, tir_value_of(t),
			        s->at);
		if (s->kind == TIR_IF) {
			tir_set_body(t, body_with_promoted(p, tir_body(s)));
			tir_as_if(t)->orelse = body_with_promoted(p, &tir_as_if(s)->orelse);
		}
		tir_seq_add(&out, t);
	}
	return out;
}

/* A buffer of one element, or one vector, that holds the promoted one: LLVM keeps it in a register. */
static struct tir_buffer *new_promoted(struct promoter *p, struct tir_type t)
{
	struct tir_buffer *b = tir_row_new(p->m, "acc", tir_lanes(t, 1), t.lanes);
	b->scope = "local";
	b->align = t.lanes > 1 ? VECTOR_ALIGN : 0;
	return b;
}

/* The loop with the load's element promoted, and what goes around it. */
static void put_promoted(struct promoter *p, const struct tir_expr *load, struct tir_stmt *loop,
        struct tir_seq *out)
{
	struct tir_seq in = {0};
	struct tir_buffer *promoted = new_promoted(p, load->type);
	const struct tir_expr *zero = tir_int(p->m, TIR_INT32, 0);
	const struct tir_expr *extent = tir_as_for(loop)->extent.e;
	bool vector = load->type.lanes > 1;
	if (vector)
		zero = tir_ramp(p->m, zero, tir_int(p->m, TIR_INT32, 1), load->type.lanes);
	p->from = load;
	p->to = tir_access(p->m, TIR_LOAD, promoted, 1, &zero);
	struct tir_stmt *alloc = tir_stmt_new(p->m, TIR_ALLOC, loop->at);
	tir_as_alloc(alloc)->buffer = promoted;
	alloc->form = vector ? TIR_ALLOC_BUFFER : TIR_ALLOC_SCALAR;
	tir_seq_add(&in, alloc);
	tir_seq_add(&in, tir_store_new(p->m, promoted, 1, &zero, load, loop->at));
	p->uses = 0;
	p->stamp++;
	tir_as_for(loop)->body = body_with_promoted(p, &tir_as_for(loop)->body);
	VEC_PUSH(p->m->arena, &p->promotions->all,
	        ((struct loops_kept){load, loop, promoted, 1, p->uses}));
	tir_seq_add(&in, loop);
	tir_seq_add(&in, tir_store_new(p->m, load->u.buffer, load->n, load->arg, p->to, loop->at));
	if (extent->op == TIR_INT_IMM) {
		out->first = out->first ? out->first : in.first;
		if (out->last)
			out->last->next = in.first;
		out->last = in.last;
		return;
	}
	struct tir_stmt *runs = tir_stmt_new(p->m, TIR_IF, loop->at);
	struct tir_if *branch = tir_as_if(runs);
	branch->value = (struct tir_operand){
	        tir_binary(p->m, TIR_LT, tir_int(p->m, extent->type, 0), extent), loop->at};
	branch->body = in;
	tir_seq_add(out, runs);
}

/* ---- The walk ----------------------------------------------------------------------------*/
/* May anything be put around the loop?  Its bounds have no effect, `0 < extent` means that it runs (min +
 * extent does not wrap), and that is known or can be asked. */
static bool is_open(const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	const struct tir_expr *min = l->min.e, *extent = l->extent.e;
	struct tir_type t = l->var->type;
	bool wraps = t.code != TIR_TYPE_INT || t.bits < 32;
	if (loop->for_kind != TIR_SERIAL || (min->flags | extent->flags) & TIR_HAS_EFFECT ||
	        (wraps && !(min->op == TIR_INT_IMM && min->u.i == 0)))
		return false;
	return extent->op == TIR_INT_IMM ? extent->u.i > 0 : !(extent->flags & TIR_READS_MEM);
}

static bool is_unproved(const struct promoter *p, const struct tir_stmt *loop)
{
	for (uint32_t i = 0; i < p->promotions->unproved.n; i++)
		if (tir_as_for(p->promotions->unproved.at[i])->var == tir_as_for(loop)->var)
			return true;
	return false;
}

/* The load of what one of the loop's stores sums up, if that is to be promoted; or NULL. */
static const struct tir_expr *wanted(struct promoter *p, const struct tir_stmt *loop)
{
	const struct tir_expr *load = NULL;
	p->loop = loop;
	p->surveyed = false;
	if (is_open(loop) && !is_unproved(p, loop))
		for (const struct tir_stmt *s = tir_as_for(loop)->body.first; s && !load;
		        s = s->next)
			load = summed(p, s);
	return load;
}

/* Add `loop`, a copy of `old`, to out, with an element promoted if that pays. */
static void add_loop(struct promoter *p, const struct tir_stmt *old, struct tir_stmt *loop,
        struct tir_seq *out)
{
	const struct tir_expr *load = wanted(p, old);
	if (load)
		put_promoted(p, load, loop, out);
	else
		tir_seq_add(out, loop);
}

static bool may_promote_in(const struct tir_stmt *s, bool below_attr)
{
	return s->kind == TIR_FOR && !below_attr;
}

/* Is there anything to do?  Most often not: then nothing is copied. */
static bool is_wanted(struct promoter *p, const struct tir_seq *seq, bool below_attr)
{
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		if (is_wanted(p, tir_body(s), s->kind == TIR_ATTR) ||
		        is_wanted(p, tir_orelse(s), false) ||
		        (may_promote_in(s, below_attr) && wanted(p, s)))
			return true;
	}
	return false;
}

/* The statements, with elements promoted in the loops that may have some. */
static struct tir_seq walk(struct promoter *p, const struct tir_seq *seq, bool below_attr)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		struct tir_stmt *t = tir_stmt_copy(p->m->arena, s);
		tir_set_body(t, walk(p, tir_body(s), s->kind == TIR_ATTR));
		tir_set_orelse(t, walk(p, tir_orelse(s), false));
		if (may_promote_in(s, below_attr))
			add_loop(p, s, t, &out);
		else
			tir_seq_add(&out, t);
	}
	return out;
}

struct tir_func *loops_promote(const struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_kept_values *promotions)
{
	struct promoter p = {.m = f->module,
	        .f = f,
	        .known = {options->alias, options->ctx},
	        .arena = arena,
	        .scratch = arena_scratch(arena),
	        .promotions = promotions};
	struct tir_func *g = NULL;
	promotions->all.n = 0;
	tir_enter(f);
	if (is_wanted(&p, &f->body, false))
		g = tir_func_with_body(f, walk(&p, &f->body, false));
	arena_free(&p.scratch);
	return g;
}
