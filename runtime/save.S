/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/save.S: prologues and epilogues in common, which llc -Os calls.
 *
 * A save routine is called in the packet of the caller's allocframe: r30 is the frame already and
 * the callee-saved registers go right below it, r17:16 highest.  The matching restore routine
 * undoes the frame too, and returns to the caller's caller; before a tail call it comes back to
 * the caller with the frame gone (a packet reads r31 before deallocframe writes it). */
	.text

	.macro function name
	.globl \name
	.type \name, @function
	.p2align 4
\name:
	.endm

	function __save_r16_through_r27
	{ memd(r30+#-48) = r27:26 }
	.globl __save_r16_through_r25
	.type __save_r16_through_r25, @function
__save_r16_through_r25:
	{ memd(r30+#-40) = r25:24
	  memd(r30+#-32) = r23:22 }
	{ memd(r30+#-24) = r21:20
	  memd(r30+#-16) = r19:18 }
	{ memd(r30+#-8) = r17:16
	  jumpr r31 }

	function __save_r16_through_r23
	{ memd(r30+#-32) = r23:22 }
	.globl __save_r16_through_r21
	.type __save_r16_through_r21, @function
__save_r16_through_r21:
	{ memd(r30+#-24) = r21:20
	  memd(r30+#-16) = r19:18 }
	{ memd(r30+#-8) = r17:16
	  jumpr r31 }

	function __save_r16_through_r19
	{ memd(r30+#-16) = r19:18 }
	.globl __save_r16_through_r17
	.type __save_r16_through_r17, @function
__save_r16_through_r17:
	{ memd(r30+#-8) = r17:16
	  jumpr r31 }


	function __restore_r16_through_r27_and_deallocframe
	{ r27:26 = memd(r30+#-48)
	  r25:24 = memd(r30+#-40) }
	{ r23:22 = memd(r30+#-32)
	  r21:20 = memd(r30+#-24) }
	{ r19:18 = memd(r30+#-16)
	  r17:16 = memd(r30+#-8) }
	{ r31:30 = dealloc_return(r30):raw }

	function __restore_r16_through_r25_and_deallocframe
	{ r25:24 = memd(r30+#-40)
	  r23:22 = memd(r30+#-32) }
	{ r21:20 = memd(r30+#-24)
	  r19:18 = memd(r30+#-16) }
	{ r17:16 = memd(r30+#-8) }
	{ r31:30 = dealloc_return(r30):raw }

	function __restore_r16_through_r23_and_deallocframe
	{ r23:22 = memd(r30+#-32)
	  r21:20 = memd(r30+#-24) }
	{ r19:18 = memd(r30+#-16)
	  r17:16 = memd(r30+#-8) }
	{ r31:30 = dealloc_return(r30):raw }

	function __restore_r16_through_r21_and_deallocframe
	{ r21:20 = memd(r30+#-24)
	  r19:18 = memd(r30+#-16) }
	{ r17:16 = memd(r30+#-8) }
	{ r31:30 = dealloc_return(r30):raw }

	function __restore_r16_through_r19_and_deallocframe
	{ r19:18 = memd(r30+#-16)
	  r17:16 = memd(r30+#-8) }
	{ r31:30 = dealloc_return(r30):raw }

	function __restore_r16_through_r17_and_deallocframe
	{ r17:16 = memd(r30+#-8) }
	{ r31:30 = dealloc_return(r30):raw }

	function __restore_r16_through_r27_and_deallocframe_before_tailcall
	{ r27:26 = memd(r30+#-48)
	  r25:24 = memd(r30+#-40) }
	{ r23:22 = memd(r30+#-32)
	  r21:20 = memd(r30+#-24) }
	{ r19:18 = memd(r30+#-16)
	  r17:16 = memd(r30+#-8) }
	{ r31:30 = deallocframe(r30):raw
	  jumpr r31 }

	function __restore_r16_through_r25_and_deallocframe_before_tailcall
	{ r25:24 = memd(r30+#-40)
	  r23:22 = memd(r30+#-32) }
	{ r21:20 = memd(r30+#-24)
	  r19:18 = memd(r30+#-16) }
	{ r17:16 = memd(r30+#-8) }
	{ r31:30 = deallocframe(r30):raw
	  jumpr r31 }

	function __restore_r16_through_r23_and_deallocframe_before_tailcall
	{ r23:22 = memd(r30+#-32)
	  r21:20 = memd(r30+#-24) }
	{ r19:18 = memd(r30+#-16)
	  r17:16 = memd(r30+#-8) }
	{ r31:30 = deallocframe(r30):raw
	  jumpr r31 }

	function __restore_r16_through_r21_and_deallocframe_before_tailcall
	{ r21:20 = memd(r30+#-24)
	  r19:18 = memd(r30+#-16) }
	{ r17:16 = memd(r30+#-8) }
	{ r31:30 = deallocframe(r30):raw
	  jumpr r31 }

	function __restore_r16_through_r19_and_deallocframe_before_tailcall
	{ r19:18 = memd(r30+#-16)
	  r17:16 = memd(r30+#-8) }
	{ r31:30 = deallocframe(r30):raw
	  jumpr r31 }

	function __restore_r16_through_r17_and_deallocframe_before_tailcall
	{ r17:16 = memd(r30+#-8) }
	{ r31:30 = deallocframe(r30):raw
	  jumpr r31 }
