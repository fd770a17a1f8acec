// dlsym(handle, name): RTLD_NEXT means "after the caller", so the real function must see the caller's return address.

        .text
        .hidden sleave_before_dlsym
        .globl  dlsym
        .type   dlsym, @function
dlsym:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        pushq   %rdi
        pushq   %rsi
        movq    8(%rbp), %rdi
        call    sleave_before_dlsym
        popq    %rsi
        popq    %rdi
        leave
        .cfi_def_cfa %rsp, 8
        jmp     *%rax
        .cfi_endproc
        .size   dlsym, . - dlsym

        .section .note.GNU-stack, "", @progbits
