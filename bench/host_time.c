/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bench/host_time.c: two versions of a kernel, timed by turns on this machine.
 *
 * Idea.  Both work on the same buffers, which begin with the same bytes.  A pair is a sample of each, one behind the other, so that
 *        what else the machine does meets both; the ratio is the median over the pairs.
 * Needs  the bytes of all buffers in the file that it is told, one behind the other; host_sizes, host_ours and host_theirs, which
 *        bench/host.py writes.
 * Keeps  what one call of each leaves in all buffers: FILE.ours and FILE.theirs.
 * Prints the nanoseconds of a call of ours and of theirs (medians), and the median ratio. */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE = 128, PAIRS = 201, SAMPLE = 30000 /* nanoseconds */ };

extern const unsigned host_buffers;
extern const uint64_t host_sizes[];
void host_ours(void **buffer);
void host_theirs(void **buffer);

static void **work, **begin;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void *memory(uint64_t size)
{
	void *p = aligned_alloc(LINE, (size + LINE - 1) / LINE * LINE + LINE);
	if (!p)
		exit(2);
	return p;
}

static void restore(void)
{
	for (unsigned i = 0; i < host_buffers; i++)
		memcpy(work[i], begin[i], host_sizes[i]);
}

static void read_buffers(const char *path)
{
	FILE *f = fopen(path, "rb");
	work = calloc(host_buffers + 1, sizeof *work);
	begin = calloc(host_buffers + 1, sizeof *begin);
	if (!f || !work || !begin)
		exit(2);
	for (unsigned i = 0; i < host_buffers; i++) {
		work[i] = memory(host_sizes[i]);
		begin[i] = memory(host_sizes[i]);
		if (fread(begin[i], 1, host_sizes[i], f) != host_sizes[i])
			exit(2);
	}
	fclose(f);
}

/* Nanoseconds of so many calls, on buffers as they began. */
static double sample(void (*kernel)(void **), unsigned calls)
{
	restore();
	kernel(work); /* what it needs is in the caches then */
	restore();
	double t = now();
	for (unsigned i = 0; i < calls; i++)
		kernel(work);
	return now() - t;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double median(double *x)
{
	qsort(x, PAIRS, sizeof *x, ascending);
	return x[PAIRS / 2];
}

/* Write what one call leaves, for bench/host.py to compare. */
static void write_results(void (*kernel)(void **), const char *path, const char *end)
{
	char name[4096];
	snprintf(name, sizeof name, "%s.%s", path, end);
	FILE *f = fopen(name, "wb");
	restore();
	kernel(work);
	for (unsigned i = 0; f && i < host_buffers; i++)
		fwrite(work[i], 1, host_sizes[i], f);
	if (!f || fclose(f))
		exit(2);
}

int main(int argc, char **argv)
{
	static double ours[PAIRS], theirs[PAIRS], ratio[PAIRS];
	if (argc != 2)
		return 2;
	read_buffers(argv[1]);
	write_results(host_ours, argv[1], "ours");
	write_results(host_theirs, argv[1], "theirs");
	unsigned calls = 1;
	while (calls < 4096 && sample(host_ours, calls) < SAMPLE &&
	        sample(host_theirs, calls) < SAMPLE)
		calls *= 2;
	for (unsigned i = 0; i < PAIRS; i++) {
		bool swapped = i & 1;
		double a = sample(swapped ? host_theirs : host_ours, calls);
		double b = sample(swapped ? host_ours : host_theirs, calls);
		ours[i] = (swapped ? b : a) / calls;
		theirs[i] = (swapped ? a : b) / calls;
		ratio[i] = ours[i] / theirs[i];
	}
	printf("%.1f %.1f %.4f\n", median(ours), median(theirs), median(ratio));
	return 0;
}
