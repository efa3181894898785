// What differs between machines of x86-64 and of aarch64, as parts of libvirt's XML.
import type { Architecture } from '../architecture.ts'
import type { Accelerator } from './accelerator.ts'
import type { CdBus } from './cds.ts'

interface Platform {
  /** Type in `os`. */
  type: string
  /** Whether there is a BIOS. Otherwise every machine has UEFI. */
  hasBios: boolean
  /** Besides those that all machines have. */
  features: (accelerator: Accelerator) => string
  /** The CPU that is emulated: a named model, so that machines can move. */
  emulatedCpu: string
  /** The target of the serial port. */
  serial: string
  /** The screen, and what people use with it. */
  screen: string
  /** What the CD drive is attached to. */
  cdBus: CdBus
  /** Tells the host that the guest has panicked. Empty if libvirt has none for the machine. */
  panic: string
}

const TABLET = '<input type="tablet" bus="virtio"/>'

export const PLATFORMS: Record<Architecture, Platform> = {
  x86_64: {
    type: '<type arch="x86_64" machine="q35">hvm</type>',
    hasBios: true,
    features: () => '<apic/>',
    // the maximum differs between versions of QEMU, and so between hosts; all of this one has been emulated for long
    emulatedCpu: '<cpu mode="custom" match="exact"><model fallback="forbid">Nehalem</model></cpu>',
    serial: '<target type="isa-serial" port="0"/>',
    screen: `<video><model type="vga" vram="16384" heads="1" primary="yes"/></video>${TABLET}`,
    cdBus: 'sata',
    panic: '<panic model="isa"/>',
  },
  aarch64: {
    type: '<type arch="aarch64" machine="virt">hvm</type>',
    hasBios: false,
    // the second version of the interrupt controller, which QEMU emulates by default, has room for eight CPUs
    features: (accelerator) => (accelerator === 'tcg' ? '<gic version="3"/>' : ''),
    // the maximum has large addresses, which some kernels do not boot with, and signed pointers, which take long to emulate
    emulatedCpu: '<cpu mode="custom" match="exact"><model fallback="forbid">cortex-a72</model></cpu>',
    serial: '<target type="system-serial" port="0"><model name="pl011"/></target>',
    // there is no keyboard unless it is asked for
    screen: `<video><model type="virtio" heads="1" primary="yes"/></video>${TABLET}<input type="keyboard" bus="virtio"/>`,
    cdBus: 'scsi',
    panic: '',
  },
}
