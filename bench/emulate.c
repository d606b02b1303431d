/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bench/emulate.c: assembly of any compiler for a processor whose HVX computes with floats, made what qemu-hexagon runs.
 *
 *     tirc-emulate [first-even] TEXT.s OBJECT.o >REWRITTEN.s
 *
 * The object is assembled from the text.  What is written has calls of the runtime in the place of float instructions, as
 * --run=hexagon makes them (docs/targets.md); first-even is that setting.  Fails with the instruction that the emulation does not know, or the
 * packet that it cannot take apart. */
#include "tool/emulate.h"

/* Rewrite the text; why it cannot be done goes to stderr. */
static bool rewrite(const char *const *path, uint32_t settings, struct arena *arena)
{
	const char *why = NULL;
	const struct source *text = source_read(arena, path[0], &why);
	const struct source *object = text ? source_read(arena, path[1], &why) : NULL;
	if (!object)
		return fprintf(stderr, "tirc-emulate: error: %s\n", why) < 0;
	struct emulation e = {.text = text->text,
	        .length = text->len,
	        .object = object->text,
	        .size = object->len,
	        .settings = settings,
	        .arena = arena};
	struct sbuf out = {0};
	bool ok = emulate_rewrite(&e, &out) && !out.failed;
	if (ok)
		fwrite(e.sites ? out.text : text->text, 1, e.sites ? out.len : text->len, stdout);
	else if (e.unknown)
		fprintf(stderr, "tirc-emulate: error: not known: %s\n", e.unknown);
	else
		fprintf(stderr, "tirc-emulate: error: %s: %s\n", e.why ? e.why : "out of memory",
		        e.packet ? e.packet : "");
	sbuf_free(&out);
	return ok;
}

int main(int argc, char **argv)
{
	struct arena arena = {0};
	bool even = argc == 4 && !strcmp(argv[1], "first-even");
	const char *path[2] = {argc > 2 ? argv[argc - 2] : NULL, argc > 2 ? argv[argc - 1] : NULL};
	bool ok = (argc == 3 || even) && rewrite(path, even ? RT_FIRST_EVEN : 0, &arena);
	arena_free(&arena);
	return ok ? 0 : 1;
}
