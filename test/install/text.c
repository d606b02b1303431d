/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text in, text out, with what a caller may do wrong. */
#include <stdio.h>
#include <string.h>
#include <tirc/tirc.h>

/* Names of the house's own folders and words: a program may have them. */
int eval(int x);
int arena_alloc(int x);
int tir_print_module(int x);
int eval(int x)
{
	return x + 1;
}
int arena_alloc(int x)
{
	return x + 2;
}
int tir_print_module(int x)
{
	return x + 3;
}

static unsigned errors, remarks;

static void on_message(void *ctx, const struct tirc_message *m)
{
	(void)ctx;
	errors += m->level == TIRC_ERROR;
	printf("%s:%u:%u: %s\n", m->file ? m->file : "-", m->line, m->column, m->text);
}

static void on_remark(void *ctx, const struct tirc_remark *r)
{
	(void)ctx;
	remarks += r->passed;
}

static int check(int holds, const char *what)
{
	if (!holds)
		printf("WRONG: %s\n", what);
	return !holds;
}

static int compile(struct tirc_options *o, const char *path)
{
	struct tirc_module *m = tirc_parse_file(o, path);
	uint32_t names = 0;
	int wrong = check(m != NULL, "the file is read");
	wrong += check(m && tirc_legalize(m, o, TIRC_PRINTED) && tirc_cse(m, o, &names),
	        "it is compiled");
	size_t n = 0;
	char *text = m ? tirc_print(m, &n) : NULL;
	wrong += check(text && n == strlen(text) && strstr(text, "cse_v1"), "a name is printed");
	wrong += check(names == 1 && remarks > 0, "names are counted and told");
	tirc_free(text);
	tirc_module_free(m);
	return wrong;
}

static int fail(struct tirc_options *o)
{
	static const char bad[] =
	        "@T.prim_func\ndef f(A: T.Buffer((4,), 'int32')):\n    A[m] = 1\n";
	int wrong = check(!tirc_parse(o, "bad.py", bad, strlen(bad)) && errors == 1,
	        "an error is told");
	wrong += check(!tirc_parse_file(o, "/nowhere/at/all.py") && errors == 2, "no file");
	wrong += check(!tirc_options_set(o, "no-such-thing") && errors == 3, "no parameter");
	wrong += check(tirc_options_set(o, "cse-profile=nothing"), "a value is not looked at yet");
	wrong += check(!tirc_parse(o, "bad.py", bad, 0) && errors == 4, "the profile is refused");
	return wrong;
}

int main(int argc, char **argv)
{
	struct tirc_options *o = tirc_options_new();
	int wrong = check(argc == 2 && eval(1) + arena_alloc(1) + tir_print_module(1) == 9,
	        "own names");
	tirc_options_set_handler(o, on_message, NULL);
	tirc_options_set_remarks(o, on_remark, NULL);
	wrong += compile(o, argv[1]) + fail(o);
	tirc_options_free(o);
	tirc_options_free(NULL);
	tirc_module_free(NULL);
	printf("tirc %s\n", tirc_version());
	return wrong ? 1 : 0;
}
