/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/lex/lex_literal.c: numbers and strings.
 *
 * Numbers become doubles without a decimal point, so that the locale has no say. */
#include <stdlib.h>

#include "frontend/lex/lex.h"

/* ---- Numbers ----------------------------------------------------------------------------*/
static unsigned digit(char c)
{
	if (is(c, C_DIGIT))
		return (unsigned)(c - '0');
	c |= 32;
	return c >= 'a' && c <= 'z' ? (unsigned)(c - 'a') + 10 : 99;
}

static bool is_exponent(const struct lexer *x)
{
	char sign = peek(x, 1);
	bool has_sign = sign == '+' || sign == '-';
	return (peek(x, 0) | 32) == 'e' && is(peek(x, has_sign ? 2 : 1), C_DIGIT);
}

static double power_of_ten(int n)
{
	double v = 1;
	while (n-- > 0)
		v *= 10;
	return v;
}

/* The digits from..end, as an integer times a power of ten: the nearest double.  With few digits
 * and a small power one exact operation does it, else the C library, which sees no point. */
static double to_double(struct lexer *x, const char *from, const char *end, int64_t exponent)
{
	uint64_t v = 0;
	unsigned n = 0;
	bool fraction = false;
	x->text.n = 0;
	for (const char *c = from; c < end; c++) {
		if (*c == '.')
			fraction = true;
		if (!is(*c, C_DIGIT))
			continue;
		exponent -= fraction;
		VEC_PUSH(x->arena, &x->text, *c);
		n += n || *c != '0';
		v = v * 10 + (uint64_t)(*c - '0');
	}
	if (n <= 15 && exponent >= -22 && exponent <= 22)
		return exponent < 0 ? (double)v / power_of_ten((int)-exponent)
		                    : (double)v * power_of_ten((int)exponent);
	char tail[32];
	snprintf(tail, sizeof tail, "e%lld", (long long)exponent);
	for (const char *c = tail; *c; c++)
		VEC_PUSH(x->arena, &x->text, *c);
	VEC_PUSH(x->arena, &x->text, 0);
	return strtod(x->text.at, NULL);
}

/* The digits so far are a float's: read its point and exponent. */
static void floating(struct lexer *x, const char *from, struct token *out)
{
	while (is(peek(x, 0), C_DIGIT) || peek(x, 0) == '_')
		x->p++;
	if (peek(x, 0) == '.')
		x->p++;
	while (is(peek(x, 0), C_DIGIT) || peek(x, 0) == '_')
		x->p++;
	const char *end = x->p;
	int64_t exponent = 0;
	if (is_exponent(x)) {
		bool minus = x->p[1] == '-';
		x->p += x->p[1] == '-' || x->p[1] == '+' ? 2 : 1;
		for (; is(peek(x, 0), C_DIGIT) || peek(x, 0) == '_'; x->p++)
			if (*x->p != '_' && exponent < 1000000)
				exponent = exponent * 10 + (*x->p - '0');
		exponent = minus ? -exponent : exponent;
	}
	double v = to_double(x, from, end, exponent);
	give(x, out, TOK_FLOAT, from);
	out->f = v;
}

static void bad_number(struct lexer *x, const char *from, struct token *out, const char *why)
{
	while (is(peek(x, 0), C_NAME | C_DIGIT))
		x->p++;
	give(x, out, TOK_BAD, from);
	diag_error(x->d, x->src, out->at, "%s", why);
}

/* Python's rule: an underscore stands alone, with a digit behind it and one or a prefix such as 0x
 * before it. */
static bool misplaced(const struct lexer *x, const char *from, unsigned base)
{
	for (const char *c = from; c < x->p; c++)
		if (*c == '_') {
			bool prefixed = base != 10 && c == from + 2;
			if (c == from || (!prefixed && digit(c[-1]) >= base) || c + 1 == x->end ||
			        digit(c[1]) >= base)
				return true;
		}
	return false;
}

void frontend_lex_number(struct lexer *x, struct token *out)
{
	const char *from = x->p;
	char kind = *from == '0' ? (char)(peek(x, 1) | 32) : 0;
	unsigned base = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 10;
	uint64_t v = 0;
	bool fits = true, any = false;
	x->p += base == 10 ? 0 : 2;
	for (; digit(peek(x, 0)) < base || peek(x, 0) == '_'; x->p++) {
		if (*x->p == '_')
			continue;
		unsigned k = digit(*x->p);
		fits = fits && v <= (UINT64_MAX - k) / base;
		v = v * base + k;
		any = true;
	}
	if (base == 10 && (peek(x, 0) == '.' || is_exponent(x))) {
		x->p = from;
		floating(x, from, out);
	} else if (is(peek(x, 0), C_NAME | C_DIGIT) || !any) {
		bad_number(x, from, out, "invalid number");
	} else if (!fits) {
		bad_number(x, from, out, "integer does not fit 64 bits");
	} else if (base == 10 && *from == '0' && v != 0) {
		bad_number(x, from, out, "a decimal integer may not begin with 0");
	} else {
		give(x, out, TOK_INT, from);
		out->i = v;
	}
	if (out->kind == TOK_FLOAT && is(peek(x, 0), C_NAME))
		bad_number(x, from, out, "invalid number");
	else if (out->kind != TOK_BAD && misplaced(x, from, base))
		bad_number(x, from, out,
		        "an underscore in a number stands alone between two digits");
}

/* ---- Strings ----------------------------------------------------------------------------*/
static void add(struct lexer *x, char c)
{
	VEC_PUSH(x->arena, &x->text, c);
}

static void add_utf8(struct lexer *x, uint32_t c)
{
	unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	static const uint8_t lead[] = {0, 0xc0, 0xe0, 0xf0};
	add(x, (char)(lead[more] | c >> (6 * more)));
	while (more--)
		add(x, (char)(0x80 | (c >> (6 * more) & 63)));
}

/* Up to n digits of a base; *n is how many are missing. */
static uint32_t code(struct lexer *x, int *n, unsigned base)
{
	uint32_t v = 0;
	for (; *n && digit(peek(x, 0)) < base; x->p++, --*n)
		v = v * base + digit(*x->p);
	return v;
}

/* \xHH is one byte: TVM's printer escapes UTF-8 byte by byte. */
static bool hex_escape(struct lexer *x, char c)
{
	int n = c == 'x' ? 2 : c == 'u' ? 4 : 8;
	uint32_t v = code(x, &n, 16);
	if (c == 'x')
		add(x, (char)v);
	else
		add_utf8(x, v > 0x10ffff ? 0xfffd : v);
	return n == 0 && v <= 0x10ffff;
}

/* What follows a backslash; false if it stands for no character. */
static bool escape(struct lexer *x)
{
	static const char from[] = "abfnrtv\\'\"", to[] = "\a\b\f\n\r\t\v\\'\"";
	char c = peek(x, 0);
	const char *k = c ? strchr(from, c) : NULL;
	x->p += x->p < x->end;
	if (c == '\n')
		return true;
	if (c == 'x' || c == 'u' || c == 'U')
		return hex_escape(x, c);
	if (k) {
		add(x, to[k - from]);
	} else if (digit(c) < 8) {
		int n = 3;
		x->p--;
		uint32_t v = code(x, &n, 8);
		add(x, (char)v);
		return v < 256;
	} else {
		add(x, '\\');
		add(x, c);
	}
	return c != 'N'; /* a character by its name */
}

/* A string whose quotes are at p; from is where its prefix began. */
static void string(struct lexer *x, const char *from, bool raw, struct token *out)
{
	char quote = *x->p;
	bool triple = peek(x, 1) == quote && peek(x, 2) == quote;
	struct span bad = {0, 0};
	x->p += triple ? 3 : 1;
	x->text.n = 0;
	for (;;) {
		char c = peek(x, 0);
		if (c == quote && (!triple || (peek(x, 1) == quote && peek(x, 2) == quote)))
			break;
		if (x->p == x->end || (!triple && c == '\n')) {
			give(x, out, TOK_BAD, from);
			diag_error(x->d, x->src, out->at, "string is not closed");
			return;
		}
		x->p++;
		if (c != '\\') {
			add(x, c);
		} else if (raw) {
			add(x, c);
			if (x->p < x->end && (triple || *x->p != '\n'))
				add(x, *x->p++);
		} else {
			uint32_t at = (uint32_t)(x->p - 1 - x->src->text);
			if (!escape(x) && !bad.end)
				bad = (struct span){at, (uint32_t)(x->p - x->src->text)};
		}
	}
	x->p += triple ? 3 : 1;
	give(x, out, TOK_STRING, from);
	if (bad.end) {
		out->kind = TOK_BAD;
		diag_error(x->d, x->src, bad, "this escape stands for no character");
		return;
	}
	if (x->text.n && memchr(x->text.at, 0, x->text.n)) {
		out->kind = TOK_BAD;
		diag_error(x->d, x->src, out->at, "string holds a character NUL");
		return;
	}
	out->str = strtab_intern(x->symbols->strings, x->text.n ? x->text.at : "", x->text.n);
}

/* The letters before the quotes tell how to read the rest. */
void frontend_lex_string(struct lexer *x, const char *from, struct token *out)
{
	uint32_t raws = 0, formats = 0, plains = 0, letters = (uint32_t)(x->p - from);
	for (const char *c = from; c < x->p; c++) {
		raws += (*c | 32) == 'r';
		formats += (*c | 32) == 'f';
		plains += (*c | 32) == 'u';
	}
	bool known = raws + formats + plains == letters && raws < 2 && formats < 2 &&
	             (plains == 0 || letters == 1);
	string(x, from, raws, out);
	out->op = formats && out->kind == TOK_STRING;
	if (!known && out->kind == TOK_STRING) {
		out->kind = TOK_BAD;
		diag_error(x->d, x->src, out->at, "a string of this prefix is not TVMScript");
	}
}
