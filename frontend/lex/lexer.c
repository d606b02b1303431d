/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/lex/lexer.c: text to tokens, one at a time, with Python's rules for lines and indentation.
 *
 * Idea.   A table of character classes; names are numbered as they are read.  Numbers are turned
 *         into doubles without a decimal point, so that the locale has no say.
 * Costs   a look at every character, one probe a name.
 * Errors  what is no token is reported and given as TOK_BAD. */
#include "frontend/lex/lex.h"

const struct punct_info frontend_puncts[NPUNCTS] = {
        {"", 0, TIR_NOPS, P_NONE},
#define PUNCT(name, text, prec, op, base) {text, prec, TIR_##op, P_##base},
#include "frontend/lex/punct.def"
};

/* ---- Lines ------------------------------------------------------------------------------*/
static void skip_comment(struct lexer *x)
{
	const char *nl = memchr(x->p, '\n', (size_t)(x->end - x->p));
	x->p = nl ? nl : x->end;
}

static bool at_newline(const struct lexer *x)
{
	return *x->p == '\n' || *x->p == '\r';
}

static void skip_newline(struct lexer *x)
{
	bool crlf = *x->p == '\r' && peek(x, 1) == '\n';
	x->p += crlf ? 2 : 1;
}

/* Skip blank lines and the blanks before a line; its columns with tabs of 8 and of 1. */
static const char *find_line(struct lexer *x, uint32_t *column, uint32_t *column1)
{
	for (;;) {
		const char *from = x->p;
		while (*x->p == ' ') /* a NUL ends the text */
			x->p++;
		*column = *column1 = (uint32_t)(x->p - from);
		for (; x->p < x->end && is(*x->p, C_BLANK); x->p++) {
			*column = *x->p == '\t' ? (*column / 8 + 1) * 8 : *column + 1;
			*column1 += 1;
			if (*x->p == '\f')
				*column = *column1 = 0;
		}
		if (x->p < x->end && *x->p == '#')
			skip_comment(x);
		if (x->p == x->end || !at_newline(x))
			return from;
		skip_newline(x);
	}
}

static void bad_indent(struct lexer *x, const char *why)
{
	uint32_t at = (uint32_t)(x->p - x->src->text);
	diag_error(x->d, x->src, (struct span){at, at + 1}, "%s", why);
}

/* Close the blocks deeper than this column; the tokens are given later. */
static void dedent(struct lexer *x, uint32_t column, uint32_t column1)
{
	while (column < x->indent[x->nindents - 1]) {
		x->nindents--;
		x->dedents++;
	}
	if (column != x->indent[x->nindents - 1]) {
		bad_indent(x, "indentation does not match that of any line above");
		x->dedents--; /* it stays in the last block, as if that were indented so */
		x->indent[x->nindents] = column;
		x->tab1[x->nindents++] = column1;
	} else if (column1 != x->tab1[x->nindents - 1]) {
		bad_indent(x, "tabs and spaces are mixed in the indentation");
	}
}

/* At the start of a logical line: true if *out is what its indentation says. */
static bool indentation(struct lexer *x, struct token *out)
{
	uint32_t column, column1;
	const char *from = find_line(x, &column, &column1);
	if (x->p == x->end)
		return false;
	x->line_start = false;
	if (column > x->indent[x->nindents - 1]) {
		if (column1 <= x->tab1[x->nindents - 1])
			bad_indent(x, "tabs and spaces are mixed in the indentation");
		give(x, out, TOK_INDENT, from);
		if (x->nindents == MAX_INDENTS) {
			diag_error(x->d, x->src, out->at,
			        "lines are indented more than %d levels deep", MAX_INDENTS);
			return false;
		}
		x->tab1[x->nindents] = column1;
		x->indent[x->nindents++] = column;
		return true;
	}
	dedent(x, column, column1);
	return false;
}

/* ---- Names and punctuation --------------------------------------------------------------*/
static void name(struct lexer *x, struct token *out)
{
	const char *p = x->p, *from = p;
	uint32_t h = 2166136261u;
	while (is(*p, C_NAME | C_DIGIT)) /* what ends the text is none */
		h = (h ^ (unsigned char)*p++) * 16777619u;
	x->p = p;
	if (p < x->end && (*p == '"' || *p == '\'') && p - from <= 2) {
		frontend_lex_string(x, from, out);
		return;
	}
	give(x, out, TOK_NAME, from);
	out->sym = frontend_symbol_hashed(x->symbols, from, (size_t)(p - from), h);
	out->keyword = x->symbols->at.at[out->sym].keyword;
}

/* op, op=, or the character twice with its own two. */
struct spelling {
	uint8_t one, equal, twice, twice_equal;
};
static const struct spelling spellings[128] = {
        ['+'] = {P_ADD, P_ADD_ASSIGN, 0, 0},
        ['-'] = {P_SUB, P_SUB_ASSIGN, 0, 0},
        ['*'] = {P_MUL, P_MUL_ASSIGN, P_POWER, P_POWER_ASSIGN},
        ['/'] = {P_DIV, P_DIV_ASSIGN, P_FLOORDIV, P_FLOORDIV_ASSIGN},
        ['%'] = {P_MOD, P_MOD_ASSIGN, 0, 0},
        ['@'] = {P_AT, P_AT_ASSIGN, 0, 0},
        ['<'] = {P_LT, P_LE, P_SHL, P_SHL_ASSIGN},
        ['>'] = {P_GT, P_GE, P_SHR, P_SHR_ASSIGN},
        ['&'] = {P_BITAND, P_AND_ASSIGN, 0, 0},
        ['|'] = {P_BITOR, P_OR_ASSIGN, 0, 0},
        ['^'] = {P_BITXOR, P_XOR_ASSIGN, 0, 0},
        ['~'] = {P_BITNOT, 0, 0, 0},
        ['='] = {P_ASSIGN, P_EQ, 0, 0},
        ['!'] = {0, P_NE, 0, 0},
        ['('] = {P_LPAREN, 0, 0, 0},
        [')'] = {P_RPAREN, 0, 0, 0},
        ['['] = {P_LBRACKET, 0, 0, 0},
        [']'] = {P_RBRACKET, 0, 0, 0},
        ['{'] = {P_LBRACE, 0, 0, 0},
        ['}'] = {P_RBRACE, 0, 0, 0},
        [','] = {P_COMMA, 0, 0, 0},
        [':'] = {P_COLON, P_WALRUS, 0, 0},
        [';'] = {P_SEMICOLON, 0, 0, 0},
        ['.'] = {P_DOT, 0, 0, 0},
};

/* The number of the character of UTF-8 that begins here and has n bytes. */
static unsigned code_point(const char *s, size_t n)
{
	unsigned first = (unsigned char)*s, code = n == 2   ? first & 0x1f
	                                           : n == 3 ? first & 0x0f
	                                                    : first & 0x07;
	for (size_t i = 1; i < n; i++)
		code = code << 6 | ((unsigned char)s[i] & 0x3f);
	return n > 1 && n < 5 ? code : 0;
}

/* Report a character beyond ASCII; some are put in the place of another one by editors. */
static void foreign_character(struct lexer *x, const char *from, struct span at)
{
	static const struct {
		unsigned code;
		const char *text;
	} meant[] = {{0xa0, "a space"}, {0xd7, "*"}, {0xf7, "//"}, {0x2212, "-"}, {0x2013, "-"},
	        {0x2014, "-"}, {0x2018, "'"}, {0x2019, "'"}, {0x201c, "\""}, {0x201d, "\""},
	        {0x2264, "<="}, {0x2265, ">="}, {0x2260, "!="}};
	unsigned code = code_point(from, (size_t)(x->p - from));
	for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
		if (code == meant[i].code) {
			diag_error(x->d, x->src, at,
			        "character U+%04X is not part of TVMScript: write %s", code,
			        meant[i].text);
			return;
		}
	diag_error(x->d, x->src, at, "character U+%04X is not part of TVMScript", code);
}

static void no_token(struct lexer *x, const char *from, struct token *out)
{
	x->p = from + 1;
	while (x->p < x->end && ((unsigned char)*x->p & 0xc0) == 0x80)
		x->p++;
	give(x, out, TOK_BAD, from);
	unsigned c = (unsigned char)*from;
	if (c >= 128)
		foreign_character(x, from, out->at);
	else if (c > 32 && c < 127)
		diag_error(x->d, x->src, out->at, "unexpected character '%c'", (char)c);
	else
		diag_error(x->d, x->src, out->at, "unexpected character 0x%02x", c);
}

static void punctuation(struct lexer *x, struct token *out)
{
	const char *from = x->p;
	char c = *from, next = peek(x, 1);
	struct spelling row = {0, 0, 0, 0};
	if ((unsigned char)c < 128)
		row = spellings[(unsigned char)c];
	uint8_t op = row.one;
	x->p++;
	if (row.twice && next == c) {
		x->p++;
		op = row.twice;
		if (peek(x, 0) == '=') {
			x->p++;
			op = row.twice_equal;
		}
	} else if (row.equal && next == '=') {
		x->p++;
		op = row.equal;
	} else if (c == '-' && next == '>') {
		x->p++;
		op = P_ARROW;
	}
	if (op == P_NONE) {
		no_token(x, from, out);
		return;
	}
	bool opens = op == P_LPAREN || op == P_LBRACKET || op == P_LBRACE;
	bool closes = op == P_RPAREN || op == P_RBRACKET || op == P_RBRACE;
	x->brackets += opens;
	x->brackets -= closes && x->brackets;
	give(x, out, TOK_OP, from);
	out->op = op;
}

/* ---- One token --------------------------------------------------------------------------*/
/* Skip what stands between tokens; true if *out is the end of a line. */
static bool between(struct lexer *x, struct token *out)
{
	for (;;) {
		while (x->p < x->end && is(*x->p, C_BLANK))
			x->p++;
		if (x->p == x->end)
			return false;
		if (*x->p == '#') {
			skip_comment(x);
		} else if (*x->p == '\\' && (peek(x, 1) == '\n' || peek(x, 1) == '\r')) {
			x->p++;
			skip_newline(x);
		} else if (!at_newline(x)) {
			return false;
		} else if (x->brackets) {
			skip_newline(x);
		} else {
			const char *from = x->p;
			skip_newline(x);
			give(x, out, TOK_NEWLINE, from);
			x->line_start = true;
			return true;
		}
	}
}

/* The text is over: end its line, close its blocks. */
static void at_end(struct lexer *x, struct token *out)
{
	const char *last = x->p - (x->p > x->src->text); /* a place that can be shown */
	if (!x->line_start) {
		x->line_start = true;
		x->ended = x->brackets > 0;
		x->brackets = 0;
		give(x, out, TOK_NEWLINE, last);
		return;
	}
	bool inside = x->nindents > 1;
	x->nindents -= inside;
	give(x, out, inside ? TOK_DEDENT : TOK_END, last);
}

void frontend_lex_next(struct lexer *x, struct token *out)
{
	if (x->line_start && indentation(x, out))
		return;
	if (x->dedents) {
		x->dedents--;
		give(x, out, TOK_DEDENT, x->p);
		return;
	}
	if (!x->line_start && between(x, out))
		return;
	if (x->p == x->end)
		at_end(x, out);
	else if (is(*x->p, C_NAME))
		name(x, out);
	else if (is(*x->p, C_DIGIT) || (*x->p == '.' && is(peek(x, 1), C_DIGIT)))
		frontend_lex_number(x, out);
	else if (*x->p == '"' || *x->p == '\'')
		frontend_lex_string(x, x->p, out);
	else
		punctuation(x, out);
}

void frontend_lex_skip_line(struct lexer *x)
{
	x->brackets = 0;
	if (x->line_start)
		return;
	skip_comment(x);
	if (x->p < x->end)
		x->p++;
	x->line_start = true;
}

void frontend_lex_start(struct lexer *x, const struct source *src, uint32_t begin, uint32_t end)
{
	x->src = src;
	x->p = src->text + begin;
	x->end = src->text + end;
	x->nindents = 1;
	x->line_start = begin == 0;
	if (begin == 0 && src->len >= 3 && !memcmp(x->p, "\xef\xbb\xbf", 3))
		x->p += 3;
}

const char *frontend_lex_header(const struct source *src, struct arena *arena)
{
	const char *p = src->text, *end = p + src->len, *from = p, *last = p;
	while (p < end &&
	        (*p == '#' || *p == '\n' || (*p == '\r' && p + 1 < end && p[1] == '\n'))) {
		bool comment = *p == '#';
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		p = nl ? nl + 1 : end;
		if (comment)
			last = p;
	}
	return last > from ? arena_strndup(arena, from, (size_t)(last - from)) : NULL;
}
