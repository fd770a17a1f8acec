// Switching stacks on x86-64 (System V ABI). Only what the ABI wants kept across a call is kept: the callee-saved
// registers and the control words of SSE and x87.

        .text

// void sleave_switch_stack(void** save, void* next)
//   Pushes the state of the caller, stores its stack pointer in *save, goes on with the state at `next`.
        .globl  sleave_switch_stack
        .hidden sleave_switch_stack
        .type   sleave_switch_stack, @function
sleave_switch_stack:
        .cfi_startproc
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
        addq    $8, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        ret
        .cfi_endproc
        .size   sleave_switch_stack, . - sleave_switch_stack

// void sleave_call_on_stack(void* top, void (*function)(void*), void* argument)
//   Calls function(argument) with the stack pointer at `top` (aligned to 16); it never returns. The outermost frame of
//   every thread: rbp is zero and the return address unknown, so that unwinders and debuggers stop here.
        .globl  sleave_call_on_stack
        .hidden sleave_call_on_stack
        .type   sleave_call_on_stack, @function
sleave_call_on_stack:
        .cfi_startproc
        .cfi_undefined rip
        movq    %rdi, %rsp
        xorl    %ebp, %ebp
        movq    %rdx, %rdi
        call    *%rsi
        ud2
        .cfi_endproc
        .size   sleave_call_on_stack, . - sleave_call_on_stack

// Where a new fiber starts when it is first switched to: r12 holds the function, r13 its argument, rsp the top.
        .globl  sleave_fiber_entry
        .hidden sleave_fiber_entry
        .type   sleave_fiber_entry, @function
sleave_fiber_entry:
        .cfi_startproc
        .cfi_undefined rip
        movq    %rsp, %rdi
        movq    %r12, %rsi
        movq    %r13, %rdx
        jmp     sleave_call_on_stack
        .cfi_endproc
        .size   sleave_fiber_entry, . - sleave_fiber_entry

        .section .note.GNU-stack, "", @progbits
