# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An instruction of each row of backend/decode.def and backend/duplex.c, and of what only writes registers: test/packets.py.
	.text
	.globl values
	.type values, @function
values:
	{ r1 = #-7
	  r2 = r3
	  r4 = add(r5,#-32768) }
	{ r6 = ##305419896
	  r7 = add(r8,r9) }
	{ r10 = sub(r11,r12)
	  r13 = sub(#-511,r14) }
	{ r15 = asr(r16,#3)
	  r17 = lsr(r18,#31) }
	{ r19 = asl(r20,#7)
	  r22 = add(r23,##1000000) }
	{ r1:0 = combine(#-1,#100) }
	{ r3:2 = combine(##70000,#-4) }
	{ r5:4 = combine(#3,##70000) }
	{ r7:6 = combine(r8,#-9) }
	{ r9:8 = combine(#-10,r11) }
	{ r13:12 = combine(r14,r15) }
	{ r1 = memw(r29+#12) }
	{ r3:2 = memd(r29+#-16)
	  r4 = memw(r5+#8) }
	{ memw(r29+#124) = r6 }
	{ memd(r29+#8) = r9:8 }
	{ r10 = add(r11,#1)
	  memw(r29+#256) = r10.new }
	{ memw(r29+#16) = #-3 }
	{ memw(r29+#20) = ##-100000 }
	{ r1 = memb(r2++#1)
	  memw(r3++#4) = r4 }
	{ r1 = memub(r2++#-1)
	  memb(r3++#1) = r4 }
	{ r1 = memh(r2++#6)
	  memh(r3++#-2) = r4 }
	{ r1 = memuh(r2++#2)
	  memd(r3++#8) = r5:4 }
	{ r1 = memw(r2++#-32) }
	{ r5:4 = memd(r2++#56) }
	{ r1 = memubh(r2++#2) }
	{ r5:4 = memubh(r2++#4) }
	{ r6 = add(r7,#2)
	  memw(r3++#4) = r6.new }
	{ v0 = vmem(r1++#1) }
	{ vmem(r1++#-2) = v3 }
	{ v0 = vmemu(r1+#1) }
	{ vmemu(r1++#1) = v3 }
	{ if (p1) vmemu(r1+#0) = v3 }
	{ r1:0 += mpy(r2,r3)
	  r4 = mpyi(r5,r6) }
	{ r1 = add(r2,add(r3,#4))
	  r5 = add(r6,mpyi(#8,r7)) }
	{ r2 = vextract(v1,r15) }
	{ if (p0) r1 = add(r2,#3)
	  if (!p1) r4 = #9 }
	{ r1 = max(r2,r3)
	  r5:4 = max(r7:6,r9:8) }
	{ r1 = and(r2,#-5)
	  r3 = or(r4,#7)
	  r5 = and(r6,##268435448) }
	{ r1 = and(r2,r3)
	  r4 = or(r5,r6)
	  r7 = xor(r8,r9) }
	{ r1 = min(r2,r3)
	  r4 = minu(r5,r6) }
	{ r7 = maxu(r8,r9)
	  r10 = zxth(r11) }
	{ r1 = +mpyi(r2,#9)
	  r3 = extractu(r4,#24,#3) }
	{ r1 = insert(r2,#8,#3)
	  r4 = setbit(r5,#31) }
	{ r6 = clrbit(r7,#4)
	  r8 = togglebit(r9,#4) }
	{ r1 = add(#9,asl(r1,#5))
	  r2 = add(##300,lsr(r2,#31)) }
	{ r1 = sub(#255,asl(r1,#5))
	  r2 = and(#9,lsr(r2,#5)) }
	{ r1 = or(#9,asl(r1,#0)) }
	{ r1 += asl(r2,#3)
	  r3 -= asl(r4,#5) }
	{ r1 += lsr(r2,#0)
	  r3 -= lsr(r4,#31) }
	{ r1 &= asl(r2,#3)
	  r3 |= asl(r4,#5) }
	{ r1 &= lsr(r2,#3)
	  r3 |= lsr(r4,#5) }
	{ r1 |= or(r2,r3)
	  r5:4 = bitsplit(r6,#6) }
	{ r1 = addasl(r2,r3,#3)
	  r4 = add(r5,sub(#-7,r6)) }
	{ r1 += mpyi(r2,##364) }
	{ r1 += mpyi(r2,r3)
	  r4 = add(r5,mpyi(r6,#9)) }
	{ r1 -= mpyi(r2,#9) }
	{ r1 = mux(p1,r2,r3)
	  r4 = mux(p2,#-3,r5)
	  r6 = mux(p3,r7,#4) }
	{ r1 = mux(p3,#-3,#5)
	  r2 = p1 }
	{ if (p1) r2 = r3
	  if (!p2) r4 = add(r5,#-7) }
	{ p1 = cmp.eq(r2,#0)
	  if (!p1.new) r3 = #-5
	  if (p1.new) r4 = add(r5,r6) }
	{ if (!p3) r1 = sub(r2,r3) }
	{ nop }
	.size values, .-values
	.globl ways
	.type ways, @function
ways:
	{ loop1(.Lone,r3) }
	{ loop0(.Lone,#5) }
.Lone:
	{ p0 = cmp.eq(r1,#-512)
	  p1 = cmp.gt(r2,#511) }
	{ p2 = cmp.gtu(r3,#300)
	  p3 = !cmp.eq(r4,#7) }
	{ p0 = cmp.eq(r1,r2)
	  p1 = cmp.gt(r3,r4) }
	{ p2 = cmp.gtu(r5,r6)
	  p3 = cmp.eq(r1,##100000) }
	{ p0 = r7 }
	{ p1 = and(p2,p3) }
	{ p1 = or(p2,p0) }
	{ p0 = or(p1,!p3) }
	{ p0 = tstbit(r3,#4) }
	{ p1 = cmpb.eq(r3,#4) }
	{ p0 = bitsclr(r3,#4) }
	{ nop }:endloop0
	{ nop
	  nop }:endloop1
	{ loop1(.Lone,#1000) }
	{ loop0(.Ltwo,r9) }
.Ltwo:
	{ p0 = cmp.eq(r1,#31); if (p0.new) jump:nt .Lone }
	{ p1 = cmp.gt(r17,#3); if (!p1.new) jump:t .Lone }
	{ p0 = cmp.gtu(r2,#9); if (p0.new) jump:t .Lthree }
	{ p0 = cmp.eq(r2,#-1); if (p0.new) jump:t .Lthree }
	{ p1 = cmp.gt(r2,#-1); if (p1.new) jump:t .Lthree }
	{ p0 = tstbit(r2,#0); if (p0.new) jump:t .Lthree }
	{ p0 = cmp.eq(r2,r20); if (!p0.new) jump:t .Lthree }
	{ p1 = cmp.gt(r5,r21); if (p1.new) jump:t .Lthree }
	{ p0 = cmp.gtu(r5,r21); if (p0.new) jump:t .Lthree }
	{ r1 = #63 ; jump .Lthree }
	{ r17 = r18 ; jump .Lthree }
	{ r1 = add(r1,#-1)
	  if (cmp.eq(r1.new,#0)) jump:nt .Lthree }
	{ r1 = add(r2,r3)
	  if (!cmp.gt(r1.new,r5)) jump:nt .Lthree }
	{ r1 = add(r2,r3)
	  if (cmp.gtu(r1.new,#4)) jump:nt .Lthree }
	{ r1 = add(r2,r3)
	  if (cmp.gt(r1.new,#-1)) jump:nt .Lthree }
	{ if (p2) jump:nt .Lone }
	{ p3 = cmp.eq(r0,#0)
	  if (!p3.new) jump:nt .Lone }
	{ if (r5!=#0) jump:nt .Lone }
	{ if (r5==#0) jump:t .Lone }
	{ if (r5>=#0) jump:t .Lone }
.Lthree:
	{ nop
	  nop }:endloop0
	{ nop
	  nop
	  nop }:endloop01
	{ callr r5 }
	{ if (p0) jumpr r31 }
	{ if (p1) dealloc_return }
	{ jumpr r5 }
	{ jump ways }
	{ dealloc_return }
	{ jumpr r31 }
	.size ways, .-ways
	.globl short
	.type short, @function
short:
	{ r1 = add(r1,#-64); r2 = #63 }
	{ r3 = #-1; r4 = add(r5,#1) }
	{ r6 = add(r7,#-1); r16 = r17 }
	{ r1 = add(r1,r2); r5 = and(r6,#1) }
	{ r3:2 = combine(#1,#3); r5 = #0 }
	{ r3:2 = combine(r6,#0); r17 = add(r29,#64) }
	{ r19:18 = combine(#0,r6); r17 = add(r29,#64) }
	{ r1 = memw(r29+#124); r3:2 = memd(r29+#248) }
	{ memw(r29+#4) = r5; r6 = #3 }
	{ memd(r29+#-16) = r17:16; r6 = #3 }
	{ r1 = memw(r2+#4); r3 = memub(r4+#1) }
	{ r1 = memh(r2+#4); memw(r3+#4) = r5 }
	{ r1 = ##1000; r2 = #3 }
	{ r1 = add(r1,##1000); r2 = r3 }
	{ p0 = cmp.eq(r1,#2); r3 = sxtb(r4) }
	{ if (p0) r1 = #0; r2 = zxth(r3) }
	{ r1 = #1; if (p0) jumpr r31 }
	{ r1 = #1; if (p0) dealloc_return }
	{ allocframe(#16); r1 = #5 }
	{ r1 = #1; jumpr r31 }
	.size short, .-short
