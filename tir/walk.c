/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/walk.c: the operands of a statement, and walks over statements and expressions that use no
 * stack of the machine. */
#include "tir/internal.h"

#define SIZE(type)      .bytes = sizeof(struct tir_##type)
#define HAS(type, part) .part = offsetof(struct tir_##type, part)
#define LOOP                                                                                       \
	{                                                                                          \
		SIZE(for), HAS(for, var), HAS(for, body), HAS(for, more)                           \
	}
const struct tir_stmt_info tir_stmts[] = {
        [TIR_BIND] = {SIZE(bind), HAS(bind, var), HAS(bind, value)},
        [TIR_STORE] = {SIZE(store), HAS(store, buffer), HAS(store, value), HAS(store, index)},
        [TIR_ALLOC] = {SIZE(alloc), HAS(alloc, buffer), HAS(alloc, attr)},
        [TIR_DECL] = {SIZE(decl), HAS(decl, buffer), HAS(decl, value)},
        [TIR_FOR] = LOOP,
        [TIR_WHILE] = {SIZE(while), HAS(while, value), HAS(while, body)},
        [TIR_IF] = {SIZE(if), HAS(if, value), HAS(if, body), HAS(if, orelse)},
        [TIR_ASSERT] = {SIZE(assert), HAS(assert, value), HAS(assert, body), HAS(assert, attr)},
        [TIR_ATTR] = {SIZE(attr_stmt), HAS(attr_stmt, body), HAS(attr_stmt, attr),
                HAS(attr_stmt, tag), HAS(attr_stmt, node)},
        [TIR_LAUNCH] = LOOP,
        [TIR_EVALUATE] = {SIZE(evaluate), HAS(evaluate, value)},
        [TIR_BREAK] = {SIZE(stmt)},
        [TIR_CONTINUE] = {SIZE(stmt)},
        [TIR_RETURN] = {SIZE(return), HAS(return, value)},
        [TIR_BLOCK] = {SIZE(block_realize), HAS(block_realize, body), HAS(block_realize, attr)},
};

static const struct tir_stmt_info *info_of(const struct tir_stmt *s)
{
	return &tir_stmts[s->kind];
}

/* The part of a statement that may be written to. */
static void *slot(struct tir_stmt *s, uint8_t at)
{
	return at ? (char *)s + at : NULL;
}

const struct tir_seq tir_empty_seq;
const struct tir_loop_more tir_plain_loop;

struct tir_operand *tir_value_slot(struct tir_stmt *s)
{
	return slot(s, info_of(s)->value);
}

struct tir_seq *tir_body_slot(struct tir_stmt *s)
{
	return slot(s, info_of(s)->body);
}

void tir_set_var(struct tir_stmt *s, struct tir_var *var)
{
	struct tir_var **to = slot(s, info_of(s)->var);
	*to = var;
}

void tir_set_buffer(struct tir_stmt *s, struct tir_buffer *buffer)
{
	struct tir_buffer **to = slot(s, info_of(s)->buffer);
	*to = buffer;
}

void tir_set_body(struct tir_stmt *s, struct tir_seq body)
{
	struct tir_seq *to = slot(s, info_of(s)->body);
	if (to)
		*to = body;
}

void tir_set_orelse(struct tir_stmt *s, struct tir_seq orelse)
{
	struct tir_seq *to = slot(s, info_of(s)->orelse);
	if (to)
		*to = orelse;
}

struct tir_loop_more *tir_loop_more(struct arena *a, struct tir_stmt *s)
{
	struct tir_for *loop = tir_as_for(s);
	if (loop->more == &tir_plain_loop)
		loop->more = ARENA_NEW(a, struct tir_loop_more);
	return (struct tir_loop_more *)loop->more;
}

void tir_set_attr(struct tir_stmt *s, const struct tir_attr *attr)
{
	const struct tir_attr **to = slot(s, info_of(s)->attr);
	if (to)
		*to = attr;
	else if (info_of(s)->more && tir_as_for(s)->more != &tir_plain_loop)
		((struct tir_loop_more *)tir_as_for(s)->more)->attr = attr;
}

/* What few loops have; nothing of that where s is no loop. */
static const struct tir_loop_more *more_of(const struct tir_stmt *s)
{
	return info_of(s)->more ? tir_as_for(s)->more : &tir_plain_loop;
}

const struct tir_attr *tir_attr_of(const struct tir_stmt *s)
{
	const struct tir_attr *const *attr = tir_part(s, info_of(s)->attr);
	return attr ? *attr : more_of(s)->attr;
}

const struct tir_attr *tir_node_of(const struct tir_stmt *s)
{
	return s->kind == TIR_ATTR ? tir_as_attr(s)->node : NULL;
}

const char *tir_tag_of(const struct tir_stmt *s)
{
	return s->kind == TIR_ATTR ? tir_as_attr(s)->tag : more_of(s)->tag;
}

const struct tir_expr *tir_mask_of(const struct tir_stmt *s)
{
	return s->kind == TIR_STORE ? tir_as_store(s)->mask.e : NULL;
}

/* Add a present operand to out. */
static void add(struct tir_operand *o, struct tir_operand **out, uint32_t max, uint32_t *n)
{
	if (o->e && *n < max)
		out[(*n)++] = o;
}

static uint32_t operands_of_store(struct tir_store *store, struct tir_operand **out, uint32_t max)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < store->s.nindex; i++)
		add(&store->index[i], out, max, &n);
	add(&store->value, out, max, &n);
	add(&store->mask, out, max, &n);
	return n;
}

static uint32_t operands_of_loop(struct tir_for *loop, struct tir_operand **out, uint32_t max)
{
	uint32_t n = 0;
	add(&loop->min, out, max, &n);
	add(&loop->extent, out, max, &n);
	if (loop->more->step.e)
		add(&((struct tir_loop_more *)loop->more)->step, out, max, &n);
	return n;
}

uint32_t tir_stmt_operands(struct tir_stmt *s, struct tir_operand **out, uint32_t max)
{
	if (s->kind == TIR_STORE)
		return operands_of_store(tir_as_store(s), out, max);
	if (info_of(s)->more)
		return operands_of_loop(tir_as_for(s), out, max);
	uint32_t n = 0;
	if (info_of(s)->value)
		add(tir_value_slot(s), out, max, &n);
	return n;
}

static uint8_t flags_of(const struct tir_operand *o)
{
	return o && o->e ? o->e->flags : 0;
}

static uint8_t flags_of_store(const struct tir_store *store)
{
	uint8_t flags = flags_of(&store->value) | flags_of(&store->mask);
	for (uint32_t i = 0; i < store->s.nindex; i++)
		flags |= flags_of(&store->index[i]);
	return flags;
}

uint8_t tir_stmt_flags(const struct tir_stmt *s)
{
	if (s->kind == TIR_STORE)
		return flags_of_store(tir_as_store(s));
	if (!info_of(s)->more)
		return flags_of(tir_part(s, info_of(s)->value));
	const struct tir_for *loop = tir_as_for(s);
	return flags_of(&loop->min) | flags_of(&loop->extent) | flags_of(&loop->more->step);
}

/* The same for those who only read: they ask for each statement, several times. */
static uint32_t exprs_of_store(const struct tir_store *store, const struct tir_expr **out,
        uint32_t max)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < store->s.nindex; i++)
		if (store->index[i].e && n < max)
			out[n++] = store->index[i].e;
	if (store->value.e && n < max)
		out[n++] = store->value.e;
	if (store->mask.e && n < max)
		out[n++] = store->mask.e;
	return n;
}

static uint32_t exprs_of_loop(const struct tir_for *loop, const struct tir_expr **out, uint32_t max)
{
	uint32_t n = 0;
	if (loop->min.e && n < max)
		out[n++] = loop->min.e;
	if (loop->extent.e && n < max)
		out[n++] = loop->extent.e;
	if (loop->more->step.e && n < max)
		out[n++] = loop->more->step.e;
	return n;
}

uint32_t tir_stmt_exprs(const struct tir_stmt *s, const struct tir_expr **out, uint32_t max)
{
	if (s->kind == TIR_STORE)
		return exprs_of_store(tir_as_store(s), out, max);
	if (info_of(s)->more)
		return exprs_of_loop(tir_as_for(s), out, max);
	const struct tir_operand *value = tir_part(s, info_of(s)->value);
	if (!value || !value->e || !max)
		return 0;
	out[0] = value->e;
	return 1;
}

/* ---- Walks of expressions ----------------------------------------------------------------*/
enum { SHORT = 1000 }; /* steps before a walk notes what it has seen */

struct frame {
	const struct tir_expr *e;
	uint32_t next; /* operand to visit next */
};
struct walk {
	VEC(struct frame) stack;
	uint32_t steps;
	VEC(const struct tir_expr *) seen; /* by number in table */
	struct lookup table;
};

static struct lookup_key key_of(const struct tir_expr *e)
{
	uint32_t hash = (uint32_t)hash_mix(0, e->id);
	return (struct lookup_key){hash, hash >> 16};
}

static bool seen_key(void *ctx, uint32_t number, struct lookup_key *k)
{
	*k = key_of(((struct walk *)ctx)->seen.at[number]);
	return true;
}

/* Were e's operands visited?  If not, e is noted. */
static bool is_seen(struct walk *w, struct arena *scratch, const struct tir_expr *e)
{
	if (!e->n || ++w->steps < SHORT)
		return false;
	if (w->steps == SHORT)
		lookup_init(&w->table, scratch, SHORT);
	lookup_room(&w->table, scratch, seen_key, w);
	struct lookup_key k = key_of(e);
	struct lookup_entry *entry;
	for (uint32_t i = 0; (entry = lookup_slot(&w->table, k, i))->number; i++)
		if (w->seen.at[entry->number - 1] == e)
			return true;
	lookup_add(&w->table, entry, k, w->seen.n);
	VEC_PUSH(scratch, &w->seen, e);
	return false;
}

bool tir_walk_expr(const struct tir_expr *e, struct arena *scratch,
        bool (*visit)(void *ctx, const struct tir_expr *e), void *ctx)
{
	struct walk w = {0};
	bool goes_on = true;
	VEC_PUSH(scratch, &w.stack, ((struct frame){e, 0}));
	while (w.stack.n && goes_on) {
		struct frame *top = &w.stack.at[w.stack.n - 1];
		const struct tir_expr *arg = top->next < top->e->n ? top->e->arg[top->next++]
		                                                   : NULL;
		if (!arg) {
			goes_on = visit(ctx, top->e);
			w.stack.n--;
		} else if (!is_seen(&w, scratch, arg)) {
			VEC_PUSH(scratch, &w.stack, ((struct frame){arg, 0}));
		}
	}
	arena_give_back(scratch, w.stack.at, w.stack.cap * sizeof *w.stack.at);
	arena_give_back(scratch, w.seen.at, w.seen.cap * sizeof *w.seen.at);
	arena_give_back(scratch, w.table.entry, w.table.nentries * sizeof *w.table.entry);
	return goes_on;
}

/* ---- Walks of statements -----------------------------------------------------------------*/
bool tir_walk_stmts(const struct tir_seq *s, bool (*visit)(void *ctx, struct tir_stmt *s),
        void *ctx)
{
	for (struct tir_stmt *p = s->first; p; p = p->next)
		if (!visit(ctx, p) ||
		        (p->kind == TIR_BLOCK &&
		                !tir_walk_stmts(&tir_as_block(p)->block->init, visit, ctx)) ||
		        !tir_walk_stmts(tir_body(p), visit, ctx) ||
		        !tir_walk_stmts(tir_orelse(p), visit, ctx))
			return false;
	return true;
}
