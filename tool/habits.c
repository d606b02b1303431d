/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/habits.c: options of other tools, by habits.def. */
#include "tool/internal.h"

static const struct habit habits[] = {
#define HABIT(kind, spelling, text) {HABIT_##kind, spelling, text},
#include "tool/habits.def"
};
enum { NHABITS = sizeof habits / sizeof *habits };

/* Both without their dashes; false if one dash and two are not the same: -I is not --I. */
static bool strip(const char **arg, const char **want)
{
	size_t dashes = strspn(*want, "-"), given = strspn(*arg, "-");
	size_t n = strcspn(*want + dashes, "*=");
	*want += dashes;
	*arg += given;
	return given == dashes || (n > 1 && given > 0 && given < 3);
}

const struct habit *options_habit(const char *arg, bool whole, const char **rest)
{
	for (size_t i = 0; i < NHABITS; i++) {
		const char *name = arg, *want = habits[i].spelling;
		bool same = strip(&name, &want);
		size_t n = strcspn(want, "*");
		if (!same || whole != !want[n] || strncmp(name, want, n) != 0 || (whole && name[n]))
			continue;
		*rest = name + n;
		return &habits[i];
	}
	return NULL;
}
