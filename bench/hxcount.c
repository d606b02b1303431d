/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bench/hxcount.c: a plugin for qemu-hexagon that counts the vector accesses a kernel executes.
 *
 *   qemu-hexagon -plugin hxcount.so,lo=ADDRESS,hi=ADDRESS PROGRAM ...
 *
 * prints "aligned N unaligned N" at exit: executed loads and stores of whole vectors in [lo, hi), those
 * that must be aligned and those that need not be (vmemu, which touch two lines of the cache).
 *
 * Encodings are those of the HVX Programmer's Reference Manual, chapter "Instruction set", group
 * MEM.  Debian packages no header of qemu's plugin interface, version 1 of which is declared below as
 * far as it is used. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
typedef uint64_t plugin_id;
struct block;
struct insn;
struct info;
enum { INLINE_ADD_U64 = 0 };
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct block *));
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);
void qemu_plugin_register_vcpu_insn_exec_inline(struct insn *, int op, void *counter, uint64_t add);
size_t qemu_plugin_tb_n_insns(const struct block *);
struct insn *qemu_plugin_tb_get_insn(const struct block *, size_t);
const void *qemu_plugin_insn_data(const struct insn *);
size_t qemu_plugin_insn_size(const struct insn *);
uint64_t qemu_plugin_insn_vaddr(const struct insn *);

EXPORT int qemu_plugin_version = 1;
EXPORT int qemu_plugin_install(plugin_id, const struct info *, int argc, char **argv);

/* qemu loads one of these for the process. */
static uint64_t lo, hi = UINT64_MAX, aligned, unaligned;

static bool is_duplex(uint32_t word)
{
	return (word & 0xc000) == 0;
}

static bool is_vector_access(uint32_t word)
{
	return !is_duplex(word) && word >> 26 == 0x28 >> 2;
}

/* Bit 23: with a predicate; bit 22: a hint; bit 21: a store; bits 7 to 5: which access it is. */
static bool is_unaligned(uint32_t word)
{
	uint32_t which = word >> 5 & 7;
	bool predicate = word >> 23 & 1, store = word >> 21 & 1;
	return predicate ? store && which >= 6 : which == 7;
}

/* qemu calls an instruction what Hexagon calls a packet: one to four words. */
static void count_packet(struct insn *packet)
{
	const char *data = qemu_plugin_insn_data(packet);
	for (size_t i = 0; i + 4 <= qemu_plugin_insn_size(packet); i += 4) {
		uint32_t word;
		memcpy(&word, data + i, 4);
		if (is_vector_access(word))
			qemu_plugin_register_vcpu_insn_exec_inline(packet, INLINE_ADD_U64,
			        is_unaligned(word) ? &unaligned : &aligned, 1);
	}
}

static void on_translation(plugin_id id, struct block *block)
{
	(void)id;
	for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
		struct insn *packet = qemu_plugin_tb_get_insn(block, i);
		uint64_t at = qemu_plugin_insn_vaddr(packet);
		if (lo <= at && at < hi)
			count_packet(packet);
	}
}

static void on_exit_of_guest(plugin_id id, void *data)
{
	(void)id;
	(void)data;
	fprintf(stderr, "aligned %llu unaligned %llu\n", (unsigned long long)aligned,
	        (unsigned long long)unaligned);
}

int qemu_plugin_install(plugin_id id, const struct info *info, int argc, char **argv)
{
	(void)info;
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "lo=", 3))
			lo = strtoull(argv[i] + 3, NULL, 0);
		if (!strncmp(argv[i], "hi=", 3))
			hi = strtoull(argv[i] + 3, NULL, 0);
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_exit_of_guest, NULL);
	return 0;
}
