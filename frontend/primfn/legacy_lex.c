/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/primfn/legacy_lex.c: the tokens of the older text.  Numbers carry their type (0f16, 3i64), names
 * may hold dots (x.outer), which become underscores as in TVM's own TVMScript. */
#include <errno.h>
#include <stdlib.h>

#include "frontend/lex/lex.h"
#include "frontend/primfn/legacy.h"

static char at(const struct legacy *l, uint32_t k)
{
	const struct source *s = l->r->src;
	return s->len - l->p > k ? s->text[l->p + k] : 0;
}

static void skip_blanks(struct legacy *l)
{
	const struct source *s = l->r->src;
	while (l->p < s->len) {
		char c = s->text[l->p];
		if (c == '#' || (c == '/' && at(l, 1) == '/'))
			while (l->p < s->len && s->text[l->p] != '\n')
				l->p++;
		else if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
			l->p++;
		else
			return;
	}
}

bool frontend_legacy_error(struct legacy *l, struct span where, const char *format, ...)
{
	struct sbuf b = {0};
	va_list ap;
	va_start(ap, format);
	sbuf_vprintf(&b, format, ap);
	va_end(ap);
	frontend_fail(l->r, where, "%s", b.text ? b.text : format);
	sbuf_free(&b);
	return false;
}

/* The type a number's last letters name; int32 and float32 have none. */
static bool number_type(const char *s, size_t n, bool real, struct tir_type *t)
{
	char name[16];
	if (n == 0) {
		*t = real ? TIR_F32 : TIR_INT32;
		return true;
	}
	if (n > 4)
		return false;
	int k = snprintf(name, sizeof name, "%s%.*s",
	        s[0] == 'f'   ? "float"
	        : s[0] == 'i' ? "int"
	        : s[0] == 'u' ? "uint"
	                      : "?",
	        (int)n - 1, s + 1);
	return tir_type_parse(name, (size_t)k, t) && t->lanes == 1 && frontend_has_usual_width(*t);
}

static void lex_number_token(struct legacy *l)
{
	struct reader *r = l->r;
	uint32_t from = l->p;
	bool real = false;
	char text[64];
	while (is(at(l, 0), C_DIGIT) || at(l, 0) == '.' || at(l, 0) == 'e' ||
	        ((at(l, 0) == '+' || at(l, 0) == '-') && r->src->text[l->p - 1] == 'e')) {
		real |= !is(at(l, 0), C_DIGIT);
		l->p++;
	}
	uint32_t n = l->p - from, suffix = l->p;
	while (is(at(l, 0), C_NAME | C_DIGIT))
		l->p++;
	struct span where = {from, l->p};
	struct tir_type t;
	struct value v = {.kind = V_INT, .at = where};
	l->t.kind = L_BAD;
	if (n >= sizeof text || !number_type(r->src->text + suffix, l->p - suffix, real, &t)) {
		frontend_legacy_error(l, where, "invalid number");
		return;
	}
	memcpy(text, r->src->text + from, n);
	text[n] = 0;
	char *end;
	errno = 0;
	if (real) {
		v.kind = V_FLOAT;
		v.f = strtod(text, &end);
	} else {
		v.i = (wide)strtoull(text, &end, 10);
	}
	if (*end || (errno && !real)) {
		frontend_legacy_error(l, where,
		        *end ? "invalid number" : "integer does not fit 64 bits");
		return;
	}
	l->t.number = frontend_literal(r, &v, t);
	l->t.kind = l->t.number ? L_NUMBER : L_BAD;
}

static void lex_string_token(struct legacy *l)
{
	const struct source *s = l->r->src;
	uint32_t from = l->p++;
	struct sbuf b = {0};
	while (l->p < s->len && s->text[l->p] != '"' && s->text[l->p] != '\n') {
		l->p += s->text[l->p] == '\\' && l->p + 1 < s->len;
		sbuf_char(&b, s->text[l->p++]);
	}
	bool closed = at(l, 0) == '"';
	l->p += closed;
	l->t.kind = L_STRING;
	l->t.str = strtab_intern(&l->r->m->strings, b.text ? b.text : "", b.len);
	if (!closed || memchr(b.text ? b.text : "", 0, b.len)) {
		frontend_legacy_error(l, (struct span){from, from + 1},
		        closed ? "string holds a character NUL" : "string is not closed");
		l->t.kind = L_BAD;
	}
	sbuf_free(&b);
}

static void lex_name_token(struct legacy *l)
{
	const struct source *s = l->r->src;
	uint32_t from = l->p;
	while (is(at(l, 0), C_NAME | C_DIGIT) ||
	        (at(l, 0) == '.' && is(at(l, 1), C_NAME | C_DIGIT)))
		l->p++;
	char *name = arena_strndup(l->r->scratch, s->text + from, l->p - from);
	for (char *c = name; *c; c++)
		*c = *c == '.' ? '_' : *c;
	l->t.kind = L_NAME;
	l->t.str = strtab_str(&l->r->m->strings, name);
}

static void lex_op_token(struct legacy *l)
{
	static const char pairs[] = "== != <= >= && || ->", ones[] = "()[]{},:;=<>+-*/%!@";
	char c = at(l, 0), two[3] = {c, at(l, 1), 0};
	bool pair = two[1] && two[1] != ' ' && strstr(pairs, two);
	l->t.kind = L_OP;
	memcpy(l->t.op, two, 3);
	l->t.op[pair ? 2 : 1] = 0;
	l->p += pair ? 2 : 1;
	if (pair || strchr(ones, c))
		return;
	struct span where = {l->p - 1, l->p};
	if ((unsigned char)c < 32 || (unsigned char)c > 126)
		frontend_legacy_error(l, where, "unexpected character 0x%02x", (unsigned char)c);
	else
		frontend_legacy_error(l, where, "unexpected character '%c'", c);
	l->t.kind = L_BAD;
}

void frontend_legacy_next(struct legacy *l)
{
	l->before = l->t.at.end;
	skip_blanks(l);
	uint32_t from = l->p;
	l->t = (struct legacy_token){.kind = L_END};
	if (from >= l->r->src->len)
		;
	else if (is(at(l, 0), C_DIGIT))
		lex_number_token(l);
	else if (is(at(l, 0), C_NAME) && (unsigned char)at(l, 0) < 128)
		lex_name_token(l);
	else if (at(l, 0) == '"')
		lex_string_token(l);
	else if (at(l, 0) == 0)
		frontend_legacy_error(l, (struct span){from, from + 1},
		        "unexpected character 0x%02x", 0),
		        l->t.kind = L_BAD, l->p++;
	else
		lex_op_token(l);
	l->t.at = (struct span){from, l->p};
}

bool frontend_legacy_is(const struct legacy *l, const char *op)
{
	return l->t.kind == L_OP && !strcmp(l->t.op, op);
}

bool frontend_legacy_word(const struct legacy *l, const char *name)
{
	return l->t.kind == L_NAME && !strcmp(l->t.str, name);
}

bool frontend_legacy_accept(struct legacy *l, const char *op)
{
	bool yes = frontend_legacy_is(l, op) || frontend_legacy_word(l, op);
	if (yes)
		frontend_legacy_next(l);
	return yes;
}

bool frontend_legacy_expected(struct legacy *l, const char *what)
{
	struct span where = l->t.at;
	int n = (int)(where.end - where.begin < 40 ? where.end - where.begin : 40);
	if (l->t.kind == L_BAD)
		return false;
	if (l->t.kind == L_END) {
		where = (struct span){l->before ? l->before - 1 : 0, l->before};
		return frontend_legacy_error(l, where, "expected %s, not end of text", what);
	}
	return frontend_legacy_error(l, where, "expected %s, not '%.*s'", what, n,
	        l->r->src->text + where.begin);
}

bool frontend_legacy_expect(struct legacy *l, const char *op)
{
	char what[16];
	snprintf(what, sizeof what, "'%s'", op);
	return frontend_legacy_accept(l, op) || frontend_legacy_expected(l, what);
}

bool frontend_legacy_name(struct legacy *l, uint32_t *sym, struct span *where)
{
	if (l->t.kind != L_NAME)
		return frontend_legacy_expected(l, "a name");
	*sym = frontend_symbol_of(&l->r->symbols, l->t.str, strlen(l->t.str));
	*where = l->t.at;
	frontend_legacy_next(l);
	return true;
}

bool frontend_legacy_string(struct legacy *l, const char **out)
{
	if (l->t.kind != L_STRING)
		return frontend_legacy_expected(l, "a string");
	*out = l->t.str;
	frontend_legacy_next(l);
	return true;
}
