/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/run_unknown.c: which packet of an object does the oldest Hexagon that runs it not know?
 *
 * Idea.   LLVM's disassembler takes a packet for the processor that the object is for and refuses it for the other one.
 * Costs   where a run was ended by such a packet, two walks over the code. */
#include <llvm-c/Disassembler.h>
#include <llvm-c/Object.h>
#include <llvm-c/Target.h>

#include "tool/llvm.h"

enum { TEXT = 1024, WORD = 4 };

/* Two disassemblers: of the processor that it was made for, and of what is to run it. */
struct readers {
	LLVMDisasmContextRef own, other;
};

/* The text of a packet in one line. */
static const char *one_line(const char *text, struct arena *arena)
{
	struct sbuf out = {0};
	bool blank = true;
	for (; *text; text++) {
		bool space = *text == ' ' || *text == '\t' || *text == '\n';
		if (!space || !blank)
			sbuf_char(&out, space ? ' ' : *text);
		blank = space;
	}
	const char *line = out.len ? arena_strndup(arena, out.text, out.len - blank) : NULL;
	sbuf_free(&out);
	return line;
}

/* The first packet of the section that the other one does not know, or NULL. */
static const char *unknown_in(const struct readers *r, uint8_t *code, uint64_t n,
        struct arena *arena)
{
	char text[TEXT];
	for (uint64_t at = 0; at + WORD <= n;) {
		size_t own = LLVMDisasmInstruction(r->own, code + at, n - at, at, text, TEXT);
		if (own && !LLVMDisasmInstruction(r->other, code + at, n - at, at, (char[TEXT]){0},
		                   TEXT))
			return one_line(text, arena);
		at += own ? own : WORD;
	}
	return NULL;
}

static const char *unknown_in_object(const struct readers *r, LLVMBinaryRef object,
        struct arena *arena)
{
	const char *found = NULL;
	LLVMSectionIteratorRef s = LLVMObjectFileCopySectionIterator(object);
	for (; !found && !LLVMObjectFileIsSectionIteratorAtEnd(object, s);
	        LLVMMoveToNextSection(s)) {
		const char *name = LLVMGetSectionName(s);
		if (!name || strncmp(name, ".text", sizeof ".text" - 1) != 0)
			continue;
		uint64_t n = LLVMGetSectionSize(s);
		uint8_t *code = arena_copy(arena, LLVMGetSectionContents(s), n);
		found = unknown_in(r, code, n, arena);
	}
	LLVMDisposeSectionIterator(s);
	return found;
}

const char *run_unknown_packet(const struct target *t, const struct source *object,
        struct arena *arena)
{
	const struct target_processor *p = target_processor_named(TARGET_HEXAGON, "hexagonv67");
	LLVMInitializeHexagonDisassembler();
	const struct readers r = {
	        LLVMCreateDisasmCPUFeatures(t->triple, t->cpu, t->features, NULL, 0, NULL, NULL),
	        LLVMCreateDisasmCPUFeatures(t->triple, p->name, p->features, NULL, 0, NULL, NULL)};
	char *why = NULL;
	LLVMMemoryBufferRef bytes = LLVMCreateMemoryBufferWithMemoryRangeCopy(object->text,
	        object->len, "object");
	LLVMBinaryRef binary = LLVMCreateBinary(bytes, NULL, &why);
	const char *found = r.own && r.other && binary ? unknown_in_object(&r, binary, arena)
	                                               : NULL;
	LLVMDisposeMessage(why);
	if (binary)
		LLVMDisposeBinary(binary);
	LLVMDisposeMemoryBuffer(bytes);
	if (r.own)
		LLVMDisasmDispose(r.own);
	if (r.other)
		LLVMDisasmDispose(r.other);
	return found;
}
