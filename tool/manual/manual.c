/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/manual/manual.c: the man page and the completions, of the same tables as --help.
 *
 *     tirc-manual man|bash|zsh|fish VERSION DATE
 *
 * A program of the build: its output is installed. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum form {
	FORM_FLAG,
	FORM_VALUE,
	FORM_FILE,
	FORM_LEVEL,
	FORM_LIST,
	FORM_WORDS,
	FORM_SWITCH,
	FORM_OPTIONAL,
	FORM_GROUP
};
struct row {
	enum form form;
	const char *spelling, *arg, *text;
};
static const struct row rows[] = {
#define GROUP(text)                              {FORM_GROUP, text, "", ""},
#define OPTION(field, form, spelling, arg, text) {FORM_##form, spelling, arg, text},
#include "tool/options.def"
};
enum { NROWS = sizeof rows / sizeof *rows };

/* ---- Words that an option takes ----------------------------------------------------------*/
static const char *const kinds[] = {
#define EMIT(name, word, ...) word,
#include "tool/options.def"
        NULL};
static const char *const engines[] = {
#define ENGINE(name, word, ...) word,
#include "tool/options.def"
        NULL};
static const char *const profiles[] = {
#define PROFILE(name, ...) name,
#include "cse/profiles.def"
        NULL};
static const char *const processors[] = {
#define PROCESSOR(name, ...) name,
#include "target/processors.def"
        NULL};
static const char *const passes[] = {
#define PASS(name, ...) name,
#include "driver/passes.def"
        NULL};
static const char *const stages[] = {"read", "legalize", "cse", "choose", "lower", NULL};
static const char *const colors[] = {"auto", "always", "never", NULL};
static const char *const commoning[] = {"all", "auto", "none", NULL};
static const char *const abis[] = {"c", "tvm-ffi", NULL};
static const char *const levels[] = {
        "written", "none", "commutative", "assoc", "affine", "ranges", NULL};
static const char *const targets[] = {"auto", "host", "hexagon", NULL};
static const char *const switches[] = {"0", "1", NULL};
static const char *const optimisations[] = {"0", "1", "2", "3", "s", NULL};
enum { NOPTIMISATIONS = sizeof optimisations / sizeof *optimisations - 1 };

static const struct {
	const char *spelling;
	const char *const *words;
} choices[] = {
        {"--emit", kinds},
        {"--run", engines},
        {"--cse-profile", profiles},
        {"--cse-level", levels},
        {"--predictive-commoning", commoning},
        {"--abi", abis},
        {"--print-before", passes},
        {"-mcpu", processors},
        {"--print-after", passes},
        {"--legalize", passes},
        {"--after", stages},
        {"--color", colors},
        {"--target", targets},
};

/* NULL: any. */
static const char *const *words_of(const struct row *r)
{
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		if (!strcmp(choices[i].spelling, r->spelling))
			return choices[i].words;
	return r->form == FORM_SWITCH ? switches : NULL;
}

/* Print words with a space between, each once, without empty ones. */
static void print_words(const char *const *words)
{
	const char *between = "";
	for (size_t i = 0; words[i]; i++) {
		size_t k = 0;
		while (k < i && strcmp(words[k], words[i]) != 0)
			k++;
		if (k < i || !*words[i])
			continue;
		printf("%s%s", between, words[i]);
		between = " ";
	}
}

static int takes_path(const struct row *r)
{
	return r->form == FORM_FILE || !strcmp(r->arg, "FILE") || !strcmp(r->arg, "DIR") ||
	       !strcmp(r->arg, "F.h");
}

/* May it stand without its value? */
static int may_be_bare(const struct row *r)
{
	return r->form == FORM_SWITCH || r->form == FORM_OPTIONAL;
}

/* Is it joined to its value by '='?  Others take the next word, or nothing. */
static int has_equals(const struct row *r)
{
	return r->form == FORM_VALUE || r->form == FORM_LIST || may_be_bare(r);
}

static int is_shown(const struct row *r)
{
	return r->form != FORM_GROUP && *r->text;
}

/* ---- The man page ------------------------------------------------------------------------*/
/* A text of ours in roff: a line must not begin with a dot, and a dash is a dash. */
static void print_roff(const char *s)
{
	if (*s == '.' || *s == '\'')
		fputs("\\&", stdout);
	for (; *s; s++)
		if (*s == '-')
			fputs("\\-", stdout);
		else if (*s == '\\')
			fputs("\\e", stdout);
		else
			putchar(*s);
}

static void print_roff_option(const struct row *r)
{
	fputs(".TP\n.B ", stdout);
	print_roff(r->spelling);
	const char *before = may_be_bare(r)                                  ? "[="
	                     : has_equals(r)                                 ? "="
	                     : r->form == FORM_FILE || r->form == FORM_WORDS ? "\\ "
	                                                                     : "";
	if (*r->arg) {
		printf("\\fR%s\\fI", before);
		print_roff(r->arg);
		fputs(may_be_bare(r) ? "\\fR]" : "", stdout);
	}
	putchar('\n');
	print_roff(r->text);
	putchar('\n');
}

static void print_man(const char *version, const char *date)
{
	printf(".TH TIRC 1 \"%s\" \"tirc %s\" \"User Commands\"\n"
	       ".SH NAME\n"
	       "tirc \\- compile TIR of Apache TVM, with common subexpressions named\n"
	       ".SH SYNOPSIS\n"
	       ".B tirc\n[\\fIoptions\\fR] \\fIFILE.py\\fR\n.br\n"
	       ".B tirc\n\\fB\\-\\-run=\\fIENGINE\\fR \\fIFILE.py\\fR [\\fINAME=@FILE.npy\\fR] "
	       "[\\fINAME=3\\fR] ...\n"
	       ".SH DESCRIPTION\n"
	       "tirc reads TIR as TVM prints it (TVMScript), names its common subexpressions, and "
	       "emits "
	       "text, LLVM IR, assembly, objects and C headers for the host and for Hexagon; or it "
	       "runs "
	       "the program. The input '\\-' is stdin.\n"
	       ".SH OPTIONS\n"
	       "Names of more than one letter may have one dash or two.\n",
	        date, version);
	for (size_t i = 0; i < NROWS; i++) {
		if (rows[i].form == FORM_GROUP) {
			printf(".SS %s\n", rows[i].spelling);
			continue;
		}
		if (is_shown(&rows[i]))
			print_roff_option(&rows[i]);
	}
	fputs(".SH EXIT STATUS\n"
	      "0: done. 1: the program has errors, or failed. 2: the command line makes no sense.\n"
	      ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nmessages are not coloured by themselves\n"
	      ".SH SEE ALSO\n.BR clang (1),\n.BR opt (1),\n.BR qemu\\-hexagon (1)\n",
	        stdout);
}

/* ---- Completions -------------------------------------------------------------------------*/
static void print_bash(const char *version, const char *date)
{
	(void)version, (void)date;
	fputs("# bash completion of tirc\n"
	      "_tirc()\n{\n"
	      "\tlocal word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
	      "\t# bash splits at '=': NAME, =, VALUE\n"
	      "\tif [[ $word == = ]]; then word=; elif [[ $before == = ]]; then "
	      "before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
	      "\tcase $before in\n",
	        stdout);
	for (size_t i = 0; i < NROWS; i++) {
		const char *const *words = words_of(&rows[i]);
		if (rows[i].form == FORM_GROUP || !words)
			continue;
		printf("\t%s) COMPREPLY=($(compgen -W '", rows[i].spelling);
		print_words(words);
		fputs("' -- \"$word\")); return ;;\n", stdout);
	}
	fputs("\tesac\n\tif [[ $word == -* ]]; then\n\t\tCOMPREPLY=($(compgen -W '", stdout);
	for (size_t i = 0; i < NROWS; i++) {
		if (!is_shown(&rows[i]))
			continue;
		for (size_t k = 0; rows[i].form == FORM_LEVEL && k < NOPTIMISATIONS; k++)
			printf("%s%s ", rows[i].spelling, optimisations[k]);
		if (rows[i].form != FORM_LEVEL)
			printf("%s%s ", rows[i].spelling,
			        has_equals(&rows[i]) && !may_be_bare(&rows[i]) ? "=" : "");
	}
	fputs("' -- \"$word\"))\n"
	      "\t\t[[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n"
	      "\telse\n\t\tCOMPREPLY=($(compgen -f -- \"$word\"))\n"
	      "\t\tcompopt -o filenames\n\tfi\n}\ncomplete -F _tirc tirc\n",
	        stdout);
}

/* A text between single quotes. */
static void print_quoted(const char *s, const char *escaped)
{
	for (; *s; s++)
		if (*s == '\'')
			fputs("'\\''", stdout);
		else
			printf("%s%c", strchr(escaped, *s) ? "\\" : "", *s);
}

static void print_zsh_option(const struct row *r)
{
	const char *const *words = words_of(r);
	const char *joined = may_be_bare(r) ? "=-" : has_equals(r) ? "=" : "";
	printf(" \\\n  '%s%s%s[", r->form == FORM_LIST || r->form == FORM_WORDS ? "*" : "",
	        r->spelling, r->form == FORM_LEVEL ? "-" : joined);
	print_quoted(r->text, "[]");
	putchar(']');
	if (*r->arg) {
		fputs(may_be_bare(r) ? "::" : ":", stdout);
		print_quoted(r->arg, ":");
		putchar(':');
	}
	if (words || r->form == FORM_LEVEL) {
		putchar('(');
		print_words(words ? words : optimisations);
		putchar(')');
	} else if (takes_path(r)) {
		fputs("_files", stdout);
	}
	putchar('\'');
}

static void print_zsh(const char *version, const char *date)
{
	(void)version, (void)date;
	fputs("#compdef tirc\n_arguments", stdout);
	for (size_t i = 0; i < NROWS; i++)
		if (is_shown(&rows[i]))
			print_zsh_option(&rows[i]);
	fputs(" \\\n  '*:file:_files'\n", stdout);
}

static void print_fish_option(const struct row *r, const char *suffix)
{
	size_t dashes = strspn(r->spelling, "-");
	const char *name = r->spelling + dashes;
	const char *const *words = words_of(r);
	printf("complete -c tirc -%s '%s%s' -d '",
	        dashes == 2          ? "l"
	        : name[1] || *suffix ? "o"
	                             : "s",
	        name, suffix);
	print_quoted(r->text, "\\");
	putchar('\'');
	if (words && !may_be_bare(r)) {
		fputs(" -x -a '", stdout);
		print_words(words);
		putchar('\'');
	} else if (*r->arg && r->form != FORM_LEVEL && !may_be_bare(r)) {
		fputs(takes_path(r) ? " -r" : " -x", stdout);
	}
	putchar('\n');
}

static void print_fish(const char *version, const char *date)
{
	(void)version, (void)date;
	fputs("# fish completion of tirc\n", stdout);
	for (size_t i = 0; i < NROWS; i++) {
		bool level = rows[i].form == FORM_LEVEL;
		for (size_t k = 0; is_shown(&rows[i]) && k < (level ? NOPTIMISATIONS : 1); k++)
			print_fish_option(&rows[i], level ? optimisations[k] : "");
	}
}

static const struct {
	const char *word;
	void (*print)(const char *version, const char *date);
} outputs[] = {{"man", print_man}, {"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 4 && i < sizeof outputs / sizeof *outputs; i++)
		if (!strcmp(argv[1], outputs[i].word)) {
			outputs[i].print(argv[2], argv[3]);
			return ferror(stdout) || fflush(stdout) ? 1 : 0;
		}
	fprintf(stderr, "usage: tirc-manual man|bash|zsh|fish VERSION DATE\n");
	return 2;
}
