/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/parse/parse_format.c: strings, and the values in braces within f"...".
 *
 * Idea.   A string is parts in a row: text, and expressions that a parser of their own reads.
 * Errors  an expression that cannot be read is reported for the whole string: with escapes in it, its bytes are not those
 *         of the source. */
#include "frontend/lex/lex.h"
#include "frontend/parse/parse.h"

/* The parts so far, and the text behind the last of them. */
struct format {
	VEC(char) text;
	uint32_t parts;
	struct span at; /* from the first string to the one being read */
};

static void add_char(struct parser *p, struct format *f, char c)
{
	VEC_PUSH(p->arena, &f->text, c);
}

/* The text so far is a part. */
static void end_text(struct parser *p, struct format *f)
{
	const char *s = f->text.n ? f->text.at : "";
	struct node *k = frontend_parse_emit(p, N_STRING, f->at.begin, 0);
	k->str = strtab_intern(p->symbols->strings, s, f->text.n);
	k->at = f->at;
	f->text.n = 0;
	f->parts++;
}

/* The bytes up to the brace that closes the value; *plain: it has no format of its own behind it. */
static size_t length_of_value(const char *s, bool *plain)
{
	size_t n = 0, depth = 0;
	*plain = true;
	for (; s[n] && (depth || s[n] != '}'); n++) {
		depth += s[n] == '(' || s[n] == '[' || s[n] == '{';
		depth -= depth && (s[n] == ')' || s[n] == ']' || s[n] == '}');
		bool equal = s[n] == '=' && s[n + 1] == '}';
		if (!depth && (s[n] == ':' || equal || (s[n] == '!' && s[n + 1] != '=')))
			*plain = false;
	}
	return n;
}

/* Read n bytes as an expression whose nodes all have the place of the string. */
static bool add_value(struct parser *p, struct format *f, const char *s, size_t n)
{
	struct diag silent = {.sink = NULL};
	struct range x;
	struct parser q = *p;
	q.d = &silent;
	q.src = source_text(p->arena, p->src->name, s + strspn(s, " "), n - strspn(s, " "));
	q.open.at = NULL;
	q.open.n = q.open.cap = 0;
	q.named.at = NULL;
	q.named.n = q.named.cap = 0;
	q.lex = (struct lexer){.d = &silent, .symbols = p->symbols, .arena = p->arena};
	frontend_lex_start(&q.lex, q.src, 0, (uint32_t)q.src->len);
	frontend_lex_next(&q.lex, &q.t);
	bool ok = !(q.t.kind == TOK_STRING && q.t.op) && q.expr(&q, false, &x) &&
	          q.t.kind == TOK_NEWLINE;
	if (!ok)
		return frontend_parse_error(p, p->t.at,
		        "what stands in braces in this string cannot be read");
	for (uint32_t i = x.begin; i < x.end; i++)
		p->tree->nodes.at[i].at = p->t.at;
	f->parts++;
	return true;
}

/* The parts of one string with values in braces. */
static bool add_format(struct parser *p, struct format *f)
{
	for (const char *s = p->t.str; *s; s++) {
		bool twice = (*s == '{' || *s == '}') && s[1] == *s, plain;
		if (twice || (*s != '{' && *s != '}')) {
			add_char(p, f, *s);
			s += twice;
			continue;
		}
		size_t n = *s == '{' ? length_of_value(s + 1, &plain) : 0;
		if (n == 0 || s[1 + n] != '}')
			return frontend_parse_error(p, p->t.at,
			        "a brace of this string has no other one; write {{ for a brace");
		if (!plain)
			return frontend_parse_error(p, p->t.at,
			        "a value of this string has a format behind it; write the value "
			        "alone");
		if (f->text.n)
			end_text(p, f);
		if (!add_value(p, f, s + 1, n))
			return false;
		s += n + 1;
	}
	return true;
}

bool frontend_parse_strings(struct parser *p)
{
	struct format f = {.at = p->t.at};
	while (p->t.kind == TOK_STRING) {
		f.at.end = p->t.at.end;
		for (const char *c = p->t.op ? "" : p->t.str; *c; c++)
			add_char(p, &f, *c);
		if (p->t.op && !add_format(p, &f))
			return false;
		frontend_parse_advance(p);
	}
	if (f.text.n || f.parts == 0)
		end_text(p, &f);
	bool text = f.parts == 1 && parse_last(p)->kind == N_STRING;
	if (!text)
		frontend_parse_emit(p, N_FORMAT, f.at.begin, f.parts);
	return true;
}
