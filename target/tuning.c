/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/tuning.c: the table of processors of which LLVM's costs are wrong. */
#include "target/target.h"

enum { FAST, SLOW };
static const struct {
	const char *cpu;
	unsigned gathers;
} tunings[] = {
#define TUNING(cpu, gathers) {cpu, gathers},
#include "target/tunings.def"
};

bool target_gathers_slowly(const char *cpu)
{
	for (size_t i = 0; i < sizeof tunings / sizeof *tunings; i++)
		if (!strncmp(cpu, tunings[i].cpu, strlen(tunings[i].cpu)))
			return tunings[i].gathers == SLOW;
	return false;
}
