// What a simulated guest prints while it comes up and goes down. Own words, the same for the same seed and boot.
import { between } from './seeded-random.ts'
import type { MachineSpec } from '../machines.ts'

const GIBIBYTE = 1024 ** 3

/** What boots: the same guise prints the same log. */
export interface Guise {
  spec: Omit<MachineSpec, 'user_data'>
  seed: number
  /** The first boot is 1. */
  boot: number
}

/** In order; each piece appears some time after the one before it. The last one ends with the login prompt. */
export function bootLog({ spec, seed, boot }: Guise): string[] {
  let time = 0
  const at = (line: string) => {
    time += between(seed, `${boot}/${line}`, 0.001, 0.09)
    return `[${time.toFixed(6).padStart(12)}] ${line}`
  }
  const memory = spec.memory / GIBIBYTE
  const boot_disk = spec.disks.find((disk) => disk.boot) ?? spec.disks[0]
  const disks = spec.disks.map(
    (disk, n) => `${disk.size / GIBIBYTE} GiB in slot ${n}${disk === boot_disk ? ', boot' : ''}`,
  )
  const keys = spec.ssh_public_keys.length
  return [
    [
      `Machine firmware, start ${boot}`,
      `  processors  ${spec.ncpus}`,
      `  memory      ${memory} GiB, tested`,
      ...(disks.length > 0 ? disks : ['none; taking the rescue system from the host']).map(
        (disk) => `  disk        ${disk}`,
      ),
      ...spec.nics.map((nic) => `  network     ${nic.mac}`),
      boot_disk ? 'Loading the boot manager from the boot disk' : 'Loading the rescue system',
      '',
    ],
    [
      at('kernel: unpacking itself, little endian, 64 bit'),
      at(`memory: ${memory * 1024} MiB usable, 16 MiB reserved for the host`),
      ...Array.from({ length: Math.min(spec.ncpus, 8) }, (_, cpu) => at(`cpu ${cpu}: online`)),
      ...(spec.ncpus > 8 ? [at(`cpu 8 to ${spec.ncpus - 1}: online`)] : []),
      at('clock: using the host clock, stable'),
      at('entropy: seeded by the host'),
      at('pci: bus 0 scanned'),
    ],
    [
      ...spec.disks.map((disk, n) =>
        at(
          `disk ${n}: ${disk.size / disk.block_size} blocks of ${disk.block_size} bytes${disk.read_only ? ', read only' : ''}`,
        ),
      ),
      ...spec.nics.map((nic, n) => at(`net${n}: link up, ${nic.mac}`)),
      at('serial: console on the first port'),
      boot_disk ? at('root: file system clean, mounted') : at('root: in memory'),
      at('init: starting services'),
    ],
    [service('Journal'), service('Device manager'), service('Random seed')],
    [
      ...spec.nics.map((nic, n) => service(`Address ${nic.ip} on net${n}`)),
      service(`Host name ${spec.hostname}`),
      service('Time keeping'),
    ],
    [
      ...(boot === 1 ? [done(`SSH keys, ${keys}`, 'installed')] : []),
      service('Secure shell'),
      service('Scheduled jobs'),
    ],
    [
      '',
      `Welcome to ${spec.hostname}. Type help for what this simulated machine can do.`,
      '',
      loginPrompt(spec.hostname),
    ],
  ].map((lines, piece, all) => lines.join('\r\n') + (piece < all.length - 1 ? '\r\n' : ''))
}

export function loginPrompt(hostname: string): string {
  return `${hostname} login: `
}

export function shutdownLog(reboot: boolean): string {
  return [
    '',
    done('Scheduled jobs', 'stopped'),
    done('Secure shell', 'stopped'),
    done('File systems', 'unmounted'),
    reboot ? 'Restarting.' : 'Power off.',
    '',
  ].join('\r\n')
}

const service = (name: string) => done(name, 'ready')

function done(name: string, outcome: string): string {
  return `[ \x1b[32mok\x1b[0m ] ${name}: ${outcome}`
}
