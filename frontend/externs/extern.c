/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/externs/extern.c: what C headers say of external functions, through libclang.
 *
 * Idea.   An empty C file that includes the headers is parsed for the target; each function that is
 *         visible in it and has a symbol becomes a row: types as TIR has them, and what its
 *         attributes promise.  Redeclarations are one row that promises what any of them does.
 * Needs   nothing of the reader; nothing but this file and libclang.c knows libclang.
 * Keeps   rows sorted by name, so that they do not depend on the order of the headers.
 * Wrong   if a jump out of the arena passed through libclang: every callback guards itself;
 *         if it were let loose on a type of any depth: it recurses. */
#include <errno.h>
#include <stdlib.h>

#include "frontend/externs/libclang.h"
#include "frontend/internal.h"
#include "target/target.h"

struct headers {
	struct frontend_libclang clang;
	struct arena *arena;
	struct diag *d;
	const char *const *path;
	uint32_t n;
	const char *triple;
	CXIndex index;
	CXTranslationUnit unit;
	VEC(const struct source *) sources; /* read for locations in them */
	VEC(struct tir_extern) found;       /* in the order of the text */
	CXString held;                      /* being copied, if holds */
	bool holds, failed, no_memory, crashed;
	const struct tir_externs *result;
};

/* A copy in the arena; the string is released, if memory runs out at the end of it all. */
static const char *take_string(struct headers *h, CXString s)
{
	const struct frontend_libclang *clang = &h->clang;
	const char *text = clang->getCString(s);
	h->held = s;
	h->holds = true;
	const char *copy = text ? arena_strndup(h->arena, text, strlen(text)) : "";
	h->holds = false;
	clang->disposeString(s);
	return copy;
}

/* ---- Places -----------------------------------------------------------------------------*/
/* The file as a source, read once; NULL if it cannot be read any more. */
static const struct source *source_of(struct headers *h, const char *name)
{
	const char *why;
	for (uint32_t i = 0; i < h->sources.n; i++)
		if (!strcmp(h->sources.at[i]->name, name))
			return h->sources.at[i];
	const struct source *s = *name ? source_read(h->arena, name, &why) : NULL;
	if (s)
		VEC_PUSH(h->arena, &h->sources, s);
	return s;
}

static bool in_word(char c)
{
	return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9');
}

/* The word or character at a location, for macros where they are written (spelling) or used; NULL: it
 * is in no file. */
static const struct source *location_of(struct headers *h, CXSourceLocation at, bool spelling,
        struct span *out)
{
	const struct frontend_libclang *clang = &h->clang;
	CXFile file;
	unsigned offset;
	*out = (struct span){0};
	if (spelling)
		clang->getSpellingLocation(at, &file, NULL, NULL, &offset);
	else
		clang->getFileLocation(at, &file, NULL, NULL, &offset);
	const char *name = file ? take_string(h, clang->getFileName(file)) : "";
	/* libclang puts "./" before the names it was given */
	const struct source *s = source_of(h, strncmp(name, "./", 2) ? name : name + 2);
	if (!s || offset >= s->len)
		return s;
	uint32_t end = offset + 1;
	while (end < s->len && in_word(s->text[offset]) && in_word(s->text[end]))
		end++;
	*out = (struct span){offset, end};
	return s;
}

/* ---- What libclang has to say -----------------------------------------------------------*/
static void report_notes(struct headers *h, CXDiagnosticSet notes)
{
	const struct frontend_libclang *clang = &h->clang;
	for (unsigned i = 0; i < clang->getNumDiagnosticsInSet(notes); i++) {
		CXDiagnostic note = clang->getDiagnosticInSet(notes, i);
		struct span at;
		const struct source *s = location_of(h, clang->getDiagnosticLocation(note), false,
		        &at);
		const char *text = take_string(h, clang->getDiagnosticSpelling(note));
		if (s) /* not that our empty file includes this header */
			diag_note(h->d, s, at, "%s", text);
		clang->disposeDiagnostic(note);
	}
}

static void report(struct headers *h, CXDiagnostic message)
{
	const struct frontend_libclang *clang = &h->clang;
	struct span at;
	const struct source *s = location_of(h, clang->getDiagnosticLocation(message), false, &at);
	const char *text = take_string(h, clang->getDiagnosticSpelling(message));
	switch (clang->getDiagnosticSeverity(message)) {
	case CXDiagnostic_Ignored:
	case CXDiagnostic_Note: return;
	case CXDiagnostic_Warning: diag_warning(h->d, s, at, "%s", text); break;
	case CXDiagnostic_Error:
	case CXDiagnostic_Fatal:
		diag_error(h->d, s, at, "%s", text);
		h->failed = true;
		break;
	}
	report_notes(h, clang->getChildDiagnostics(message));
}

/* ---- Types ------------------------------------------------------------------------------*/
static const struct {
	enum CXTypeKind kind;
	enum tir_code code;
} numbers[] = {
        {CXType_Char_U, TIR_TYPE_UINT},
        {CXType_UChar, TIR_TYPE_UINT},
        {CXType_UShort, TIR_TYPE_UINT},
        {CXType_UInt, TIR_TYPE_UINT},
        {CXType_ULong, TIR_TYPE_UINT},
        {CXType_ULongLong, TIR_TYPE_UINT},
        {CXType_Char_S, TIR_TYPE_INT},
        {CXType_SChar, TIR_TYPE_INT},
        {CXType_Short, TIR_TYPE_INT},
        {CXType_Int, TIR_TYPE_INT},
        {CXType_Long, TIR_TYPE_INT},
        {CXType_LongLong, TIR_TYPE_INT},
        {CXType_Float16, TIR_TYPE_FLOAT},
        {CXType_Float, TIR_TYPE_FLOAT},
        {CXType_Double, TIR_TYPE_FLOAT},
        {CXType_LongDouble, TIR_TYPE_FLOAT},
};

/* What TIR calls a C type without lanes; false if it has none that is passed alike (as __bf16 is not:
 * lowering keeps bfloat16 as bits). */
static bool scalar_type(enum CXTypeKind kind, unsigned bits, struct tir_type *out)
{
	*out = kind == CXType_Void ? TIR_VOID : kind == CXType_Bool ? TIR_BOOL : TIR_HANDLE;
	if (kind == CXType_Void || kind == CXType_Bool || kind == CXType_Pointer)
		return true;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (numbers[i].kind == kind) {
			*out = tir_type(numbers[i].code, bits, 1);
			return bits > 0 && bits <= 64; /* x86's long double is an 80-bit number */
		}
	return false;
}

/* The same of any type; vectors have lanes. */
static bool tir_type_of(const struct frontend_libclang *clang, CXType t, struct tir_type *out)
{
	long long lanes = 1;
	t = clang->getCanonicalType(t);
	if (t.kind == CXType_Vector || t.kind == CXType_ExtVector) {
		lanes = clang->getNumElements(t);
		t = clang->getCanonicalType(clang->getElementType(t));
	}
	if (t.kind == CXType_Enum)
		t = clang->getCanonicalType(clang
		                ->getEnumDeclIntegerType(clang->getTypeDeclaration(t)));
	if (!scalar_type(t.kind, 8, out)) /* asks for no size of a struct */
		return false;
	long long bytes = t.kind == CXType_Void ? 0 : clang->Type_getSizeOf(t);
	if (bytes < 0 || bytes > 16 || lanes < 1 || lanes > TIR_MAX_LANES ||
	        (lanes > 1 && t.kind == CXType_Bool) ||
	        !scalar_type(t.kind, (unsigned)bytes * 8, out))
		return false;
	*out = tir_lanes(*out, (unsigned)lanes);
	return true;
}

/* libclang recurses over types, and the tree of one may be as deep as a header likes, or as wide as
 * 2 to the number of its typedefs: true if t has few parts, by a stack of our own. */
static bool is_small(const struct frontend_libclang *clang, CXType t)
{
	enum { MAX_PARTS = 256 };
	CXType todo[MAX_PARTS];
	unsigned n = 0, seen = 0;
	todo[n++] = t;
	while (n) {
		t = clang->getCanonicalType(todo[--n]);
		int args = t.kind == CXType_FunctionProto ? clang->getNumArgTypes(t) : 0;
		if (++seen + n + (unsigned)args + 3 > MAX_PARTS)
			return false;
		for (int i = 0; i < args; i++)
			todo[n++] = clang->getArgType(t, (unsigned)i);
		const CXType parts[] = {clang->getPointeeType(t), clang->getResultType(t),
		        clang->getElementType(t)};
		for (int i = 0; i < 3; i++)
			if (parts[i].kind != CXType_Invalid)
				todo[n++] = parts[i];
	}
	return true;
}

/* ---- Promises ---------------------------------------------------------------------------*/
struct function {
	struct headers *h;
	CXCursor cursor, attribute;
	bool is_const, is_pure, is_noreturn;
	const char *label; /* of asm("label"): the symbol, or NULL */
};

/* _Noreturn and [[noreturn]]: the C API has no kind for them; they are told by their word. */
static bool is_noreturn_word(struct headers *h, CXCursor c)
{
	const struct frontend_libclang *clang = &h->clang;
	static const char *const words[] = {"_Noreturn", "noreturn", "__noreturn__"};
	struct span at;
	CXSourceLocation begin = clang->getRangeStart(clang->getCursorExtent(c));
	const struct source *s = location_of(h, begin, true, &at);
	size_t n = at.end - at.begin;
	for (size_t i = 0; s && i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == n && !memcmp(s->text + at.begin, words[i], n))
			return true;
	return false;
}

static void take_attribute(void *ctx)
{
	struct function *f = ctx;
	const struct frontend_libclang *clang = &f->h->clang;
	enum CXCursorKind kind = clang->getCursorKind(f->attribute);
	f->is_const |= kind == CXCursor_ConstAttr;
	f->is_pure |= kind == CXCursor_PureAttr;
	if (kind == CXCursor_UnexposedAttr)
		f->is_noreturn |= is_noreturn_word(f->h, f->attribute);
	if (kind == CXCursor_AsmLabelAttr)
		f->label = take_string(f->h, clang->getCursorSpelling(f->attribute));
}

static enum CXChildVisitResult see_attribute(CXCursor c, CXCursor parent, CXClientData data)
{
	struct function *f = data;
	const struct frontend_libclang *clang = &f->h->clang;
	(void)parent;
	f->attribute = c;
	if (!clang->isAttribute(clang->getCursorKind(c)))
		return CXChildVisit_Break; /* attributes come first */
	if (arena_guard(f->h->arena, take_attribute, f))
		return CXChildVisit_Continue;
	f->h->no_memory = true;
	return CXChildVisit_Break;
}

/* __attribute__((noreturn)) is part of the type, and printed behind its parameters; a pointer to
 * such a function that is returned would look the same. */
static bool type_does_not_return(struct headers *h, CXType t)
{
	const struct frontend_libclang *clang = &h->clang;
	static const char end[] = ") __attribute__((noreturn))";
	const char *s = take_string(h, clang->getTypeSpelling(t));
	size_t n = strlen(s), m = sizeof end - 1;
	return clang->getCanonicalType(clang->getResultType(t)).kind != CXType_Pointer && n >= m &&
	       !strcmp(s + n - m, end);
}

/* ---- Functions --------------------------------------------------------------------------*/
/* Fill in the types; a type that TIR cannot pass is named in no_tir. */
static void take_types(struct headers *h, CXType t, struct tir_extern *x)
{
	const struct frontend_libclang *clang = &h->clang;
	CXType ret = clang->getResultType(t);
	if (!tir_type_of(clang, ret, &x->ret))
		x->no_tir = take_string(h, clang->getTypeSpelling(ret));
	int n = clang->getNumArgTypes(t);
	struct tir_type *param = ARENA_NEWN(h->arena, struct tir_type, n);
	for (int i = 0; i < n; i++) {
		CXType p = clang->getArgType(t, (unsigned)i);
		if (!tir_type_of(clang, p, &param[i]) && !x->no_tir)
			x->no_tir = take_string(h, clang->getTypeSpelling(p));
	}
	x->param = param;
	x->nparams = (uint32_t)n;
	x->variadic = clang->isFunctionTypeVariadic(t);
}

static void take_function(void *ctx)
{
	struct function *f = ctx;
	struct headers *h = f->h;
	const struct frontend_libclang *clang = &h->clang;
	CXType t = clang->getCanonicalType(clang->getCursorType(f->cursor));
	struct tir_extern x = {.effect = TIR_OPAQUE};
	if (clang->Cursor_hasAttrs(f->cursor))
		clang->visitChildren(f->cursor, see_attribute, f);
	if (h->no_memory)
		return;
	if (is_small(clang, t)) {
		take_types(h, t, &x);
		f->is_noreturn |= type_does_not_return(h, t);
	} else {
		x.no_tir = "a type of so many parts";
	}
	x.name = f->label ? f->label : take_string(h, clang->getCursorSpelling(f->cursor));
	x.source = location_of(h, clang->getCursorLocation(f->cursor), false, &x.at);
	if (f->is_noreturn)
		x.effect = TIR_NORETURN;
	else if (f->is_const || f->is_pure)
		x.effect = f->is_const ? TIR_PURE : TIR_READS;
	VEC_PUSH(h->arena, &h->found, x);
}

/* Functions with a prototype and a symbol. */
static enum CXChildVisitResult see_declaration(CXCursor c, CXCursor parent, CXClientData data)
{
	struct function f = {.h = data, .cursor = c};
	const struct frontend_libclang *clang = &f.h->clang;
	(void)parent;
	if (clang->getCursorKind(c) != CXCursor_FunctionDecl ||
	        clang->Cursor_getStorageClass(c) == CX_SC_Static ||
	        clang->getCanonicalType(clang->getCursorType(c)).kind != CXType_FunctionProto)
		return CXChildVisit_Continue;
	f.h->no_memory |= !arena_guard(f.h->arena, take_function, &f);
	return f.h->no_memory ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* ---- The table --------------------------------------------------------------------------*/
static int by_name(const void *a, const void *b)
{
	const struct tir_extern *const *x = a, *const *y = b;
	int order = strcmp((*x)->name, (*y)->name);
	return order ? order : (*x > *y) - (*x < *y); /* of one array: the text's order */
}

static enum tir_effect both_promise(enum tir_effect a, enum tir_effect b)
{
	if (a == TIR_NORETURN || b == TIR_NORETURN)
		return TIR_NORETURN;
	return a < b ? a : b;
}

/* Sort, and make one of what has one name. */
static const struct tir_externs *make_table(struct headers *h)
{
	uint32_t n = h->found.n, kept = 0;
	const struct tir_extern **sorted = ARENA_NEWN(h->arena, const struct tir_extern *, n);
	struct tir_extern *at = ARENA_NEWN(h->arena, struct tir_extern, n);
	struct tir_externs *table = ARENA_NEW(h->arena, struct tir_externs);
	for (uint32_t i = 0; i < n; i++)
		sorted[i] = &h->found.at[i];
	if (n)
		qsort(sorted, n, sizeof *sorted, by_name);
	for (uint32_t i = 0; i < n; i++) {
		if (kept && !strcmp(at[kept - 1].name, sorted[i]->name))
			at[kept - 1].effect = both_promise(at[kept - 1].effect, sorted[i]->effect);
		else
			at[kept++] = *sorted[i];
	}
	*table = (struct tir_externs){.at = at, .n = kept};
	return table;
}

/* ---- The way in -------------------------------------------------------------------------*/
/* Every header can be opened; reports those that cannot. */
static bool are_there(struct headers *h)
{
	bool all = true;
	for (uint32_t i = 0; i < h->n; i++) {
		FILE *f = fopen(h->path[i], "rb");
		if (f)
			fclose(f);
		else
			all = diag_error(h->d, NULL, (struct span){0}, "cannot read '%s': %s",
			        h->path[i], strerror(errno));
	}
	return all;
}

/* The unit; false after an error. */
static bool parse_headers(struct headers *h)
{
	const struct frontend_libclang *clang = &h->clang;
	VEC(const char *) args = {0};
	struct CXUnsavedFile empty = {"extern-headers.c", "", 0};
	const char *const fixed[] = {"-x", "c", "-std=gnu17"};
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		VEC_PUSH(h->arena, &args, fixed[i]);
	if (h->triple) {
		VEC_PUSH(h->arena, &args, "-target");
		VEC_PUSH(h->arena, &args, h->triple);
	}
	/* Without a tool chain of its own, clang's Hexagon takes the host's headers. */
	if (target_is_hexagon(h->triple))
		VEC_PUSH(h->arena, &args, "-nostdlibinc");
	for (uint32_t i = 0; i < h->n; i++) {
		VEC_PUSH(h->arena, &args, "-include");
		VEC_PUSH(h->arena, &args, h->path[i]);
	}
	/* nobody sees more; clang's time for so many is quadratic */
	VEC_PUSH(h->arena, &args, arena_printf(h->arena, "-ferror-limit=%u", h->d->error_limit));
	h->index = clang->createIndex(0, 0);
	enum CXErrorCode e = clang->parseTranslationUnit2(h->index, empty.Filename, args.at,
	        (int)args.n, &empty, 1, CXTranslationUnit_SkipFunctionBodies, &h->unit);
	if (e == CXError_Success)
		return true;
	h->crashed = e == CXError_Crashed;
	return diag_error(h->d, NULL, (struct span){0}, "libclang %s the headers for target '%s'",
	        e == CXError_Crashed ? "crashed on" : "cannot read",
	        h->triple ? h->triple : "host");
}

static void read_headers(void *ctx)
{
	struct headers *h = ctx;
	const struct frontend_libclang *clang = &h->clang;
	if (!are_there(h) || !parse_headers(h))
		return;
	for (unsigned i = 0; i < clang->getNumDiagnostics(h->unit); i++) {
		CXDiagnostic message = clang->getDiagnostic(h->unit, i);
		report(h, message);
		clang->disposeDiagnostic(message);
	}
	if (h->failed)
		return;
	clang->visitChildren(clang->getTranslationUnitCursor(h->unit), see_declaration, h);
	if (!h->no_memory)
		h->result = make_table(h);
}

/* The whole of it, in this process; false if libclang crashed and recovered. */
static bool read_here(void *ctx)
{
	struct headers *h = ctx;
	const struct frontend_libclang *clang = &h->clang;
	if (!arena_guard(h->arena, read_headers, h) || h->no_memory) {
		h->result = NULL;
		diag_error(h->d, NULL, (struct span){0}, "out of memory");
	}
	if (h->holds)
		clang->disposeString(h->held);
	if (h->unit)
		clang->disposeTranslationUnit(h->unit);
	if (h->index)
		clang->disposeIndex(h->index);
	return !h->crashed;
}

/* Does libclang live through these headers?  Reports it if not. */
static bool is_safe(const struct headers *h)
{
	struct arena arena = {.limit = h->arena->limit};
	struct diag d = {.error_limit = h->d->error_limit};
	struct headers own = {
	        .arena = &arena, .d = &d, .path = h->path, .n = h->n, .triple = h->triple};
	own.clang = h->clang;
	const char *why = "libclang crashes on these headers: their declarations or expressions "
	                  "are nested too deeply, or take too much memory";
	switch (frontend_rehearse(read_here, &own)) {
	case REHEARSAL_DONE: return true;
	case REHEARSAL_LATE: why = "libclang takes too long for these headers"; break;
	case REHEARSAL_CRASHED: break;
	}
	return diag_error(h->d, NULL, (struct span){0}, "cannot read '%s'%s: %s", h->path[0],
	        h->n > 1 ? " and the others" : "", why);
}

const struct tir_externs *frontend_read_headers(const char *const *path, uint32_t n,
        const char *triple, struct arena *arena, struct diag *d)
{
	struct headers h = {.arena = arena, .d = d, .path = path, .n = n, .triple = triple};
	if (frontend_load_libclang(&h.clang, d) && is_safe(&h))
		read_here(&h);
	return h.result;
}
