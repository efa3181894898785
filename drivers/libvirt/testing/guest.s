# The guest of the driver's tests: one boot sector that boots in a moment, where Linux would take ten seconds. It greets and echoes on
# the first serial port, obeys the power button, lets go of devices that are unplugged, and knows seven commands by their first
# letter: poweroff, reboot, write, both, crash, tell and show. For Q35 machines of QEMU, whose ports it knows.
#
# guest.ts has the bytes:
#   as --32 -o guest.o guest.s && ld -m elf_i386 -Ttext=0x7c00 --oformat=binary -o guest.bin guest.o && xxd -p guest.bin
.code16
.set DATA, 0x3f8
.set POWER_STATUS, 0x600
.set POWER_ENABLE, 0x602
.set POWER_CONTROL, 0x604
.set POWER_BUTTON, 0x100
.set UNPLUGGED, 0xcc4
.set EJECT, 0xcc8
.set SELECT_BUS, 0xcd0
.set BUSES, 32
.set PANIC, 0x505
.set BUFFER, 0x8000
.globl _start
_start:
  cld
  xor %ax, %ax
  mov %ax, %ds
  mov %ax, %es
  mov %ax, %ss
  mov $0x7c00, %sp
  mov %dl, drive
  mov $(DATA + 3), %dx
  mov $3, %al
  out %al, %dx
  mov $POWER_ENABLE, %dx
  mov $POWER_BUTTON, %ax
  out %ax, %dx
  mov $greeting, %si
  call print
  xor %bl, %bl                 # the first letter of the line
idle:
  sti
  hlt                          # until the next tick of the timer
  call tend
read:
  mov $(DATA + 5), %dx
  in %dx, %al
  test $1, %al
  jz idle
  mov $DATA, %dx
  in %dx, %al
  call send
  cmp $13, %al
  je line
  test %bl, %bl
  jnz read
  mov %al, %bl
  jmp read
line:
  mov %bl, %al
  xor %bl, %bl
  cmp $'p', %al
  je off
  cmp $'r', %al
  je reset
  cmp $'w', %al
  je write
  cmp $'b', %al
  je both
  cmp $'c', %al
  je crash
  cmp $'t', %al
  je tell
  cmp $'s', %al
  je show
prompt:
  mov $login, %si
  call print
  jmp read

reset:
  mov $0xcf9, %dx
  mov $6, %al
  out %al, %dx
  jmp reset
# as a kernel that panics says so
crash:
  mov $PANIC, %dx
  mov $1, %al
  out %al, %dx
  jmp crash
off:
  mov $POWER_CONTROL, %dx
  mov $0x2000, %ax
  out %ax, %dx
  jmp off

# takes a second, as guests do
shutdown:
  mov $20, %cx
1:
  hlt
  loop 1b
  jmp off

# the power button, and devices that are to be unplugged
tend:
  mov $POWER_STATUS, %dx
  in %dx, %ax
  test $POWER_BUTTON, %ax
  jnz shutdown
  xor %ecx, %ecx
1:
  mov $SELECT_BUS, %dx
  mov %ecx, %eax
  out %eax, %dx
  mov $UNPLUGGED, %dx
  in %dx, %eax
  test %eax, %eax
  jz 2f
  mov $EJECT, %dx
  out %eax, %dx
2:
  inc %cx
  cmp $BUSES, %cx
  jb 1b
  ret

# counts in two places, the first one first, until a key is pressed: a copy of one moment has them equal or one apart
write:
  incl BUFFER
  movl $64, lba
  call store
  movl $262144, lba
  call store
  mov $(DATA + 5), %dx
  in %dx, %al
  test $1, %al
  jz write
  jmp prompt
# counts on its first two disks, on the first one first
both:
  incl BUFFER
  movl $64, lba
  call store
  incb drive
  call store
  decb drive
  mov $(DATA + 5), %dx
  in %dx, %al
  test $1, %al
  jz both
  jmp prompt
store:
  mov $0x4300, %ax
access:
  mov $packet, %si
  mov drive, %dl
  int $0x13
  ret

# counts from where its disk is, and says of each number whether the disk has it: +002A or !002B
tell:
  hlt
  incl BUFFER
  movl $64, lba
  call store
  mov $'!', %al
  jc 1f
  mov $'+', %al
1:
  call number
  mov $(DATA + 5), %dx
  in %dx, %al
  test $1, %al
  jz tell
  jmp prompt
# reads the number that its disk has: =002A
show:
  movl $64, lba
  mov $0x4200, %ax
  call access
  mov $'=', %al
  call number
  jmp prompt
number:
  mov BUFFER, %bp
  mov $4, %cx
  call send
1:
  rol $4, %bp
  mov %bp, %ax
  and $15, %al
  cmp $10, %al
  sbb $0x69, %al
  das
  call send
  loop 1b
  ret

print:
  lodsb
  test %al, %al
  jz 1f
  call send
  jmp print
1:
  ret
send:
  mov %al, %ah
  mov $(DATA + 5), %dx
1:
  in %dx, %al
  test $0x20, %al
  jz 1b
  mov $DATA, %dx
  mov %ah, %al
  out %al, %dx
  ret

packet:
  .byte 16, 0
  .word 1, BUFFER, 0
lba:
  .long 0, 0
drive:
  .byte 0
greeting:
  .ascii "\r\nThe test guest has booted."
login:
  .asciz "\r\nlogin: "
  .org 510
  .byte 0x55, 0xaa
