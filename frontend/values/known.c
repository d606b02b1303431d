/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/known.c: what T.name is.
 *
 * Idea.   The rows of the tables are numbered in one array; the symbol of a name remembers its row,
 *         so that a look costs nothing.  Types are found by their spelling on first use.
 * Costs   one probe a row at the start of each read. */
#include "frontend/internal.h"

const struct form_info frontend_forms[NFORMS] = {
#define NOW                                   false
#define LATER                                 true
#define FORM(name, params, min, when)         {#name, params, min, when},
#define DOTTED(name, text, params, min, when) {text, params, min, when},
#include "frontend/values/forms.def"
#undef NOW
#undef LATER
};

/* The bit functions, older spellings of operators (tirscript 5.2), and helpers whose name is not
 * the operator's own. */
struct alias {
	const char *name;
	enum known_kind kind;
	enum tir_op op;
};
static const struct alias aliases[] = {
        {"bitwise_and", K_BITS, TIR_BITAND},
        {"bitwise_or", K_BITS, TIR_BITOR},
        {"bitwise_xor", K_BITS, TIR_BITXOR},
        {"bitwise_not", K_BITS, TIR_BITNOT},
        {"shift_left", K_BITS, TIR_SHL},
        {"shift_right", K_BITS, TIR_SHR},
        {"min", K_HELPER, TIR_MIN},
        {"max", K_HELPER, TIR_MAX},
        {"truncdiv", K_HELPER, TIR_DIV},
        {"truncmod", K_HELPER, TIR_MOD},
        {"floordiv", K_HELPER, TIR_FLOORDIV},
        {"floormod", K_HELPER, TIR_FLOORMOD},
};

struct short_type {
	const char *name, *type;
};
static const struct short_type short_types[] = {
        {"i8", "int8"},
        {"i16", "int16"},
        {"i32", "int32"},
        {"i64", "int64"},
        {"u8", "uint8"},
        {"u16", "uint16"},
        {"u32", "uint32"},
        {"u64", "uint64"},
        {"f16", "float16"},
        {"f32", "float32"},
        {"f64", "float64"},
        {"bf16", "bfloat16"},
        {"boolean", "bool"},
        {"void", "void"},
};

struct refusal {
	const char *name, *why;
};
static const struct refusal refusals[] = {
#define REFUSED(name, why) {#name, why},
#include "frontend/values/refused.def"
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct known *new_known(struct reader *r, struct symbol *s, enum known_kind kind,
        uint32_t index)
{
	struct known *k = ARENA_NEW(r->scratch, struct known);
	*k = (struct known){.name = s->name, .kind = kind, .index = index};
	s->known = k;
	s->looked_up = true;
	return k;
}

/* Make a row known, unless one before it, which knows more, has its name. */
static struct known *add(struct reader *r, const char *name, enum known_kind kind, uint32_t index)
{
	uint32_t sym = frontend_symbol_of(&r->symbols, name, strlen(name));
	struct symbol *s = &r->symbols.at.at[sym];
	struct known *k = ARENA_NEW(r->scratch, struct known);
	if (s->known)
		return k;
	k = new_known(r, s, kind, index);
	VEC_PUSH(r->scratch, &r->known, k);
	return k;
}

static void add_node(struct reader *r, enum tir_op op)
{
	const struct tir_opinfo *o = &tir_ops[op];
	if (o->form == TIR_FORM_INFIX || o->form == TIR_FORM_PREFIX ||
	        (o->form == TIR_FORM_HELPER && o->arity == 2))
		add(r, o->node, K_NODE, op);
}

void frontend_known_start(struct reader *r)
{
	for (uint32_t i = 0; i < NFORMS; i++)
		if (i != F_range)
			add(r, frontend_forms[i].name, K_FORM, i);
	for (uint32_t i = 0; i < TIR_NOPS; i++)
		add_node(r, (enum tir_op)i);
	for (uint32_t i = 0; i < COUNT(aliases); i++)
		add(r, aliases[i].name, aliases[i].kind, aliases[i].op);
	for (uint32_t i = 0; i < TIR_NBUILTINS; i++)
		if (*tir_builtins[i].text)
			add(r, tir_builtins[i].text, K_BUILTIN, i);
	add(r, "power", K_BUILTIN, TIR_BUILTIN_POW); /* its name before 0.12 */
	add(r, "tvm_call_packed", K_BUILTIN, TIR_BUILTIN_CALL_PACKED);
	add(r, "tvm_call_cpacked", K_BUILTIN, TIR_BUILTIN_CALL_CPACKED);
	for (uint32_t i = 0; i < COUNT(refusals); i++)
		add(r, refusals[i].name, K_REFUSED, 0)->why = refusals[i].why;
	for (uint32_t i = 0; i < COUNT(short_types); i++)
		tir_type_parse(short_types[i].type, strlen(short_types[i].type),
		        &add(r, short_types[i].name, K_TYPE, 0)->type);
}

bool frontend_has_usual_width(struct tir_type t)
{
	return !tir_is_int(t) || t.bits == 8 || t.bits == 16 || t.bits == 32 || t.bits == 64;
}

const struct known *frontend_known_find(struct reader *r, uint32_t sym)
{
	struct symbol *s = &r->symbols.at.at[sym];
	struct tir_type t;
	if (!s->looked_up) {
		s->looked_up = true;
		if (tir_type_parse(s->name, strlen(s->name), &t) && frontend_has_usual_width(t))
			new_known(r, s, K_TYPE, 0)->type = t;
	}
	return s->known;
}

/* ---- Suggestions ------------------------------------------------------------------------*/
/* Edits that make b of a, at most 3: a letter more, less or another one, neighbours swapped. */
static unsigned distance(const char *a, const char *b)
{
	enum { MAX = 40 };
	unsigned rows[3][MAX];
	size_t n = strlen(b), i = 0;
	if (n >= MAX || strlen(a) >= MAX)
		return 3;
	for (unsigned j = 0; j <= n; j++)
		rows[0][j] = j;
	for (; a[i]; i++) {
		const unsigned *above = rows[i % 3], *older = rows[(i + 2) % 3];
		unsigned *row = rows[(i + 1) % 3];
		row[0] = (unsigned)i + 1;
		for (size_t j = 1; j <= n; j++) {
			unsigned best = above[j - 1] + (a[i] != b[j - 1]);
			best = above[j] + 1 < best ? above[j] + 1 : best;
			best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
			bool swapped = i && j > 1 && a[i] == b[j - 2] && a[i - 1] == b[j - 1];
			row[j] = swapped && older[j - 2] + 1 < best ? older[j - 2] + 1 : best;
		}
	}
	return rows[i % 3][n] < 3 ? rows[i % 3][n] : 3;
}

const char *frontend_nearer(const char *name, const char *best, const char *candidate)
{
	size_t n = strlen(name);
	unsigned limit = n < 3 ? 0 : n < 5 ? 2 : 3; /* edits that are too many */
	unsigned d = best ? distance(name, best) : limit;
	return distance(name, candidate) < d ? candidate : best;
}

bool frontend_known_fail(struct reader *r, struct span at, const char *name)
{
	const char *best = NULL;
	if (r->suggestions++ < MAX_SUGGESTIONS)
		for (uint32_t i = 0; i < r->known.n; i++)
			if (r->known.at[i]->kind != K_REFUSED)
				best = frontend_nearer(name, best, r->known.at[i]->name);
	if (best)
		return frontend_fail(r, at, "T has no '%s'; did you mean 'T.%s'?", name, best);
	return frontend_refuse(r, at, "T has no '%s'", name);
}
