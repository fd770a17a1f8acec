// Stubs of the functions that pass through. All argument registers are kept around the note, so a stub serves any
// signature, variadic ones included; the real function then sees the caller's own frame and return address.

        .text

// In: r11 = index of the function. Out: tail call of the real one.
        .hidden sleave_note_passed
        .type   passed, @function
passed:
        .cfi_startproc                  // a thread can be cancelled here, and is unwound
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        andq    $-16, %rsp
        subq    $192, %rsp
        movq    %rdi, 0(%rsp)
        movq    %rsi, 8(%rsp)
        movq    %rdx, 16(%rsp)
        movq    %rcx, 24(%rsp)
        movq    %r8, 32(%rsp)
        movq    %r9, 40(%rsp)
        movq    %rax, 48(%rsp)
        movaps  %xmm0, 64(%rsp)
        movaps  %xmm1, 80(%rsp)
        movaps  %xmm2, 96(%rsp)
        movaps  %xmm3, 112(%rsp)
        movaps  %xmm4, 128(%rsp)
        movaps  %xmm5, 144(%rsp)
        movaps  %xmm6, 160(%rsp)
        movaps  %xmm7, 176(%rsp)
        movl    %r11d, %edi
        movq    8(%rbp), %rsi
        call    sleave_note_passed
        movq    %rax, %r11
        movq    0(%rsp), %rdi
        movq    8(%rsp), %rsi
        movq    16(%rsp), %rdx
        movq    24(%rsp), %rcx
        movq    32(%rsp), %r8
        movq    40(%rsp), %r9
        movq    48(%rsp), %rax
        movaps  64(%rsp), %xmm0
        movaps  80(%rsp), %xmm1
        movaps  96(%rsp), %xmm2
        movaps  112(%rsp), %xmm3
        movaps  128(%rsp), %xmm4
        movaps  144(%rsp), %xmm5
        movaps  160(%rsp), %xmm6
        movaps  176(%rsp), %xmm7
        leave
        .cfi_def_cfa %rsp, 8
        jmp     *%r11
        .cfi_endproc
        .size   passed, . - passed

// One stub per row that is not modeled. `function_index` counts every row, as the enum of abi/calls/intercepts.h does.
// A program may define a function of its own with such a name, which is then the one that is called.
        .macro  STUB function
        .weak   \function
        .type   \function, @function
\function:
        .cfi_startproc
        movl    $function_index, %r11d
        jmp     passed
        .cfi_endproc
        .size   \function, . - \function
        .endm

        .set    function_index, 0
#define STUB_modeled(function)
#define STUB_ordered(function) STUB function;
#define STUB_passed(function) STUB function;
#define STUB_refused(function) STUB function;
#define SLEAVE_CALL(function, family, treatment, role) STUB_##treatment(function) .set function_index, function_index + 1;
#include "abi/calls/intercepts.def"

        .section .note.GNU-stack, "", @progbits
