/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/response.c: the words of the command line, with those of the files that @FILE names.
 *
 * Idea.   Such a file's words are separated by white space; ' and " keep it in a word, \ keeps the next character,
 *         as in the files that gcc and LLVM take.
 * Leaves alone  words behind "--". */
#include "tool/internal.h"

enum { MAX_DEPTH = 16 }; /* files named in files */

struct reader {
	struct option_words *out;
	struct arena *arena;
	struct diag *diag;
	bool only_files; /* behind "--" */
};

/* Take the next word of the text, behind which it points then; NULL: there is none.  room is as long as the text. */
static const char *next_word(const char **text, char *room, struct arena *arena)
{
	const char *s = *text + strspn(*text, " \t\r\n\v\f");
	char quote = 0, *to = room;
	if (!*s)
		return NULL;
	for (; *s && (quote || !strchr(" \t\r\n\v\f", *s)); s++)
		if (*s == '\\' && s[1] && quote != '\'')
			*to++ = *++s;
		else if (quote ? *s == quote : *s == '\'' || *s == '"')
			quote = quote ? 0 : *s;
		else
			*to++ = *s;
	*to = 0;
	*text = s;
	return arena_strndup(arena, room, (size_t)(to - room));
}

static bool add_word(struct reader *r, const char *word, unsigned depth);

static bool add_file(struct reader *r, const struct source *file, unsigned depth)
{
	const char *text = file->text, *word;
	char *room = arena_alloc(r->arena, file->len + 1);
	if (depth == MAX_DEPTH)
		return USAGE(r->diag, "files of options name each other more than %d deep: '@%s'",
		        MAX_DEPTH, file->name);
	while ((word = next_word(&text, room, r->arena)))
		if (!add_word(r, word, depth + 1))
			return false;
	return true;
}

static bool add_word(struct reader *r, const char *word, unsigned depth)
{
	const char *why;
	const struct source *file = NULL;
	if (*word == '@' && word[1] && strcmp(word, "@-") != 0 && !r->only_files)
		file = source_read(r->arena, word + 1, &why);
	if (file)
		return add_file(r, file, depth);
	r->only_files |= !strcmp(word, "--");
	VEC_PUSH(r->arena, &r->out->v, word);
	return true;
}

bool options_words(struct option_words *w, int argc, char **argv, struct arena *arena,
        struct diag *d)
{
	struct reader r = {.out = w, .arena = arena, .diag = d};
	bool ok = true;
	for (int i = 1; ok && i < argc; i++)
		ok = add_word(&r, argv[i], 0);
	return ok;
}
