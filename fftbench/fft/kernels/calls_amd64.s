//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"
#include "funcdata.h"

// func runCalls(dst, src, work unsafe.Pointer, zero uintptr, calls *kernelCall, count int)
//
// A kernel may grow the stack, and with it move what dst, src and work point to.
// They stay in the arguments, where the runtime adjusts them, and each call reads
// them again; the frame has no pointer to a stack but in the arguments of a kernel.
TEXT ·runCalls(SB), 0, $64-48
	NO_LOCAL_POINTERS
	MOVQ calls+32(FP), SI
	MOVQ count+40(FP), CX
	IMUL3Q $kernelCall__size, CX, CX
	ADDQ SI, CX

next:
	MOVQ   CX, 48(SP)
	MOVQ   SI, 56(SP)
	LEAQ   dst+0(FP), DI
	MOVQ   kernelCall_to(SI), AX
	MOVQ   kernelCall_from(SI), BX
	MOVQ   (DI)(AX*1), AX
	MOVQ   (DI)(BX*1), BX
	ADDQ   kernelCall_words+0(SI), AX
	ADDQ   kernelCall_words+8(SI), BX
	MOVUPS kernelCall_words+16(SI), X0
	MOVUPS kernelCall_words+32(SI), X1
	MOVQ   AX, 0(SP)
	MOVQ   BX, 8(SP)
	MOVUPS X0, 16(SP)
	MOVUPS X1, 32(SP)
	MOVQ   kernelCall_kernel(SI), AX
	CALL   AX
	MOVQ   48(SP), CX
	MOVQ   56(SP), SI
	ADDQ   $kernelCall__size, SI
	CMPQ   SI, CX
	JNE    next
	RET

// func runCallsOnStack(dst, src unsafe.Pointer, calls *kernelCall, count int)
//
// The frame is 48 bytes of arguments and the work, which begins at a multiple of 64.
TEXT ·runCallsOnStack(SB), 0, $8304-32
	NO_LOCAL_POINTERS
	MOVQ dst+0(FP), AX
	MOVQ src+8(FP), BX
	MOVQ calls+16(FP), SI
	MOVQ count+24(FP), CX
	LEAQ 111(SP), DI
	ANDQ $-64, DI
	MOVQ AX, 0(SP)
	MOVQ BX, 8(SP)
	MOVQ DI, 16(SP)
	MOVQ $0, 24(SP)
	MOVQ SI, 32(SP)
	MOVQ CX, 40(SP)
	CALL ·runCalls(SB)
	RET
