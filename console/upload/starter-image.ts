// The starter image: a tiny bootable disk for an installation that has no image yet. Its boot sector greets on the first serial port
// and echoes what is typed. Assembled here, so that it needs neither a download nor a build step. It boots with a BIOS, not with
// UEFI. `node scripts/greeting-image.mjs <file>` writes the same bytes to a file.
import type { ImageParams } from './ports.ts'
import { STARTER_OS } from './starter-os.ts'

export const starterImage: ImageParams = {
  name: 'starter',
  description: 'Greets on the serial console. For trying things out.',
  os: STARTER_OS,
  version: '1',
  blockSize: 512,
}

const SECTOR = 512
const SECTORS = 2048
const LOAD_ADDRESS = 0x7c00
const PARTITION_TABLE = 446
const [LINE_STATUS, DATA] = [0x3fd, 0x3f8]

export const GREETING = [
  '',
  'Hello from your first Rackwright instance!',
  '',
  'This is the starter image. It has no operating system: it only repeats what you type.',
  'Upload an image of your own to run something useful.',
  '',
  '> ',
].join('\r\n')

/** A byte, text, a label, or a reference to one. */
type Part = number | string | { label: string } | { address: string } | { short: string } | { near: string }

const port = (number: number) => [0xba, number & 0xff, number >> 8] // mov dx, number
const out = (number: number, value: number) => [...port(number), 0xb0, value, 0xee] // mov al, value; out dx, al
const print = (label: string): Part[] => [0xbe, { address: label }, 0xe8, { near: 'print' }] // mov si, label; call print

const program: Part[][] = [
  [0xfa, 0xfc], // cli; cld
  [0x31, 0xc0, 0x8e, 0xd8, 0x8e, 0xd0, 0xbc, 0x00, 0x7c], // ds = ss = 0, sp = 0x7c00
  out(0x3f9, 0), // no interrupts from the port
  [...out(0x3fb, 0x80), ...out(0x3f8, 1), ...out(0x3f9, 0), ...out(0x3fb, 3)], // 115200 baud, 8 bits, no parity
  [...out(0x3fa, 7), ...out(0x3fc, 3)], // queues on and empty, ready to talk
  print('greeting'),
  [0xfb], // sti: the timer ends each halt below
  [{ label: 'idle' }, 0xf4], // hlt
  [{ label: 'read' }, ...port(LINE_STATUS), 0xec, 0xa8, 1], // in al, dx; test al, 1
  [0x74, { short: 'idle' }], // jz idle
  [...port(DATA), 0xec], // in al, dx
  [0xe8, { near: 'send' }], // call send
  [0x3c, 13, 0x75, { short: 'read' }], // cmp al, 13; jne read
  print('prompt'),
  [0xeb, { short: 'read' }], // jmp read
  [{ label: 'print' }, 0xac, 0x84, 0xc0, 0x74, { short: 'printed' }], // lodsb; test al, al; jz printed
  [0xe8, { near: 'send' }, 0xeb, { short: 'print' }], // call send; jmp print
  [{ label: 'printed' }, 0xc3], // ret
  [{ label: 'send' }, 0x88, 0xc4, ...port(LINE_STATUS)], // mov ah, al
  [{ label: 'wait' }, 0xec, 0xa8, 0x20, 0x74, { short: 'wait' }], // in al, dx; test al, 0x20; jz wait
  [...port(DATA), 0x88, 0xe0, 0xee, 0xc3], // mov al, ah; out dx, al; ret
  [{ label: 'prompt' }, '\n> ', 0],
  [{ label: 'greeting' }, GREETING, 0],
]

const sizeOf = (part: Part): number =>
  typeof part === 'number' ? 1 : typeof part === 'string' ? part.length : 'label' in part ? 0 : 'short' in part ? 1 : 2

const word = (value: number) => [value & 0xff, (value >> 8) & 0xff]

function assemble(parts: readonly Part[]): number[] {
  const labels = new Map<string, number>()
  let size = 0
  for (const part of parts) {
    if (typeof part === 'object' && 'label' in part) labels.set(part.label, size)
    size += sizeOf(part)
  }
  const at = (label: string) => labels.get(label) ?? fail(`no label ${label}`)
  const bytes: number[] = []
  for (const part of parts) {
    const next = bytes.length + sizeOf(part)
    if (typeof part === 'number') bytes.push(part)
    else if (typeof part === 'string') bytes.push(...new TextEncoder().encode(part))
    else if ('address' in part) bytes.push(...word(LOAD_ADDRESS + at(part.address)))
    else if ('near' in part) bytes.push(...word(at(part.near) - next))
    else if ('short' in part) bytes.push((at(part.short) - next) & 0xff)
  }
  return bytes
}

const fail = (message: string): never => {
  throw new Error(message)
}

/** One active partition after the boot sector: some firmware boots only disks that have one. */
const partition = [0x80, 0, 2, 0, 0xda, 0xfe, 0xff, 0xff, 1, 0, 0, 0, (SECTORS - 1) & 0xff, (SECTORS - 1) >> 8, 0, 0]

export function starterImageBytes(): Uint8Array<ArrayBuffer> {
  const code = assemble(program.flat())
  if (code.length > PARTITION_TABLE) fail(`the boot program takes ${code.length} bytes`)
  const disk = new Uint8Array(SECTOR * SECTORS)
  disk.set(code)
  disk.set(partition, PARTITION_TABLE)
  disk.set([0x55, 0xaa], SECTOR - 2)
  return disk
}

export const starterImageFile = () => new File([starterImageBytes()], 'starter.raw')
