/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/parse/parse_operand.c: what all parsing needs, and the operands of more than one token. */
#include "frontend/parse/parse.h"

bool frontend_parse_error(struct parser *p, struct span at, const char *format, ...)
{
	char text[400];
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	return diag_error(p->d, p->src, at, "%s", text);
}

void frontend_parse_advance(struct parser *p)
{
	p->before = p->t.at.end;
	frontend_lex_next(&p->lex, &p->t);
}

const char *frontend_token_text(const struct parser *p, const struct token *t, char buf[64])
{
	static const char *const names[] = {[TOK_END] = "end of text",
	        [TOK_NEWLINE] = "end of line",
	        [TOK_INDENT] = "indentation",
	        [TOK_DEDENT] = "end of the block"};
	if (t->kind <= TOK_DEDENT)
		return names[t->kind];
	unsigned n = t->at.end - t->at.begin;
	snprintf(buf, 64, "'%.*s%s'", (int)(n > 40 ? 40 : n), p->src->text + t->at.begin,
	        n > 40 ? "..." : "");
	return buf;
}

struct node *frontend_parse_emit(struct parser *p, enum node_kind kind, uint32_t begin, uint32_t n)
{
	struct node k = {.kind = (uint8_t)kind, .n = n, .at = {begin, p->before}};
	VEC_PUSH(p->arena, &p->tree->nodes, k);
	return parse_last(p);
}

/* A lambda up to the comma or bracket that ends it: attributes keep it as text. */
bool frontend_parse_lambda(struct parser *p)
{
	uint32_t begin = p->t.at.begin, depth = 0;
	for (;; frontend_parse_advance(p)) {
		if (p->t.kind <= TOK_DEDENT || p->t.kind == TOK_BAD)
			break;
		bool opens = is_op(p, P_LPAREN) || is_op(p, P_LBRACKET) || is_op(p, P_LBRACE);
		bool closes = is_op(p, P_RPAREN) || is_op(p, P_RBRACKET) || is_op(p, P_RBRACE);
		/* the commas before its colon part its parameters */
		if (depth == 0 && closes)
			break;
		if (depth == 0 && is_op(p, P_COLON))
			depth = 1;
		else if (depth == 1 && (is_op(p, P_COMMA) || closes))
			break;
		else
			depth = depth + opens - closes;
	}
	frontend_parse_emit(p, N_TEXT, begin, 0);
	return true;
}

/* ---- What TVM 0.8 printed ---------------------------------------------------------------*/
bool frontend_parse_iter_var(struct parser *p)
{
	uint32_t begin = parse_last(p)->at.begin, depth = 0;
	do {
		bool opens = is_op(p, P_LPAREN) || is_op(p, P_LBRACKET);
		bool closes = is_op(p, P_RPAREN) || is_op(p, P_RBRACKET);
		if (p->t.kind <= TOK_DEDENT || p->t.kind == TOK_BAD)
			return frontend_parse_error(p, p->t.at, "bracket is never closed");
		depth = depth + opens - closes;
		frontend_parse_advance(p);
	} while (depth);
	p->tree->nodes.n--;
	frontend_parse_emit(p, N_TEXT, begin, 0);
	return true;
}

bool frontend_parse_is_scope(const struct parser *p)
{
	const char *c = p->src->text + p->t.at.end;
	return p->t.kind == TOK_NAME && (!p->t.keyword || p->t.keyword == KW_GLOBAL) &&
	       !strncmp(c, " T.", 3);
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '-';
}

bool frontend_parse_is_target(const struct parser *p)
{
	const char *c = p->src->text + p->t.at.end;
	if (p->t.kind != TOK_NAME || p->t.keyword || strncmp(c, " -", 2) != 0 || !is_word(c[2]))
		return false;
	for (c += 2; is_word(*c); c++)
		;
	return *c == '=';
}

/* It ends at the next item of the dictionary, or with it. */
bool frontend_parse_target(struct parser *p)
{
	const char *text = p->src->text + p->t.at.begin, *c = text, *end = p->lex.end;
	while (c < end && *c != '}' && *c != '\n' && !(*c == ',' && end - c > 1 && c[1] == ' '))
		c++;
	uint32_t begin = p->t.at.begin;
	const char *s = strtab_intern(p->symbols->strings, text, (size_t)(c - text));
	p->lex.p = c;
	frontend_parse_advance(p);
	p->before = (uint32_t)(c - p->src->text);
	frontend_parse_emit(p, N_STRING, begin, 0)->str = s;
	return true;
}
