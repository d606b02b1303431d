/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/processor.c: the table of processors. */
#include "target/target.h"

#define OTHER   TARGET_OTHER
#define HEXAGON TARGET_HEXAGON
#define IEEE    TARGET_IEEE
#define QFLOAT  TARGET_QFLOAT
static const struct target_processor processors[] = {
#define PROCESSOR(name, family, version, hvx, floats, features, qemu, tags)                        \
	{name, family, version, hvx, floats, features, qemu, tags},
#include "target/processors.def"
};
enum { NPROCESSORS = sizeof processors / sizeof *processors };

bool target_is_hexagon(const char *triple)
{
	return triple && !strncmp(triple, "hexagon", 7);
}

const struct target_processor *target_processor_at(size_t i)
{
	return i < NPROCESSORS ? &processors[i] : NULL;
}

const struct target_processor *target_processor_named(enum target_family family, const char *name)
{
	for (size_t i = 0; i < NPROCESSORS; i++)
		if (processors[i].family == family && !strcmp(processors[i].name, name))
			return &processors[i];
	return NULL;
}

/* Is the word one of those in the list, which spaces separate? */
static bool is_listed(const char *list, const char *word)
{
	size_t n = strlen(word);
	for (const char *s = list; *s; s += strspn(s, " ")) {
		size_t len = strcspn(s, " ");
		if (len == n && !memcmp(s, word, n))
			return true;
		s += len;
	}
	return false;
}

const struct target_processor *target_processor_tagged(const char *tag)
{
	for (size_t i = 0; i < NPROCESSORS; i++)
		if (is_listed(processors[i].tags, tag))
			return &processors[i];
	return NULL;
}
