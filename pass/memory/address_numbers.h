// Announces addresses that become numbers: the program may distinguish threads by them.
//
//   before:   %n = ptrtoint ptr %p to i64
//             %h = mul i64 %n, 31
//   after:    call void @__sleave_address_number(ptr %p)
//             %n = ptrtoint ptr %p to i64
//             %h = mul i64 %n, 31
//
//   before:   %less = icmp ult ptr %p, %q
//   after:    call void @__sleave_address_pair(ptr %p, ptr %q)
//             %less = icmp ult ptr %p, %q
//
// Likewise a pair where two addresses are subtracted. Whether two addresses are equal says nothing about which they
// are. Left alone: numbers that are only stored atomically, exchanged, compared for equality or made addresses again,
// as code for atomic pointers does; addresses of functions and variables, which are the same for all threads, and pairs
// that point into the same object. The bytes of an address that the program copies to memory and reads as a number are
// not noticed (docs/soundness.md).
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool announceAddressNumbers(llvm::Function& function);

}  // namespace sleave
