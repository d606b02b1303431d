// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// runtime/enter.S: rt_emulate_enter(r0: struct rt_packet) calls rt_emulate and keeps all registers but r0, r30 and r31, which its
// callers save.  Compiled code saves r16 to r27 itself, and that of the runtime has no HVX.
//
// It counts itself: c20, c21, c22 are qemu-hexagon's numbers of packets, instructions and HVX instructions.  What stands outside of the two
// readings takes so many packets and instructions: OUTSIDE in tool/emulate.c.
	.text
	.globl rt_emulate_enter
	.type rt_emulate_enter, @function
	.p2align 4
rt_emulate_enter:
	{ allocframe(#128) }
	{ memd(r29+#0) = r3:2; memw(r29+#12) = r1 }
	.word 0x6a14c002                // r2 = c20
	.word 0x6a15c003                // r3 = c21
	{ memd(r29+#16) = r3:2 }
	{ memd(r29+#24) = r5:4; memd(r29+#32) = r7:6 }
	{ memd(r29+#40) = r9:8; memd(r29+#48) = r11:10 }
	{ memd(r29+#56) = r13:12; memd(r29+#64) = r15:14 }
	{ memw(r29+#72) = r28 }
	{ r1 = p3:0 }
	{ r2 = usr; memw(r29+#76) = r1 }
	{ r3 = sa0; memw(r29+#80) = r2 }
	{ r4 = lc0; memw(r29+#84) = r3 }
	{ r5 = sa1; memw(r29+#88) = r4 }
	{ r6 = lc1; memw(r29+#92) = r5 }
	{ r7 = m0; memw(r29+#96) = r6 }
	{ r8 = m1; memw(r29+#100) = r7 }
	{ memw(r29+#104) = r8 }
	{ call rt_emulate }
	{ r1 = memw(r29+#76); r2 = memw(r29+#80) }
	{ p3:0 = r1; r3 = memw(r29+#84) }
	{ usr = r2; r4 = memw(r29+#88) }
	{ sa0 = r3; r5 = memw(r29+#92) }
	{ lc0 = r4; r6 = memw(r29+#96) }
	{ sa1 = r5; r7 = memw(r29+#100) }
	{ lc1 = r6; r8 = memw(r29+#104) }
	{ m0 = r7; r28 = memw(r29+#72) }
	{ m1 = r8 }
	{ r13:12 = memd(r29+#56); r15:14 = memd(r29+#64) }
	{ r9:8 = memd(r29+#40); r11:10 = memd(r29+#48) }
	{ r5:4 = memd(r29+#24); r7:6 = memd(r29+#32) }
	{ r0 = ##rt_emulated; r3:2 = memd(r29+#16) }
	.word 0x6a14c001                // r1 = c20
	{ r1 = sub(r1, r2); r2 = memw(r0+#0) }
	{ r1 = add(r1, r2) }
	{ memw(r0+#0) = r1 }
	.word 0x6a15c001                // r1 = c21
	{ r1 = sub(r1, r3); r2 = memw(r0+#4) }
	{ r1 = add(r1, r2); r3:2 = memd(r29+#0) }
	{ memw(r0+#4) = r1; r1 = memw(r29+#12) }
	{ dealloc_return }
