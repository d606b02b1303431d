/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/few.c: try texts and simple changes of them, in a build without libFuzzer.
 *
 *     fuzz-reader RUNS LONGEST KEPT FOLDER...
 *
 * Run k takes file k modulo their number, and changes it as often as all files were taken before: the first runs take the files
 * as they are.  The same arguments try the same texts.  The text at hand lies in KEPT: behind a failure it is what failed. */
#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz/fuzz.h"

enum { SECONDS = 300 }; /* a text that takes longer hangs */

struct text {
	uint8_t *data;
	size_t size;
};
struct texts {
	struct text *at;
	size_t n;
};

static void *grow(void *p, size_t size)
{
	p = realloc(p, size ? size : 1);
	if (!p)
		fuzz_fail("no memory for the texts");
	return p;
}

/* ---- Files -------------------------------------------------------------------------------*/
/* Add the file if it is not too long. */
static void add_file(struct texts *all, const char *path, size_t longest)
{
	struct stat is;
	FILE *f = stat(path, &is) == 0 && S_ISREG(is.st_mode) && (size_t)is.st_size <= longest
	                  ? fopen(path, "rb")
	                  : NULL;
	if (!f)
		return;
	struct text t = {grow(NULL, (size_t)is.st_size), 0};
	t.size = fread(t.data, 1, (size_t)is.st_size, f);
	fclose(f);
	all->at = grow(all->at, (all->n + 1) * sizeof *all->at);
	all->at[all->n++] = t;
}

/* Add the files of a folder, by their names. */
static void add_folder(struct texts *all, const char *folder, size_t longest)
{
	struct dirent **entry;
	int n = scandir(folder, &entry, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		size_t size = strlen(folder) + strlen(entry[i]->d_name) + 2;
		char *path = grow(NULL, size);
		snprintf(path, size, "%s/%s", folder, entry[i]->d_name);
		add_file(all, path, longest);
		free(path);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
}

static void keep(const char *path, const struct text *t)
{
	FILE *f = fopen(path, "wb");
	if (!f || fwrite(t->data, 1, t->size, f) != t->size || fclose(f))
		fuzz_fail("the text cannot be kept");
}

/* ---- Changes -----------------------------------------------------------------------------*/
/* A number below n; n is not 0. */
static size_t below(uint64_t *state, size_t n)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (size_t)(*state % n);
}

/* Put `size` bytes in place of `gone` bytes at `at`; what grows too long stays as it is. */
static void replace(struct text *t, size_t at, size_t gone, const uint8_t *by, size_t size,
        size_t longest)
{
	if (t->size - gone + size > longest)
		return;
	uint8_t *data = grow(NULL, t->size - gone + size);
	memcpy(data, t->data, at);
	memcpy(data + at, by, size);
	memcpy(data + at + size, t->data + at + gone, t->size - at - gone);
	free(t->data);
	t->data = data;
	t->size += size - gone;
}

/* Drop a few bytes, change one, or put a piece of any text there. */
static void change(struct text *t, const struct texts *all, uint64_t *state, size_t longest)
{
	const struct text *other = &all->at[below(state, all->n)];
	size_t at = below(state, t->size + 1), left = t->size - at, most = left < 16 ? left : 16;
	uint8_t byte = (uint8_t)below(state, 256);
	size_t kind = below(state, 4);
	if (kind == 0) {
		replace(t, at, below(state, most + 1), &byte, 0, longest);
	} else if (kind == 1) {
		replace(t, at, left ? 1 : 0, &byte, 1, longest);
	} else if (other->size) {
		size_t from = below(state, other->size), size = below(state, 24) + 1;
		size = size < other->size - from ? size : other->size - from;
		replace(t, at, kind == 2 ? 0 : below(state, most + 1), other->data + from, size,
		        longest);
	}
}

static void run(const struct texts *all, size_t k, size_t longest, const char *kept)
{
	const struct text *seed = &all->at[k % all->n];
	struct text t = {grow(NULL, seed->size), seed->size};
	uint64_t state = k + 1;
	memcpy(t.data, seed->data, seed->size);
	for (size_t i = 0; i < k / all->n; i++)
		change(&t, all, &state, longest);
	keep(kept, &t);
	alarm(SECONDS);
	LLVMFuzzerTestOneInput(t.data, t.size);
	alarm(0);
	free(t.data);
}

int main(int argc, char **argv)
{
	struct texts all = {0};
	if (argc < 5)
		fuzz_fail("usage: RUNS LONGEST KEPT FOLDER...");
	size_t runs = strtoul(argv[1], NULL, 10), longest = strtoul(argv[2], NULL, 10);
	for (int i = 4; i < argc; i++)
		add_folder(&all, argv[i], longest);
	if (!all.n)
		fuzz_fail("there are no texts");
	for (size_t k = 0; k < runs; k++)
		run(&all, k, longest, argv[3]);
	for (size_t i = 0; i < all.n; i++)
		free(all.at[i].data);
	free(all.at);
	printf("%zu runs over %zu texts\n", runs, all.n);
	return 0;
}
