# The guest of the test of UEFI: an application that greets on the first serial port, and no more. The file has no format of its own:
# the header that firmware expects (PE32+, one section) is written out.
#
# uefi-guest.ts has the bytes, without the zeroes at the end:
#   as --64 -o guest.o uefi-guest.s && ld -Ttext=0 -e 0 --oformat=binary -o guest.efi guest.o && xxd -p guest.efi
.code64
.set BLOCK, 0x200
start:
  .ascii "MZ"
  .fill 58
  .long header - start
header:
  .ascii "PE\0\0"
  .word 0x8664                 # x86-64
  .word 1                      # sections
  .long 0, 0, 0
  .word section - optional
  .word 0x22e                  # executable, nothing to debug
optional:
  .word 0x20b                  # PE32+
  .word 0
  .long BLOCK, 0, 0            # sizes of code and data
  .long entry - start
  .long BLOCK                  # where code begins
  .quad 0x400000               # where it would like to be; it can be anywhere
  .long BLOCK, BLOCK           # alignment in memory and in the file
  .long 0, 0, 0, 0
  .long 2 * BLOCK              # size in memory
  .long BLOCK                  # size of headers
  .long 0
  .word 10, 0                  # an application for EFI
  .quad 0, 0, 0, 0
  .long 0
  .long 6                      # empty directories
  .fill 48
section:
  .ascii ".text\0\0\0"
  .long BLOCK, BLOCK           # size and place in memory
  .long BLOCK, BLOCK           # size and place in the file
  .long 0, 0, 0
  .long 0x60000020             # code
  .fill BLOCK - (. - start)
entry:
  lea greeting(%rip), %rsi
next:
  lodsb
  test %al, %al
  jz idle
  mov %al, %ah
1:
  mov $0x3fd, %dx
  in %dx, %al
  test $0x20, %al
  jz 1b
  mov %ah, %al
  mov $0x3f8, %dx
  out %al, %dx
  jmp next
idle:
  hlt
  jmp idle
greeting:
  .asciz "\r\nThe test guest has booted.\r\nlogin: "
  .fill 2 * BLOCK - (. - start)
