/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/object.c: code, functions and relocations of an object for Hexagon.
 *
 * Idea      The file is ELF of 32 bits, little-endian.  LLVM's C API does not tell the addends of relocations, which name
 *           functions that are not exported; so it is read here.
 * Preserves nothing: what lies outside of the file or makes no sense is left out. */
#include <elf.h>
#include <stdlib.h>

#include "backend/internal.h"

enum { HEXAGON = 164, MOST_SYMBOLS = 1 << 20 };

struct reader {
	const char *data;
	size_t n;
	struct backend_object *o;
	Elf32_Ehdr head;
	VEC(Elf32_Shdr) sections;
	VEC(Elf32_Sym) symbols;
	Elf32_Shdr names; /* of symbols */
};

/* Copy size bytes at that place of the file; false: it ends before. */
static bool get(const struct reader *r, uint64_t at, void *out, size_t size)
{
	if (at > r->n || r->n - at < size)
		return false;
	memcpy(out, r->data + at, size);
	return true;
}

static bool read_head(struct reader *r)
{
	const Elf32_Ehdr *h = &r->head;
	return get(r, 0, &r->head, sizeof r->head) && !memcmp(h->e_ident, ELFMAG, SELFMAG) &&
	       h->e_ident[EI_CLASS] == ELFCLASS32 && h->e_ident[EI_DATA] == ELFDATA2LSB &&
	       h->e_machine == HEXAGON && h->e_type == ET_REL;
}

/* The code of a section of the file, NULL if it is none, or no whole words of the file. */
static const uint32_t *code_of(const struct reader *r, const Elf32_Shdr *s)
{
	bool is_code = s->sh_type == SHT_PROGBITS && (s->sh_flags & SHF_EXECINSTR);
	if (!is_code || s->sh_offset > r->n || r->n - s->sh_offset < s->sh_size)
		return NULL;
	return arena_copy(r->o->arena, r->data + s->sh_offset, s->sh_size);
}

static bool read_sections(struct reader *r)
{
	for (uint32_t i = 0; i < r->head.e_shnum; i++) {
		Elf32_Shdr s;
		if (!get(r, r->head.e_shoff + (uint64_t)i * sizeof s, &s, sizeof s))
			return false;
		VEC_PUSH(r->o->arena, &r->sections, s);
		struct backend_section x = {.words = code_of(r, &s)};
		x.nwords = x.words ? s.sh_size / 4 : 0;
		VEC_PUSH(r->o->arena, &r->o->sections, x);
	}
	return true;
}

/* The name at that place of the table of strings; "": there is none. */
static const char *name_at(const struct reader *r, uint32_t at)
{
	const Elf32_Shdr *s = &r->names;
	if (at >= s->sh_size || s->sh_offset > r->n || r->n - s->sh_offset < s->sh_size)
		return "";
	const char *text = r->data + s->sh_offset + at;
	size_t most = s->sh_size - at, n = strnlen(text, most);
	return n < most ? arena_strndup(r->o->arena, text, n) : "";
}

/* Note a symbol, and the function that it names. */
static void add_symbol(struct reader *r, const Elf32_Sym *s)
{
	struct backend_object *o = r->o;
	uint32_t section = s->st_shndx;
	VEC_PUSH(o->arena, &r->symbols, *s);
	if (ELF32_ST_TYPE(s->st_info) != STT_FUNC || section >= o->sections.n)
		return;
	uint64_t end = (uint64_t)s->st_value + s->st_size;
	if (end > (uint64_t)o->sections.at[section].nwords * 4)
		return;
	struct backend_func f = {name_at(r, s->st_name), section, s->st_value, (uint32_t)end};
	VEC_PUSH(o->arena, &o->funcs, f);
}

static bool read_symbols(struct reader *r)
{
	for (uint32_t i = 0; i < r->sections.n; i++) {
		const Elf32_Shdr *s = &r->sections.at[i];
		if (s->sh_type != SHT_SYMTAB || s->sh_link >= r->sections.n)
			continue;
		r->names = r->sections.at[s->sh_link];
		uint32_t n = s->sh_size / sizeof(Elf32_Sym);
		for (uint32_t k = 0; k < n && k < MOST_SYMBOLS; k++) {
			Elf32_Sym x;
			if (!get(r, s->sh_offset + (uint64_t)k * sizeof x, &x, sizeof x))
				return false;
			add_symbol(r, &x);
		}
		return true;
	}
	return false;
}

/* What a relocation names. */
static struct backend_reloc relocation(const struct reader *r, const Elf32_Rela *x)
{
	struct backend_reloc out = {.at = x->r_offset, .name = ""};
	uint32_t number = ELF32_R_SYM(x->r_info);
	if (number >= r->symbols.n)
		return out;
	const Elf32_Sym *s = &r->symbols.at[number];
	bool is_section = ELF32_ST_TYPE(s->st_info) == STT_SECTION;
	if (s->st_shndx < r->sections.n)
		out.section = s->st_shndx;
	out.value = s->st_value + (is_section ? (int64_t)x->r_addend : 0);
	/* counted from the packet, not from the word */
	out.name = is_section ? NULL : name_at(r, s->st_name);
	return out;
}

static int compare_relocs(const void *a, const void *b)
{
	const struct backend_reloc *x = a, *y = b;
	return (x->at > y->at) - (x->at < y->at);
}

static bool read_relocs(struct reader *r)
{
	for (uint32_t i = 0; i < r->sections.n; i++) {
		const Elf32_Shdr *s = &r->sections.at[i];
		if (s->sh_type != SHT_RELA || s->sh_info >= r->sections.n)
			continue;
		struct backend_section *on = &r->o->sections.at[s->sh_info];
		for (uint32_t k = 0; on->words && k < s->sh_size / sizeof(Elf32_Rela); k++) {
			Elf32_Rela x;
			if (!get(r, s->sh_offset + (uint64_t)k * sizeof x, &x, sizeof x))
				return false;
			struct backend_reloc y = relocation(r, &x);
			VEC_PUSH(r->o->arena, &on->relocs, y);
		}
		if (on->relocs.n)
			qsort(on->relocs.at, on->relocs.n, sizeof *on->relocs.at, compare_relocs);
	}
	return true;
}

bool backend_read(struct backend_object *o, const void *data, size_t n, struct arena *arena)
{
	struct reader r = {.data = data, .n = n, .o = o};
	*o = (struct backend_object){.arena = arena};
	return read_head(&r) && read_sections(&r) && read_symbols(&r) && read_relocs(&r);
}

const struct backend_reloc *backend_reloc_at(const struct backend_section *s, uint32_t at)
{
	struct backend_reloc key = {.at = at};
	return s->relocs.n ? bsearch(&key, s->relocs.at, s->relocs.n, sizeof key, compare_relocs)
	                   : NULL;
}

const struct backend_func *backend_func_at(const struct backend_object *o, uint32_t section,
        int64_t begin)
{
	for (uint32_t i = 0; i < o->funcs.n; i++)
		if (o->funcs.at[i].section == section && o->funcs.at[i].begin == begin)
			return &o->funcs.at[i];
	return NULL;
}

const struct backend_func *backend_func_called(const struct backend_object *o, const char *name)
{
	for (uint32_t i = 0; i < o->funcs.n; i++)
		if (!strcmp(o->funcs.at[i].name, name))
			return &o->funcs.at[i];
	return NULL;
}

struct backend_object *backend_open(const void *object, size_t n, struct arena *arena)
{
	struct backend_object o;
	return backend_read(&o, object, n, arena) ? arena_copy(arena, &o, sizeof o) : NULL;
}

const uint32_t *backend_words(const struct backend_object *o, const char *name, uint32_t *n)
{
	const struct backend_func *f = backend_func_called(o, name);
	if (!f)
		return NULL;
	*n = (f->end - f->begin) / 4;
	return o->sections.at[f->section].words + f->begin / 4;
}
